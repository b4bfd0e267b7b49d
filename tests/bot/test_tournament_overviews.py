"""The overview of a tournament: what it says, and the buttons below it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.i18n.catalogues import language
from bot.messages.competitions import tournament as message
from bot.messages.competitions.sign_up import poster
from bot.text import competition_terms as terms
from competitions.model.settings import Settings
from matches.model.clock import Clock
from tests.bot.test_prefetch import ENGLISH
from tests.support.held import begun, held_of, over, signed_up


def test_the_overview_of_one_that_is_full() -> None:
    """Whoever takes the last place reads that it begins, not that it waits to be full."""
    held = held_of(signed_up(Settings("swiss", most=4), 1, 4), 1)
    held = replace(held, terms=replace(held.terms, starts_at=None))
    said = "\n".join(getattr(part, "text", "") for part in message.overview(held, ENGLISH))
    assert "**4 of 4 places taken**\nAll places are taken, and the first round" in said
    assert "Sign-up is open" not in said
    assert "Starts when" not in said


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, True),
        ({"ends_at": None}, True),
        ({"ends_at": None, "each_round": None}, False),
        ({"clock": Clock.read("15m+10s")}, False),
    ],
)
def test_what_vacations_do_is_said_where_a_match_has_to_end(
    changes: dict[str, Any], said: bool
) -> None:
    """Where rounds or the whole have an end, and clocks would stop on vacation."""
    held = held_of(begun(Settings("swiss", rounds=2), 1, 4), 1)
    usual = replace(held.terms, clock=Clock.read("3d"))
    held = replace(held, terms=replace(usual, **changes))
    assert (f"{terms.SHARES} {terms.AWAY}" in terms.described(held, ENGLISH)) == said


@pytest.mark.parametrize(
    ("settings", "count", "said"),
    [
        (Settings("knockout"), 2, False),
        (Settings("knockout"), 3, False),
        (Settings("knockout"), 4, True),
        (Settings("knockout", third=False), 4, False),
    ],
)
def test_place_3_is_promised_only_where_it_is_played_for(
    settings: Settings, count: int, said: bool
) -> None:
    """It takes two who have lost in the semi-finals: with two or three entrants there aren't. It is
    said exactly where the match is played, and as long as enough can still sign up.
    """
    held = held_of(begun(settings, 1, count), 1)
    assert (f"*{terms.WITH_THIRD}*" in terms.described(held, ENGLISH)) == said
    final = over(settings, 1, count).rounds[-1]
    assert (len(final) == 2) == said
    early = held_of(signed_up(replace(settings, most=count), 1, 2), 1)
    assert (f"*{terms.WITH_THIRD}*" in terms.described(early, ENGLISH)) == said


def test_the_overview_of_one_that_is_over() -> None:
    """It says who has won, and that nobody takes part any more."""
    held = held_of(over(Settings("round-robin"), 1, 4), 1)
    said = "\n".join(getattr(part, "text", "") for part in message.overview(held, ENGLISH))
    first = held.competition.places[0]
    assert all(f"<@{held.teams[id_][0]}>" in said.partition("🏆")[2] for id_ in first)
    assert "Taking part" not in said
    assert "Players who took part" in said


def test_the_buttons_to_sign_up_and_off_fit_together() -> None:
    """In each language; nobody leaves what they have only signed up for."""
    held = held_of(signed_up(Settings("swiss"), 1, 4), 1)
    for said, labels in (
        (ENGLISH, ["Sign up", "Go to the tournament", "Cancel my sign-up"]),
        (language("de"), ["Anmelden", "Zum Turnier", "Abmelden"]),
    ):
        controls: Any = poster(held, said).controls
        assert [one.item.label for one in controls] == labels
