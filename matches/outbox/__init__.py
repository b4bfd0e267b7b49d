"""Messages still to be sent, and the backlog."""
