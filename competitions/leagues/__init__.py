"""Use cases of leagues, which are stored in the database and whose divisions are competitions. No
Discord.
"""
