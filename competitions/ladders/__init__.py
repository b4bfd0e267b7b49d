"""Use cases of ladders: kept in the database, played in matches. No Discord."""
