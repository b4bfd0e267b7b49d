"""Points, tie-breaks and tables."""
