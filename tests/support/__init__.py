"""What tests, benchmarks and the docs' scripts share: real processes, and short ways to a match."""
