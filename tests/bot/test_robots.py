"""Computer players, over the playground: one person alone plays every game to its end."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from random import Random

import pytest

import games
from games.play import Line, play_turn
from games.protocol import AnyGame, Setup
from playground.answers import Message
from playground.client import Channel, Playground, User
from tests.bot.stack import TOKEN, Stack

PATIENCE = 60.0
"""Seconds in which a computer player has answered, also where the machine is busy."""


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """A bot whose computer players think little, and answer at once."""
    running = Stack(
        tmp_path_factory.mktemp("bot"), COMPUTER_EFFORT="0.002", COMPUTER_PAUSE="0"
    )
    yield running
    running.close()
    log = running.said()
    assert "Traceback" not in log, log
    assert TOKEN not in log
