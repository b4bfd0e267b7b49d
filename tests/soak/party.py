"""The state that all people of a soak share, and what they can read and know."""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from random import Random

from matches.model.match import Match
from playground.components import walk
from playground.errors import Json
from playground.interaction import Interaction
from playground.invoke import Invoker
from playground.server import Server
from playground.world import Message, User
from storage.database import Database
from tests.soak.callbacks import Callbacks
from tests.soak.looks import Looks
from tests.soak.town import Witness, people_of

_COMMAND = 2


@dataclass
class Attempt:
    """An interaction that may enter a turn. In a `group` begun at once, at most one may do so. The
    exception is typed turns with another seat's turn in between, because a command names no
    position.
    """

    user: int
    match: str
    interaction: Interaction
    group: int | None = None

    @property
    def typed(self) -> bool:
        """Whether it was a command rather than a button or menu."""
        return self.interaction.type == _COMMAND


@dataclass
class Party:
    """The state shared by all people."""

    server: Server
    db: Database
    witness: Witness
    seed: int
    at_once: int
    tally: Counter[str] = field(default_factory=Counter)
    attempts: dict[int, Attempt] = field(default_factory=dict)
    direct: set[int] = field(default_factory=set)
    """Players who want direct messages about their turns."""
    active: set[int] = field(default_factory=set)
    """People who have done anything."""
    games: dict[str, str] = field(default_factory=dict)
    """The game of each match known to people."""
    locked: list[tuple[datetime, datetime]] = field(default_factory=list)
    """The times in which another process locked the database."""
    over: bool = False

    def __post_init__(self) -> None:
        self.world = self.server.world
        self.looks = Looks(self.db)
        self.callbacks = Callbacks()
        self.invoker = Invoker(self.world, self.server.interactions)
        self.people = people_of(self.world)
        self.room = asyncio.Semaphore(self.at_once)
        self.groups = itertools.count(1)
        self._waiting = Random(self.seed).sample(self.people, len(self.people))

    def draw(self, number: int, rng: Random) -> list[User]:
        """Draws this many people, those not drawn yet first."""
        drawn, self._waiting = self._waiting[:number], self._waiting[number:]
        others = [one for one in self.people if one not in drawn]
        return drawn + rng.sample(others, number - len(drawn))

    def put_back(self, drawn: list[User]) -> None:
        """People who did not get to act are drawn again."""
        self._waiting += [
            one for one in drawn if one.id not in self.active and one not in self._waiting
        ]

    def counts(self) -> Counter[str]:
        """How often each action was taken, and each fault happened, so far."""
        faults = self.server.faults.happened
        read = Counter(self.games[match] for _, match, _ in self.witness.played)
        return self.tally + Counter(
            {
                "users who did something": len(self.active),
                "turns acknowledged": read.total(),
                **{f"turns acknowledged of {game}": times for game, times in read.items()},
                **{f"requests: {name}": times for name, times in faults.items()},
            }
        )


def answer(interaction: Interaction) -> Message | None:
    """What the user reads: the last message that resulted from their action."""
    found = [one for one in (interaction.original, *interaction.followups) if one is not None]
    return found[-1] if found else None


def live(message: Message) -> list[Json]:
    """The enabled buttons and menus."""
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
