"""Independent, naive implementations of the rulebook, against which the real games are checked."""
