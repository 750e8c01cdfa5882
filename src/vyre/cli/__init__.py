"""The command line: ``vyre doctor | devices | explain | demo | show | run | conform``."""
