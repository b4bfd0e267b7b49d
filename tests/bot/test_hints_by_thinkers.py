"""Hints and analyses where searches are left to thinkers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from playground.client import Channel, Playground
from tests.support.matches import HASTY, begin
from tests.support.postgres import Cluster
from tests.support.stack import Bot, Stack

pytestmark = pytest.mark.untraced

TURNS = ("c3", "d5", "c4", "e5")
NOBODY = dict.fromkeys(("DISCORD_TOKEN", "DISCORD_API_URL"), "")


@pytest.fixture
def stack(tmp_path: Path, cluster: Cluster) -> Iterator[Stack]:
    """A bot that leaves all searches to others."""
    with cluster.database() as url:
        running = Stack(tmp_path, **HASTY, DATABASE_URL=url, ROLE="gateway")
        yield running
        running.close()
        running.check()


@pytest.fixture
def thinker(stack: Stack, tmp_path: Path) -> Iterator[Bot]:
    """What searches for it."""
    folder = tmp_path / "thinker"
    folder.mkdir()
    url = stack.settings["DATABASE_URL"]
    running = Bot(folder, "", **HASTY | NOBODY, DATABASE_URL=url, ROLE="thinker")
    yield running
    running.close()
    assert "Traceback" not in running.said(), running.said()


async def test_a_hint_and_an_analysis(
    pg: Playground, stack: Stack, thinker: Bot, general: Channel
) -> None:
    """They read as always, and are searched for by the thinker alone."""
    game = await begin(general, "attangle", pg.user("ben"), pg.user("david"), rated=False)
    await game.play(*TURNS)
    mover = game.players[len(TURNS) % 2]
    shown = await mover.command("hint", general, match=game.id)
    assert "💡 The turn begins " in shown.content
    assert _answered(thinker) == 1
    question = await mover.command("resign", general, match=game.id)
    await question.click("Resign")
    asked = await mover.command("analyse", general, match=game.id)

    async def curve() -> bool:
        return bool((await asked.refresh()).attachments)

    await pg.wait_for(curve)
    assert _answered(thinker) > len(TURNS)
    assert "no thinker answers" not in stack.said()


async def test_without_a_thinker(pg: Playground, stack: Stack, general: Channel) -> None:
    """The bot searches itself, and says so once."""
    game = await begin(general, "attangle", pg.user("ben"), pg.user("david"), rated=False)
    for _ in range(2):
        shown = await game.players[0].command("hint", general, match=game.id)
        assert "💡 The turn begins " in shown.content
    assert stack.said().count("no thinker answers") == 1


def _answered(thinker: Bot) -> int:
    return len(re.findall(r"question=\w+ answered", thinker.said()))
