"""The competitors. Each runs in a process of its own, started by ``bench.run``."""
