"""Public ids, such as `C-K7F2`: the form of match ids, with a letter for the kind in front."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, Literal, TypeAlias, TypeVar, cast

from competitions.model.errors import CompetitionError
from matches.model import ids
from storage.ids import MatchNumber

Id = TypeVar("Id", bound=str)
N = TypeVar("N", bound=int)

KindName: TypeAlias = Literal["tournament", "ladder", "league"]
"""What an id can stand for. Divisions of leagues have ids of tournaments."""

LETTERS: Mapping[KindName, str] = {"tournament": "C", "ladder": "L", "league": "G"}
"""The letter with which the ids of each kind begin."""

KINDS: Mapping[str, KindName] = {f"{letter}-": kind for kind, letter in LETTERS.items()}
"""The kinds by the first two characters of their ids."""


def kind_of(id_: str) -> KindName:
    """What an id stands for. Raises KeyError for what is no id of these kinds."""
    return KINDS[id_[:2]]


class Ids(Generic[Id, N]):
    """The ids of one kind: one for each number. They are read as forgivingly as match ids."""

    def __init__(self, kind: KindName) -> None:
        self._before = f"{LETTERS[kind]}-"

    def public(self, number: N) -> Id:
        """The id of a number."""
        return cast("Id", self._before + ids.public_id(MatchNumber(number)))

    def number(self, text: str) -> N:
        """The number of an id as somebody typed it, with its letter. Raises ValueError."""
        typed = text.strip().removeprefix("#").upper()
        if not typed.startswith(self._before):
            raise ValueError(f"not an id of this kind: {text!r}")
        return cast("N", int(ids.number_of(typed.removeprefix(self._before))))

    def key(self, text: str) -> N:
        """The number of an id. Raises CompetitionError."""
        try:
            return self.number(text)
        except ValueError:
            raise CompetitionError("unknown-competition", competition=text[:20]) from None
