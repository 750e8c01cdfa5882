"""C text for OpenCL C and CUDA C++: all types and operations of the language."""
