"""What the GPU table is measured against."""
