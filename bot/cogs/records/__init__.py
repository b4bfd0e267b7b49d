"""A player's matches, replays, records and animations."""
