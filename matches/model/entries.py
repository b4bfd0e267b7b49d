"""What stands in a match's log.

Kinds of entries: `open join leave shrink start close decline place` of the table (the text of
`open` may be `replace:` and the level of the computer players who take the places of those who
withdraw, that of `start` is `challenge` if nobody else could join); `turn prepared met pass` are
turns by their origin; `withdraw` and, where a computer player takes the place, `replace` (their
text is the reason), and `agreement`; `offer agree refuse` of draws; `request` (its text is
`adjourn`, or `takeback` and the first entry that it is about), `grant deny` of what needs consent,
`takeback adjourn resume` what comes of it; `prepare clear dropped` of prepared turns, `condition`
of conditional ones, which are entered as `met` (its text is all branches of the seat); `abort`;
`expire` of tables; `end` by those who manage the guild or, if that is its text, `adjudged` by a
competition; `forget` when the player of a seat has had their data deleted.
Texts of prepared turns are joined by semicolons.
Players are never named in the log, only seats.
"""

from __future__ import annotations

from collections.abc import Mapping

from matches.model.match import Origin, Status

ORIGINS: Mapping[str, Origin] = {
    "turn": "played",
    "prepared": "prepared",
    "met": "prepared",
    "pass": "automatic",
}
"""How turns were played, by kind."""

CHALLENGE = "challenge"
"""The text of a start for which everybody but the host was invited."""

UNRECORDED = frozenset({"takeback", "replace", "adjourn", "resume"})
"""Events that players are told about, but that only the log has."""

ENDS: Mapping[str, tuple[Status, str]] = {
    "abort": ("aborted", "aborted"),
    "end": ("aborted", "ended"),
    "expire": ("closed", "expired"),
    "close": ("closed", "closed"),
    "decline": ("closed", "declined"),
}
"""The status of a match that ends by itself, and the reason, by kind."""
