"""A packed binary log, read where it lies: errors and slow requests per service, the clock set right, the peers made anonymous."""

import numpy as np

import vyre as vy

SERVICES = 16
PEER = np.dtype([("address", "u1", 4), ("port", "<u2")])
ENTRY = np.dtype(  # 21 bytes, no padding; time in ns, latency in ms
    [("time", "<u8"), ("service", "u1"), ("status", "<u2"), ("latency", "<f4"), ("peer", PEER)]
)


@vy.kernel(domain="log")
def survey(
    log: vy.InOut[vy.struct(ENTRY)],
    skew: vy.u64,
    limit: vy.f32,
    errors: vy.Out[vy.u32, SERVICES],
    slow: vy.Out[vy.u32, SERVICES],
):
    i = vy.global_id()
    if i < log.size:
        entry = log[i]  # what the record holds now
        if entry.status >= 500:
            vy.atomic_add(errors, entry.service, 1)
        if entry.latency > limit:
            vy.atomic_add(slow, entry.service, 1)
        log[i].time = entry.time - skew
        log[i].peer.address[3] = 0


def written(count: int) -> bytes:
    """What some program wrote to its log."""
    rng = np.random.default_rng(7)
    log = rng.integers(0, 256, count * ENTRY.itemsize, np.uint8).view(ENTRY)
    log["service"] %= SERVICES
    log["status"] = rng.choice([200, 204, 404, 500, 503], count)
    log["latency"] = rng.gamma(2.0, 20.0, count)
    return log.tobytes()


def main() -> None:
    before = np.frombuffer(written(200_000), ENTRY)
    log = np.frombuffer(bytearray(before.tobytes()), ENTRY)
    errors, slow = survey(log, 1_000, 150.0)
    for counts, wanted in ((errors, before["status"] >= 500), (slow, before["latency"] > 150)):
        assert np.array_equal(counts, np.bincount(before["service"][wanted], minlength=SERVICES))
    assert np.array_equal(log["time"], before["time"] - np.uint64(1_000))
    assert not log["peer"]["address"][:, 3].any()
    for service in np.argsort(errors)[:-4:-1]:
        print(f"service {service:2}: {errors[service]} errors, {slow[service]} slow requests")


if __name__ == "__main__":
    main()
