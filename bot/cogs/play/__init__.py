"""Playing: turns, drafts, boards, and what else can be done in a match."""
