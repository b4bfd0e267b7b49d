"""What the rounds of a knockout are called: the final, the semi-finals, and so on."""

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
    """What a round is called that has so many `behind` it; `short` where there is little room."""
    last = SHORT_LAST if short else LAST
    sentence = _TITLES[behind] if behind < len(_TITLES) else last
    return say(sentence, {"count": 2 << behind}, language=language)


def stage(knockout: Knockout | None, pairing: Pairing, language: NullTranslations) -> str:
    """Of what a pairing is a part: a round of the knockout, or the match for place 3. Empty if it
    is no part of one.
    """
    behind = None if knockout is None else knockout.behind(pairing)
    if behind is None:
        return ""
    if not behind and pairing.number > 1:
        return language.gettext(PLACE_3)
    return title(behind, language)
