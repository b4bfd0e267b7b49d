"""The table of Discord's refusals has each code that Discord documents for what the bot asks."""

from __future__ import annotations

from bot.text.discord_codes import LINES
from tests.bot.documented_codes import DOCUMENTED, NEVER_ASKED

TABLE = {line.code for line in LINES if line.code}
NEVER = [code for codes in NEVER_ASKED.values() for code in codes]


def test_each_documented_code_has_its_line() -> None:
    """Unless it belongs to something that the bot never asks for."""
    assert sorted(DOCUMENTED - TABLE - {*NEVER}) == []


def test_each_line_has_a_documented_code() -> None:
    """So a mistyped number is found."""
    assert sorted(TABLE - DOCUMENTED) == []
    assert sorted({*NEVER} - DOCUMENTED) == []


def test_a_code_is_either_met_or_never_asked_for() -> None:
    """Never both, and for one reason only."""
    assert sorted(TABLE & {*NEVER}) == []
    assert len({*NEVER}) == len(NEVER)
