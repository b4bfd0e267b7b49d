"""What somebody does in a study: they try turns, go back and forth, comment, and prune.

`here` is the node that they were shown, and `length` the number of tokens that the begun turn had
then. A complete turn leads to a node, either a new or an existing one; passes that are the only
legal move follow automatically. Two turns played at once at the same node give two nodes. All raise
UnknownStudy, UnreadableStudy, and Unavailable.
"""

from __future__ import annotations

from dataclasses import replace

from games.errors import IllegalMove
from games.play import AnyTurn, must_pass, play_turn
from games.protocol import END, PASS
from games.words import Refusal, plain
from matches.course.entry import checked
from matches.model.errors import NothingToConfirm
from matches.model.ids import PlayerId, StudyNumber
from matches.model.study_errors import StaleStudy
from matches.model.tree import COMMENT, ROOT, Number
from matches.studies.stored import change
from matches.studies.study import Study, at
from storage.database import Database

NAME = 60
"""The most characters of a name."""


async def play(
    db: Database, owner: PlayerId, number: StudyNumber, text: str, *, here: Number, length: int = 0
) -> Study:
    """Adds tokens to the turn that was begun at a node, for the seat to move there.

    Raises MoveError, TurnTooLong, StudyFull, and StaleStudy if the node is gone, or the turn that
    was begun there is not the one that the owner saw.
    """

    def made(study: Study) -> Study:
        begun = _begun(study, here, length)
        typed = f"{begun} {checked(text)}" if text.strip() else text
        return _entered(study, here, play_turn(study.line(here), typed))

    return await change(db, owner, number, made)


async def stop(
    db: Database, owner: PlayerId, number: StudyNumber, *, here: Number, length: int
) -> Study:
    """Ends the turn that was begun, if it may end here. Raises NothingToConfirm, StaleStudy, and
    IllegalMove ("turn-unfinished").
    """

    def made(study: Study) -> Study:
        text = _begun(study, here, length)
        if not text:
            raise NothingToConfirm(match=study.match_id or "-")
        if not study.can_stop:
            refusal = Refusal("turn-unfinished", {"played": text})
            raise IllegalMove(refusal, text, study.begun.line.position)
        return _entered(study, here, play_turn(study.line(here), f"{text} {END}"))

    return await change(db, owner, number, made)


async def back(
    db: Database,
    owner: PlayerId,
    number: StudyNumber,
    *,
    here: Number,
    length: int,
    tokens: int = 1,
) -> Study:
    """Takes back the last tokens of the begun turn; if none is begun, goes to the parent node. At
    the root nothing happens. Raises StaleStudy.
    """

    def made(study: Study) -> Study:
        text = _begun(study, here, length)
        if text:
            return at(study, here, " ".join(text.split()[:-tokens]))
        node = study.tree.node(here)
        return at(study, ROOT if node is None else node.parent)

    return await change(db, owner, number, made)


async def go(db: Database, owner: PlayerId, number: StudyNumber, node: Number) -> Study:
    """Goes to a node. Raises StaleStudy if it is gone."""
    return await change(db, owner, number, lambda study: at(_having(study, node), node))


async def follow(
    db: Database, owner: PlayerId, number: StudyNumber, turns: tuple[str, ...]
) -> Study:
    """Goes to where these turns of the match lead from the root, and adds them if need be. Raises
    StudyFull.
    """

    def made(study: Study) -> Study:
        tree, node = study.tree.reaching(turns)
        return at(replace(study, tree=tree), node)

    return await change(db, owner, number, made)


async def name(db: Database, owner: PlayerId, number: StudyNumber, text: str) -> Study:
    """Gives the study a name, or takes it away. Studies with a name are never removed to make
    room.
    """
    said = plain(text, NAME)
    return await change(db, owner, number, lambda study: replace(study, name=said))


async def comment(
    db: Database, owner: PlayerId, number: StudyNumber, node: Number, text: str
) -> Study:
    """Writes a comment on a node, or deletes it. Raises StaleStudy if the node is gone, and for the
    root, which has no comment.
    """
    said = plain(text, COMMENT)

    def made(study: Study) -> Study:
        if node == ROOT:
            raise StaleStudy(number=study.number)
        return replace(_having(study, node), tree=study.tree.commented(node, said))

    return await change(db, owner, number, made)


async def prune(
    db: Database, owner: PlayerId, number: StudyNumber, node: Number, *, seq: int
) -> Study:
    """Deletes a node and everything after it. An owner who was there is moved to its parent; at the
    root, everything is deleted. Raises StaleStudy if the study has changed since the owner saw it.
    """

    def made(study: Study) -> Study:
        if study.seq != seq:
            raise StaleStudy(number=study.number)
        known = _having(study, node).tree.node(node)
        pruned = replace(study, tree=study.tree.pruned(node))
        if pruned.tree.has(study.here):
            return pruned
        return at(pruned, ROOT if known is None else known.parent)

    return await change(db, owner, number, made)


def _having(study: Study, node: Number) -> Study:
    if not study.tree.has(node):
        raise StaleStudy(number=study.number)
    return study


def _begun(study: Study, here: Number, length: int) -> str:
    """The turn that was begun at the node. Raises StaleStudy unless it is as long as it was
    shown.
    """
    begun = study.begun.text if _having(study, here).here == here else ""
    if len(begun.split()) != length:
        raise StaleStudy(number=study.number)
    return begun


def _entered(study: Study, here: Number, turn: AnyTurn) -> Study:
    if not turn.complete:
        return at(study, here, turn.text)
    tree, node = study.tree.adding(here, turn.text)
    line = turn.line
    while line.position.to_move is not None and must_pass(line):
        tree, node = tree.adding(node, PASS)
        line = play_turn(line, PASS).line
    return at(replace(study, tree=tree), node)
