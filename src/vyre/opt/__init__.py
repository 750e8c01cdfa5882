"""From a checked program to a checked program of the same meaning: what a device lacks, written with what it has."""
