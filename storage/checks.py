"""Constraints that the database itself enforces. A change needs a migration."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import CheckConstraint

STATUSES = ("open", "running", "adjourned", "finished", "aborted", "closed", "frozen")
SEATINGS = ("random", "chosen", "youngest")
AT_ENDS = ("automatic", "claim")

ENTRIES = (
    *("open", "join", "leave", "shrink", "start", "close", "decline", "expire", "place"),
    *("turn", "prepared", "met", "pass", "prepare", "clear", "dropped", "condition"),
    *("withdraw", "replace", "agreement", "offer", "agree", "refuse"),
    *("request", "grant", "deny", "takeback", "adjourn", "resume"),
    *("abort", "end", "forget"),
)
"""The kinds of a log's entries: one that no version knows would keep its match from replaying."""

NOTICES = (
    *("board", "table", "turn", "reminder", "claim", "dropped", "vacation", "return", "stays"),
    *("downtime", "offer", "refuse", "robot", "seat", "leaver"),
)
"""The kinds of notices."""

MOST = 6
"""The greatest advantage of a seat that is believed, in units of skill."""

COMPETITIONS = ("open", "running", "over", "cancelled")
"""The statuses of competitions."""

UNFINISHED = ("time", "draw", "director")
"""What becomes of games that are unfinished at a competition's hard end."""

EVENTS = (
    *("open", "join", "agree", "leave", "start", "excuse", "attend", "pair", "unpair"),
    *("stall", "decide", "correct", "withdraw", "reinstate", "replace", "end", "cancel"),
)
"""The kinds of events in competitions' logs."""

LADDERS = ("running", "over")
"""The statuses of ladders."""

LADDER_EVENTS = (
    *("open", "join", "leave", "challenge", "accept", "refuse", "lapse", "recall"),
    *("play", "annul", "drop", "move", "close"),
)
"""The kinds of events in ladders' logs."""

LEAGUES = ("open", "running", "over")
"""The statuses of leagues."""

LEAGUE_EVENTS = ("open", "enter", "leave", "begin", "postpone", "finish", "last", "close")
"""The kinds of events in leagues' logs."""

WISHES = ("asking", "open", "paused", "matched", "expired", "declined", "withdrawn")
"""The statuses of wishes."""

TRIES = ("open", "solved", "shown")
"""What becomes of a puzzle that was tried."""


def among(column: str, values: Collection[str]) -> str:
    """A constraint: the column has one of these values."""
    return f"{column} IN ({', '.join(repr(one) for one in values)})"


_SEAT = "seat BETWEEN 1 AND 4"
"""No table has more seats than a match; how many its match has, another table says."""


_HELD = {
    "at_end": among("at_end", AT_ENDS),
    "log": "seq >= 1 AND told BETWEEN 0 AND seq",
    "tell_at": "(tell_at IS NULL) = (told = seq)",
}
"""What holds for ladders and leagues alike."""

RULES = {
    "match": {
        "status": among("status", STATUSES),
        "seats": "seats BETWEEN 2 AND 4",
        "seating": among("seating", SEATINGS),
        "at_end": among("at_end", AT_ENDS),
        "clock": "(clock IS NULL) = (at_end IS NULL)",
        "log": "seq >= 1 AND base BETWEEN 0 AND seq AND turn_count BETWEEN 0 AND seq",
        "to_move": "to_move BETWEEN 1 AND seats",
        "rules_version": "rules_version >= 1",
        "ending": "ending IS NULL OR status IN ('finished', 'aborted', 'closed')",
        "finished": "status <> 'finished' OR (ending IS NOT NULL AND finished_at IS NOT NULL)",
    },
    "seat": {"seat": _SEAT, "rank": "rank BETWEEN 1 AND 4", "clock": "clock >= 0"},
    "former_holder": {"seat": _SEAT, "until": "until >= 1"},
    "entry": {
        "kind": among("kind", ENTRIES),
        "seat": _SEAT,
        "batch": "batch BETWEEN 1 AND seq",
    },
    "draft": {"seat": _SEAT, "base": "base >= 0"},
    "notice": {
        "kind": among("kind", NOTICES),
        "seat": _SEAT,
        "counts": "attempts >= 0 AND lead >= 0",
    },
    "vacation": {"span": "starts_at < ends_at"},
    "rating": {
        "sigma": "sigma > 0",
        "counts": "wins >= 0 AND draws >= 0 AND best_streak >= 0 AND wins + draws <= games",
    },
    "rating_change": {
        "seat": _SEAT,
        "sigma": "before_sigma > 0 AND after_sigma > 0",
        "counts": "games >= 0 AND period >= 0",
    },
    "seat_advantage": {"value": f"value BETWEEN -{MOST} AND {MOST}"},
    "conduct": {"pace": "pace >= 0"},
    "standing": {"counts": "games >= 0 AND period >= 0"},
    "puzzle_try": {"state": among("state", TRIES)},
    "puzzle_rating": {"counts": "tries > 0"},
    "daily": {"hour": "hour BETWEEN 0 AND 23"},
    "competition": {
        "status": among("status", COMPETITIONS),
        "unfinished": among("unfinished", UNFINISHED),
        "at_end": among("at_end", AT_ENDS),
        "team": "team BETWEEN 1 AND 2",
        "log": "seq >= 1 AND told BETWEEN 0 AND seq",
        "next_at": "next_at IS NULL OR status NOT IN ('over', 'cancelled')",
        "tell_at": "(tell_at IS NULL) = (told = seq)",
    },
    "competition_entry": {"kind": among("kind", EVENTS), "seq": "seq >= 1"},
    "entrant_member": {
        "entrant": "entrant >= 1",
        "place": "place BETWEEN 1 AND 4",
        "span": "since >= 1 AND until >= since",
    },
    "entrants_apart": {"pair": "one < other"},
    "competition_game": {
        "round": "round >= 1",
        "pairing": "pairing >= 1",
        "game": "game BETWEEN 0 AND 3",
    },
    "competition_table": {"log": "seq >= 1", "entrants": "entrants >= 1"},
    "competition_place": {
        "place": "place >= 1",
        "entrant": "entrant >= 1",
        "rank": "rank BETWEEN 1 AND place",
    },
    "ladder": {
        "status": among("status", LADDERS),
        "next_at": "next_at IS NULL OR status <> 'over'",
        **_HELD,
    },
    "ladder_entry": {"kind": among("kind", LADDER_EVENTS), "seq": "seq >= 1"},
    "ladder_member": {"member": "member >= 1", "span": "since >= 1 AND until >= since"},
    "ladder_challenge": {"number": "number >= 1", "span": "seq >= 1 AND ended > seq"},
    "league": {
        "status": among("status", LEAGUES),
        "unfinished": among("unfinished", UNFINISHED),
        **_HELD,
    },
    "league_entry": {"kind": among("kind", LEAGUE_EVENTS), "seq": "seq >= 1"},
    "league_member": {"member": "member >= 1"},
    "study": {
        "seats": "seats BETWEEN 2 AND 4",
        "counts": "number >= 1 AND root >= 0 AND here >= 0 AND seq >= 1",
    },
    "variation": {"after": "after >= 0"},
    "wish": {
        "status": among("status", WISHES),
        "seq": "seq >= 1",
        "next_at": "(next_at IS NOT NULL) = (status = 'open')",
        "match": "(match_id IS NOT NULL) = (status = 'matched')",
        "place": "(guild IS NULL) = (channel IS NULL)",
    },
    "wish_member": {"place": "place BETWEEN 1 AND 4"},
    "sought": {"seats": "seats BETWEEN 2 AND 4"},
}
"""By table and name. Where a column is NULL, a rule about it holds."""


def rules_of(table: str) -> list[CheckConstraint]:
    """The constraints of a table."""
    return [CheckConstraint(rule, name=name) for name, rule in RULES[table].items()]
