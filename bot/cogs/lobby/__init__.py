"""Tables: opening, joining, challenging, rematches."""
