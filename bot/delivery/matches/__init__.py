"""What is shown of matches, and where: tables, boards in their order, questions, seats."""
