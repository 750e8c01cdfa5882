"""The rows, by what they ask. Each module has ``rows()``; :mod:`vyre.conform.corpus` puts them together."""
