"""Games of competitions, and the matches in which they are played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

from sqlalchemy import Connection

from competitions.log.folds import Folds
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.pairings import Game, How, Outcome, forfeited, games_of
from competitions.pairing.teams import in_turn
from competitions.tournaments.held import Held
from competitions.tournaments.repository import folded_row, folds_of, with_some
from games.protocol import AnyGame, Setup, Sides, each_alone, shared
from matches.course.official import UNDECIDED
from matches.lobby.official import open_official
from matches.lobby.seats import fitting
from matches.model.clock import Clock
from matches.model.computer_players import is_computer_player
from matches.model.ids import PlayerId
from matches.model.match import Match, Place
from matches.model.storage_errors import map_storage_errors
from storage import clocks
from storage import competitions as rows
from storage import players as people
from storage.database import Database
from storage.errors import LostRace
from storage.ids import CompetitionNumber
from storage.transactions import transaction

MOST_ALONE = 20
"""How many matches a competition has at once in which only computer players sit."""


async def open_game(db: Database, held: Held, game: Game) -> None:
    """Opens the match of a game, unless it has one or can no longer be played.

    The match and the row that links it to the game are written together, so a second caller leaves
    nothing behind. Raises Unavailable.
    """
    folds = folds_of(db)

    def work(connection: Connection) -> None:
        with transaction(connection):
            people.hold(connection, filter(None, _seated(held, game)))
            now_held, now = _with_game(connection, folds, held.number, game), db.now()
            if not _is_to_be_opened(now_held, game, now):
                return
            seated = [one for one in _seated(now_held, game) if one is not None]
            terms = now_held.terms
            number = open_official(
                connection,
                game=terms.game,
                options=terms.options,
                players=seated,
                place=Place(terms.guild, terms.channel),
                clock=_clock(connection, now_held, game, seated, now),
                at_end=terms.at_end,
                now=now,
                rng=_rng(now_held, game),
            )
            rows.add_game(connection, held.number, game, number)

    with map_storage_errors(), suppress(LostRace):
        await db.write(work)


def _with_game(
    connection: Connection, folds: Folds[Competition], number: CompetitionNumber, game: Game
) -> Held:
    """The competition, locked, with only what a game needs beside its log: those who meet in it,
    and its match. Reading everything again for each of hundreds of games would take longer than
    opening them does.
    """
    row, now = folded_row(connection, folds, number, lock=True)
    seats = now.pairing(game).seats if game in now.undecided else ()
    members = rows.present(connection, number, seats)
    return with_some(connection, row, now, members, rows.games(connection, number, game))


def _is_to_be_opened(held: Held, game: Game, now: datetime) -> bool:
    """Whether a game still has to be played, and can be: none of its players is missing."""
    return game in unopened(held) and not held.late(now) and forfeit(held, game) is None


def _rng(held: Held, game: Game) -> Random:
    """The source of what is drawn for a match: the same for all games of a pairing, and unknown to
    anybody in advance.
    """
    return Random(f"{held.number} {held.created_at.isoformat()} {game[0]} {game[1]}")


def _clock(
    connection: Connection, held: Held, game: Game, players: Sequence[PlayerId], now: datetime
) -> Clock:
    """The clock of a match that begins now. If it has to end by some time, all seats together get
    no more than the time until then. Known vacations give more time for a turn, but not in total.
    """
    clock, time = held.terms.clock, held.time_for(game[0], now)
    if time is None:
        return clock
    away = timedelta()
    if clock.stops_on_vacation:
        for spans in clocks.vacations(connection, sorted({*players}), now).values():
            within = (min(ends, now + time) - max(starts, now) for starts, ends in spans)
            away = max(away, sum((max(one, timedelta()) for one in within), timedelta()))
    return clock.bounded(time / len(players), away)


def unopened(held: Held) -> tuple[Game, ...]:
    """The games that have to be played and have no match yet."""
    if held.competition.status != "running":
        return ()
    return tuple(game for game in held.competition.undecided if game not in held.matches)


def to_open(held: Held) -> Iterator[Game]:
    """Those whose matches are opened now: all in which people play, and so many of the others that
    at most `MOST_ALONE` are played at once. When one of these ends, upkeep opens the next.
    """
    going = (game for game, one in held.played.items() if one.status in UNDECIDED)
    room = MOST_ALONE - sum(_is_alone(held, game) for game in going)
    for game in unopened(held):
        if _is_alone(held, game):
            room -= 1
            if room < 0:
                continue
        yield game


def _is_alone(held: Held, game: Game) -> bool:
    """Whether only computer players play in it."""
    seats = held.competition.pairing(game).seats
    return all(is_computer_player(one) for id_ in seats for one in held.teams[id_])


def _seated(held: Held, game: Game) -> list[PlayerId | None]:
    """The players by seat. Partners sit where the game puts them, and change seats from match to
    match.
    """
    now = held.competition
    seating = now.pairing(game).seating(game[2])
    earlier = (
        pairing.seating(one[2])
        for pairings in now.rounds
        for pairing in pairings
        for one in games_of(pairing)
        if one < game
    )
    teams = in_turn(seating, held.teams, earlier)
    count = sum(map(len, teams))
    players: list[PlayerId | None] = [None] * count
    setup = fitting(held.terms.game, count, held.terms.options)
    for seats, team in zip(_sides(held.terms.game, setup, held.terms.team), teams, strict=True):
        for seat, player in zip(seats, team, strict=True):
            players[seat - 1] = player
    return players


def _sides(game: AnyGame, setup: Setup, team: int) -> Sides:
    """The seats of each entrant, in the order of the seating. Single entrants each have one seat,
    even where they play as partners who are drawn for each match.
    """
    return each_alone(setup) if team == 1 else game.sides(setup)


def outcome_of(match: Match, team: int) -> Outcome | None:
    """The outcome of a game from its match, which is over; None if it has no result."""
    if match.ending is None or not match.ending.ranks:
        return None
    return Outcome(_by_entrant(match, team, match.ending.ranks), _how(match, team))


def _by_entrant(match: Match, team: int, by_seat: Sequence[int]) -> tuple[int, ...]:
    """The ranks of the entrants. A team has the better rank of its members: a player who withdraws
    ranks behind all who stay, even if their side has won.
    """
    sides = _sides(match.game, match.setup, team)
    found = [min(by_seat[seat - 1] for seat in side) for side in sides]
    return tuple(1 + sum(other < rank for other in found) for rank in found)


def _how(match: Match, team: int) -> How:
    """How the outcome came about: by forfeit if a side that is gone never moved, and at most one
    side did; otherwise by time or by play.
    """
    moved = {turn.seat for turn in match.turns}
    tokens = [event.token.partition(":") for event in match.events]
    gone = {int(seat) for kind, _, seat in tokens if kind in ("timeout", "withdraw")}
    sides = [{*side} for side in _sides(match.game, match.setup, team)]
    absent = [side for side in sides if not moved & side]
    if len(sides) - len(absent) < 2 and any(gone & side for side in absent):
        return "forfeit"
    return "time" if any(kind == "timeout" for kind, *_ in tokens) else "played"


def is_played_out(held: Held, game: Game) -> bool:
    """Whether the match of a game has a result."""
    return game in held.played and held.played[game].status == "finished"


def forfeit(held: Held, game: Game) -> Outcome | None:
    """The outcome of a game that was never opened and can't be played: at most one entrant is left,
    or one is a former player, who can't be seated. If only some have withdrawn from a larger table,
    the others play, and this is None.
    """
    pairing, gone = held.competition.pairing(game), _gone(held, game)
    playable = len(pairing.seats) - len(gone) > 1 and not any(map(held.gone, gone))
    return forfeited(pairing, game, gone) if gone and not playable else None


def _gone(held: Held, game: Game) -> list[EntrantId]:
    """The entrants of a game who have withdrawn or are former players."""
    pairing, withdrawn = held.competition.pairing(game), held.competition.withdrawn
    return [id_ for id_ in pairing.seats if id_ in withdrawn or held.gone(id_)]


def drawn(held: Held, game: Game, match: Match | None = None) -> Outcome:
    """A draw among those who have stayed, where there is no result. `match` is None if none was
    ever opened.
    """
    if match is None:
        absent = forfeited(held.competition.pairing(game), game, _gone(held, game))
        return replace(absent, how="adjudged")
    ranks = shared(match.setup.seats, match.position.withdrawn)
    return Outcome(_by_entrant(match, held.terms.team, ranks), "adjudged")


def by_time(held: Held, game: Game, match: Match, now: datetime) -> Outcome:
    """The outcome by the clock: whoever has used the least time is first, since all had the same.
    Those who have withdrawn are last. A draw if no time was kept.
    """
    if match.clock is None or match.status == "frozen" or not match.left:
        return drawn(held, game, match)
    left = list(match.left)
    if match.due_at is not None and match.to_move is not None:
        before = left[match.to_move - 1]
        remains = min(max(match.due_at - now, timedelta()), match.clock.for_turn(before))
        left[match.to_move - 1] = match.clock.stopped(before, remains)
    found = []
    for side in _sides(match.game, match.setup, held.terms.team):
        there = not match.position.withdrawn or not {*side} <= {*match.position.withdrawn}
        found.append((there, sum((left[seat - 1] for seat in side), timedelta())))
    return Outcome(tuple(1 + sum(other > one for other in found) for one in found), "adjudged")
