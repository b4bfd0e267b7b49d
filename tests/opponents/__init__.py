"""Tests of computer players: their searches, their decisions, the processes they think in."""
