"""Who meets whom at tables for two, three and four: one round, or a whole schedule."""
