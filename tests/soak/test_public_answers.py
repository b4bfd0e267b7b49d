"""How the soak counts boards that were answers: they have no nonces."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from bot.delivery.matches.channels import MOVED_ON
from bot.i18n.catalogues import language, languages
from bot.ui.controls import custom_id
from playground.world import Message, World
from tests.soak import audit
from tests.soak.town import Witness

AT = datetime(2026, 1, 1, tzinfo=UTC)


def test_boards_that_were_answers() -> None:
    """Each counts for the entries for which it was made: the one of a computer player's turn, too,
    although it answers whoever moved before. A second one of a turn is one too many.
    """
    match = _match()
    log: list[Any] = [
        SimpleNamespace(seq=seq, batch=seq, kind=kind, interaction=by, at=AT)
        for seq, kind, by in ((1, "turn", 1), (2, "turn", None), (3, "offer", 3))
    ]
    place = SimpleNamespace(id=7, messages={*range(4)}, recipient=None)
    answers = [SimpleNamespace(id=one, channel=place) for one in place.messages]
    boards = {number: ("K7F2", number + 1) for number in range(3)}
    sent = defaultdict[str, Counter[int]](Counter)
    witness = SimpleNamespace(sent=sent, answers={1: answers[:2]}, boards=boards)
    looks = SimpleNamespace(upgraded=[])
    party: Any = SimpleNamespace(witness=witness, tally=Counter[str](), looks=looks)
    audit.note_answers(party, match, log)
    assert witness.sent == {"K7F2.1": {7: 1}, "K7F2.2": {7: 1}}
    assert not [*audit._twice(party, match, log)]
    place.messages.remove(0)  # It was sent again.
    witness.answers = {1: answers[:1]}
    audit.note_answers(party, match, log)
    assert not [*audit._twice(party, match, log)]
    witness.answers = {1: answers[2:]}  # One has no control that tells for what it was made.
    audit.note_answers(party, match, log)
    assert len([*audit._twice(party, match, log)]) == 2
    looks.upgraded = [(AT - timedelta(minutes=1), AT)]
    assert not [*audit._twice(party, match, log)], "by an earlier version"
    assert party.tally["boards that an earlier version has shown again"] == 2
    looks.upgraded = [(AT - timedelta(minutes=2), AT - timedelta(minutes=1))]
    assert len([*audit._twice(party, match, log)]) == 2


def test_boards_that_were_answers_to_a_player_alone() -> None:
    """Each counts for its player, as a message to them would: also if it answers what they did
    before the turn that it shows.
    """
    log: list[Any] = [SimpleNamespace(seq=1, batch=1, kind="turn", interaction=1, at=AT)]
    place = SimpleNamespace(id=8, messages={0}, recipient=SimpleNamespace(id=102))
    answers = {1: [SimpleNamespace(id=0, channel=place)]}
    sent = defaultdict[str, Counter[int]](Counter)
    witness = SimpleNamespace(sent=sent, answers=answers, boards={0: ("K7F2", 1)})
    party: Any = SimpleNamespace(witness=witness, tally=Counter[str]())
    audit.note_answers(party, _match(), log)
    assert witness.sent == {"K7F2.1.2": {8: 1}}


def _match() -> Any:
    place = SimpleNamespace(where=7)
    return SimpleNamespace(id="K7F2", place=place, seated=(101, 102), invited=())


@pytest.mark.parametrize("action", ["text", "move", "resume", "rematch"])
def test_for_what_an_answer_was_made(action: str) -> None:
    """The witness reads that in the controls: also of the line about a last turn, which has only
    the one for a rematch.
    """
    world = World()
    witness = Witness(world)
    row = {"type": 1, "components": [{"type": 2, "custom_id": custom_id(action, "K7F2", 18)}]}
    author: Any = SimpleNamespace(bot=True)
    answer = Message(1 << 22, SimpleNamespace(id=7), author, components=[row])  # type: ignore[arg-type]
    answer.interaction = {"id": "5"}
    world.emit("message.create", answer)
    assert witness.answers == {5: [answer]}
    assert witness.boards == {answer.id: ("K7F2", 18)}


@pytest.mark.parametrize("code", languages())
def test_a_line_beside_a_board(code: str) -> None:
    """It tells of the turn of the board that it follows, which was shown once all the same."""
    world = World()
    witness = Witness(world)
    author: Any = SimpleNamespace(bot=True)
    place: Any = SimpleNamespace(id=7)
    line = Message(1 << 22, place, author, content=language(code).gettext(MOVED_ON))
    line.interaction = {"id": "5"}
    world.emit("message.create", line)
    assert not witness.answers
