"""The same standings follow from a report alone: with byes, excuses, absences, and results that the
director has corrected.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from random import Random

import pytest
from py4swiss.trf import ParsedTrf
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult

from competitions.formats.rounds import next_round, order, planned
from competitions.formats.steps import Over
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.events import Corrected, Decided, Ended, Excused, Paired, Withdrawn
from competitions.model.pairings import Game, How, Outcome
from competitions.model.settings import Settings
from competitions.standings.table import standings
from competitions.tournaments.held import Held
from competitions.tournaments.rulings import correct
from competitions.tournaments.signup import withdraw
from competitions.tournaments.upkeep import advance
from matches.course.endings import resign
from matches.model.ids import PlayerId
from storage.database import Database
from tests.competitions.play import (
    FIRST,
    NO_SHOW,
    NOBODY,
    SECOND,
    SHARED,
    at_random,
    decide,
    ids,
    started,
)
from tests.competitions.standings import naive
from tests.competitions.test_trf import export, parsed
from tests.competitions.tournaments.conftest import HOST, Open, hold, play_round, win

__all__ = ["hold"]

BYES: dict[ResultToken, How] = {
    ResultToken.PAIRING_ALLOCATED_BYE: "bye",
    ResultToken.HALF_POINT_BYE: "excused",
}
GAMES = {
    (ResultToken.WIN, ResultToken.LOSS): FIRST,
    (ResultToken.LOSS, ResultToken.WIN): SECOND,
    (ResultToken.DRAW, ResultToken.DRAW): SHARED,
    (ResultToken.FORFEIT_WIN, ResultToken.FORFEIT_LOSS): NO_SHOW,
    (ResultToken.FORFEIT_LOSS, ResultToken.FORFEIT_WIN): Outcome((2, 1), "forfeit"),
    (ResultToken.FORFEIT_LOSS, ResultToken.FORFEIT_LOSS): NOBODY,
}
"""What the signs mean for white and for black."""
PLAYING = re.compile(r"^### Round (\d+), not decided yet: (\d+) - (\d+)$", re.MULTILINE)
RULINGS = (FIRST, SECOND, SHARED, NO_SHOW, Outcome((2, 1), "forfeit"), NOBODY)
"""What a result may be corrected to."""
ABSENT: tuple[How, ...] = ("bye", "excused", "forfeit")


def read_back(text: str, told: ParsedTrf) -> Competition:
    """The Swiss event that a report describes, from its lines of results and the remarks about what
    is still being played.
    """
    playing = [tuple(map(int, one)) for one in PLAYING.findall(text)]
    lines = {one.starting_number: one.results for one in told.player_sections}
    now = started(Settings("swiss", rounds=told.x_section.number_of_rounds), len(lines))
    last = max([*map(len, lines.values()), *(number for number, *_ in playing)])
    for number in range(1, last + 1):
        found = {id_: line[number - 1] for id_, line in lines.items() if len(line) >= number}
        now = _with_round(now, number, found, [pair for at, *pair in playing if at == number])
    return now


def _with_round(
    now: Competition, number: int, found: dict[int, RoundResult], playing: list[list[int]]
) -> Competition:
    games = [(id_, one.id) for id_, one in found.items() if one.color is ColorToken.WHITE]
    byes = [(id_, BYES[one.result]) for id_, one in found.items() if one.result in BYES]
    for id_, how in byes:
        if how == "excused":
            now = now.apply(Excused(EntrantId(id_), number))
    tables = [ids(*pair) for pair in games] + [ids(id_) for id_, _ in byes]
    now = now.apply(Paired(number, (*tables, *(ids(*pair) for pair in playing)), 1))
    for at, (one, other) in enumerate(games, start=1):
        outcome = GAMES[found[one].result, found[other].result]
        now = now.apply(Decided((number, at, 0), outcome))
    return now


def compare(now: Competition, folder: Path) -> None:
    """The report is sound, and agrees on places, points and tie-breaks."""
    text = export(now)
    told = parsed(text, folder)
    by_rank = sorted(told.player_sections, key=lambda one: one.rank)
    assert [one.rank for one in by_rank] == [*range(1, len(by_rank) + 1)]
    places = now.places or order(now)
    assert [one.starting_number for one in by_rank] == [*chain.from_iterable(places)]
    again = read_back(text, told)
    assert standings(again).rows == standings(now).rows
    if now.undecided:
        return
    for one in told.player_sections:
        id_ = EntrantId(one.starting_number)
        assert one.points_times_ten == 10 * naive.points(now, id_) == 10 * naive.points(again, id_)
        assert naive.buchholz(now, id_, 1) == naive.buchholz(again, id_, 1)


def corrected(now: Competition, rng: Random) -> Competition:
    """The competition with some result of any round corrected, which may be a bye."""
    game: Game = rng.choice(sorted(now.outcomes))
    outcome = rng.choice(RULINGS)
    if now.pairing(game).bye:
        outcome = Outcome((1,), rng.choice(ABSENT))
    return now.apply(Corrected(game, outcome, "They erred."))


def eventful(seed: int, count: int) -> Iterator[Competition]:
    """A Swiss event after each round and each correction, its end, and corrections after that."""
    rng = Random(f"eventful {seed}")
    now = started(Settings("swiss", rounds=5), count)
    while not isinstance(step := next_round(now), Over):
        now = decide(now.apply(step), at_random(rng))
        yield now
        for _ in range(rng.randint(0, 2)):
            now = corrected(now, rng)
            yield now
        for id_ in now.remaining:
            if rng.random() < 0.1 and len(now.rounds) < planned(now):
                now = now.apply(Excused(id_, len(now.rounds) + 1))
            elif rng.random() < 0.03:
                now = now.apply(Withdrawn(id_))
    now = now.apply(Ended(step.places))
    yield now
    now = corrected(now, rng)
    yield now.apply(Ended(order(now)))


@pytest.mark.parametrize("seed", range(8))
def test_the_same_standings_follow_from_the_report(seed: int, tmp_path: Path) -> None:
    """Whatever was forfeited, missed and corrected, after each round and after the end."""
    found = [*eventful(seed, 7 + seed)]
    assert found[-1].status == "over"
    for now in found:
        compare(now, tmp_path)


def test_a_correction_changes_places(tmp_path: Path) -> None:
    """The winner was absent after all: the reports before and after say different things."""
    now = started(Settings("swiss", rounds=1), 5)
    step = next_round(now)
    assert isinstance(step, Paired)
    now = decide(now.apply(step), [FIRST, NO_SHOW])
    compare(now, tmp_path)
    pairing = now.pairing((1, 1, 0))
    before = {
        one.starting_number: one.rank for one in parsed(export(now), tmp_path).player_sections
    }
    now = now.apply(Corrected((1, 1, 0), Outcome((2, 1), "forfeit"), "He was not there."))
    compare(now, tmp_path)
    told = {one.starting_number: one for one in parsed(export(now), tmp_path).player_sections}
    lost, won = (told[id_] for id_ in pairing.seats)
    assert [one.results[0].result.value for one in (lost, won)] == ["-", "+"]
    assert [one.points_times_ten for one in (lost, won)] == [0, 10]
    assert lost.rank > before[lost.starting_number]
    assert won.rank < before[won.starting_number]


def _first(held: Held, game: Game) -> PlayerId:
    """The player in the first seat."""
    (player,) = held.teams[held.competition.pairing(game).seats[0]]
    assert player is not None
    return player


async def test_a_tournament_that_was_held(db: Database, hold: Open, tmp_path: Path) -> None:
    """Somebody never moves, somebody withdraws, each round has a bye, and the director corrects a
    result of the first round after the second, and another one after the end.
    """
    held = await hold(Settings("swiss", rounds=3), 5)
    late, other = held.competition.undecided
    await resign(db, held.matches[late], _first(held, late))
    await win(db, held, other, 2)
    held = await advance(db, held.id)
    assert held.competition.outcomes[late] == Outcome((2, 1), "forfeit")
    compare(held.competition, tmp_path)
    held = await play_round(db, held)
    one, two = held.competition.pairing(other).seats
    held = await correct(
        db, held.id, HOST, other, {one: 1, two: 1}, seen=held.seq, reason="They erred."
    )
    compare(held.competition, tmp_path)
    await withdraw(db, held.id, _first(held, held.competition.undecided[0]))
    held = await advance(db, held.id)
    held = await play_round(db, held)
    assert held.competition.status == "over"
    compare(held.competition, tmp_path)
    one, two = held.competition.pairing((3, 1, 0)).seats
    held = await correct(
        db, held.id, HOST, (3, 1, 0), {one: 2, two: 2}, how="forfeit", seen=held.seq,
        reason="Nobody was there.",
    )  # fmt: skip
    assert held.competition.status == "over"
    compare(held.competition, tmp_path)
