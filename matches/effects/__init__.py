"""What a transaction writes besides the log: clocks, notices, calls, ratings."""
