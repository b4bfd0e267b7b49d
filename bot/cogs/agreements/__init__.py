"""What needs the consent of other players; resigning and aborting."""
