"""Settings, and opening the database."""
