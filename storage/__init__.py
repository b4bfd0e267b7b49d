"""Rows in a database: SQLite, or PostgreSQL with the same code. No rules, and no Discord."""
