"""Competitions for the gallery, played at random with fixed seeds: see `docs.gallery`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from random import Random

import games
from bot.i18n.catalogues import language
from bot.pictures.competitions.bracket import bracket_picture
from bot.pictures.competitions.common import Drawn, Reader
from bot.pictures.competitions.crosstable import crosstable_picture
from bot.pictures.competitions.ladder import ladder_picture
from bot.pictures.competitions.season import season_picture
from bot.pictures.competitions.standings import Zones, standings_picture
from bot.pictures.work import Order, board
from competitions.formats.rounds import next_round
from competitions.formats.steps import Over
from competitions.model.competition import Competition, begun
from competitions.model.entrants import Entrant, EntrantId, MemberId
from competitions.model.events import Decided, Ended, Joined, Opened, Started
from competitions.model.ladder import events as ladder
from competitions.model.ladder.ladder import fold
from competitions.model.pairings import Outcome
from competitions.model.settings import Settings
from games.play import setup
from games.shot import Shot

NAMES = (
    *("Anna", "Ben", "Clara", "Dörte", "Emil", "Friederike", "Gustav", "Hannes", "Iris", "Jonas"),
    *("Katharina von Bora", "Ludwig", "Marlene", "Nils", "Ottilie", "Paul"),
)
OUTCOMES = (Outcome((1, 2)), Outcome((2, 1)), Outcome((1, 1)), Outcome((1, 2), "forfeit"))
BEGUN = datetime(2026, 1, 1, tzinfo=UTC)
OFTEN = (46, 34, 15, 5)


def played(settings: Settings, count: int, rounds: int = 99, seed: int = 1) -> Competition:
    """A competition after so many rounds, or at its end."""
    rng, now = Random(seed), begun(Opened(settings))
    for number in range(1, count + 1):
        now = now.apply(Joined(Entrant(EntrantId(number))))
    now = now.apply(Started(tuple(entrant.id for entrant in now.entrants)))
    while len(now.rounds) < rounds:
        step = next_round(now)
        if isinstance(step, Over):
            return now.apply(Ended(step.places))
        now = now.apply(step)
        for game in now.undecided[: -2 if len(now.rounds) == rounds else None]:
            now = now.apply(Decided(game, rng.choices(OUTCOMES, OFTEN)[0]))
    return now


def _reader(title: str, theme: str = "light", own: int | None = None) -> Reader:
    names = {EntrantId(number): name for number, name in enumerate(NAMES, 1)}
    own_ = None if own is None else EntrantId(own)
    return Reader(names=names, language=language("en"), theme=theme, title=title, own=own_)


def _season() -> Drawn:
    league = played(Settings("round-robin"), 8)
    drawn = season_picture(league, EntrantId(6), _reader("Tyr league, division 2"), zones=ZONES)
    assert drawn is not None
    return drawn


def _ladder() -> Drawn:
    """Twelve people, three of whom have challenged somebody; the reader is the eighth."""
    members = [MemberId(number) for number in range(1, 13)]
    events: list[ladder.Event] = [ladder.Opened(ladder.LadderSettings(), BEGUN)]
    events += [ladder.Joined(one, BEGUN) for one in members]
    for climber, other in ((4, 2), (7, 6), (12, 10)):
        events.append(ladder.Challenged(MemberId(climber), (MemberId(other),), BEGUN))
    now = fold(events)
    reader = _reader("Attangle ladder", own=8)
    return ladder_picture(now, reader, now.reachable(MemberId(8), BEGUN))


def _medals() -> bytes:
    game = games.get("attangle")
    shot = Shot(game.start(setup(game, 2, {}, Random(0))))
    return board(Order("attangle", shot, ("Anna", "Ben"), "light", (1, 3)))


@dataclass(frozen=True)
class Sample:
    """One picture of the gallery."""

    name: str
    title: str
    painted: Callable[[], bytes]


def _drawn(name: str, title: str, draw: Callable[[], Drawn]) -> Sample:
    return Sample(name, title, lambda: draw().work())


ZONES = Zones(2, 2, medals=False)
CUP = partial(played, Settings("swiss", rounds=5), 14, 4)
LEAGUE = partial(played, Settings("round-robin"), 8)
SAMPLES = (
    _drawn(
        "cup-standings",
        "Standings, with the reader's own row",
        lambda: standings_picture(CUP(), _reader("Monthly Attangle cup", own=5)),
    ),
    _drawn(
        "league-standings",
        "Promotion and relegation",
        lambda: standings_picture(LEAGUE(), _reader("Tyr league, division 2", "dark"), zones=ZONES),
    ),
    _drawn(
        "league-crosstable",
        "Each against each",
        lambda: crosstable_picture(LEAGUE(6), _reader("Tyr league, division 2", own=3)),
    ),
    _drawn(
        "cup-rounds",
        "Round by round, with each opponent's place",
        lambda: crosstable_picture(CUP(), _reader("Monthly Attangle cup", "dark")),
    ),
    _drawn(
        "cup-bracket",
        "A knockout of seven, with return matches and a bye",
        lambda: bracket_picture(
            played(Settings("knockout", games=2), 7, seed=3), _reader("Turnier open")
        ),
    ),
    _drawn(
        "cup-bracket-dark",
        "A knockout of fifteen, on its way",
        lambda: bracket_picture(
            played(Settings("knockout"), 15, 2), _reader("3Stein cup", "dark", own=4)
        ),
    ),
    _drawn("league-season", "A player's season", _season),
    _drawn("ladder-places", "A ladder, and whom the reader can challenge", _ladder),
    Sample("cup-medals", "Medals before names", _medals),
)
