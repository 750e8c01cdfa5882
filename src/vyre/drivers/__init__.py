"""One driver per backend."""
