"""What commands share: which match is meant, options, checks."""
