"""Messages about competitions: tournaments, ladders and leagues."""
