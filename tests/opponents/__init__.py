"""Tests of computer players: their searches, their conduct, the processes they think in."""
