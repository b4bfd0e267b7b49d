"""Short texts that people choose, type or send back: controls, clocks, days, settings, log
lines.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from datetime import UTC, datetime, timedelta, timezone
from gettext import NullTranslations
from typing import Any

from bot import errors
from bot.cogs.clocks.vacations import day
from bot.cogs.learning import _exercise as exercise
from bot.cogs.learning import _lesson, _puzzle
from bot.cogs.ratings import _messages
from bot.commands import options
from bot.config.settings import Settings, SettingsError, load
from bot.observability.logs import Formatter
from bot.text import clock as clock_text
from bot.ui import controls
from games import picks
from matches.model.clock import Clock
from matches.model.ids import number_of, public_id
from matches.model.ratings import Pool
from matches.settings import declared, guilds, players, quiet_hours
from tests.fuzz.moves import MOST_MOVES

_FORM = re.compile(controls.TEMPLATE, re.DOTALL)
_SOME_DAY = datetime(2030, 1, 1, tzinfo=UTC)
_SECRET = "ZZtopZZ"


def control(data: bytes) -> None:
    """Every part of a control's text is read, or it counts as outdated. A place in an exercise has
    choices within the limit.
    """
    text = data.decode(errors="replace")
    found = _FORM.fullmatch(text)
    assert controls.known(text) == bool(found)
    rest = found["rest"] if found else text
    with suppress(errors.Outdated):
        assert 0 <= controls.number(rest) < 2**63
    with suppress(ValueError):
        number = number_of(found["match"] if found else text)
        assert number >= 0
        assert number_of(public_id(number)) == number
    with suppress(ValueError):
        pool, *_ = _messages.read(rest)
        assert Pool.read(str(pool)) == pool
    for kind in (_lesson.Place, _puzzle.Place):
        with suppress(errors.Outdated):
            _exercise(kind.read(rest))


def _exercise(place: Any) -> None:
    assert type(place).read(str(place)) == place
    if isinstance(place, _lesson.Place) and not place.is_lesson:
        return
    assert len(picks.ways(exercise.at(place).line, place.stem)) <= MOST_MOVES
    exercise.further(place, place.stem)
    exercise.ended(place)
    exercise.at(exercise.earlier(place))


def clock(data: bytes) -> None:
    """A text is a clock that reads back from its stored form and can be described; or it is
    refused.
    """
    text = data.decode(errors="replace")
    try:
        found = Clock.read(text)
    except ValueError:
        with suppress(errors.Refused):
            stored = options.canonical_clock(text)
            assert stored is None or str(Clock.read(stored)) == stored
        return
    assert Clock.read(str(found)) == found
    assert options.canonical_clock(text) == str(found)
    assert len(clock_text.control(found, NullTranslations())) < 200
    found.after_turn(found.time)


def moment(data: bytes) -> None:
    """A text is a day with a successor, quiet hours with an end, or refused."""
    text = data.decode(errors="replace")
    with suppress(errors.Refused):
        found = day(text, _SOME_DAY, timezone(timedelta(hours=14)))
        assert (found + timedelta(days=999)).astimezone(UTC) > found
    with suppress(ValueError):
        begins, ends = quiet_hours.hours(text)
        assert 0 <= begins < 24 > ends >= 0
        zone = players.Preferences().time_zone
        for hours in range(24):
            now = _SOME_DAY + timedelta(hours=hours)
            assert now <= quiet_hours.until(text, zone, now) <= now + timedelta(days=1)


def choices(data: bytes) -> None:
    """A value is either valid, and then stored and read back, or not."""
    try:
        chosen = json.loads(data)
    except (ValueError, RecursionError):
        return
    if not isinstance(chosen, dict):
        return
    own, server = (
        {name: value for name, value in chosen.items() if declared.fits(kind, name, value)}
        for kind in (players.Preferences, guilds.GuildSettings)
    )
    assert declared.read(players.Preferences, _stored(own)).time_zone.key
    kind = guilds.GuildSettings
    assert declared.read(kind, _stored(server)) == declared.read(kind, server)


def _stored(values: Any) -> Any:
    return json.loads(json.dumps(values))


def environment(data: bytes) -> None:
    """Settings are complete, or refused with the expected format and without the given value."""
    given = dict[str, Any]()
    for line in data.decode(errors="replace").splitlines():
        name, _, value = line.partition("=")
        if name.lower() in Settings.model_fields:
            given[name.lower()] = _SECRET if name.lower() == "discord_token" else value
    try:
        found = load(_env_file=None, **given)
    except SettingsError as error:
        assert _SECRET not in str(error)
        assert re.fullmatch(r"(?:[A-Z_]+: expected .+\n?)+", str(error))
        return
    assert _SECRET not in repr(found)
    assert found.limits.tables >= 1
    assert all(found.secrets)


def log(data: bytes) -> None:
    """A log line does not contain the passwords and tokens in its message."""
    text = data.decode(errors="replace")
    secret = f"https://somebody:{_SECRET}@host/webhooks/1/{_SECRET}"
    clean = Formatter([_SECRET + "!"]).clean
    assert _SECRET not in clean(f"{text} {secret} {text} {_SECRET}!")
    assert len(clean(text)) <= 2 * len(text)
