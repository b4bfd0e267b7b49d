"""The largest competitions, as values: whatever can be long is as long as it can be."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

import games
from competitions.formats.rounds import next_round
from competitions.formats.steps import Over
from competitions.model.competition import Competition
from competitions.model.entrants import Entrant, EntrantId
from competitions.model.events import Agreed, Decided, Ended, Joined, Started
from competitions.model.pairings import Outcome, games_of
from competitions.model.settings import Settings
from competitions.tournaments.held import Held, Terms, teams_at
from competitions.tournaments.ids import CompetitionId
from games import play
from matches.model.clock import Clock
from matches.model.ids import ChannelId, GuildId, MatchId, PlayerId
from matches.model.match import Listing, Place
from storage.competitions import Member
from storage.ids import CompetitionNumber

NOW = datetime(2026, 1, 1, tzinfo=UTC)
LONGEST = 2**63 - 1
"""The longest id."""


def signed_up(settings: Settings, size: int, count: int) -> Competition:
    """A competition with this many entrants of a given size signed up."""
    now = Competition(settings)
    for number in range(1, count + 1):
        now = now.apply(Joined(Entrant(EntrantId(number), size, 1000.0 + number)))
        if size > 1:
            now = now.apply(Agreed(EntrantId(number)))
    return now


def begun(settings: Settings, size: int, count: int) -> Competition:
    """The same when it has just started."""
    now = signed_up(settings, size, count)
    return now.apply(Started(tuple(EntrantId(number) for number in range(1, count + 1))))


def over(settings: Settings, size: int, count: int) -> Competition:
    """The same, played to its end, with lots of ties."""
    now, rng = begun(settings, size, count), Random(1)
    while True:
        step = next_round(now)
        if isinstance(step, Over):
            return now.apply(Ended(step.places))
        now = now.apply(step)
        for game in now.undecided:
            seats = len(now.pairing(game).seats)
            ranks = rng.sample(range(1, seats + 1), seats)
            now = now.apply(Decided(game, Outcome(tuple(ranks), "played")))


def in_play(settings: Settings, size: int, count: int, rounds: int) -> Competition:
    """The same with this many rounds, in which only byes are decided."""
    now = begun(settings, size, count)
    for _ in range(rounds):
        step = next_round(now)
        assert not isinstance(step, Over)
        now = now.apply(step)
    return now


def held_of(now: Competition, size: int) -> Held:
    """A competition as it is held, each game of which has a match."""
    members = tuple(
        Member(entrant.id, place, PlayerId(LONGEST - 4 * entrant.id - place), 1)
        for entrant in now.signed
        for place in range(1, size + 1)
    )
    every = [game for pairings in now.rounds for one in pairings for game in games_of(one)]
    return Held(
        id=CompetitionId("C-ZZZZZZ"),
        number=CompetitionNumber(1),
        terms=Terms(
            name="W" * 80,
            guild=GuildId(LONGEST),
            channel=ChannelId(LONGEST),
            game=games.get("turnier"),
            clock=Clock.read("10d+1d/20d"),
            team=size,
            starts_at=NOW,
            ends_at=NOW + timedelta(days=90),
            each_round=timedelta(days=9, hours=5),
            anywhere=True,
            role=LONGEST,
            reliability=100,
            lowest=1000.0,
            highest=2000.0,
            repeats="month",
            section_size=400,
            servers=True,
        ),
        host=PlayerId(LONGEST),
        seq=999_999,
        told=0,
        created_at=NOW,
        round_ends_at=NOW,
        next_at=None,
        competition=now,
        members=members,
        teams=teams_at(members, 1),
        asked=frozenset(),
        matches={game: MatchId(f"ZZ{at:04}") for at, game in enumerate(every)},
        played={},
    )


def matches_of(held: Held, player: PlayerId, entrant: EntrantId | None) -> list[Listing]:
    """An entrant's undecided matches. In every second one they are to move."""
    now, game = held.competition, held.terms.game
    setup = play.setup(game, 4, {}, Random(1))
    own = [one for one in now.undecided if entrant in now.pairing(one).seats]
    return [
        Listing(
            id=held.matches[one],
            game=game,
            setup=setup,
            status="running",
            players=(player, *(PlayerId(LONGEST - seat) for seat in range(3))),
            host=held.host,
            kept=(None,) * 4,
            seating="chosen",
            place=Place(held.terms.guild, held.terms.channel),
            message=None,
            seq=999_999,
            turn_count=0,
            to_move=1 + at % 2,
            ending=None,
            created_at=NOW,
            official=True,
        )
        for at, one in enumerate(own)
    ]
