"""Use cases of tournaments, which are stored in the database and played in matches. No Discord."""
