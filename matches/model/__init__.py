"""What a match is: values, its log, its clock, and what can be said of it without a database."""
