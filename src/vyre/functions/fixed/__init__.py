"""Mathematical functions in 64-bit fixed-point integers, for devices without fast f64."""
