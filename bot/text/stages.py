"""The names of a knockout's rounds: the final, the semi-finals, and so on."""

from __future__ import annotations

from gettext import NullTranslations

from competitions.formats.tree import Knockout
from competitions.model.pairings import Pairing
from games.words import N_, say

FINAL, SEMI_FINALS, QUARTER_FINALS = N_("Final"), N_("Semi-finals"), N_("Quarter-finals")
LAST_SIXTEEN, LAST = N_("Round of 16"), N_("Round of {count}")
SHORT_LAST = N_("Last {count}")
PLACE_3 = N_("Third place")
_TITLES = (FINAL, SEMI_FINALS, QUARTER_FINALS, LAST_SIXTEEN)


def title(behind: int, language: NullTranslations, *, short: bool = False) -> str:
    """The name of a round with this many rounds `behind` it; `short` where space is limited."""
    last = SHORT_LAST if short else LAST
    sentence = _TITLES[behind] if behind < len(_TITLES) else last
    return say(sentence, {"count": 2 << behind}, language=language)


def stage(knockout: Knockout | None, pairing: Pairing, language: NullTranslations) -> str:
    """The part of the knockout that a pairing belongs to: a round, or the match for place 3. Empty
    if it belongs to none.
    """
    behind = None if knockout is None else knockout.behind(pairing)
    if behind is None:
        return ""
    if not behind and pairing.number > 1:
        return language.gettext(PLACE_3)
    return title(behind, language)
