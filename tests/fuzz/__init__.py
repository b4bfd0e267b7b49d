"""A coverage-guided fuzzer for everything that reads external input."""
