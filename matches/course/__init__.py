"""The course of a match: turns, drafts, prepared turns, requests, endings."""
