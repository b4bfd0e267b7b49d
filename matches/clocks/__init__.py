"""Time that runs out, and vacations."""
