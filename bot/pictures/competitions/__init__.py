"""Pictures of competitions: brackets, crosstables, ladders, seasons, standings."""
