"""What is common to a competition, a ladder and a league as they are kept."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Protocol, TypeAlias

from competitions.log.terms import CommonTerms
from competitions.model.entrants import MemberId
from matches.model.ids import PlayerId

People: TypeAlias = Mapping[MemberId, PlayerId | None]
"""Who members of a ladder or a league are or were. None is a former player."""


class Kept(Protocol):
    """One of them: the fold of its log, and what stands beside the log.

    `seq` counts its log; entries behind `told` have still to be announced. `next_at` is when
    the next thing is due.
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
        """How often somebody else has come to direct it."""

    @property
    def seq(self) -> int:
        """The number of its last entry."""

    @property
    def told(self) -> int:
        """The number of the last entry that was announced."""

    @property
    def next_at(self) -> datetime | None:
        """When the next thing is due."""

    def concerns(self, player: PlayerId) -> bool:
        """Whether a player belongs to it."""
