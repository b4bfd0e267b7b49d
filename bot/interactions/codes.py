"""What an id stands for: a match, a tournament, a ladder or a league. Ids look much alike, so users
who type an id of the wrong kind are told what it belongs to.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from bot.context import Interaction
from bot.interactions.subject import subject_of
from competitions.log.ids import KINDS, KindName
from competitions.model.errors import CompetitionError
from games.words import N_, Fields
from matches.model.errors import UnknownMatch
from matches.model.ids import number_of

IS_MATCH = N_(
    "“{match}” looks like the ID of a match; `/board` shows matches. The IDs of tournaments begin "
    "with C-, those of ladders with L-, and those of leagues with G-."
)
STANDS_FOR: Mapping[KindName, str] = {
    "tournament": N_(
        "“{competition}” looks like the ID of a tournament. If you can see one with that ID, "
        "`/tournament show` or the button leads to its page."
    ),
    "ladder": N_(
        "“{competition}” looks like the ID of a ladder. If you can see one with that ID, "
        "`/ladder show` or the button leads to its page."
    ),
    "league": N_(
        "“{competition}” looks like the ID of a league. If you can see one with that ID, "
        "`/league show` or the button leads to its page."
    ),
}
"""What is said depends on the form of the id alone, so that nobody learns whether there is anything
with this id that they may not see.
"""
_CODE = re.compile(r"[A-Z]-[0-9A-Z]{4,12}")


def mistaken(interaction: Interaction, error: BaseException) -> tuple[str, Fields] | None:
    """What to say if the unknown id belongs to another kind."""
    if isinstance(error, UnknownMatch):
        typed, meant = str(error.refusal.fields["match"]), None
    elif isinstance(error, CompetitionError) and error.code == "unknown-competition":
        typed, meant = str(error.fields["competition"]), subject_of(interaction).kind
    else:
        return None
    code = typed.strip().removeprefix("#").upper()
    kind = KINDS.get(code[:2]) if _CODE.fullmatch(code) else None
    if kind == meant:
        return None
    if kind is not None:
        return STANDS_FOR[kind], {"competition": code}
    return (IS_MATCH, {"match": code}) if _is_match(code) else None


def _is_match(code: str) -> bool:
    try:
        number_of(code)
    except ValueError:
        return False
    return True
