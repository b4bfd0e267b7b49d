"""A coverage-guided fuzzer over everything that reads what comes from outside."""
