"""People at their boards: they usually play legal turns, and do everything else now and then."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeAlias

import games
from matches.model.computer_players import is_computer_player
from matches.model.ids import MatchId
from matches.model.match import GOING, Match
from playground.interaction import Interaction
from playground.world import User
from tests.soak import consent, turns
from tests.soak.board import PATIENCE, Board
from tests.soak.party import Party, answer, live
from tests.soak.town import channels_of
from tests.support.conditions import until

HEAVY = ("fill", "act:", "hint", "rematch", "analy")
"""Buttons that nobody presses here: searches, and those that start further matches."""
PRIVATE, RATED, ALONE = 0.08, 0.9, 0.1
"""The shares of matches that are private, rated, and one person against computer players."""


class Series(Board):
    """One match after the other, from opening the table to the end."""

    def __init__(self, party: Party, number: int) -> None:
        super().__init__(party, number)
        self._doing = list(_DOING)
        self._weights = list(_DOING.values())

    async def run(self) -> None:
        """Plays until everything is over."""
        while not self.party.over:
            match = await self._open()
            while match is not None and not self.party.over:
                match = await self._go_on(match)

    async def _go_on(self, match_id: MatchId) -> MatchId | None:
        """One action by somebody in a match; None once it is over."""
        await self._bot_is_there()
        match = await self.party.looks.at(match_id)
        if match is None:
            await asyncio.sleep(0.3)
            return match_id
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
            return self.rng.choice((consent.resume, look, late_button))
        if is_computer_player(match.player_to_move):
            return self.rng.choice((look, late_button, turns.prepare))
        [what] = self.rng.choices(self._doing, self._weights)
        return what

    async def _bot_is_there(self) -> None:
        """Most people see that the bot is offline, and wait."""
        while not (self.party.server.gateway.online or self.party.over):
            if self.rng.random() < 0.01:
                return
            await asyncio.sleep(0.3)

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
            with suppress(TimeoutError):  # It follows what the host alone reads.
                await until(lambda: self._table(asked, button) is not None, PATIENCE)
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

    async def _join(self, match: str, players: list[User], private: bool) -> None:
        for player in players:
            found = self.offers(match, "accept:" if private else "join:", player)
            if found:
                message, custom_id = found[0]
                times = 2 if self.rng.random() < 0.1 else 1
                await self.press(player, message, custom_id, times=times)
        self.tally["tables that were opened"] += 1


async def late_button(board: Board, match: Match) -> None:
    """Presses any button under any earlier message."""
    found = [
        (message, part["custom_id"])
        for message in board.party.witness.shown[match.id].values()
        if message.id in message.channel.messages
        for part in live(message)
        if part["type"] == 2 and not part["custom_id"].startswith(HEAVY)
    ]
    if not found:
        return
    message, custom_id = board.rng.choice(found)
    who = message.channel.recipient or board.anybody(match)
    board.tally["late buttons"] += 1
    await board.press(who, message, custom_id, times=board.rng.choice((1, 1, 2)))


async def look(board: Board, match: Match) -> None:
    """Looks at something."""
    name = board.rng.choice(("board", "prepared", "games"))
    named = "" if name == "games" else match.id
    await board.say(board.anybody(match), board.place(match), name, match=named)


async def resign(board: Board, match: Match) -> None:
    """Resigns, sometimes with two clicks."""
    who = board.rng.choice(board.seated(match))
    asked = await board.say(who, board.place(match), "resign", match=match.id)
    shown = answer(asked[0]) if asked else None
    for part in live(shown) if shown is not None else ():
        if part["custom_id"].startswith("resign:"):
            board.tally["resignations"] += 1
            times = board.rng.choice((1, 2))
            await board.press(who, shown, part["custom_id"], times=times)  # type: ignore[arg-type]


async def draw(board: Board, match: Match) -> None:
    """Somebody offers a draw, and the others accept."""
    board.tally["draws offered"] += 1
    seated = board.seated(match)
    for who in board.rng.sample(seated, len(seated)):
        await board.say(who, board.place(match), "draw", match=match.id)


Doing: TypeAlias = Callable[[Board, Match], Awaitable[None]]

_DOING: Mapping[Doing, float] = {
    turns.turn: 60,
    turns.turn_twice: 6,
    turns.race: 5,
    turns.menus: 8,
    turns.nonsense: 5,
    turns.out_of_turn: 3,
    late_button: 5,
    look: 3,
    turns.prepare: 3,
    resign: 1.2,
    draw: 0.8,
    consent.take_back: 3,
    consent.adjourn: 1.5,
}
"""The actions and their frequencies."""


def _invited(others: Sequence[User], most: int) -> dict[str, str]:
    names = ["opponent"] if most == 2 else [f"opponent{n}" for n in range(1, most)]
    return {name: str(one.id) for name, one in zip(names, others, strict=False)}
