r"""Events as texts, as the log keeps them: a kind, and a compact text.

    open       swiss rounds=5 most=16   the format, and the settings that are not the default
    join       3 1 1512.5               number, size, rating or -
    agree      3
    leave      3
    start      2 1 3
    excuse     3 2                      number, round
    attend     3 2
    pair       1 2 1-4 2-3 5            round, games, tables
    unpair     1
    stall      1.2.0 1.3.0              round.pairing.game
    decide     1.2.0 1,2 played         a game, ranks, how
    correct    1.2.0 2,1 adjudged
    withdraw   3
    reinstate  3
    replace    3 7                      number, number on the waiting list
    end        3 1,4 2                  places
    cancel

Reasons are no part of them. `read(*write(event), reason_of(event))` is the event, and
`write(read(kind, text))` the text.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, get_args

from competitions.model.entrants import Entrant, EntrantId
from competitions.model.events import (
    Agreed,
    Attending,
    Cancelled,
    Corrected,
    Decided,
    Ended,
    Event,
    Excused,
    Joined,
    Left,
    Opened,
    Paired,
    Reinstated,
    Replaced,
    Stalled,
    Started,
    Unpaired,
    Withdrawn,
)
from competitions.model.pairings import Game, How, Outcome
from competitions.model.parts import number, with_reason
from competitions.model.settings import FLAGS, Format, Settings


def write(event: Event) -> tuple[str, str]:
    """The kind and the text of an event."""
    kind = _KINDS[type(event)]
    return kind, _FORMS[kind][0](event)


def read(kind: str, text: str, reason: str = "") -> Event:
    """The event of a kind and a text, with its reason. Raises ValueError if no event is written
    like this, or if the event can't have a reason.
    """
    if kind not in _FORMS:
        raise ValueError(f"unknown kind of event: {kind!r}")
    try:
        event = _FORMS[kind][1](text)
    except ValueError as error:
        raise ValueError(f"can't read {kind!r} {text!r}: {error}") from error
    if write(event) != (kind, text):
        raise ValueError(f"can't read {kind!r} {text!r}: it would be written otherwise")
    return with_reason(event, reason) if reason else event


def _entrant(text: str) -> EntrantId:
    return EntrantId(number(text))


def _entrants(text: str, separator: str) -> tuple[EntrantId, ...]:
    return tuple(map(_entrant, text.split(separator)))


def _parts(text: str, count: int) -> list[str]:
    """The parts of a text between single spaces. The last part may contain spaces."""
    parts = text.split(" ", count - 1)
    if len(parts) != count:
        raise ValueError(f"{len(parts)} parts, not {count}")
    return parts


def _write_settings(settings: Settings) -> str:
    words: list[str] = [settings.format]
    for field in fields(settings)[1:]:
        value = getattr(settings, field.name)
        if value != field.default:
            words.append(f"{field.name}={int(value)}")
    return " ".join(words)


def read_settings(text: str) -> Settings:
    """The settings of a log's first text. Raises ValueError."""
    name, *words = text.split(" ")
    chosen: dict[str, Any] = {}
    for word in words:
        key, _, value = word.partition("=")
        chosen[key] = bool(number(value)) if key in FLAGS else number(value)
    format_ = next((known for known in get_args(Format) if known == name), None)
    if format_ is None or not chosen.keys() <= {field.name for field in fields(Settings)[1:]}:
        raise ValueError("unknown settings")
    return Settings(format_, **chosen)


def _write_entrant(entrant: Entrant) -> str:
    rating = "-" if entrant.rating is None else repr(float(entrant.rating))
    return f"{entrant.id} {entrant.size} {rating}"


def _read_entrant(text: str) -> Entrant:
    id_, size, rated = _parts(text, 3)
    rating = None if rated == "-" else float(rated)
    if rating is not None and not math.isfinite(rating):
        raise ValueError("no rating")
    return Entrant(_entrant(id_), number(size), rating)


def _write_paired(event: Paired) -> str:
    tables = ("-".join(map(str, table)) for table in event.tables)
    return " ".join((str(event.round), str(event.games), *tables))


def _read_paired(text: str) -> Paired:
    round_, games, tables = _parts(text, 3)
    seats = tuple(_entrants(table, "-") for table in tables.split(" "))
    return Paired(number(round_), seats, number(games))


def _game(game: Game) -> str:
    return ".".join(map(str, game))


def _write_outcome(event: Decided | Corrected) -> str:
    return f"{_game(event.game)} {','.join(map(str, event.outcome.ranks))} {event.outcome.how}"


def _read_game(text: str) -> Game:
    round_, pairing, game = map(number, text.split("."))
    return round_, pairing, game


def _read_outcome(text: str) -> tuple[Game, Outcome]:
    game, ranks, name = _parts(text, 3)
    how = next((known for known in get_args(How) if known == name), None)
    if how is None:
        raise ValueError(f"unknown how: {name!r}")
    return _read_game(game), Outcome(tuple(map(number, ranks.split(","))), how)


def _write_ended(event: Ended) -> str:
    return " ".join(",".join(map(str, shared)) for shared in event.places)


def _read_ended(text: str) -> Ended:
    return Ended(tuple(_entrants(shared, ",") for shared in text.split(" ")))


def _two(text: str) -> tuple[EntrantId, int]:
    entrant, other = _parts(text, 2)
    return _entrant(entrant), number(other)


def _read_replaced(text: str) -> Replaced:
    entrant, by = _two(text)
    return Replaced(entrant, EntrantId(by))


def _read_cancelled(text: str) -> Cancelled:
    return Cancelled()


def _write_entrant_of(event: Agreed | Left | Withdrawn | Reinstated) -> str:
    return str(event.entrant)


def _write_round_of(event: Excused | Attending) -> str:
    return f"{event.entrant} {event.round}"


_FORMS: Mapping[str, tuple[Callable[[Any], str], Callable[[str], Event]]] = {
    "open": (lambda event: _write_settings(event.settings), lambda t: Opened(read_settings(t))),
    "join": (lambda event: _write_entrant(event.entrant), lambda t: Joined(_read_entrant(t))),
    "agree": (_write_entrant_of, lambda t: Agreed(_entrant(t))),
    "leave": (_write_entrant_of, lambda t: Left(_entrant(t))),
    "start": (
        lambda event: " ".join(map(str, event.seeding)),
        lambda t: Started(_entrants(t, " ")),
    ),
    "excuse": (_write_round_of, lambda t: Excused(*_two(t))),
    "attend": (_write_round_of, lambda t: Attending(*_two(t))),
    "pair": (_write_paired, _read_paired),
    "unpair": (lambda event: str(event.round), lambda t: Unpaired(number(t))),
    "stall": (
        lambda event: " ".join(map(_game, event.games)),
        lambda t: Stalled(tuple(map(_read_game, t.split(" ")))),
    ),
    "decide": (_write_outcome, lambda t: Decided(*_read_outcome(t))),
    "correct": (_write_outcome, lambda t: Corrected(*_read_outcome(t))),
    "withdraw": (_write_entrant_of, lambda t: Withdrawn(_entrant(t))),
    "reinstate": (_write_entrant_of, lambda t: Reinstated(_entrant(t))),
    "replace": (lambda event: f"{event.entrant} {event.by}", _read_replaced),
    "end": (_write_ended, _read_ended),
    "cancel": (lambda _: "", _read_cancelled),
}

_KINDS: Mapping[type[Event], str] = {
    Opened: "open",
    Joined: "join",
    Agreed: "agree",
    Left: "leave",
    Started: "start",
    Excused: "excuse",
    Attending: "attend",
    Paired: "pair",
    Unpaired: "unpair",
    Stalled: "stall",
    Decided: "decide",
    Corrected: "correct",
    Withdrawn: "withdraw",
    Reinstated: "reinstate",
    Replaced: "replace",
    Ended: "end",
    Cancelled: "cancel",
}
