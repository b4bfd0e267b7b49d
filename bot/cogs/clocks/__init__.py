"""Time that runs out, claims, vacations."""
