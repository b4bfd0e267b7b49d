"""Conditional turns from a study: the branch from the match's position to a position in the
study.
"""

from __future__ import annotations

from games.protocol import PASS
from matches.course.conditions import choose_answer
from matches.model.conditions import Branch
from matches.model.ids import PlayerId, StudyNumber
from matches.model.match import Match
from matches.model.study_errors import NotAhead
from matches.model.tree import Number
from matches.studies.stored import get
from matches.studies.study import Study
from storage.database import Database


def ahead(study: Study, match: Match, node: Number) -> Branch:
    """The turns that lead from the match's position to a node, without passes at the end, which
    follow automatically; empty if none lead there.
    """
    place = study.place_of(match)
    if place is None or not study.tree.has(node):
        return ()
    behind, turns = study.tree.turns(place), study.tree.turns(node)
    if turns[: len(behind)] != behind:
        return ()
    branch = turns[len(behind) :]
    while branch and branch[-1] == PASS:
        branch = branch[:-1]
    return branch


async def play_if_it_happens(
    db: Database,
    owner: PlayerId,
    number: StudyNumber,
    node: Number,
    match: Match,
    *,
    interaction: int | None = None,
) -> tuple[Match, Branch]:
    """Makes the branch to this node a conditional turn: its last turn, the owner's own, is played
    if exactly the turns before it have been. Returns the match and the branch.

    Raises NotAhead, and the same as `matches.course.conditions.choose_answer` and `get`.
    """
    study = await get(db, owner, number)
    branch = ahead(study, match, node)
    if not branch:
        raise NotAhead(match=match.id)
    after = await choose_answer(db, match.id, owner, branch, seq=match.seq, interaction=interaction)
    return after, branch
