"""What `make test` looks at beside the tests: the tests' coverage, and the dependencies."""
