"""Reads records and caches some of them. Runs in a process for jobs.

A record is read once, however often it is viewed. Its key is the message's attachment, or its
match. A request need not include the record itself; `Missing` is raised if it isn't cached. Only
plain values are passed in and out.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from hashlib import sha256

import games
from games.protocol import Result, Setup
from games.record import Record, read, to_text
from games.stops import Stop, Stops, entries


def log(key: str, given: bytes | Log | None = None) -> tuple[Head, Log]:
    """The turns and events of the record. Raises Missing, RecordError."""
    kept = _found(key, given)
    return kept.head, Log(kept.head.game, kept.head.setup, kept.stops.entries)


KEPT = 32
"""The number of cached records."""


class Missing(Exception):
    """The record is not cached (any more)."""


@dataclass(frozen=True, slots=True)
class Log:
    """The turns and events of a match that was played here."""

    game: str
    setup: Setup
    entries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Head:
    """What a record says about its match, beside the turns."""

    game: str
    setup: Setup
    result: Result | None
    rules_version: int
    ending: str
    turns: int
    """Their number."""


@dataclass(frozen=True, slots=True)
class _Kept:
    head: Head
    stops: Stops


_shelf: OrderedDict[str, _Kept] = OrderedDict()


def opened(data: bytes) -> tuple[bytes, Head, Stop]:
    """Opens the record in a file. Returns its canonical text, its head, and its start.

    Raises RecordError.
    """
    record = read(data)
    text = to_text(record).encode()
    kept = _put(_digest(text), record)
    return text, kept.head, kept.stops.at(0)


def look(
    key: str, number: int, given: bytes | Log | None = None, *, turn: bool = False
) -> tuple[Head, Stop]:
    """The record with this key, at a stop or after a turn.

    `given` is the record itself, passed after it was missing. Raises Missing, RecordError.
    """
    kept = _found(key, given)
    return kept.head, kept.stops.of_turn(number) if turn else kept.stops.at(number)


def positions(log: Log) -> list[str]:
    """The texts of all positions: at the start, and after each turn and event."""
    stops = Stops(games.get(log.game), log.setup, log.entries)
    return [str(position) for position in stops.positions()]


def _found(key: str, given: bytes | Log | None) -> _Kept:
    kept = _shelf.get(key)
    if kept is not None:
        _shelf.move_to_end(key)
        return kept
    if given is None:
        raise Missing
    if isinstance(given, Log):
        stops = Stops(games.get(given.game), given.setup, given.entries)
        return _keep(key, _Kept(Head(given.game, given.setup, None, 0, "", stops.turns), stops))
    kept = _shelf.get(_digest(given))
    return _put(key, read(given)) if kept is None else _keep(key, kept)


def _put(key: str, record: Record) -> _Kept:
    game, setup = record.game, record.setup
    stops = Stops(game, setup, entries(game, setup, record.turns))
    head = Head(
        game.info.key, setup, record.result, record.rules_version, record.ending, stops.turns
    )
    return _keep(key, _Kept(head, stops))


def _keep(key: str, kept: _Kept) -> _Kept:
    _shelf[key] = kept
    while len(_shelf) > KEPT:
        _shelf.popitem(last=False)
    return kept


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()
