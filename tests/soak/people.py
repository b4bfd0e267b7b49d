"""People at their boards: they usually play legal turns, and do everything else now and then."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from random import Random
from typing import Any, TypeAlias

import games
import matches
from matches.model.computer_players import is_computer_player
from matches.model.errors import TableError
from matches.model.ids import MatchId
from matches.model.match import GOING, Match
from playground.errors import ApiError
from playground.interaction import Interaction
from playground.resolve import Unusable
from playground.world import Channel, Message, User
from tests.soak import consent, turns
from tests.soak.party import Attempt, Party, answer, live
from tests.soak.town import channels_of

PATIENCE = 10.0
"""Seconds after which people give up on an answer."""
HEAVY = ("fill", "act:", "hint", "rematch", "analy")
"""Buttons that nobody presses here: searches, and those that start further matches."""
PRIVATE, RATED, ALONE = 0.08, 0.9, 0.1
"""The shares of matches that are private, rated, and one person against computer players."""


class Board:
    """One match after the other, from opening the table to the end."""

    def __init__(self, party: Party, number: int) -> None:
        self.party, self.tally = party, party.tally
        self.number = number
        self.rng = Random(f"{party.seed} {number}")
        self._doing = list(_DOING)
        self._weights = list(_DOING.values())

    async def run(self) -> None:
        """Plays until everything is over."""
        while not self.party.over:
            match = await self._open()
            while match is not None and not self.party.over:
                try:
                    match = await self._go_on(match)
                except TableError:
                    self.tally["looked in vain while the database was away"] += 1
                    await asyncio.sleep(0.3)

    async def _go_on(self, match_id: MatchId) -> MatchId | None:
        """One action by somebody in a match; None once it is over."""
        await self._bot_is_there()
        match = await matches.get(self.party.db, match_id)
        if match.status not in GOING:
            self.tally["matches that came to an end"] += match.ending is not None
            return None
        what = self._next(match)
        async with self.party.room:
            await what(self, match)
        await asyncio.sleep(self.rng.uniform(0.0, 0.2))
        return match_id

    def _next(self, match: Match) -> Doing:
        if match.status == "adjourned":
            return self.rng.choice((consent.resume, Board.look, Board.late_button))
        if is_computer_player(match.player_to_move):
            return self.rng.choice((Board.look, Board.late_button, turns.prepare))
        [what] = self.rng.choices(self._doing, self._weights)
        return what

    async def _bot_is_there(self) -> None:
        """Most people see that the bot is offline, and wait."""
        while not (self.party.server.gateway.online or self.party.over):
            if self.rng.random() < 0.01:
                return
            await asyncio.sleep(0.3)

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
            self.party.active.add(who.id)
            self.party.attempts[interaction.id] = Attempt(who.id, match, interaction, group)
        if begun and self.rng.random() < 0.05:
            self._redeliver(begun[0], self.rng.choice((0.0, 0.0, 0.2, 2.0, 6.0)))
        await asyncio.gather(*(self._wait(one) for one in begun))
        return begun

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

    # Opening

    async def _open(self) -> MatchId | None:
        """Opens a table and fills it, all through the bot; None if that fails."""
        await self._bot_is_there()
        async with self.party.room:
            game = games.all_games()[self.number % len(games.all_games())]
            seats = self.rng.choice(game.info.seats)
            alone = self.rng.random() < ALONE
            players = self.party.draw(1 if alone else seats, self.rng)
            where = self.rng.choice(channels_of(self.party.world))
            private = self.rng.random() < PRIVATE
            options: dict[str, Any] = {"rated": self.rng.random() < RATED, "private": private}
            options |= {"clock": "3d"} if self.rng.random() < 0.2 else {}
            options |= {"seats": seats} if len(game.info.seats) > 1 else {}
            options |= {"computer": 1} if alone else {}
            if private:
                options |= _invited(players[1:], max(game.info.seats))
            asked = await self.say(players[0], where, f"play {game.info.key}", **options)
            button = "move:" if alone else "accept:" if private else "join:"
            table = self._table(asked, button)
            if table is None:
                self.tally["tables that nobody saw"] += 1
            else:
                self.party.games[table] = game.info.key
                await self._join(table, players[1:], private)
            self.party.put_back(players)
            return table

    def _table(self, asked: list[Interaction], button: str) -> MatchId | None:
        """The match of a new table, if there is a message with its buttons."""
        shown = answer(asked[0]) if asked else None
        said = "" if shown is None else shown.content
        found = [
            match
            for match in said.replace("`", " ").split()
            if match in self.party.witness.shown and self.offers(match, button)
        ]
        return MatchId(found[0]) if found else None

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

    async def _join(self, match: str, players: list[User], private: bool) -> None:
        for player in players:
            found = self.offers(match, "accept:" if private else "join:", player)
            if found:
                message, custom_id = found[0]
                times = 2 if self.rng.random() < 0.1 else 1
                await self.press(player, message, custom_id, times=times)
        self.tally["tables that were opened"] += 1

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

    # Actions

    async def late_button(self, match: Match) -> None:
        """Presses any button under any earlier message."""
        found = [
            (message, part["custom_id"])
            for message in self.party.witness.shown[match.id].values()
            if message.id in message.channel.messages
            for part in live(message)
            if part["type"] == 2 and not part["custom_id"].startswith(HEAVY)
        ]
        if not found:
            return
        message, custom_id = self.rng.choice(found)
        who = message.channel.recipient or self.anybody(match)
        self.tally["late buttons"] += 1
        await self.press(who, message, custom_id, times=self.rng.choice((1, 1, 2)))

    async def look(self, match: Match) -> None:
        """Looks at something."""
        name = self.rng.choice(("board", "prepared", "games"))
        named = "" if name == "games" else match.id
        await self.say(self.anybody(match), self.place(match), name, match=named)

    async def resign(self, match: Match) -> None:
        """Resigns, sometimes with two clicks."""
        who = self.rng.choice(self.seated(match))
        asked = await self.say(who, self.place(match), "resign", match=match.id)
        shown = answer(asked[0]) if asked else None
        for part in live(shown) if shown is not None else ():
            if part["custom_id"].startswith("resign:"):
                self.tally["resignations"] += 1
                times = self.rng.choice((1, 2))
                await self.press(who, shown, part["custom_id"], times=times)  # type: ignore[arg-type]

    async def draw(self, match: Match) -> None:
        """Somebody offers a draw, and the others accept."""
        self.tally["draws offered"] += 1
        seated = self.seated(match)
        for who in self.rng.sample(seated, len(seated)):
            await self.say(who, self.place(match), "draw", match=match.id)


Doing: TypeAlias = Callable[[Board, Match], Awaitable[None]]

_DOING: Mapping[Doing, float] = {
    turns.turn: 60,
    turns.turn_twice: 6,
    turns.race: 5,
    turns.menus: 8,
    turns.nonsense: 5,
    turns.out_of_turn: 3,
    Board.late_button: 5,
    Board.look: 3,
    turns.prepare: 3,
    Board.resign: 1.2,
    Board.draw: 0.8,
    consent.take_back: 3,
    consent.adjourn: 1.5,
}
"""The actions and their frequencies."""


def _invited(others: Sequence[User], most: int) -> dict[str, str]:
    names = ["opponent"] if most == 2 else [f"opponent{n}" for n in range(1, most)]
    return {name: str(one.id) for name, one in zip(names, others, strict=False)}
