"""Malicious input: every parser answers it with its own error, and with little work."""

import importlib
import json
import pkgutil
import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta, timezone
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from bot import errors
from bot.cogs.clocks.vacations import day
from bot.cogs.learning import _lesson, _puzzle
from bot.cogs.ratings import _messages
from bot.commands import options as openings
from bot.observability import logs
from bot.records import shelf
from bot.ui import controls
from games import play
from games.play import tidy
from games.protocol import AnyGame
from games.record import LIMIT, Record, RecordError
from games.suggestions import MOST
from games.turnier.fight import reach
from games.turnier.position import read_position
from matches.model.clock import Clock
from matches.model.errors import UnknownMatch
from matches.model.ids import MatchId, number_of
from matches.settings import declared, guilds, players
from matches.unit_of_work.repository import key_of
from tests import OURS
from tests.laws.conftest import CASES
from tests.laws.patterns import Ways, patterns

PIECES = ["٣", "²", "-1", "-", "?", ",", "/", ":", ";", "+", ">", "*", "=", ".", " ", "_1", "true"]
PIECES += ["9" * 30, "9" * 5000, "0", "1", "99", "a1", "a" * 500]
anything = (
    st.text(max_size=60)
    | st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
    | st.text("0123456789dhms+/ ٣", max_size=50)
)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | anything,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(anything, inner, max_size=3),
    max_leaves=5,
)
MOST_MOVES = 2_000
_POSITIONS = [
    (game, str(play.replay(game, setup, [str(move) for move in moves]).position))
    for number, (game, setup) in enumerate(CASES)
    for moves in [play.random_line(game, setup, Random(number), 30)]
]


@settings(max_examples=400)
@given(st.sampled_from(_POSITIONS), st.randoms(use_true_random=False), st.integers(1, 3))
def test_any_broken_position_is_refused_with_a_value_error(
    case: tuple[AnyGame, str], rng: Random, often: int
) -> None:
    """A position with replaced parts either reads back from its text or raises ValueError."""
    game, text = case
    for _ in range(often):
        start = rng.randrange(len(text) + 1)
        text = text[:start] + rng.choice(PIECES) + text[start + rng.randrange(4) :]
    try:
        position = game.position(text)
    except ValueError:
        return
    assert game.position(str(position)) == position


@pytest.mark.parametrize(
    ("key", "old", "new"),
    [
        ("attangle", " 18 18 ", f" {10**9} 18 "),
        ("3stein", " 2,2,2 ", f" {10**9},2,2 "),
        ("turnier", " 3,3 ", f" {10**9},3 "),
    ],
)
def test_no_position_has_pieces_without_number(key: str, old: str, new: str) -> None:
    """A number in hand too large to paint or name makes the position invalid."""
    game = games.get(key)
    options = {"flags": True} if key == "turnier" else {}
    text = str(game.start(play.setup(game, None, options, Random(0))))
    assert old in text
    with pytest.raises(ValueError, match="not a position"):
        game.position(text.replace(old, new))


def test_boards_that_lie_far_apart_are_no_ground() -> None:
    """The lattice in which the next board is searched stays small."""
    game = games.get("turnier")
    start = game.start(play.setup(game, 2, {}, Random(0)))
    ground = str(game.apply(start, game.legal_moves(start)[0]))
    laid = ground.split()[1]
    near = laid.partition("@")[0] + "@0,0"
    with pytest.raises(ValueError, match="not a position"):
        read_position(ground.replace(laid, f"{near}/{near.replace('@0,0', '@9999,-9999')}"))


# Other parsers


@given(anything)
def test_any_text_is_a_clock_or_refused(text: str) -> None:
    """A clock reads back from its stored form. Anything else is a ValueError, or Refused."""
    try:
        clock = Clock.read(text)
    except ValueError:
        with suppress(errors.Refused):
            stored = openings.canonical_clock(text)
            assert stored is None or str(Clock.read(stored)) == stored
        return
    assert Clock.read(str(clock)) == clock


@given(
    anything | st.sampled_from(["9999-12-31", "0001-01-01", "2999-12-31", "31.12.2999", "31.2."])
)
def test_any_text_is_a_day_or_refused(text: str) -> None:
    """A day has a successor and can be stored. Anything else is Refused."""
    with suppress(errors.Refused):
        found = day(text, datetime(2030, 1, 1, tzinfo=UTC), timezone(timedelta(hours=14)))
        assert (found + timedelta(days=999)).astimezone(UTC) > found


@given(
    st.sampled_from(
        [
            (kind, name)
            for kind in (players.Preferences, guilds.GuildSettings)
            for name in declared.names(kind)
        ]
    ),
    values,
)
def test_any_value_is_a_setting_or_none(case: tuple[type[Any], str], value: Any) -> None:
    """A value either is a valid setting, which reads back, or is not; nothing is raised."""
    kind, name = case
    if declared.fits(kind, name, value):
        declared.read(kind, json.loads(json.dumps({name: value})))


@given(anything)
def test_any_text_is_an_id_or_none(text: str) -> None:
    """A match id is a number that fits the database, or a ValueError."""
    with suppress(ValueError):
        assert 0 <= number_of(text) < 2**63
    with suppress(errors.Outdated):
        assert 0 <= controls.number(text) < 2**63


@given(st.sampled_from(["", "tyr/0/0/", "tyr-1/0/", "x-2-live/", "-"]), anything)
def test_any_custom_id_is_known_or_outdated(start: str, text: str) -> None:
    """A control is read, or counts as outdated."""
    controls.known(start + text)
    for read in (_lesson.Place.read, _puzzle.Place.read):
        with suppress(errors.Outdated):
            assert str(read(start + text))
    with suppress(ValueError):
        _messages.read(start + text)


# Records


@pytest.mark.parametrize(
    "text",
    [
        "[" * 50_000,
        '{"turns":' * 10_000,
        '{"turns": ' + "[" * 49_000 + "]" * 49_000 + "}",
        '{"turns": [' * 5_000 + "]}" * 5_000,
        '{"game": "tyr", "seats": ' + "9" * 5_000 + "}",
        '{"game": "tyr", "seats": 1e999, "options": {}, "turns": [], "result": "-", "rules": 1}',
        '{"game": "tyr", "seats": 2, "options": [1], "turns": [], "result": "-", "rules": 1}',
        '{"game": ["tyr"], "seats": 2, "options": {}, "turns": [], "result": "-", "rules": 1}',
        '[game "tyr"]\n1. ' + "x" * 90_000,
        '[game "' + "x" * 90_000,
        "1." * 40_000,
        "1" * 90_000,
        "[" + "a" * 90_000,
        "\ufeff" * 30_000,
    ],
)
def test_monstrous_records_are_refused(text: str) -> None:
    """Deep, long and endless files within the size limit raise RecordError and nothing else."""
    assert len(text.encode()) <= LIMIT
    with pytest.raises(RecordError):
        shelf.opened(text.encode())


def test_records_have_a_limit_of_size() -> None:
    """A file above the limit is not read, even if it is valid."""
    game = games.get("attangle")
    setup = play.setup(game, None, {}, Random(0))
    text = '[game "attangle"]\n[rules "1"]\n[seats "2"]\n[result "-"]\n'
    assert shelf.opened(text.encode())[1].setup == setup
    with pytest.raises(RecordError):
        shelf.opened((text + "\n" * LIMIT).encode())


def test_reading_ends_at_the_first_mistake() -> None:
    """Reading ends at the first illegal turn, however many follow."""
    asked = []

    class Counting(str):
        __slots__ = ()

        def split(self, *_: Any) -> list[str]:
            asked.append(self)
            return ["x"]

    game = games.get("attangle")
    turns = tuple(map(Counting, range(10_000)))
    record = Record(game, play.setup(game, None, {}, Random(0)), turns, None, 1)
    with pytest.raises(RecordError):
        record.line()
    assert asked == ["0"]


# Cost


@pytest.mark.long
def test_no_text_is_read_in_many_ways() -> None:
    """No regular expression takes quadratic time or worse to fail at one place: no two repetitions,
    nested or adjacent, can share the same characters in many ways. Patterns known only at a call
    are the arguments of `Press.read` and of functions that hand theirs on to it, each of which is
    checked where it is given, and the playground's own limits.
    """
    found = [one for package in OURS for one in patterns(package)]
    assert [one for one in found if one.text is not None and Ways(one.text).many] == []
    assert {(one.module, one.written) for one in found if one.text is None} == {
        ("bot.commands.competitions.common", "f'({self.letter}-[0-9A-Z]{{4,12}}){pattern}'"),
        ("bot.commands.competitions.common", "pattern"),
        ("bot.ui.dispatch", "pattern"),
        ("playground.faults", "pattern"),
    }


@pytest.mark.long
def test_every_pattern_is_found() -> None:
    """Every pattern in a module, even within a tuple or a table, is among those found in the
    sources. So are patterns written where they are used, and those for controls.
    """
    found = {one.text for package in OURS for one in patterns(package)}
    held = set[str]()
    for package in OURS:
        path = importlib.import_module(package).__path__
        for module in pkgutil.walk_packages(path, f"{package}."):
            if not module.name.endswith("__main__") and ".migrations." not in module.name:
                values = vars(importlib.import_module(module.name)).values()
                held.update(one.pattern for value in values for one in _held(value))
    assert logs._SECRETS[1][0].pattern in held
    assert held <= found
    assert {r"-?\d+|\D+", r"[0-9]{1,19}", r"(\d{1,4})/(.*)"} <= found


def _held(value: Any) -> Iterator[re.Pattern[str]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, tuple | list | set | frozenset):
        for one in value:
            yield from _held(one)
    elif isinstance(value, dict) and "__name__" not in value:
        for one in value.values():
            yield from _held(one)


@pytest.mark.parametrize(
    "pattern",
    [
        "(a+)+",
        "(?:a|ab?)*",
        "(?:b(?:a?)?)*",
        "(a*)*",
        "(?:a?b?)*",
        "(?:ab|a|b)*",
        "(?:a{1,6}b?)+",
        "a*a*",
        "a+b?a+",
        "a*(?:|c)[ab]*",
        r"\s*.+",
        ".*x.*",
        r"0*\d*",
    ],
)
def test_many_ways_are_seen(pattern: str) -> None:
    """The check finds nested and overlapping repetitions, whatever is between them."""
    assert Ways(pattern).many


@pytest.mark.parametrize(
    "pattern",
    [
        "a+(?:-a+)*",
        "a+ba+",
        "(a|ab)(c|bcd)d*",
        r"(?:\d{1,6}[dhms]\s*)+",
        "a{1,6}a{1,6}",
        "(?:a{3})+",
        r"\s*(\S.*)",
        "[^/]*/.*",
        r"^0*(?:[1-9]\d*)?$",
    ],
)
def test_few_ways_are_allowed(pattern: str) -> None:
    """Repetitions separated by a character, and bounded ones, are allowed."""
    assert not Ways(pattern).many


def test_blanks_are_read_once() -> None:
    """Tidying removes spaces beside signs only where each is a single one."""
    assert " *" not in play._AROUND.pattern
    assert "\\s" not in play._AROUND.pattern
    assert tidy("b2 ,\t e2" + " " * 6000 + "-c3") == "b2,e2-c3"


def test_choices_are_bounded() -> None:
    """In random games no position has more moves than `docs/security.md` says, nor more
    spellings than are compared with input. None is listed twice.
    """
    for number, (game, setup) in enumerate(CASES):
        position = game.start(setup)
        for move in play.random_line(game, setup, Random(number), 60):
            moves = game.legal_moves(position)
            assert len(moves) == len({*moves}) <= MOST_MOVES
            assert sum(len(game.spellings(one)) for one in moves) <= MOST
            position = game.apply(position, move)


def test_jumps_visit_each_point_once() -> None:
    """However the fighters stand, the search for jumps visits no point twice."""

    class Counted(list[Any]):
        def __getitem__(self, point: Any) -> Any:
            visited.append(point)
            return super().__getitem__(point)

    game, setup = next(case for case in CASES if case[0].info.key == "turnier")
    line = play.random_line(game, setup, Random(1), 60)
    ground = play.replay(game, setup, [str(move) for move in line]).position.ground
    hops = Counted(ground.hops)
    table: Any = SimpleNamespace(near=ground.near, hops=hops, around=ground.around)
    rng, furthest = Random(2), 0
    for _ in range(300):
        share = rng.choice((0.2, 0.35, 0.5))
        occupied = sum(1 << point for point in range(len(ground.hops)) if rng.random() < share)
        visited: list[int] = []
        reach(table, occupied, rng.randrange(len(ground.hops)))
        assert len(visited) <= len(ground.hops) + 1
        furthest = max(furthest, len(visited))
    assert furthest > 5


def test_ids_that_are_none_are_unknown() -> None:
    """Input for a match id is shortened before it is quoted."""
    with pytest.raises(UnknownMatch) as refused:
        key_of(MatchId("x" * 6000))
    assert len(str(refused.value.refusal.fields["match"])) <= 20
