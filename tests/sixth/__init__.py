"""A sixth game, which is a folder, a mind, notes, translations and tests, and nothing else."""
