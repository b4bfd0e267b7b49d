"""Who meets whom at tables, checked against laws and exact optima."""
