"""What competitions, ladders and leagues have in common: a log in the database. No Discord."""
