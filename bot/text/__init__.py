"""Values to sentences; no I/O."""
