"""Records of matches: read, filmed and written in processes of their own. `source` is for whoever
asks; the others load no discord, since those processes import them.
"""
