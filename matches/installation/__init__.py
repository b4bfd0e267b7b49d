"""What the processes of one installation share besides its matches."""
