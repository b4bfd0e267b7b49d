"""Challenges and the matches in which they are played."""

from __future__ import annotations

from contextlib import suppress
from random import Random

from sqlalchemy import Connection

from competitions.ladders.held import Held
from competitions.ladders.repository import folds_of, load
from competitions.model.ladder.ladder import Challenge, Order
from matches.lobby.official import open_official
from matches.model.match import Match, Place
from matches.model.storage_errors import map_storage_errors
from storage import ladders as rows
from storage import players as people
from storage.database import Database
from storage.errors import LostRace
from storage.transactions import transaction


async def open_game(db: Database, held: Held, number: int) -> None:
    """Opens the match of a challenge, unless it has one or no longer needs one.

    The match and the row that links it to the challenge are written together, so a second caller
    leaves nothing behind. Raises Unavailable.
    """
    folds = folds_of(db)

    def work(connection: Connection) -> None:
        with transaction(connection):
            wanted = held.ladder.challenges[number].members
            people.hold(connection, filter(None, (held.people.get(id_) for id_ in wanted)))
            now_held = load(connection, folds, held.number, lock=True)
            if number not in unopened(now_held):
                return
            challenge = now_held.ladder.challenges[number]
            players = [now_held.people.get(id_) for id_ in seating(now_held, challenge)]
            seated = [one for one in players if one is not None]
            if len(seated) < len(players):
                return
            terms = now_held.terms
            opened = open_official(
                connection,
                game=terms.game,
                options=terms.options,
                players=seated,
                place=Place(terms.guild, terms.channel),
                clock=terms.clock,
                at_end=terms.at_end,
                now=db.now(),
                rng=_rng(now_held, challenge),
            )
            rows.set_match(connection, held.number, number, opened)

    with map_storage_errors(), suppress(LostRace):
        await db.write(work)


def unopened(held: Held) -> tuple[int, ...]:
    """The challenges that everybody has accepted and that have no match yet."""
    running = held.ladder.challenges.values()
    return tuple(
        one.number for one in running if not one.unanswered and one.number not in held.played
    )


def seating(held: Held, challenge: Challenge) -> Order:
    """The members in the order of their seats, which are drawn by lot. Nobody can know it in
    advance, and it is the same each time.
    """
    seats = [*challenge.members]
    _rng(held, challenge).shuffle(seats)
    return tuple(seats)


def _rng(held: Held, challenge: Challenge) -> Random:
    return Random(f"{held.number} {held.created_at.isoformat()} {challenge.number}")


def ranks_of(held: Held, challenge: Challenge, match: Match) -> tuple[int, ...] | None:
    """The ranks of a match that is over, the challenger's first; None if it has no result."""
    if match.ending is None or not match.ending.ranks:
        return None
    by_member = dict(zip(seating(held, challenge), match.ending.ranks, strict=True))
    return tuple(by_member[id_] for id_ in challenge.members)
