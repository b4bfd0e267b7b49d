"""Who meets whom at tables, held against laws and against exact optima."""
