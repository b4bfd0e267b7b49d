"""Studies: what people try out for themselves."""
