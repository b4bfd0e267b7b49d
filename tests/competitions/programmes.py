"""What is held while processes are killed, and how people play in it.

Everybody does what they can at once, and nothing is left to chance, so the successor of a process
that was killed knows what people want. Whoever signed up earlier is stronger; on ladders this is
drawn for each challenge.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from random import Random

import matches
from competitions.ladders import challenges
from competitions.ladders import queries as ladders
from competitions.ladders.creation import open_ladder
from competitions.ladders.held import Held as Ladder
from competitions.leagues.creation import open_league
from competitions.leagues.held import Terms as LeagueTerms
from competitions.model.entrants import MemberId
from competitions.model.errors import CompetitionError
from competitions.model.ladder.events import LadderSettings
from competitions.model.league.events import LeagueSettings
from competitions.model.pairings import Game
from competitions.model.settings import Settings
from competitions.tournaments.creation import open_competition
from competitions.tournaments.direction import start
from competitions.tournaments.held import Held
from matches.model.errors import TableError, Unavailable
from matches.model.ids import MatchId, PlayerId
from storage.database import Database
from tests.competitions.ladders.conftest import MEMBER
from tests.competitions.ladders.conftest import join as join_ladder
from tests.competitions.ladders.conftest import terms as ladder_terms
from tests.competitions.leagues.conftest import AT_TABLES_OF_THREE, TWO_OF_THREE
from tests.competitions.leagues.conftest import join as join_league
from tests.competitions.tournaments.conftest import join, terms

HOST = PlayerId(100)
SEASON = timedelta(days=TWO_OF_THREE.days)
"""How long seasons of leagues last, and the cooldown on ladders."""


@dataclass(frozen=True)
class Programme:
    """Tournaments that are held again and again, with a number of entrants; and leagues of two
    divisions and ladders with a number of members, which exist from the beginning.
    """

    cups: Sequence[tuple[Settings, int]] = ()
    leagues: Sequence[tuple[LeagueSettings, int]] = ()
    ladders: Sequence[tuple[LadderSettings, int]] = ()


PROGRAMMES = {
    "pairs": Programme(cups=[(Settings("swiss", rounds=3), 6)], leagues=[(TWO_OF_THREE, 6)]),
    "many": Programme(cups=[(Settings("swiss", rounds=2), 17)]),
    "tables": Programme(
        cups=[
            (Settings("tables", seats=3, rounds=2), 7),
            (Settings("tables", seats=4, rounds=2, mixed=True), 7),
        ],
        leagues=[
            (AT_TABLES_OF_THREE, 6),
            (LeagueSettings(seats=4, size=4, exchanged=1, rounds=2), 8),
        ],
    ),
    "ladders": Programme(
        ladders=[
            (LadderSettings(reach=2, cooldown=1, idle=365), 5),
            (LadderSettings(seats=3, reach=3, cooldown=1, idle=365), 5),
        ]
    ),
}
"""In `many`, rounds are paired by a child."""


def players(count: int) -> list[PlayerId]:
    """The players, in the order of sign-up."""
    return [PlayerId(HOST + number) for number in range(1, count + 1)]


async def found(db: Database, programme: Programme) -> None:
    """Opens ladders, and leagues whose first season begins with the next upkeep."""
    for rules, count in programme.leagues:
        common = terms(name="League")
        about = LeagueTerms(
            name=common.name,
            guild=common.guild,
            channel=common.channel,
            game=common.game,
            clock=common.clock,
            starts_at=db.now(),
        )
        league = await open_league(db, about, rules, HOST)
        for player in players(count):
            await join_league(db, league.id, player)
    for climbing, count in programme.ladders:
        ladder = await open_ladder(db, ladder_terms(), climbing, HOST)
        for player in players(count):
            await join_ladder(db, ladder.id, player)


async def open_cups(db: Database, programme: Programme) -> None:
    """Opens further tournaments, which are about to begin."""
    for settings, count in programme.cups:
        held = await open_competition(db, terms(), settings, HOST)
        for player in players(count):
            await join(db, held.id, player, membership=MEMBER)
        await start(db, held.id, HOST)


# How matches should end


def ranks(held: Held, game: Game) -> tuple[int, ...]:
    """The ranks of a game's seats: by sign-up."""
    by_seat = [held.teams[id_][0] or 0 for id_ in held.competition.pairing(game).seating(game[2])]
    return tuple(1 + sum(other < one for other in by_seat) for one in by_seat)


def drawn(number: int, members: Sequence[MemberId]) -> tuple[int, ...]:
    """The ranks of a challenge's members, as drawn for it."""
    order = Random(f"challenge {number}").sample(sorted(members), len(members))
    return tuple(1 + order.index(id_) for id_ in members)


# What people do. Each function returns whether there was anything to do.


async def play(db: Database, match_id: MatchId, order: Sequence[PlayerId | None]) -> bool:
    """After everybody has moved, all but the best resign, the last one first. Each acts once,
    however many processes try it, because they act on the position that they see.
    """
    match = await matches.get(db, match_id)
    if match.status != "running":
        return False
    try:
        while match.turn_count < len(match.players):
            assert match.player_to_move is not None
            mover = match.player_to_move
            match = (await matches.play(db, match_id, mover, "step", seq=match.seq)).match
        for player in reversed(order[1:]):
            assert player is not None
            if match.seat_of(player) not in match.position.withdrawn:
                await matches.resign(db, match_id, player)
    except Unavailable:
        raise
    except TableError:  # They did it on another process at the same time.
        pass
    return True


async def play_round(db: Database, held: Held) -> bool:
    """Plays all games that have a match."""
    busy = False
    for game in held.competition.undecided:
        if game in held.matches:
            pairing = held.competition.pairing(game)
            people = [held.teams[id_][0] for id_ in pairing.seating(game[2])]
            best = sorted(zip(ranks(held, game), people, strict=True), key=lambda one: one[0])
            busy |= await play(db, held.matches[game], [player for _, player in best])
    return busy


async def climb(db: Database, held: Ladder) -> bool:
    """Those who can challenge the members just above them do; the others answer, and all play."""
    busy = False
    for member in reversed(held.ladder.places):
        busy |= await _challenge(db, held, member)
    held = await ladders.get(db, held.id)
    for number in held.ladder.challenges:
        busy |= await _go_on(db, held, number)
    return busy


async def _challenge(db: Database, held: Ladder, member: MemberId) -> bool:
    held = await ladders.get(db, held.id)
    rivals = held.ladder.settings.seats - 1
    near = held.ladder.reachable(member, db.now())[-rivals:]
    player = held.people[member]
    if len(near) < rivals or player is None:
        return False
    with suppress(CompetitionError):  # Another process was faster.
        await challenges.challenge(db, held.id, player, near)
    return True


async def _go_on(db: Database, held: Ladder, number: int) -> bool:
    """Takes back some challenges, refuses some, and leaves some unanswered."""
    challenge = held.ladder.challenges[number]
    if match_id := held.match_of(challenge):
        people = [held.people[id_] for id_ in challenge.members]
        best = zip(drawn(number, challenge.members), people, strict=True)
        order = [player for _, player in sorted(best, key=lambda one: one[0])]
        return await play(db, match_id, order)
    late = number % 7 == 3
    if late or not challenge.unanswered:
        return False
    answering = [held.people[id_] or HOST for id_ in challenge.unanswered]
    try:
        if number % 11 == 5:
            await challenges.recall(db, held.id, held.people[challenge.challenger] or HOST)
        elif number % 5 == 4:
            await challenges.refuse(db, held.id, answering[0], number)
        else:
            for player in answering:
                await challenges.accept(db, held.id, player, number)
    except CompetitionError:  # Another process was faster.
        pass
    return True
