"""Puzzles from matches that were played here, end to end: found, offered, withdrawn."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.cogs.learning import _puzzle as puzzling
from bot.cogs.learning._puzzle_stock import GONE
from bot.i18n.catalogues import of_locale
from matches.learning import match_puzzles, puzzles
from matches.model.ids import PlayerId
from opponents.puzzles import Puzzle, collection
from playground.answers import Message
from playground.client import Channel, Playground, User
from storage.database import Database
from tests.bot.test_puzzle_searches import SOLUTION, TURNS
from tests.support.forger import Forger
from tests.support.matches import HASTY, Game, begin
from tests.support.postgres import Cluster
from tests.support.stack import Bot, Stack

pytestmark = pytest.mark.untraced

GERMAN = of_locale("de").gettext
NOBODY = dict.fromkeys(("DISCORD_TOKEN", "DISCORD_API_URL"), "")


@pytest.fixture
async def database(stack: Stack) -> AsyncIterator[Database]:
    """The bot's own database."""
    opened = Database.connect(stack.settings["DATABASE_URL"])
    yield opened
    await opened.close()


async def _played(channel: Channel, *players: User) -> Game:
    """A match between players who agree, until somebody has won it."""
    for one in players:
        shown = await one.command("settings", channel, puzzles=True)
        assert "**Puzzles from my matches:** on" in shown.content
    game = await begin(channel, "tyr", *players, seats=2)
    await game.play(*TURNS)
    return game


async def _found(pg: Playground, database: Database) -> Puzzle:
    """The puzzle of Tyr from a match, once it is found."""

    async def lines() -> list[str]:
        return await match_puzzles.offered(database, "tyr")

    (line,) = await pg.wait_for(lines)
    return Puzzle.read("tyr", line)


async def _solve_all(database: Database, user: User) -> None:
    """As if somebody had solved the whole collection of Tyr."""
    for one in collection("tyr"):
        player = PlayerId(int(user.id))
        await puzzles.note_try(database, player, "tyr", one.key, "solved", worth=None)


async def _type(shown: Message, text: str) -> Message:
    opened = await shown.click(puzzling.TYPE)
    assert opened.modal is not None
    return await opened.modal.submit(text=text)


async def test_a_puzzle_from_a_match(
    pg: Playground, forger: Forger, general: Channel, database: Database
) -> None:
    """Both players have agreed, so others get their match's puzzle, without names, and it counts
    for their rating. Once one of the players doesn't agree any more, it is gone, also in messages
    that have it.
    """
    ben, david, emma = map(pg.user, ("ben", "david", "emma"))
    game = await _played(general, ben, david)
    of = await _found(pg, database)
    await _solve_all(database, emma)
    shown: Message = await emma.command("puzzle", general, game="tyr")
    assert f"/{of.key}/" in f"/{shown.buttons[0]['custom_id'].split(':')[3]}"
    assert "From a match played here." in shown.content
    for secret in (game.id, ben.id, david.id, ben.name, david.name):
        assert secret not in shown.content
    done = await _type(shown, SOLUTION)
    assert f"✅ Right: `{SOLUTION}`." in done.content
    assert "1020 (+20)." in done.content
    count = len(collection("tyr")) + 1
    assert f"Solved in total: {count} of {count}." in done.content
    old = await forger.press(ben, f"puzzle:-:0:{of.key}/0/|")
    assert "From a match played here." in old.content
    german = await forger.press(pg.user("anna"), f"puzzle:-:0:{of.key}/0/|")
    assert GERMAN(puzzling.FROM_MATCH) in german.content
    await david.command("settings", general, puzzles=False)
    for label in ("Hint", puzzling.TYPE):
        gone = await old.click(label, by=ben)
        assert GONE in gone.text
    another = await gone.click(puzzling.ANOTHER, by=ben)
    assert "Tyr" in another.content
    assert "From a match played here." not in another.content
    shown = await emma.command("puzzle", general, game="tyr")
    assert "From a match played here." not in shown.content


class TestByThinkers:
    """Where the bot leaves searches to thinkers."""

    @pytest.fixture
    def stack(self, tmp_path: Path, cluster: Cluster) -> Iterator[Stack]:
        """A bot that searches nothing."""
        with cluster.database() as url:
            running = Stack(tmp_path, **HASTY, DATABASE_URL=url, ROLE="gateway")
            yield running
            running.close()
            running.check()

    async def test_a_thinker_searches(
        self, pg: Playground, stack: Stack, general: Channel, database: Database
    ) -> None:
        """The bot doesn't, so a match waits until there is a thinker."""
        game = await _played(general, pg.user("ben"), pg.user("david"))
        assert [one.id for one in await match_puzzles.waiting(database)] == [game.id]
        folder = stack.folder / "thinker"
        folder.mkdir()
        url = stack.settings["DATABASE_URL"]
        thinker = Bot(folder, "", **HASTY | NOBODY, DATABASE_URL=url, ROLE="thinker")
        try:
            assert (await _found(pg, database)).solution == SOLUTION
        finally:
            thinker.close()
        assert f"match={game.id} searched: 1 puzzles" in thinker.said()
        assert "Traceback" not in thinker.said(), thinker.said()
