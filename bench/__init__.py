"""The bench: vyre against NumPy, Numba and C on the same inputs, results compared byte for byte. ``python -m bench``."""
