"""Messages about matches that several features share."""
