"""Use cases of leagues: kept in the database, their divisions played as competitions. No
Discord.
"""
