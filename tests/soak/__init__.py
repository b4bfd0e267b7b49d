"""Many people at many boards while everything goes wrong: `python -m tests.soak --minutes 10`."""
