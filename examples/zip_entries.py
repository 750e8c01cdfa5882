"""The directory of a ZIP file, found by its signatures: numbers read at any byte, without regard to alignment."""

import io
import sysconfig
import zipfile
from pathlib import Path

import numpy as np

import vyre as vy

SIGNATURE = 0x02014B50  # "PK\1\2", the beginning of an entry of the central directory


@vy.kernel(domain="data")
def survey(data: vy.In[vy.u8], entries: vy.Out[vy.u32, 1], packed: vy.Out[vy.u32, 1], unpacked: vy.Out[vy.u32, 1]):
    i = vy.global_id()
    if vy.load_le(vy.u32, data, i) == SIGNATURE:  # past the end it reads zeros
        vy.atomic_add(entries, 0, 1)
        vy.atomic_add(packed, 0, vy.load_le(vy.u32, data, i + 20))
        vy.atomic_add(unpacked, 0, vy.load_le(vy.u32, data, i + 24))


def main() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        for path in sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))[:60]:
            made.write(path, path.name)
    entries, packed, unpacked = (int(n[0]) for n in survey(np.frombuffer(file.getvalue(), np.uint8)))
    with zipfile.ZipFile(file) as there:
        listed = there.infolist()
    assert entries == len(listed)
    assert packed == sum(entry.compress_size for entry in listed)
    assert unpacked == sum(entry.file_size for entry in listed)
    print(f"{entries} entries, {unpacked} bytes packed into {packed}")


if __name__ == "__main__":
    main()
