"""Points, tie-breaks, and tables of standings."""
