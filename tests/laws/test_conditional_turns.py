"""Laws of conditional turns, for every game: they are played where they were chosen, and nowhere
else.

What a log does is compared with what follows from the words alone: somebody has an answer to a
course of play, and the last one that they chose counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from games.play import HANDOVER, AnyLine, AnyTurn, Line, Turn, play_turn
from games.protocol import AnyGame, Seat, Setup
from matches.model.conditions import adding, to_text
from matches.model.entries import ORIGINS
from matches.model.forced import go_on
from matches.model.ids import ChannelId, MatchId, PlayerId
from matches.model.log import Log
from matches.model.match import Match, Place
from storage.matches import Entry
from tests.laws.conftest import name, setups

TURNS = 24
Path = tuple[str, ...]


def _table(game: AnyGame, setup: Setup) -> Match:
    return Match(
        id=MatchId("AAAAA"),
        game=game,
        setup=setup,
        status="open",
        players=tuple(PlayerId(1000 + seat) for seat in range(setup.seats)),
        host=PlayerId(1000),
        kept=(None,) * setup.seats,
        seating="chosen",
        place=Place(None, ChannelId(1)),
        message=None,
        seq=0,
        base=0,
        turn_count=0,
        to_move=None,
        ending=None,
        created_at=datetime(2030, 1, 1, tzinfo=UTC),
        line=Line.begin(game, setup),
    )


def _random_turn(line: AnyLine, rng: Random) -> AnyTurn:
    tokens = list[str]()
    now = line
    while not tokens or now.position.mid_turn:
        move = rng.choice(list(now.game.legal_moves(now.position)))
        tokens.append(str(move))
        now = now.push(move)
    return play_turn(line, " ".join(tokens))


class _Course:
    """A random match, and by its side what is to be expected of it."""

    def __init__(self, game: AnyGame, setup: Setup, rng: Random) -> None:
        self.rng = rng
        self.table = _table(game, setup)
        self.log = Log(self.table, self.table.created_at)
        self.log.write("open")
        self.log.write("start")
        self.path: Path = ()
        self.answers: dict[Seat, dict[Path, tuple[str, str]]] = {}
        self.seen = len(self.log.entries)
        self.counted = Counter[str]()

    @property
    def _seats(self) -> list[Seat]:
        gone = self.log.position.withdrawn
        return [seat for seat in range(1, self.table.setup.seats + 1) if seat not in gone]

    def run(self) -> None:
        """Plays on, with everything that can happen in between."""
        acts = (
            *(self._turn, self._choose, self._prepare, self._withdraw, self._take_back),
            *(self._hand_over, self._pause),
        )
        for _ in range(TURNS):
            if self.log.status != "running":
                return
            (act,) = self.rng.choices(acts, (60, 25, 6, 2, 2, 3, 2))
            act()
            self._follow()

    def _turn(self) -> None:
        """A turn that somebody waits for, or any other."""
        line, seat = self.log.line, self.log.position.to_move
        awaited = [branch[0] for one in self.log.conditions.values() for branch in one.branches]
        if awaited and self.rng.random() < 0.8:
            turn: AnyTurn = play_turn(line, self.rng.choice(awaited))
        else:
            turn = _random_turn(line, self.rng)
        self.log.write("turn", seat, turn.text, turn)
        go_on(self.log)

    def _choose(self) -> None:
        seat, line, path = self.rng.choice(self._seats), self.log.line, self.path
        turns, movers, positions = list[str](), list[Seat](), list[str]()
        for _ in range(self.rng.randint(2, 6)):
            if line.position.to_move is None:
                break
            turn: Turn = _random_turn(line, self.rng)  # type: ignore[type-arg]
            movers.append(line.position.to_move)
            positions.append(str(line.position))
            turns.append(turn.text)
            line = turn.line
        while movers and movers[-1] != seat:
            del turns[-1], movers[-1], positions[-1]
        if len(turns) < 2:
            return
        known = self.log.conditions.get(seat)
        before = () if known is None else known.branches
        chosen = adding(before, tuple(turns), movers, seat)
        self.log.write("condition", seat, to_text(chosen))
        mine = self.answers.setdefault(seat, {})
        for at in range(1, len(turns)):
            if movers[at] == seat:
                mine[(*path, *turns[:at])] = turns[at], positions[at]
        self.counted["chosen"] += 1

    def _prepare(self) -> None:
        seat = self.rng.choice(self._seats)
        if seat != self.log.position.to_move:
            self.log.write("prepare", seat, _random_turn(self.log.line, self.rng).text)

    def _withdraw(self) -> None:
        self.log.write("withdraw", self.rng.choice(self._seats), "resignation")
        self.answers.clear()
        self.path = (*self.path, "withdrawn")
        go_on(self.log)

    def _take_back(self) -> None:
        turns = self.log.match().turns
        since = max((one.seq for one in self.log.match().events), default=0)
        recent = [one for one in turns if one.seq > since]
        if not recent:
            return
        first = self.rng.choice(recent)
        self.log.write("takeback", first.seat, str(first.seq))
        self.answers.clear()
        self.path = self.path[: len(self.path) - sum(one.seq >= first.seq for one in turns)]

    def _hand_over(self) -> None:
        seat = self.rng.choice(self._seats)
        self.log.write("replace", seat, HANDOVER)
        self.answers.pop(seat, None)

    def _pause(self) -> None:
        self.log.write("adjourn", 1)
        self.log.write("resume", 1)
        go_on(self.log)

    def _follow(self) -> None:
        """What has been entered is what was to be expected, no less and no more."""
        for entry, before in self._new_turns():
            answer = self.answers.get(entry.seat or 0, {}).get(self.path)
            if entry.kind == "met":
                assert answer == (entry.text, before), "nobody has chosen this here"
                self.counted["met"] += 1
            else:
                assert answer is None, "this was chosen here"
            self.path = (*self.path, entry.text)
        if self.log.status == "running":
            seat = self.log.position.to_move or 0
            assert self.path not in self.answers.get(seat, {})

    def _new_turns(self) -> Iterator[tuple[Entry, str]]:
        """The turns that have been entered since, each with the position before it."""
        new, self.seen = self.log.entries[self.seen :], len(self.log.entries)
        again = _read(self.table, self.log.entries[: self.seen - len(new)])
        for entry in new:
            if entry.kind in ORIGINS:
                yield entry, str(again.position)
            again.read(entry)


def _read(table: Match, entries: list[Entry]) -> Log:
    log = Log(table)
    for entry in entries:
        log.read(entry)
    return log


@pytest.mark.untraced
@settings(max_examples=120)
@given(seed=st.integers(0, 2**32))
@pytest.mark.parametrize("key", [game.info.key for game in games.all_games()])
def test_conditional_turns_are_played_where_they_were_chosen(key: str, seed: int) -> None:
    """Nothing is ever played by itself but at exactly the position for which it was chosen, and
    there it always is. The log replays to the same match.
    """
    rng = Random(seed)
    game = games.get(key)
    course = _Course(game, rng.choice(setups(game)), rng)
    course.run()
    assert _read(course.table, course.log.entries).match() == course.log.match()


def test_the_law_meets_conditions(game: AnyGame, setup: Setup) -> None:
    """The random matches above have conditional turns that are played, in every setup."""
    counted = Counter[str]()
    for seed in range(60):
        course = _Course(game, setup, Random(f"{name(setup)}{seed}"))
        course.run()
        counted += course.counted
        if counted["met"] > 3:
            return
    pytest.fail(f"hardly any conditional turn was played: {counted}")
