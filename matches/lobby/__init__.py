"""Tables: opening, joining, leaving, filling, playing again."""
