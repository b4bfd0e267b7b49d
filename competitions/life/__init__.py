"""Use cases of competitions: kept in the database, played in matches. No Discord."""
