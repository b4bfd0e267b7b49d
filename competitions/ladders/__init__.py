"""Use cases of ladders, which are stored in the database and played in matches. No Discord."""
