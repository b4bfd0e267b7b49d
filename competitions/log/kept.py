"""What stored competitions, ladders and leagues have in common."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Protocol, TypeAlias

from competitions.log.terms import CommonTerms
from competitions.model.entrants import MemberId
from matches.model.ids import PlayerId

People: TypeAlias = Mapping[MemberId, PlayerId | None]
"""Who the members of a ladder or league are or were. None is a former player."""


class Kept(Protocol):
    """A stored competition, ladder or league: the fold of its log, and what is stored beside the
    log.

    `seq` is the number of the last entry; entries after `told` have not been announced yet.
    `next_at` is when something is next due.
    """

    @property
    def id(self) -> str:
        """Its public id."""

    @property
    def number(self) -> int:
        """The number of its row."""

    @property
    def terms(self) -> CommonTerms:
        """What was chosen for it."""

    @property
    def host(self) -> PlayerId:
        """Who directs it."""

    @property
    def handed_over(self) -> int:
        """How often the director has changed."""

    @property
    def seq(self) -> int:
        """The number of its last entry."""

    @property
    def told(self) -> int:
        """The number of the last entry that was announced."""

    @property
    def next_at(self) -> datetime | None:
        """When something is next due."""

    def concerns(self, player: PlayerId) -> bool:
        """Whether a player belongs to it."""
