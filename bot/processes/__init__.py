"""Child processes and threads. Loads no discord."""
