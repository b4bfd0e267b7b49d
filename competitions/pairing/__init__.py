"""Who meets whom at tables for two, three and four: a round, or a whole schedule."""
