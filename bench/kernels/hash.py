"""Sixteen rounds of integer mixing of each index: arithmetic only."""

import vyre as vy


@vy.kernel
def hash_words(seed: vy.u32, out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    h = i ^ seed
    for _ in range(16):
        h ^= h >> 16
        h *= 0x85EBCA6B
        h ^= h >> 13
        h *= 0xC2B2AE35
        h ^= h >> 16
        h += 0x9E3779B9
        h = (h << 5) | (h >> 27)
    if i < out.size:
        out[i] = h
