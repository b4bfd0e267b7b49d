"""Competitions in all their stages, who reads of them, and what a picture of one says."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from random import Random

from bot.i18n.catalogues import language
from bot.pictures.competitions.common import Drawn, Reader
from competitions.formats.rounds import next_round
from competitions.formats.steps import Over
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.events import Decided, Ended, Withdrawn
from competitions.model.pairings import Outcome
from competitions.model.settings import Settings
from render.page import Page
from tests.competitions.play import at_random, started
from tests.render.pages import LONG

NAMES = ("Anna", "Ben", "Clara", "Dörte", "Emil & Friederike", LONG, "漢字", "Zoë & 漢字")


def reader(code: str = "en", own: int | None = None, theme: str = "light") -> Reader:
    """Somebody who reads in a language, for whom the entrants have all kinds of names."""
    names = {EntrantId(n): NAMES[(n - 1) % len(NAMES)] for n in range(1, 100)}
    return Reader(
        names=names,
        language=language(code),
        theme=theme,
        title="Monthly cup",
        own=None if own is None else EntrantId(own),
    )


def stages(settings: Settings, count: int, seed: int = 1) -> Iterator[Competition]:
    """A competition from its start to its end: with rounds just paired, half decided, decided."""
    rng, now = Random(seed), started(settings, count)
    result = at_random(rng)
    while True:
        yield now
        step = next_round(now)
        if isinstance(step, Over):
            yield now.apply(Ended(step.places))
            return
        now = now.apply(step)
        games = now.undecided
        for at, game in enumerate(games):
            if at in {0, len(games) // 2}:
                yield now
            now = now.apply(Decided(game, result(game)))
        if len(now.rounds) == 2:
            now = now.apply(Withdrawn(now.remaining[-1]))


def ended(settings: Settings, count: int, seed: int = 1) -> Competition:
    """The last of the stages."""
    *_, last = stages(settings, count, seed)
    return last


def page_of(drawn: Drawn) -> Page:
    """The page that a picture's work paints."""
    work = drawn.work
    painting = import_module(work.func.__module__)  # type: ignore[attr-defined]
    what, theme = work.args[0], work.keywords["theme"]  # type: ignore[attr-defined]
    page = painting.laid(what, theme)
    assert isinstance(page, Page)
    return page


def words(drawn: Drawn) -> list[str]:
    """The words of a picture."""
    return [word.text for word in page_of(drawn).words]


def played(now: Competition, *rounds: list[Outcome]) -> Competition:
    """Rounds with these outcomes."""
    for outcomes in rounds:
        step = next_round(now)
        assert not isinstance(step, Over)
        now = now.apply(step)
        for game, outcome in zip(now.undecided, outcomes, strict=True):
            now = now.apply(Decided(game, outcome))
    return now
