"""What a match is: values, its log, its clock, and everything else that needs no database."""
