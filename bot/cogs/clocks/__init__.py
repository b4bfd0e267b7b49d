"""Time-outs, claims, vacations."""
