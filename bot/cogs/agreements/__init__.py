"""What other players have to agree to, and giving up."""
