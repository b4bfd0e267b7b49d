"""Competitions: who meets whom, who is placed where, and how all of it is stored and played.

A competition is the fold of its own append-only log, as a match is. The functions of this package
are pure: they don't know the time and draw no lots unless they are given both. Only `tournaments`,
`ladders` and `leagues` store anything, and they do it through `log`. They carry out use cases, and
have the games played as matches.
"""
