"""What the pages of `docs` and the README quote of Discord: commands and their options."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from playground.client import Playground
from playground.errors import Json

pytestmark = pytest.mark.shared_bot

sentences: Any = import_module("docs.sentences")

OTHERS = ("health", "metrics", "proc", "tmp")
"""Addresses and folders of one word, which look like commands."""
GROUPS = (1, 2)
"""Discord's types of options that are subcommands, or groups of them."""


def _quoted(text: str) -> Iterator[str]:
    """What looks like a command, in backticks or at the beginning of a line in a fenced block."""
    for block in re.findall(r"^```\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        for line in re.findall(r"^/.*", block, re.MULTILINE):
            yield from re.findall(r"/[a-z-]+(?: [^/ ]+)*", line.partition("   ")[0])
    for found in re.findall(r"`(/[^`\n]+)`", text):
        if re.match(r"/[a-zäöü-]+(?: |$)", found):
            yield found


def _names(one: Json) -> set[str]:
    return {one["name"], *(one.get("name_localizations") or {}).values()}


def _unknown(quoted: str, commands: list[Json]) -> str | None:
    """The first word of a command that nobody could type."""
    chosen = commands
    for number, word in enumerate(quoted.removeprefix("/").split()):
        name, colon, _ = word.partition(":")
        inside = [option for one in chosen for option in one.get("options") or ()]
        found = [one for one in (inside if number else chosen) if name in _names(one)]
        if name == "…" or name.startswith("<"):  # Any subcommand, or other options.
            chosen = [one for one in inside if one["type"] in GROUPS] or chosen
            continue
        if not found:
            return word
        if not colon and (not number or found[0]["type"] in GROUPS):
            chosen = found
    return None


async def test_commands_that_pages_quote_exist(pg: Playground) -> None:
    """In English or German, with their subcommands and options."""
    commands = await pg.commands()
    quoted = [
        (page.name, one)
        for page in sentences.pages()
        if page.parent.name != "playground"
        for one in _quoted(page.read_text("utf-8"))
        if one.removeprefix("/") not in OTHERS
    ]
    assert len(quoted) > 100
    wrong = {one: word for one in quoted if (word := _unknown(one[1], commands))}
    assert wrong == {}
