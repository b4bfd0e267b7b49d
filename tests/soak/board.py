"""A board as people see it: what they say and press, and who has its seats."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from matches.model.computer_players import is_computer_player
from matches.model.match import Match
from playground.errors import ApiError
from playground.interaction import Interaction
from playground.resolve import Unusable
from playground.world import Channel, Message, User
from tests.soak.party import Attempt, Party, live
from tests.soak.town import channels_of

PATIENCE = 10.0
"""Seconds after which people give up on an answer."""


class Board:
    """One of the boards at which people sit at the same time, match after match."""

    def __init__(self, party: Party, number: int) -> None:
        self.party, self.tally = party, party.tally
        self.number = number
        self.rng = Random(f"{party.seed} {number}")

    # Commands and buttons

    async def say(
        self,
        who: User,
        where: Channel,
        name: str,
        *,
        match: str = "",
        times: int = 1,
        **options: Any,
    ) -> list[Interaction]:
        """Sends the same command once or several times at once. Returns the answers."""
        if match:
            options["match"] = match
        make = [lambda: self.party.invoker.command(who, where, name, options)] * times
        return await self.answered(who, match, make)

    async def press(
        self,
        who: User,
        on: Message,
        custom_id: str,
        values: list[str] | None = None,
        times: int = 1,
    ) -> list[Interaction]:
        """Uses a button or a menu once or several times at once. Returns the answers."""
        self.tally["double clicks"] += times > 1
        match = custom_id.split(":")[1]
        make = [
            lambda: self.party.invoker.component(who, on.channel, on, custom_id, values)
        ] * times
        return await self.answered(who, match, make)

    async def answered(
        self, who: User, match: str, make: Sequence[Callable[[], Interaction]]
    ) -> list[Interaction]:
        """Sends all of these at once. Returns the answers."""
        group = next(self.party.groups) if len(make) > 1 else None
        begun: list[Interaction] = []
        for one in make:
            try:
                begun.append(one())
            except (Unusable, ApiError):
                self.tally["not offered by the client"] += 1
        for interaction in begun:
            self.tally["interactions"] += 1
            if not self._connected(interaction.channel):
                self.party.callbacks.missed.add(interaction.id)
            self.party.active.add(who.id)
            self.party.attempts[interaction.id] = Attempt(who.id, match, interaction, group)
        if begun and self.rng.random() < 0.05:
            self._redeliver(begun[0], self.rng.choice((0.0, 0.0, 0.2, 2.0, 6.0)))
        await asyncio.gather(*(self._wait(one) for one in begun))
        return begun

    def _connected(self, channel: Channel) -> bool:
        """Whether a session hears at once of what happens there."""
        guild = channel.guild.id if channel.guild else None
        sessions = self.party.server.gateway.sessions.values()
        return any(one.holds(guild) and one.connection is not None for one in sessions)

    async def _wait(self, interaction: Interaction) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await interaction.answered.wait()
        except TimeoutError:
            self.tally["answers that were given up"] += 1

    def _redeliver(self, interaction: Interaction, later: float) -> None:
        def again() -> None:
            self.tally["redelivered"] += 1
            self.party.server.interactions.redeliver(interaction)

        asyncio.get_running_loop().call_later(later, again)

    def offers(
        self, match: str, button: str, user: User | None = None
    ) -> list[tuple[Message, str]]:
        """The buttons of this kind under existing messages of a match."""
        return [
            (message, part["custom_id"])
            for message in reversed(self.party.witness.shown[match].values())
            if message.id in message.channel.messages
            and (user is None or message.channel.recipient in (None, user))
            for part in live(message)
            if part["custom_id"].startswith(f"{button}{match}:")
        ]

    # Places and people

    def player(self, match: Match) -> User:
        """The player to move."""
        assert match.player_to_move is not None
        return self.party.world.users[match.player_to_move]

    def anybody(self, match: Match) -> User:
        """One of the players, sometimes a stranger."""
        if self.rng.random() < 0.2:
            return self.rng.choice(self.party.people)
        return self.rng.choice(self.seated(match))

    def seated(self, match: Match) -> list[User]:
        """The seated people."""
        return [self.party.world.users[one] for one in match.seated if not is_computer_player(one)]

    def place(self, match: Match) -> Channel:
        """The place of the match; if that is gone, any place."""
        here = self.party.world.channels.get(match.place.where)
        if here is None or self.rng.random() < 0.05:
            return self.rng.choice(channels_of(self.party.world, match.place.guild))
        return here
