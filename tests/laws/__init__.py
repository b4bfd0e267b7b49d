"""Laws: what must hold for every registered game."""
