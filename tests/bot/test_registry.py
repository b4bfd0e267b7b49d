"""Handlers are found by name, and a name has one handler."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

from bot.cogs.learning import puzzles
from bot.commands import which_match
from bot.commands.command_form import CommandForm
from bot.interactions.registry import Registry
from bot.ui import dispatch, modals


async def _nothing(*_: object) -> None:
    """Handles whatever it is."""


def test_a_handler_is_found_by_its_name() -> None:
    """The decorator gives the function back; other names are not known."""
    registry: Registry[Callable[..., Any]] = Registry("control")
    assert registry.on("play")(_nothing) is _nothing
    assert registry["play"] is _nothing
    assert [*registry] == ["play"]
    assert "pay" not in registry


def test_a_second_handler_is_refused() -> None:
    """The error says of what kind it is, and under which name; the first one stays."""
    registry: Registry[object] = Registry("control")
    first = object()
    registry.add("play", first)
    with pytest.raises(ValueError, match="a second control 'play'"):
        registry.on("play")(object())
    assert registry["play"] is first


def test_a_second_option_of_a_command_is_refused() -> None:
    """Under the same name; the first one stays."""
    form = CommandForm()
    form.add("clock", str, "The clock")
    with pytest.raises(ValueError, match="a second option 'clock'"):
        form.add("clock", int, "Another clock")
    assert [one.description for one in form] == ["The clock"]


@pytest.mark.parametrize(
    ("module", "register", "name"),
    [
        ("bot.cogs.records.archive", which_match.in_match, "export"),
        ("bot.cogs.play.drafts", dispatch.on, "confirm"),
        ("bot.cogs.learning.puzzles", modals.on, puzzles.FORM),
    ],
)
def test_names_in_use_are_refused(
    module: str, register: Callable[[str], Callable[[Any], Any]], name: str
) -> None:
    """For commands with a match, for controls, and for forms: at the import of a second one."""
    import_module(module)
    with pytest.raises(ValueError, match=name):
        register(name)(_nothing)
