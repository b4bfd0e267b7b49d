"""A bot that serves its health and logs JSON, and what it says of itself."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aiohttp

from tests.support.stack import TOKEN, Bot, Stack


def running(folder: Path) -> Iterator[Stack]:
    """Both processes. The bot serves health at a free port, and logs JSON."""
    stack = Stack(folder, METRICS_PORT="0", LOG_FORMAT="json")
    yield stack
    stack.close()
    stack.check_loop()
    stack.verify()
    assert TOKEN not in stack.said()


def log_of(stack: Stack) -> list[dict[str, Any]]:
    """The bot's log lines. Raises if a line is not JSON; one may be half written."""
    return [json.loads(line) for line in stack.said().rpartition("\n")[0].splitlines()]


def address_of(stack: Bot) -> str:
    """The address of the process's health endpoint."""
    address: str = re.findall(r"health and metrics at (http://127\.0\.0\.1:\d+)", stack.said())[-1]
    return address


async def page_of(stack: Bot, page: str) -> tuple[int, str]:
    """The status and the text of one of its pages."""
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"{address_of(stack)}/{page}") as response,
    ):
        return response.status, await response.text()
