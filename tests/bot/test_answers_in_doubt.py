"""Answers of which nobody knows whether they are there, with a bot that is not connected: they are
looked for as well as possible, and what another process is about to show is left to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from gettext import NullTranslations
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import discord
import pytest

import matches
from bot.app.client import Dreierlei
from bot.delivery.matches import board_answers, boards
from bot.delivery.matches.board_answers import PATIENCE, PROMPT, Following, Repeated, TakenElsewhere
from bot.delivery.matches.outbox_sender import OutboxSender
from bot.delivery.matches.publication import _Failure, _instead
from bot.delivery.matches.turns import publish_board
from bot.delivery.transport import answers, tokens
from bot.delivery.transport.asides import Telling
from bot.delivery.transport.outbox import Outbox
from bot.delivery.transport.posts import Sent
from bot.delivery.transport.tokens import HistoryHidden, Token, Tokens, find, follow
from bot.interactions.error_handler import NOT_YET
from bot.ui.controls import button, custom_id
from bot.ui.message import Reply
from matches import Match
from matches.effects.notices import GRACE, board_key
from matches.model.ids import ChannelId, MatchId, MessageId
from matches.outbox import queue
from matches.outbox.queue import Notice
from tests.bot.test_prefetch import ANN, BEN, ENGLISH, bot, match

pytestmark = pytest.mark.untraced

__all__ = ["bot", "match"]

DONE = "it counts"
WHERE, MATCH, BOT = ChannelId(8), MatchId("K7F2"), 99
SENT = Sent(MessageId(7), WHERE)
TAKEN = datetime(2026, 1, 1, tzinfo=UTC)


def _interaction(age: float = 0.0) -> int:
    """The id of an interaction that is so many seconds old."""
    return discord.utils.time_snowflake(discord.utils.utcnow() - timedelta(seconds=age))


def _token(age: float = 0.0) -> Token:
    webhook: Any = SimpleNamespace(id=1, token="t", session=None)
    return Token(_interaction(age), webhook)


def _message(to: str, *, answers: int | None = None, author: int = BOT) -> dict[str, Any]:
    """A message with this control, as Discord tells of it."""
    control = {"components": [{"custom_id": to}]}
    said: dict[str, Any] = {"id": "7", "author": {"id": str(author)}, "components": [control]}
    return said if answers is None else said | {"interaction_metadata": {"id": str(answers)}}


def _history(bot: Dreierlei, monkeypatch: pytest.MonkeyPatch, *pages: Sequence[Any]) -> list[Any]:
    """Looks into the channel's history find these messages, one after the other. Returns those
    pages that nobody has looked at yet.
    """
    left = list(pages)

    async def request(*_: Any, **__: Any) -> Any:
        return left.pop(0)

    monkeypatch.setattr(bot.http, "request", request)
    return left


def _lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord's replies to what is sent with tokens are lost."""

    async def request(*_: Any) -> None:
        raise ConnectionResetError

    monkeypatch.setattr(tokens.Tokens, "ask", request)
    monkeypatch.setattr(tokens, "LOOK_AGAIN", 0.0)


def _history_hidden(bot: Dreierlei, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot may write in the channel, but lacks Read Message History there."""
    channel = Mock(spec=discord.TextChannel)
    channel.permissions_for.return_value = discord.Permissions(send_messages=True)
    monkeypatch.setattr(bot, "get_channel", lambda _: channel)


@pytest.fixture
def telling(bot: Dreierlei, monkeypatch: pytest.MonkeyPatch) -> Telling:
    """An interaction where the match is played; the bot may write there, but not look."""
    made: Any = SimpleNamespace(
        id=_interaction(),
        client=bot,
        channel_id=WHERE,
        message=None,
        extras={},
        user=SimpleNamespace(id=ANN),
        guild_id=7,
        locale=discord.Locale.american_english,
        app_permissions=discord.Permissions(send_messages=True, view_channel=True),
        is_guild_integration=lambda: True,
        followup=SimpleNamespace(send=Mock(side_effect=AssertionError("it is sent again"))),
        told=list[str](),
    )

    async def tell(interaction: Any, done: Reply) -> None:
        interaction.told.append(done.text)

    async def english(*_: Any) -> NullTranslations:
        return ENGLISH

    monkeypatch.setattr(answers, "tell", tell)
    monkeypatch.setattr(answers, "public_language", english)
    return Telling(made)


def said_to(telling: Telling) -> list[str]:
    """What the user of an interaction has read."""
    interaction: Any = telling.interaction
    told: list[str] = interaction.told
    return told


def _notice(base: int = 18) -> Notice:
    return Notice(f"{MATCH}.{base}", MATCH, "board", None, base, base, 1, TAKEN)


# One process


@pytest.mark.parametrize("appears", [True, False])
async def test_it_is_looked_for_twice(
    bot: Dreierlei, monkeypatch: pytest.MonkeyPatch, appears: bool
) -> None:
    """Discord may show it a moment after its reply was lost."""
    _lost(monkeypatch)
    left = _history(bot, monkeypatch, [], [_message("text:K7F2:18:")] if appears else [])
    found = await follow(bot, _token(), WHERE, Reply(""), is_it=lambda _: True, after=1)
    assert found == (SENT if appears else None)
    assert not left


async def test_where_we_may_not_look(bot: Dreierlei, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord tells of no messages there, so that nobody knows. After some minutes that doesn't
    matter any more.
    """
    _lost(monkeypatch)
    _history(bot, monkeypatch, [], [], [])
    _history_hidden(bot, monkeypatch)
    token = _token()
    with pytest.raises(HistoryHidden):
        await follow(bot, token, WHERE, Reply(""), is_it=lambda _: True, after=token.interaction)
    with pytest.raises(HistoryHidden):
        await find(bot, WHERE, after=_interaction(tokens.BLIND - 60), is_it=lambda _: True)
    old = _interaction(tokens.BLIND + 1)
    assert await find(bot, WHERE, after=old, is_it=lambda _: True) is None


async def test_nothing_is_shown_instead_where_we_may_not_look(
    bot: Dreierlei, match: Match, telling: Telling, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be there as an answer already. The board is left to the outbox, as the user reads."""
    _history(bot, monkeypatch, [])
    refused: Any = SimpleNamespace(
        status=403, reason="", headers={"Content-Type": "application/json"}
    )
    error = discord.HTTPException(refused, {"code": 50013, "message": ""})
    failure = _Failure(error, owed=True, known=False, there=True)
    async with telling:
        assert await _instead(telling, match, Reply("the board"), Reply(DONE), failure) == []
    _, told = said_to(telling)
    assert NOT_YET in told
    assert DONE in told


async def test_a_token_is_good_from_its_interaction_on(bot: Dreierlei) -> None:
    """Not from when it was used last: Discord would refuse it."""
    known, young, old = bot.service(Tokens), _token(tokens.VALID - 60), _token(tokens.VALID + 1)
    known.may_follow(MATCH, WHERE, young)
    assert known.following(MATCH, WHERE, [young.interaction]) is young
    known.may_follow(MATCH, WHERE, old)
    assert known.following(MATCH, WHERE, [old.interaction]) is None
    known.may_edit(SENT.id, old)
    assert not await known.edit(SENT.id, content="")


@pytest.mark.parametrize(("to", "follows"), [("move:K7F2:18:", True), ("move:K7F2:17:", False)])
async def test_what_could_not_be_found_follows_nobody(
    bot: Dreierlei, monkeypatch: pytest.MonkeyPatch, to: str, follows: bool
) -> None:
    """A line after which nobody can move has no control that names the entry: it is a message."""
    sent = list[Reply]()

    async def send(_: Any, __: Any, ___: Any, reply: Reply, **____: Any) -> Sent:
        sent.append(reply)
        return SENT

    monkeypatch.setattr(tokens, "follow", send)
    token = _token()
    bot.service(Tokens).may_follow(MATCH, WHERE, token)
    way = Following(bot, _notice(), [token.interaction], 1)
    assert await way.send(WHERE, Reply("")) is None
    reply = Reply("", (button("Move", to),))
    assert await way.send(WHERE, reply) == (SENT if follows else None)
    assert sent == [reply] * follows


async def test_an_overdue_board_is_held_while_it_is_sent(
    bot: Dreierlei, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No other process takes it meanwhile, however long that takes."""
    held = list[bool]()

    async def show(*_: Any) -> list[Sent]:
        held.append(bot.service(Outbox).is_busy_with(board_key(match)))
        return []

    monkeypatch.setattr(boards, "show_board", show)
    owed = await queue.boards(bot.database, match.id, match.base)
    assert await boards._catch_up(bot, owed) == []
    assert held == [True]
    assert not bot.service(Outbox).is_busy_with(board_key(match))


# Several processes


def test_an_answer_has_begun_before_others_take_it() -> None:
    """Even if it has to wait for the first one."""
    assert GRACE.total_seconds() > PROMPT + PATIENCE


@pytest.fixture
async def owed(bot: Dreierlei, match: Match) -> list[Notice]:
    """The boards of two turns: of one by an interaction, and of a later one without. Another
    process has stored the first one just now.
    """
    await queue.done(bot.database, board_key(match))
    for player, interaction in ((ANN, _interaction()), (BEN, None)):
        turn = str(match.game.legal_moves(match.position)[0])
        played = await matches.play(bot.database, match.id, player, turn, interaction=interaction)
        match = played.match
    return await queue.boards(bot.database, match.id, match.base)


@pytest.fixture
def shown(bot: Dreierlei, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The keys of what is shown."""
    keys = list[str]()

    async def show(_: Any, key: str, owed: Sequence[Notice], *__: Any) -> list[Sent]:
        assert await boards._catch_up(bot, owed[:-1]) == []
        keys.append(key)
        return []

    monkeypatch.setattr(boards, "show_board", show)
    return keys


async def test_what_another_process_answers_is_not_caught_up(
    bot: Dreierlei, owed: list[Notice], shown: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A later board waits until that one has been shown. That is no attempt. One that answers
    somebody looks for it, and tells its news if it isn't there: the same if its command was
    delivered to this process, too.
    """
    first, last = owed
    _history(bot, monkeypatch, [])
    with bot.service(Outbox).busy_with(first.key, ours=False):
        way = await board_answers.way_of(bot, first)
        assert way is not None
        with pytest.raises(TakenElsewhere):
            await way.send(WHERE, Reply(""))
    await boards._catch_up(bot, [first])
    assert not bot.service(Outbox).has_tried(first.key), "it is still not this process's own"
    shown.clear()
    sender = bot.service(OutboxSender)
    await queue.hurry(bot.database, last.key)
    (taken,) = await queue.due(bot.database)
    await sender._deliver(taken)
    assert shown == []
    owed = await queue.boards(bot.database, last.match_id, last.base)
    assert [(one.key, one.attempts) for one in owed] == [(first.key, 0), (last.key, 0)]
    await queue.done(bot.database, first.key)
    await queue.hurry(bot.database, last.key)
    (taken,) = await queue.due(bot.database)
    await sender._deliver(taken)
    assert shown == [last.key]


async def test_what_another_process_is_sending_is_waited_for(
    bot: Dreierlei, owed: list[Notice], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A computer player's board that another process has taken can't be stopped any more: a later
    one would stand before it. Waiting is no attempt. What was put off for longer isn't waited for.
    """
    first, second = owed
    played = await matches.get(bot.database, first.match_id)
    turn = str(played.game.legal_moves(played.position)[0])
    match = (await matches.play(bot.database, played.id, ANN, turn)).match
    keys = list[str]()

    async def show(_: Any, key: str, owed: Sequence[Notice], send: Any) -> list[Sent]:
        await boards._catch_up(bot, owed[:-1])
        if key == second.key:
            await send.args[-1].send(WHERE, Reply(""))
        keys.append(key)
        return []

    monkeypatch.setattr(boards, "show_board", show)
    _history(bot, monkeypatch, [], [])
    await queue.done(bot.database, first.key)
    assert await queue.take(bot.database, second, ours=False) == 1
    for wait, attempts in ((queue.LEASE, [1, 0]), (timedelta(minutes=1), [1, 1])):
        await queue.hold(bot.database, [second.key], wait)
        await queue.hurry(bot.database, board_key(match))
        (taken,) = await queue.due(bot.database)
        await bot.service(OutboxSender)._deliver(taken)
        left = await queue.boards(bot.database, match.id, match.base)
        assert [one.attempts for one in left] == attempts[: len(left)]
    assert keys == [board_key(match)]


@pytest.mark.parametrize("why", ["due", "ours", "put off"])
async def test_what_nobody_else_is_about_to_answer_is_caught_up(
    bot: Dreierlei, owed: list[Notice], shown: list[str], why: str
) -> None:
    """Once it is due; if this process has stored it; if it was left to the outbox for long."""
    first, last = owed
    if why == "ours":
        with bot.service(Outbox).busy_with(first.key):
            pass
    else:
        wait = timedelta() if why == "due" else timedelta(minutes=1)
        await queue.hold(bot.database, [first.key], wait)
    await queue.hurry(bot.database, last.key)
    taken = [one for one in await queue.due(bot.database) if one.key == last.key]
    await bot.service(OutboxSender)._deliver(taken[0])
    assert shown == [first.key, last.key]


@pytest.mark.parametrize(
    ("to", "author", "is_there"),
    [
        (custom_id("more", MATCH, 18), BOT, True),
        (custom_id("more", MATCH, 19), BOT, True),
        (custom_id("more", MATCH, 17), BOT, False),
        (custom_id("more", "K7F3", 18), BOT, False),
        (custom_id("move", MATCH, 18), BOT, False),
        (custom_id("more", MATCH, 18), 5, False),
    ],
)
async def test_what_another_process_has_sent_as_a_message(
    bot: Dreierlei, monkeypatch: pytest.MonkeyPatch, to: str, author: int, is_there: bool
) -> None:
    """A board at the entry or a later one. A reminder has only the button to move."""
    monkeypatch.setattr(bot._connection, "user", SimpleNamespace(id=BOT))
    _history(bot, monkeypatch, [_message(to, author=author)])
    way = Following(bot, _notice(), [4], None)
    if is_there:
        assert await way.send(WHERE, Reply("")) == SENT
    else:
        with pytest.raises(TakenElsewhere):
            await way.send(WHERE, Reply(""))


async def test_what_was_delivered_again(bot: Dreierlei, monkeypatch: pytest.MonkeyPatch) -> None:
    """While it is young, the process to which it was delivered first may be about to show it."""
    answer = _message("text:K7F2:18:", answers=(young := _interaction()))
    _history(bot, monkeypatch, [], [answer], [])
    with pytest.raises(TakenElsewhere):
        await Repeated(bot, young).send(WHERE, Reply(""))
    assert await Repeated(bot, young).send(WHERE, Reply("")) == SENT
    old = _interaction(GRACE.total_seconds() + 1)
    assert await Repeated(bot, old).send(WHERE, Reply("")) is None


async def test_the_user_of_what_was_delivered_again(
    bot: Dreierlei, match: Match, telling: Telling, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Is told that it counts, and the board is left to the outbox."""
    await queue.done(bot.database, board_key(match))
    turn = str(match.game.legal_moves(match.position)[0])
    played = await matches.play(bot.database, match.id, ANN, turn)
    _history(bot, monkeypatch, [])
    await publish_board(
        telling.interaction, played.match, Reply(DONE), played.turns, repeated=True, lead=False
    )
    assert said_to(telling) == [DONE]
    (owed,) = await queue.boards(bot.database, match.id, played.match.base)
    assert owed.attempts == 0
