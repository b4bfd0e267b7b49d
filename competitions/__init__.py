"""Competitions: who meets whom, who stands where, and how all that is kept and played.

A competition is the fold of its own append-only log, as a match is. The functions of this package
are pure: they neither know what time it is nor draw lots, unless both are given to them. Only
`tournaments`, `ladders` and `leagues` store anything, through `log`: they carry out use cases, and
have the games played as matches.
"""
