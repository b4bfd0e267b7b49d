"""What the messages were for that the bot has sent with nonces, which spend the budget: the nonces
tell.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping

from matches.model.ids import MatchId

BOARD, LINE, DIRECT_BOARD = "boards", "lines beside a kept board", "boards in direct messages"
CALL, NOTICE = "calls of players to their turns", "reminders and other notices"
TABLE, QUESTION, OTHER = "tables", "questions and replies to them", "anything else"
REST = "refused, or sent before"
"""Requests that made no message: Discord refused them, or knew the nonce."""
_PURPOSES = (
    (re.compile(r"\d{1,9}(\.b)?"), BOARD),
    (re.compile(r"\d{1,9}\.\d"), CALL),
    (re.compile(r"table(\.\d)?"), TABLE),
    (re.compile(r"\d{1,9}\.(ask|draw|no|of|re)(\.\d)?"), QUESTION),
    (re.compile(r"[a-z]\d+(\.\d+)*"), NOTICE),
)


def purposes(
    sent: Mapping[str, Counter[int]], lines: Collection[str], private: Mapping[MatchId, bool]
) -> Counter[str]:
    """The number of messages for each purpose, by their nonces and channels. Those that are `lines`
    have the nonces of boards; those of `private` matches are told by what the match is.
    """
    found = Counter[str]()
    for nonce, channels in sent.items():
        found[_purpose(nonce, lines, private)] += channels.total()
    return found


def _purpose(nonce: str, lines: Collection[str], private: Mapping[MatchId, bool]) -> str:
    match, _, rest = nonce.partition(".")
    if MatchId(match) not in private:
        return OTHER
    if nonce in lines:
        return LINE
    known = next((name for made, name in _PURPOSES if made.fullmatch(rest)), OTHER)
    return DIRECT_BOARD if known == CALL and private[MatchId(match)] else known
