"""Points, tie-breaks, and tables of who stands where."""
