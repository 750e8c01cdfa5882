"""The kernels of the table, as a user of vyre would write them."""
