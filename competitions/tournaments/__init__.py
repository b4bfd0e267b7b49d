"""Use cases of tournaments: kept in the database, played in matches. No Discord."""
