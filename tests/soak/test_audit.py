"""What the soak counts as a doubled turn, and as a legitimate take-back."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Container
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

import games
from bot.delivery.matches.turns import PLAYED
from bot.i18n.catalogues import language, languages
from bot.text.match import title
from bot.text.position import in_words
from bot.ui.controls import custom_id
from games import play
from games.words import Fields, say
from matches.model.ids import MatchNumber, public_id
from playground.interaction import DEFER, DEFER_UPDATE, REPLY_NOW
from playground.snowflake import time_of
from playground.world import Message, User, World
from tests.soak import audit
from tests.soak.answers import OVERTAKING, WAITING, left_thinking
from tests.soak.audit import boards_owed, by_others, doubled, without_consent
from tests.soak.town import Witness, descriptions_of

COMMAND, BUTTON = 2, 3
THREE: Any = SimpleNamespace(
    id="K7F2",
    players=(11, 12, 13),
    setup=SimpleNamespace(seats=3),
    game=SimpleNamespace(sides=lambda _: ((1, 3), (2,))),
)
"""A match in which the first and the third seat are partners."""


def _log(*entries: tuple[str, int | None, str]) -> list[Any]:
    """Entries with these kinds, seats and texts, each from an interaction with its own number."""
    return [
        SimpleNamespace(match_id=1, seq=seq, batch=seq, kind=kind, seat=seat, text=text,
                        interaction=seq)
        for seq, (kind, seat, text) in enumerate(entries, start=1)
    ]  # fmt: skip


def _found(kind: int, *log: tuple[int, int | None]) -> list[str]:
    """The problems of a match with turns by these seats and interactions; 1 and 2 were begun at
    once.
    """
    entries: list[Any] = [
        SimpleNamespace(
            match_id=1, kind="turn" if by else "prepared", seat=seat, interaction=by, text="c3"
        )
        for seat, by in log
    ]
    typed = kind == COMMAND
    attempts = {
        one: SimpleNamespace(match=public_id(MatchNumber(1)), group=7, typed=typed)
        for one in (1, 2)
    }
    party: Any = SimpleNamespace(attempts=attempts)
    return [*doubled(party, entries)]


@pytest.mark.parametrize("kind", [COMMAND, BUTTON])
def test_two_turns_of_one_click(kind: int) -> None:
    """Two turns from one click are one too many, and so is an interaction used twice."""
    assert not _found(kind, (1, 1), (2, None))
    assert len(_found(kind, (1, 1), (1, 2))) == 1
    assert _found(kind, (1, 1), (2, None), (1, 1))


def test_two_commands_with_an_answer_between() -> None:
    """A command names no position, so typing it twice counts twice if it is the player's turn
    again. A button names one, so it never may.
    """
    assert not _found(COMMAND, (1, 1), (2, None), (1, 2))
    assert len(_found(BUTTON, (1, 1), (2, None), (1, 2))) == 1


def test_two_commands_with_a_take_back_between() -> None:
    """A turn that was taken back can be played again."""
    log = _log(("turn", 1, "c3"), ("takeback", 1, "1"), ("turn", 1, "c3"))
    attempts = {
        one: SimpleNamespace(match=public_id(MatchNumber(1)), group=7, typed=True) for one in (1, 3)
    }
    party: Any = SimpleNamespace(attempts=attempts)
    assert not [*doubled(party, log)]
    assert len([*doubled(party, [log[0], log[2]])]) == 1


def test_boards_after_a_take_back() -> None:
    """Turns after a take-back reuse the numbers of those removed."""
    turns = [("turn", seat, text) for seat, text in ((1, "c3"), (2, "c4"), (3, "c5"), (1, "d1"))]
    log = _log(*turns, ("takeback", 2, "2"), ("turn", 2, "e1"))
    told = [*boards_owed(THREE, log)]
    first, later = {(1, "c3")}, {(1, "c3"), (2, "e1")}
    assert told[4:] == [("K7F2.5", set(), first), ("K7F2.6", {(2, "e1")}, later)]
    assert told[3][:2] == ("K7F2.4", {(4, "d1")})


def _untold(log: list[Any], *sent: str) -> list[str]:
    """The boards of these entries that are missing, where those with these keys were sent."""
    match: Any = SimpleNamespace(id="K7F2", place=SimpleNamespace(where=7))
    party: Any = SimpleNamespace(
        witness=SimpleNamespace(sent={*sent}, turns=defaultdict(set), shown=defaultdict(dict)),
        world=SimpleNamespace(channels={7}),
        tally=Counter[str](),
    )
    return [*audit._untold(party, match, log, set())]


def test_turns_that_were_taken_back_need_not_be_told() -> None:
    """The board after a take-back tells of what stands then. Without it, or without a take-back,
    every turn has to be told.
    """
    turns = ("turn", 1, "c3"), ("turn", 2, "c4")
    back = _log(*turns, ("takeback", 2, "2"))
    assert not _untold(back, "K7F2.1", "K7F2.3")
    assert len(_untold(back, "K7F2.1")) == 2
    assert len(_untold(_log(*turns, ("turn", 1, "d1")), "K7F2.1", "K7F2.3")) == 1


def _uncalled(*sent: str) -> list[str]:
    """The notices that are missing, if those with these keys were sent: seat 2 is to move since
    entry 5.
    """
    match: Any = SimpleNamespace(
        id="K7F2", base=5, to_move=2, player_to_move=12, place=SimpleNamespace(where=7)
    )
    party: Any = SimpleNamespace(
        direct={12},
        witness=SimpleNamespace(sent={*sent}),
        world=SimpleNamespace(channels={7}),
        tally=Counter[str](),
    )
    return [*audit._uncalled(party, match, set())]


def test_who_is_called_by_losing_prepared_turns() -> None:
    """One message tells a player that the last turn has dropped theirs and that they are to move.
    One about an earlier turn, or to another seat, does not.
    """
    assert not _uncalled("K7F2.5.2")
    assert not _uncalled("K7F2.d6.2")
    assert len(_uncalled("K7F2.d4.2")) == len(_uncalled("K7F2.d6.1")) == len(_uncalled()) == 1


def test_take_back_without_consent() -> None:
    """All opponents must have agreed to this request, but not partners, nor withdrawn players.
    Everybody must have agreed to an adjournment.
    """
    asked, granted = ("request", 1, ""), ("grant", 2, "")
    back, pause = ("takeback", 1, "1"), ("adjourn", 1, "")
    for fine in ((asked, granted, back), (("withdraw", 2, ""), asked, back)):
        assert not [*without_consent(THREE, _log(*fine))]
    assert not [*without_consent(THREE, _log(asked, granted, ("grant", 3, ""), pause))]
    for wrong in ((asked, back), (asked, granted, back, asked, back), (asked, granted, pause)):
        assert len([*without_consent(THREE, _log(*wrong))]) == 1


def test_what_others_bring_about() -> None:
    """A seat's turns and answers come from its own player's interactions only."""
    attempts = {number: SimpleNamespace(user=user) for number, user in ((1, 11), (2, 12))}
    party: Any = SimpleNamespace(attempts=attempts)
    assert not [*by_others(party, THREE, _log(("turn", 1, "c3"), ("grant", 2, "")))]
    for wrong in (("turn", 2, "c3"), ("request", 3, "")):
        assert len([*by_others(party, THREE, _log(wrong))]) == 1


WAITS: Any = SimpleNamespace(
    id=1 << 22,
    acknowledged=True,
    response_type=DEFER,
    deferred_reply=True,
    answered=asyncio.Event(),
)
"""An interaction that was acknowledged but never answered."""


def _explained(
    killed: float,
    *locked: tuple[float, float],
    others: float = 100.0,
    answer: int = DEFER,
    dealt_with: Container[int] = (),
) -> bool:
    """Whether a kill this many seconds after the start explains the missing answer, with the
    database locked at these times, and this many others answered per second, in this way first.
    """

    def at(seconds: float) -> datetime:
        return time_of(WAITS.id) + timedelta(seconds=seconds)

    done = asyncio.Event()
    done.set()
    asked = [WAITS]
    for n in range(1, int(30 * others)):
        moment = WAITS.id + (int(1000 * n / others) << 22)
        made = {"id": moment, "answered": done, "deferred_reply": False, "response_type": answer}
        asked.append(SimpleNamespace(**vars(WAITS) | made))
    party: Any = SimpleNamespace(
        attempts={one.id: SimpleNamespace(match="K7F2", interaction=one) for one in asked},
        locked=[(at(start), at(end)) for start, end in locked],
    )
    return not [*left_thinking(party, [at(killed)], dealt_with)]


def test_only_a_kill_meanwhile_explains_a_missing_answer() -> None:
    """A kill before the start, or after the answer was due, does not."""
    due = WAITING.total_seconds()
    assert _explained(due - 1)
    assert not _explained(-1)
    assert not _explained(due + 1)


def test_an_answer_is_due_later_where_all_are_slow() -> None:
    """If later interactions have been answered, it is lost rather than in progress."""
    due = WAITING.total_seconds()
    slow = OVERTAKING / (4 * due)
    assert _explained(3 * due, others=slow)
    assert not _explained(3 * due, others=2 * slow)
    assert not _explained(5 * due, others=slow)


def test_a_quick_answer_overtakes_nothing() -> None:
    """Hundreds are refused in the seconds that an answer takes while nothing can be stored. Only
    answers that took their time, too, show that this one is overdue.
    """
    due = WAITING.total_seconds()
    assert _explained(3 * due, answer=REPLY_NOW)
    assert not _explained(3 * due, answer=DEFER_UPDATE)


def test_no_kill_explains_what_was_dealt_with_before() -> None:
    """Whatever the time: the process had acknowledged it, and was done with it."""
    assert _explained(1)
    assert not _explained(1, dealt_with={WAITS.id})


def test_an_answer_is_due_later_where_the_database_is_locked() -> None:
    """The deadline moves to the end of the lock. Locks before and after do not matter."""
    due = WAITING.total_seconds()
    assert _explained(due + 7, (1, 8))
    assert not _explained(due + 9, (1, 8))
    assert not _explained(due + 1, (-9, -1), (due + 0.5, due + 8))


def _last_seen(match: Any, *messages: Any) -> list[str]:
    """The problems of a match with these boards, oldest first."""
    shown = {message.id: message for message in messages}
    people = {user: SimpleNamespace(id=user) for user in match.players}
    for message in messages:
        message.channel = SimpleNamespace(messages=shown, recipient=people.get(message.to))
    party: Any = SimpleNamespace(
        witness=SimpleNamespace(shown={match.id: shown}, sent={one.nonce for one in messages}),
        world=SimpleNamespace(channels={7}, users=people),
        tally=Counter[str](),
    )
    return [*audit._last_seen(party, match)]


def _message(
    number: int, nonce: str | None, said: str, *, to: int = 0, edited: int = 0, past: bool = False
) -> Any:
    """A message with a board, sent and edited at these times, to one player or to all; one that is
    `past` leads to the newest.
    """
    leads = {"type": 2, "style": 2, "label": "…", "custom_id": custom_id("newest", "K7F2")}
    newest = {"type": 1, "components": [leads]}
    return SimpleNamespace(
        id=number << 22,
        nonce=nonce,
        content="",
        attachments=[SimpleNamespace(description=said)],
        edited_at=time_of(edited << 22) if edited else None,
        components=[newest] if past else [],
        to=to,
    )


def _match(*, board: int | None = None, apart: bool = False) -> Any:
    """A match of two whose last board was due for entry 5, and which stands at its start."""
    game = games.get("attangle")
    setup = play.setup(game)
    return SimpleNamespace(
        id="K7F2",
        base=5,
        game=game,
        setup=setup,
        position=game.start(setup),
        players=(101, 102),
        seated=(101, 102),
        invited=(),
        place=SimpleNamespace(where=7),
        board=board,
        apart=apart,
    )


STANDS = _match()
LAST = in_words(STANDS.game, STANDS.setup, STANDS.position, language("en"))


def test_the_latest_board_is_compared() -> None:
    """An earlier correct board does not make up for a wrong later one."""
    before, last = _message(1, "K7F2.3", "before"), _message(2, "K7F2.5", LAST)
    assert not _last_seen(_match(), before, last)
    assert len(_last_seen(_match(), _message(1, "K7F2.3", LAST), _message(2, None, "other"))) == 1
    # That a board leads to a newer one is its last edit, and shows no position.
    left = _message(1, "K7F2.3", "before", edited=4, past=True)
    assert not _last_seen(_match(), left, last)


def test_what_is_laid_out_is_read() -> None:
    """The witness finds matches, turns and positions in texts and galleries of a layout, too."""
    frame = [
        {"type": 10, "content": "**Attangle** · `K7F2`"},
        {"type": 10, "content": "7. `c3` wins"},
        {"type": 12, "items": [{"description": LAST}]},
    ]
    author: Any = SimpleNamespace(bot=True)
    where: Any = SimpleNamespace(id=7)
    board = Message(1 << 22, where, author, components=[{"type": 17, "components": frame}])
    world = World()
    witness = Witness(world)
    world.emit("message.create", board)
    assert [*witness.shown["K7F2"].values()] == [board]
    assert witness.turns["K7F2"] == {(7, "c3")}
    assert descriptions_of(board) == [LAST]


@pytest.mark.parametrize("code", languages())
def test_what_players_are_told_of_their_turns_is_read(code: str) -> None:
    """In every language the witness knows the sentence that acknowledges a turn."""
    world, user = World(), User(1 << 22, "anna")
    witness = Witness(world)
    author: Any = SimpleNamespace(bot=True)
    listed: Any = SimpleNamespace(id="K7F2", game=games.get("attangle"))
    fields: Fields = {"match": title(listed, language(code)), "turn": "c3"}
    told: Any = SimpleNamespace(id=7)
    said = say(PLAYED, fields, language=language(code))
    answer = Message(2 << 22, told, author, content=said)
    answer.ephemeral_to = user
    world.emit("message.create", answer)
    assert witness.played == {(answer.id, "K7F2", "c3"): user.id}


def test_the_kept_board_is_compared_by_when_it_was_edited() -> None:
    """Lines about turns lead to it, and are no boards. An answer in the board's place counts until
    its next edit.
    """
    line = _message(6, "K7F2.5", "", past=True)
    answer = _message(3, None, "other")
    assert not _last_seen(_match(board=1 << 22), _message(1, "K7F2.0", LAST, edited=4), line)
    assert not _last_seen(_match(board=1 << 22), _message(1, "K7F2.0", LAST, edited=4), answer)
    assert _last_seen(_match(board=1 << 22), _message(1, "K7F2.0", LAST, edited=2), answer)


def test_boards_that_follow_a_kept_one_are_compared() -> None:
    """One that was kept while things were built up is an earlier board afterwards."""
    kept = _message(1, "K7F2.0", "before", edited=4, past=True)
    assert not _last_seen(_match(board=1 << 22), kept, _message(5, "K7F2.5", LAST))
    assert len(_last_seen(_match(board=1 << 22), kept, _message(5, "K7F2.5", "other"))) == 1


def test_each_player_of_a_private_match_has_seen_the_last_board() -> None:
    """A player who last got another board is reported, unless the last one could not be sent to
    them.
    """
    first, second = (_message(n, f"K7F2.5.{n}", LAST, to=100 + n) for n in (1, 2))
    wrong = _message(2, "K7F2.5.2", "other", to=102)
    before = _message(2, "K7F2.3.2", "before", to=102)
    assert not _last_seen(_match(apart=True), first, second)
    assert len(_last_seen(_match(apart=True), first, wrong)) == 1
    answer = _message(2, None, "other", to=102)
    assert not _last_seen(_match(apart=True), first, answer, _message(3, "K7F2.5.2", LAST, to=102))
    assert not _last_seen(_match(apart=True), first, before)
