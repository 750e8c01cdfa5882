"""The command line: ``vyre doctor | devices | demo | show | run``."""
