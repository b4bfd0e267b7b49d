"""A study as a value: the tree, its owner's place in it, and the positions of its nodes.

It begins at a position that is stored with it, so nothing that happens to the match changes it.
Positions are found by `games.play`, the one source of legality, and remembered.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache

import games
from games.errors import MoveError
from games.play import AnyLine, AnyTurn, Line, Turn, closing, play_turn, whole_turn
from games.protocol import AnyGame, Setup
from matches.model import tree
from matches.model.ids import MatchId, PlayerId, StudyNumber, number_of, public_id
from matches.model.match import LoggedEvent, Match
from matches.model.study_errors import UnreadableStudy
from matches.model.tree import DEEPEST, ROOT, Number, Tree
from matches.studies.texts import text_of
from storage.studies import StudyRow

REMEMBERED = 4_096
"""The number of remembered positions: enough for two whole trees."""
ENDS = 256
"""The number of remembered lines to which the event that ended a match has been added."""


@dataclass(frozen=True, slots=True)
class Study:
    """A tree in which somebody tries out turns. Only its owner may see it.

    `root` is the number of turns that the match had at the study's start. `here` is the node at
    which its owner is, and `draft` the turn that they have begun there. `seq` counts its changes.
    """

    owner: PlayerId
    number: StudyNumber
    match_id: MatchId | None
    game: AnyGame
    setup: Setup
    start: str
    root: int
    name: str
    tree: Tree
    here: Number
    draft: str
    seq: int
    changed_at: datetime

    def turn_to(self, number: Number) -> AnyTurn:
        """The turn that leads to a node, with the line after it; at the root, a turn without plies.

        Raises UnreadableStudy if the present rules don't allow it.
        """
        return self.after(self.tree.turns(number))

    def after(self, turns: tuple[str, ...]) -> AnyTurn:
        """The same for turns from the root. Raises UnreadableStudy."""
        try:
            return _after(self.game.info.key, self.start, turns)
        except (MoveError, ValueError) as error:
            raise UnreadableStudy(number=self.number) from error

    def line(self, number: Number) -> AnyLine:
        """The line of play at a node. Raises UnreadableStudy."""
        return self.turn_to(number).line

    @property
    def begun(self) -> AnyTurn:
        """The turn that its owner has begun at their node; without plies if none is begun."""
        line = self.line(self.here)
        if self.draft:
            try:
                return play_turn(line, self.draft)
            except MoveError:
                pass
        return Turn((), line)

    @property
    def can_stop(self) -> bool:
        """Whether the turn that was begun may be ended here."""
        line = self.begun.line
        return closing(line.game, line.position) is not None

    def place_of(self, match: Match) -> Number | None:
        """The node at which the match is now, or at which it was ended without a turn; None if the
        match has gone another way, or the study doesn't have the node yet.
        """
        played = self.course(match)
        return None if played is None else self.tree.follow(ROOT, played)

    def passed_by(self, match: Match) -> bool:
        """Whether the match has been at its owner's node, and has gone on from there by turns that
        the study need not have.
        """
        turns, played = self.tree.turns(self.here), self.course(match) or ()
        return len(turns) < len(played) and played[: len(turns)] == turns

    def course(self, match: Match) -> tuple[str, ...] | None:
        """The turns by which the match has come from the root to where it is; None if it has gone
        another way, or further than a branch can. The event that ended the match, such as a
        resignation, is no turn and has no node.
        """
        if match.id != self.match_id:
            return None
        last = match.logged[-1] if match.position.to_move is None else None
        end = last.token if isinstance(last, LoggedEvent) else ""
        return self.leading(tuple(one.text for one in match.turns), text_of(match.position), end)

    def leading(
        self, turns: tuple[str, ...], position: str, end: str = ""
    ) -> tuple[str, ...] | None:
        """The last of a match's turns, which lead from the root to a position if the event `end`
        follows them; None if they don't, or are more than a branch can have.
        """
        own = turns[self.root :]
        if len(turns) < self.root or len(own) > DEEPEST:
            return None
        try:
            line = _ended(self.game.info.key, self.start, own, end)
        except (MoveError, ValueError):
            return None
        return own if text_of(line.position) == position else None


@lru_cache(maxsize=REMEMBERED)
def _after(game: str, start: str, turns: tuple[str, ...]) -> AnyTurn:
    if not turns:
        known = games.get(game)
        return Turn((), Line.at(known, known.position(start)))
    return whole_turn(_after(game, start, turns[:-1]).line, turns[-1])


@lru_cache(maxsize=ENDS)
def _ended(game: str, start: str, turns: tuple[str, ...], end: str) -> AnyLine:
    """The line after the turns and an event. It is remembered so that its position stays the same
    object, by which the position's text is remembered.
    """
    line = _after(game, start, turns).line
    return line.event(end) or line


def read(row: StudyRow) -> Study:
    """The study in a row."""
    return Study(
        owner=row.player_id,
        number=row.number,
        match_id=None if row.match_id is None else public_id(row.match_id),
        game=games.get(row.game),
        setup=Setup(row.seats, row.options),
        start=row.start,
        root=row.root,
        name=row.name,
        tree=tree.read(row.tree) if row.tree else Tree(),
        here=row.here,
        draft=row.draft,
        seq=row.seq,
        changed_at=row.changed_at,
    )


def written(study: Study) -> StudyRow:
    """The inverse of `read`. Raises StudyFull."""
    return StudyRow(
        player_id=study.owner,
        number=study.number,
        match_id=None if study.match_id is None else number_of(study.match_id),
        game=study.game.info.key,
        seats=study.setup.seats,
        options=dict(study.setup.options),
        start=study.start,
        root=study.root,
        name=study.name,
        tree=study.tree.stored(),
        here=study.here,
        draft=study.draft,
        seq=study.seq,
        changed_at=study.changed_at,
    )


def at(study: Study, number: Number, draft: str = "") -> Study:
    """The study with its owner at another node."""
    return replace(study, here=number, draft=draft)
