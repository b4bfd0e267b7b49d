"""What commands share: how they find the match they are about, options, checks."""
