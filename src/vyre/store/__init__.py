"""What outlives a process: small files under the user's cache directory, found by key."""
