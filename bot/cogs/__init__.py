"""The commands, a module for each group of them. Every module here is loaded at start."""
