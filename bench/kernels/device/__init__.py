"""The kernels of the GPU table: the same work as ``bench/peers/cuda/kernels.cu``, as a user of vyre would write it for speed."""
