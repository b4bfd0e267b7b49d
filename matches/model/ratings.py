"""Ratings: pools, the model, the number that is shown, what a match does. Nothing but arithmetic.

`docs/ratings.md` explains the choices that were made here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import product
from math import exp, log, sqrt
from typing import Literal, TypeAlias, get_args

import openskill
from openskill.models import PlackettLuce

from games.protocol import AnyGame, Seat, Setup, Sides
from matches.model.computer_players import has_computer_player
from matches.model.ids import MatchNumber, PlayerId
from matches.model.match import Listing
from storage.ratings import Change, Rating

Mode: TypeAlias = Literal["correspondence", "live"]
"""live: at most an hour a player."""

MODES: tuple[Mode, ...] = get_args(Mode)

PROVISIONAL = 10
"""A rating from fewer rated matches than this is provisional."""

FEWEST_TURNS = 3
"""A match of fewer turns is unrated."""

PERIODS = (30, 365)
"""For how many days, the fewest first, leaderboards count what was gained."""


# Pools

_POOL = re.compile(
    rf"(?P<game>.+)-(?P<seats>\d+)(?P<partners>p?)(?P<computer>c?)-(?P<mode>{'|'.join(MODES)})",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Pool:
    """What is rated together: a game with so many seats, in a mode, with or without partners, among
    people or with computer players.

    Its text, such as `GAME-4p-live`, is what is stored.
    """

    game: str
    seats: int
    mode: Mode = "correspondence"
    partners: bool = False
    with_computer: bool = False

    def __str__(self) -> str:
        kind = f"{'p' if self.partners else ''}{'c' if self.with_computer else ''}"
        return f"{self.game}-{self.seats}{kind}-{self.mode}"

    @classmethod
    def read(cls, text: str) -> Pool:
        """The inverse of `str`. Raises ValueError."""
        found = _POOL.fullmatch(text)
        if found is None:
            raise ValueError(f"not a pool: {text!r}")
        mode: Mode = "live" if found["mode"] == "live" else "correspondence"
        partners, with_computer = bool(found["partners"]), bool(found["computer"])
        return cls(found["game"], int(found["seats"]), mode, partners, with_computer)


def mode_of(match: Listing) -> Mode:
    """The mode of a match; one without a clock is correspondence."""
    return "live" if match.clock is not None and match.clock.live else "correspondence"


def pool_of(match: Listing) -> Pool:
    """The pool that a match is rated in; options make no difference."""
    sides = match.game.sides(match.setup)
    key, seats = match.game.info.key, match.setup.seats
    with_computer = has_computer_player(match.players)
    return Pool(key, seats, mode_of(match), _partners(sides), with_computer)


def tables_of(game: AnyGame) -> list[tuple[int, bool]]:
    """The numbers of seats that a game has pools for, each without or with partners."""
    found = {
        (seats, _partners(game.sides(setup)))
        for seats in game.info.seats
        for setup in _setups(game, seats)
    }
    return sorted(found)


def is_rated(match: Listing) -> bool:
    """Whether a match counts: with a result, not agreed to be unrated, nothing taken back,
    and not too short.
    """
    return (
        match.rated
        and not match.taken_back
        and match.ending is not None
        and bool(match.ending.ranks)
        and match.turn_count >= FEWEST_TURNS
    )


# The model

MODEL = f"plackett-luce 2, openskill {openskill.__version__}"
"""What all numbers here come from; the ledger keeps it. The first number grows with every change
of what follows, after which `dreierlei ratings recompute` is due."""

SEATLESS = f"plackett-luce 1, openskill {openskill.__version__}"
"""The model before, in which no seat was worth anything: otherwise the same."""

_MODEL = PlackettLuce()


@dataclass(frozen=True, slots=True)
class Skill:
    """What the model believes of a player: a mean and a standard deviation."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma


NEW = Skill()
"""What is believed of somebody who has not played."""

START = 1200
"""The points of somebody who has not played."""

SCALE = 400 / (log(10) * sqrt(2) * _MODEL.beta)
"""Points for one unit of skill: 400 points between two well-known players are odds of ten to one,
as everywhere in chess."""

CAUTION = 2
"""By how many standard deviations the points stay below the mean."""

FEWEST_POINTS = 100


def points_of(skill: Skill) -> int:
    """The number that is shown: what the player is worth at least, as far as one can tell."""
    above_new = skill.mu - NEW.mu - CAUTION * (skill.sigma - NEW.sigma)
    return max(FEWEST_POINTS, round(START + SCALE * above_new))


def chances(teams: Sequence[Sequence[Skill]]) -> list[float]:
    """How likely each team is to win, as the model predicts; together 1."""
    rated = [[_MODEL.rating(one.mu, one.sigma) for one in team] for team in teams]
    return _MODEL.predict_win(rated)


def expected_score(one: Skill, other: Skill) -> float:
    """What one of two players is expected to score, from 0 to 1, where the model rates a match."""
    spread = sqrt(2 * _MODEL.beta**2 + one.sigma**2 + other.sigma**2)
    return 1 / (1 + exp((other.mu - one.mu) / spread))


def evenness(teams: Sequence[Sequence[Skill]]) -> float:
    """How even a match is, as the model predicts: 1 if all teams win equally often, 0.5 if the
    weakest one wins half as often as that, 0 if it has no chance.
    """
    return len(teams) * min(chances(teams))


def rate(
    sides: Sides, ranks: Sequence[int], skills: Sequence[Skill], advantage: float = 0
) -> list[Skill]:
    """The skills after a match, by seat. Partners are a team, with the better of their ranks.

    A seat behind its partner, because it withdrew, is rated as if its side had come that far only.
    With an `advantage`, the match is rated as one of players who differ by so much more: the player
    of the first seat is taken to be better by half of it, the other to be weaker.
    """
    if advantage:
        seated = seated_at(skills, advantage)
        return seated_at(rate(sides, ranks, seated), -advantage)
    reached = [min(ranks[seat - 1] for seat in side) for side in sides]
    found = list(skills)
    for number, (side, team) in enumerate(zip(sides, _rated(sides, reached, skills), strict=True)):
        for place, seat in enumerate(side):
            own = ranks[seat - 1]
            if own > reached[number]:
                lower = [*reached[:number], own, *reached[number + 1 :]]
                found[seat - 1] = _rated(sides, lower, skills)[number][place]
            else:
                found[seat - 1] = team[place]
    return found


def seated_at(skills: Sequence[Skill], advantage: float) -> list[Skill]:
    """The skills of two players with what their seats are worth."""
    first, second = skills
    better = Skill(first.mu + advantage / 2, first.sigma)
    return [better, Skill(second.mu - advantage / 2, second.sigma)]


def _rated(sides: Sides, ranks: Sequence[int], skills: Sequence[Skill]) -> list[list[Skill]]:
    """The skills by side, after these ranks of the sides."""
    teams = [
        [_MODEL.rating(skills[seat - 1].mu, skills[seat - 1].sigma) for seat in side]
        for side in sides
    ]
    rated = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [[Skill(one.mu, one.sigma) for one in team] for team in rated]


def rate_holders(
    sides: Sides,
    ranks: Sequence[int],
    skills: Sequence[Sequence[Skill]],
    advantage: float = 0,
) -> list[list[Skill]]:
    """The skills after a match in which seats were handed over: by seat, of all who had it in turn.

    Players who have kept their seat are rated as if nobody had left. Players who have left are
    rated by what the seat has reached, and never gain; those who have taken it over are rated by
    that as well, and never lose. If they would, they keep the skill that they had.
    """
    first = [had[0] for had in skills]
    found = [[skill] for skill in rate(sides, ranks, first, advantage)]
    for seat, had in enumerate(skills, start=1):
        here = found[seat - 1]
        for other in had[1:]:
            instead = [*first[: seat - 1], other, *first[seat:]]
            here.append(rate(sides, ranks, instead, advantage)[seat - 1])
        for place, was in enumerate(had):
            left, came = place < len(had) - 1, place > 0
            if (left and not _falls(was, here[place])) or (came and not _falls(here[place], was)):
                here[place] = was
    return found


def _falls(before: Skill, after: Skill) -> bool:
    """Whether a skill is in no way better than before: neither its mean nor its lower bound."""
    return after.mu <= before.mu and _at_least(after) <= _at_least(before)


def _at_least(skill: Skill) -> float:
    return skill.mu - CAUTION * skill.sigma


# What a match does


def holders_of(
    match: Listing, left: Iterable[tuple[Seat, PlayerId | None]]
) -> list[list[PlayerId | None]]:
    """All who had each seat, in order, by who has `left` one: they in their order, too."""
    found = [[player] for player in match.players]
    for seat, player in left:
        found[seat - 1].insert(-1, player)
    return found


def outcome(sides: Sides, ranks: Sequence[int], seat: Seat) -> Literal[-1, 0, 1]:
    """1: won, 0: shared the first rank with another side, -1: lost."""
    if ranks[seat - 1] > 1:
        return -1
    others = (ranks[other - 1] for side in sides if seat not in side for other in side)
    return 0 if 1 in others else 1


def new_rating(player: PlayerId, pool: str) -> Rating:
    """The rating of somebody who has not played in the pool."""
    return Rating(player, pool, NEW.mu, NEW.sigma, points_of(NEW))


def enter(
    match: Listing,
    number: MatchNumber,
    known: Mapping[PlayerId, Rating],
    now: datetime,
    *,
    nameless: Mapping[tuple[Seat, int], Skill],
    holders: Sequence[Sequence[PlayerId | None]] | None = None,
    advantage: float = 0,
    model: str = MODEL,
) -> list[tuple[Change, Rating | None]]:
    """What a rated match does to the ratings of its players, by seat, and their new ratings; None
    for those for whom it does not count.

    `known` are their ratings before it; whoever has none begins. `holders` are all who had each
    seat, if any was handed over. For people who have had their data deleted, `nameless` holds the
    skills that they brought, by seat and place among its holders, as far as these are known.
    `advantage` is what the first of two seats is worth.
    """
    assert match.ending is not None
    sides, ranks, pool = match.game.sides(match.setup), match.ending.ranks, str(pool_of(match))
    holders = holders or holders_of(match, ())
    before = [
        [None if one is None else known.get(one) or new_rating(one, pool) for one in had]
        for had in holders
    ]
    skills = [
        [
            nameless.get((seat, place), NEW) if one is None else Skill(one.mu, one.sigma)
            for place, one in enumerate(had)
        ]
        for seat, had in enumerate(before, start=1)
    ]
    entered: list[tuple[Change, Rating | None]] = []
    for seat, afterwards in enumerate(rate_holders(sides, ranks, skills, advantage), start=1):
        for place, after in enumerate(afterwards):
            rating, was = before[seat - 1][place], skills[seat - 1][place]
            counts = after != was
            if rating is not None and counts:
                rating = _played(rating, after, outcome(sides, ranks, seat))
            change = _change(match, number, pool, (was, after), now)
            change = replace(
                change,
                seat=seat,
                holder=place,
                player_id=holders[seat - 1][place],
                games=rating.games if rating else 0,
                period=change.period if counts else 0,
                advantage=advantage,
                model=model,
            )
            entered.append((change, rating if counts else None))
    return entered


def _change(
    match: Listing, number: MatchNumber, pool: str, skills: tuple[Skill, Skill], now: datetime
) -> Change:
    """The entry of the ledger about a skill before and after a match, for nobody yet."""
    assert match.finished_at is not None
    was, after = skills
    return Change(
        match_id=number,
        seat=0,
        player_id=None,
        pool=pool,
        games=0,
        before_mu=was.mu,
        before_sigma=was.sigma,
        before_points=points_of(was),
        after_mu=after.mu,
        after_sigma=after.sigma,
        after_points=points_of(after),
        model=MODEL,
        at=match.finished_at,
        period=shortest_period(match.finished_at, now),
    )


def _played(rating: Rating, skill: Skill, outcome: int) -> Rating:
    """The rating after one match more."""
    streak = rating.streak + outcome if rating.streak * outcome > 0 else outcome
    return replace(
        rating,
        mu=skill.mu,
        sigma=skill.sigma,
        points=points_of(skill),
        games=rating.games + 1,
        wins=rating.wins + (outcome > 0),
        draws=rating.draws + (outcome == 0),
        streak=streak,
        best_streak=max(streak, rating.best_streak),
    )


def begins(period: int, now: datetime) -> datetime:
    """The time after which a match must have finished to count in a period that ends now."""
    return now - timedelta(days=period)


def shortest_period(at: datetime, now: datetime) -> int:
    """The shortest period that counts a match finished then; 0 if none does."""
    return next((period for period in PERIODS if at > begins(period, now)), 0)


def next_period(period: int) -> int:
    """The next longer period; 0 after the longest."""
    return next((longer for longer in PERIODS if longer > period), 0)


def _partners(sides: Sides) -> bool:
    return any(len(side) > 1 for side in sides)


def _setups(game: AnyGame, seats: int) -> list[Setup]:
    """A setup for each combination of the options that have a list of values."""
    options = [
        [(option.key, value) for value in option.values]
        for option in game.info.options
        if option.values and (option.seats is None or seats in option.seats)
    ]
    return [Setup(seats, dict(chosen)) for chosen in product(*options)]
