"""What `make test` checks besides the tests: their coverage, and the dependencies."""
