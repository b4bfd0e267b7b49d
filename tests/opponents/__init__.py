"""Tests of computer players: their searches, their behaviour, and their processes."""
