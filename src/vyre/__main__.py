"""``python -m vyre``."""

import sys

from vyre.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
