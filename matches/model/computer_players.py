"""Computer players: who they are. How they think is decided elsewhere.

A computer player has a seat as a person does, with a small number in place of a Discord id. Each
level has several of them, so that none has two seats in a match.
"""

from __future__ import annotations

from collections.abc import Collection

from games.words import N_
from matches.model.errors import UnknownLevel
from matches.model.ids import PlayerId
from matches.model.match import Match

NAMES = (
    (N_("Page Pip"), N_("Page Paula"), N_("Page Piet")),
    (N_("Squire Kuno"), N_("Squire Klara"), N_("Squire Kurt")),
    (N_("Knight Rosa"), N_("Knight Rolf"), N_("Knight Rudi")),
    (N_("Castellan Bodo"), N_("Castellan Berta"), N_("Castellan Bert")),
    (N_("Countess Gisela"), N_("Count Georg"), N_("Count Gustav")),
    (N_("Queen Thea"), N_("King Tassilo"), N_("Queen Tilda")),
)
"""The computer players of each level, the weakest level first."""

LEVELS = range(1, len(NAMES) + 1)
_EACH = len(NAMES[0])
EVERYBODY = range(1, len(NAMES) * _EACH + 1)
"""The ids of all computer players: above the id that means nobody, and far below those of people.
"""


def is_computer_player(player: PlayerId | None) -> bool:
    """Whether this is a computer player."""
    return player in EVERYBODY


def level_of(player: PlayerId) -> int:
    """The level of a computer player."""
    return (player - 1) // _EACH + 1


def name_of(player: PlayerId) -> str:
    """The name of a computer player, to be translated."""
    return NAMES[level_of(player) - 1][(player - 1) % _EACH]


def of_level(level: int, taken: Collection[PlayerId | None] = ()) -> PlayerId:
    """The first computer player of a level who is not at the table yet. Raises UnknownLevel.

    There are enough for every seat, as long as one seat is left to a person.
    """
    if level not in LEVELS:
        raise UnknownLevel(number=level, most=len(LEVELS))
    return next(player for player in _of_level(level) if player not in taken)


def several(level: int, number: int) -> list[PlayerId]:
    """Some computer players of a level, at most all of them. Raises UnknownLevel."""
    of_level(level)
    return _of_level(level)[:number]


def _of_level(level: int) -> list[PlayerId]:
    first = (level - 1) * _EACH + 1
    return [PlayerId(number) for number in range(first, first + _EACH)]


def has_computer_player(players: Collection[PlayerId | None]) -> bool:
    """Whether a computer player is among these."""
    return any(map(is_computer_player, players))


def people(match: Match) -> list[PlayerId]:
    """The people who play and have not withdrawn."""
    gone = match.position.withdrawn
    staying = [player for seat, player in enumerate(match.players, start=1) if seat not in gone]
    return [player for player in staying if player is not None and not is_computer_player(player)]
