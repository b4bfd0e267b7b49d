"""What commands about tournaments, ladders and leagues share."""
