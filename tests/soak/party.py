"""What all people of a soak share, and what they can read and know."""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from random import Random

from matches.match import Match
from playground.components import walk
from playground.errors import Json
from playground.interaction import Interaction
from playground.invoke import Invoker
from playground.server import Server
from playground.world import Message
from storage.database import Database
from tests.soak.town import Witness, people_of

_COMMAND = 2


@dataclass
class Attempt:
    """An interaction that may enter a turn. Of a `group`, begun at once, at most one may, unless
    they were typed and another seat's turn came between: a command names no position.
    """

    user: int
    match: str
    interaction: Interaction
    group: int | None = None

    @property
    def typed(self) -> bool:
        """Whether it was a command, and no button or menu."""
        return self.interaction.type == _COMMAND


@dataclass
class Party:
    """What all people share."""

    server: Server
    db: Database
    witness: Witness
    seed: int
    at_once: int
    tally: Counter[str] = field(default_factory=Counter)
    attempts: dict[int, Attempt] = field(default_factory=dict)
    direct: set[int] = field(default_factory=set)
    """Who wants to hear of his turns by direct message."""
    locked: list[tuple[datetime, datetime]] = field(default_factory=list)
    """From when to when another process kept the database to itself."""
    over: bool = False

    def __post_init__(self) -> None:
        self.world = self.server.world
        self.invoker = Invoker(self.world, self.server.interactions)
        self.people = people_of(self.world)
        self.room = asyncio.Semaphore(self.at_once)
        self.groups = itertools.count(1)


def answer(interaction: Interaction) -> Message | None:
    """What the user reads: the last message that came of what he did."""
    found = [one for one in (interaction.original, *interaction.followups) if one is not None]
    return found[-1] if found else None


def live(message: Message) -> list[Json]:
    """The buttons and menus that can be used."""
    return [
        part
        for part in walk(message.components)
        if "custom_id" in part and not part.get("disabled")
    ]


def random_turn(match: Match, rng: Random) -> str:
    """A legal turn."""
    line, tokens = match.line, list[str]()
    while not tokens or line.position.mid_turn:
        tokens.append(str(rng.choice(match.game.legal_moves(line.position))))
        line = line.read(tokens[-1])[1]
    return " ".join(tokens)
