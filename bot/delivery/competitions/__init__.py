"""What is due in competitions, ladders and leagues, and what their channels are told."""
