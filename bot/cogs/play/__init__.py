"""Playing: turns, drafts, boards, and everything else that can be done in a match."""
