"""The terms that competitions, ladders and leagues share: place, game, clock, and who may take
part.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Row

import games
from competitions.model.errors import CompetitionError
from competitions.model.words import one_line
from games.protocol import AnyGame
from matches.model.clock import AtEnd, Clock
from matches.model.ids import ChannelId, GuildId

LONGEST_NAME = 80
"""The maximum length of a name in characters. Names appear in titles and menus."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommonTerms:
    """Matches are of the `game` with these `options` and this `clock`, and are played in the
    channel. With `anywhere`, people from other servers may take part. A `role`, and a `reliability`
    in percent, are required of everybody if they are set.
    """

    name: str
    guild: GuildId
    channel: ChannelId
    game: AnyGame
    clock: Clock
    options: Mapping[str, str] = field(default_factory=dict)
    at_end: AtEnd = "automatic"
    anywhere: bool = False
    role: int | None = None
    reliability: int | None = None


def read(row: Row[Any]) -> dict[str, Any]:
    """The fields of these terms, from a row."""
    return {
        "name": row.name,
        "guild": row.guild,
        "channel": row.channel,
        "game": games.get(row.game),
        "clock": Clock.read(row.clock),
        "options": row.options,
        "at_end": row.at_end,
        "anywhere": row.anywhere,
        "role": row.role,
        "reliability": row.reliability,
    }


def columns(terms: CommonTerms) -> dict[str, Any]:
    """The columns that store these terms."""
    return {
        "name": terms.name,
        "guild": terms.guild,
        "channel": terms.channel,
        "game": terms.game.info.key,
        "clock": str(terms.clock),
        "options": dict(terms.options),
        "at_end": terms.at_end,
        "anywhere": terms.anywhere,
        "role": terms.role,
        "reliability": terms.reliability,
    }


def named(name: str, most: int = LONGEST_NAME) -> str:
    """A name as one line of printable characters. Raises wrong-name."""
    said = one_line(name)
    if not 0 < len(said) <= most:
        raise CompetitionError("wrong-name", most=most)
    return said


def required(reason: str) -> str:
    """A reason as one line. Raises no-reason."""
    if not (said := one_line(reason)):
        raise CompetitionError("no-reason")
    return said
