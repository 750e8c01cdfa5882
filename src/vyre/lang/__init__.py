"""Python text to Program: reads a kernel's source with ``ast``, types it, and calls the builder."""
