"""A command in a match's thread means that match, whatever its state, and never another one."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from typing import Any

import pytest

from bot.cogs.agreements import endings
from bot.delivery.matches.turns import PLAYED
from games.words import say
from matches.model.ids import MatchId, number_of
from matches.model.texts import REFUSALS
from playground.answers import Message
from playground.client import Channel, Playground, User
from tests.support.matches import Game, begin, named, open_table, question_in, titled
from tests.support.stack import Stack

pytestmark = pytest.mark.untraced

WORKS = "works"
TYPED: Mapping[str, Mapping[str, Any]] = {"move": {"turn": "c4"}}
"""What commands need besides the match."""
LOOKS = {"board": WORKS, "export": WORKS, "replay": WORKS, "whatif": WORKS}
SEATED = (
    *("abort", "adjourn", "claim", "draw", "handover", "hint", "move", "prepared", "resign"),
    *("resume", "takeback"),
)


def _all(code: str, **others: str) -> dict[str, str]:
    """What the commands answer that need a seat: this refusal, or another answer."""
    return dict.fromkeys(SEATED, code) | others


EXPECTED: dict[str, Mapping[str, str]] = {
    "open": _all("not-running", whatif="not-running") | {"board": WORKS, "end": WORKS},
    "waiting": LOOKS
    | {
        "abort": WORKS,
        "adjourn": WORKS,
        "claim": "no-clock",
        "draw": WORKS,
        "end": WORKS,
        "handover": WORKS,
        "hint": "not-your-turn",
        "move": "not-your-turn",
        "prepared": WORKS,
        "resign": WORKS,
        "resume": "not-adjourned",
        "takeback": "request-pending",
        "analyse": "not-over",
        "rematch": "not-over",
    },
    "to move": LOOKS
    | {
        "abort": WORKS,
        "adjourn": WORKS,
        "claim": "no-clock",
        "draw": WORKS,
        "end": WORKS,
        "handover": WORKS,
        "hint": "rated",
        "move": WORKS,
        "prepared": WORKS,
        "resign": WORKS,
        "resume": "not-adjourned",
        "takeback": "request-pending",
        "analyse": "not-over",
        "rematch": "not-over",
    },
    "adjourned": LOOKS
    | _all("adjourned", handover=WORKS, prepared=WORKS, resign=WORKS, resume=WORKS)
    | {"analyse": "not-over", "end": WORKS, "rematch": "not-over"},
    "finished": LOOKS
    | _all("match-over")
    | {"analyse": WORKS, "end": "match-over", "rematch": WORKS},
    "aborted": LOOKS
    | _all("match-over")
    | {"analyse": WORKS, "end": "match-over", "rematch": WORKS},
    "frozen": LOOKS
    | _all("match-frozen")
    | {"analyse": "nothing-to-analyse", "end": WORKS, "rematch": "not-over"},
}
EXPECTED |= {
    "archived": EXPECTED["to move"],
    "closed": EXPECTED["finished"],
}
"""By state. A thread in the archive is the match's all the same, and so is one in which a table was
closed.
"""
_STRANGERS = LOOKS | _all("not-seated") | {"rematch": "not-seated"}
OTHERS: Mapping[str, Mapping[str, str]] = {
    "open": _all("not-seated", handover="not-running", whatif="not-running")
    | {"board": WORKS, "end": WORKS},
    "to move": _STRANGERS | {"analyse": "not-over", "end": WORKS, "handover": WORKS},
    "adjourned": _STRANGERS | {"analyse": "not-over", "end": WORKS, "handover": WORKS},
    "finished": _STRANGERS | {"analyse": WORKS, "end": "match-over", "handover": "match-over"},
    "aborted": _STRANGERS | {"analyse": WORKS, "end": "match-over", "handover": "match-over"},
    "frozen": _STRANGERS
    | {"analyse": "nothing-to-analyse", "end": WORKS, "handover": "match-frozen"},
}
"""The same for somebody who doesn't play, and who manages the server."""
LAST = ("move", "resume", "rematch")
"""Commands that change the match's state come last."""


async def _press(user: User, command: str, label: str, game: Game) -> None:
    question = await user.command(command, game.channel, match=game.id)
    await question.click(label)


async def _finished(game: Game, anna: User, other: User) -> None:
    await game.move(1, "c3")
    await _press(other, "resign", endings.RESIGN, game)


async def _aborted(game: Game, anna: User, other: User) -> None:
    await game.move(1, "c3")
    await _press(anna, "abort", endings.ABORT, game)


async def _adjourned(game: Game, anna: User, other: User) -> None:
    await other.command("adjourn", game.channel, match=game.id)
    await (await question_in(game.channel)).click("Accept", by=anna)


async def _waiting(game: Game, anna: User, other: User) -> None:
    if game.players[0] is anna:
        await game.move(1, "c3")


async def _to_move(game: Game, anna: User, other: User) -> None:
    if game.players[0] is not anna:
        await game.move(1, "c3")


async def _archived(game: Game, anna: User, other: User) -> None:
    await _to_move(game, anna, other)
    await game.channel.change(archived=True)


async def _table_in_thread(game: Game, host: User) -> Message:
    """A table in the thread of a match, which stands there if it can't stand above."""
    above = game.channel.pg.channel(game.channel.data["parent_id"])
    await above.permit(deny=["send_messages"])
    table = await open_table(host, game.channel, "attangle")
    await above.permit()
    return table


async def _closed(game: Game, anna: User, other: User) -> None:
    """The match is over, and a table that was opened in its thread is closed."""
    await _finished(game, anna, other)
    await (await _table_in_thread(game, anna)).click("Leave")


STATES: Mapping[str, Callable[[Game, User, User], Awaitable[None]]] = {
    "open": _finished,
    "waiting": _waiting,
    "to move": _to_move,
    "adjourned": _adjourned,
    "finished": _finished,
    "aborted": _aborted,
    "frozen": _to_move,
    "archived": _archived,
    "closed": _closed,
}


async def _restart(stack: Stack, game: Game, old: str, new: str) -> None:
    """Changes the match's first turn in its stored log. The bot has to read the log anew."""
    stack.kill()
    with closing(sqlite3.connect(stack.folder / "bot.db")) as database, database:
        one = "UPDATE entry SET text = ? WHERE match_id = ? AND kind = 'turn' AND text = ?"
        assert database.execute(one, (new, number_of(game.id), old)).rowcount == 1
    stack.start()
    await game.channel.pg.wait_online()


async def _freeze(stack: Stack, game: Game) -> None:
    """A turn that can't be played stands in the log."""
    if "c3" not in (await game.board()).content:
        await game.move(1, "c3")
    await _restart(stack, game, "c3", "a9")


async def _thaw(stack: Stack, game: Game) -> None:
    """The log is as it was, and the match goes on."""
    await _restart(stack, game, "a9", "c3")
    played = await game.move(2, "c4")
    assert played.content.startswith(say(PLAYED, {"match": titled(game), "turn": "c4"}))


async def _commands(pg: Playground) -> list[str]:
    """The registered commands with the option `match`, those that end a state last."""
    found = [
        command["name"]
        for command in await pg.commands()
        if any(option["name"] == "match" for option in command.get("options", ()))
    ]
    return sorted(found, key=lambda name: (name in LAST, name))


async def _own_elsewhere(pg: Playground, anna: User) -> Game:
    """A match of Anna's in another channel, in which it is her turn."""
    other = await begin(pg.channel("games"), "attangle", anna, pg.user("clara"))
    if other.players[0] is not anna:
        await other.move(1, "c3")
    return other


async def _require_answer(command: str, code: str, anna: User, there: Channel, id_: MatchId) -> str:
    """Runs the command without a match. Checks that the answer is about that match."""
    reply = await anna.command(command, there, **TYPED.get(command, {}))
    texts = [reply.content, *(one.content for one in reply.followups)]
    text = "\n".join(texts) + "\n".join(one.filename for one in reply.attachments)
    if command == "rematch" and code == WORKS:
        assert f"challenged {anna.pg.user('ben').mention} to a rematch" in text
        return text
    assert id_ in text, f"{command}: {text}"
    start = str(REFUSALS.get(code, "")).partition("{match}")[0]
    if code == WORKS:
        known = [str(one).partition("{match}")[0] for one in REFUSALS.values()]
        refused = [one for one in known if one and reply.content.startswith(one)]
        assert not refused or "{" in refused[0], f"{command}: {text}"
    elif code == "not-your-turn":
        assert "turn in match" in text
    elif code == "request-pending":
        assert "has made a request" in text
    else:
        assert reply.content.startswith(start), f"{command}: {text}"
    return text


CASES = [
    *((state, expected, False) for state, expected in EXPECTED.items()),
    *((state, expected, True) for state, expected in OTHERS.items()),
]


@pytest.mark.parametrize(
    ("state", "expected", "stranger"),
    CASES,
    ids=[f"another's, {state}" if stranger else state for state, _, stranger in CASES],
)
async def test_every_command_in_every_state(
    pg: Playground,
    general: Channel,
    anna: User,
    ben: User,
    *,
    stack: Stack,
    state: str,
    expected: Mapping[str, str],
    stranger: bool,
) -> None:
    """Every command with the option `match` means the match of the thread, says what is the matter
    there, and leaves the user's other match alone.
    """
    await anna.change(locale="en-US")
    other = await _own_elsewhere(pg, anna)
    one = pg.user("david") if stranger else anna
    game = await begin(general, "attangle", one, ben)
    await STATES[state](game, one, ben)
    if state == "frozen":
        await _freeze(stack, game)
    wanted, over = game.id, game.id
    if state == "open":
        wanted = named(await _table_in_thread(game, one))
    before = len(await other.channel.messages())
    commands = await _commands(pg)
    looked_back = {"analyse", "export", "rematch", "replay"} if state == "open" else set[str]()
    assert {*commands} == {*expected} | looked_back
    for command in commands:
        refused = "not-seated" if stranger and command == "rematch" else WORKS
        code = expected.get(command, refused)
        found = over if command not in expected else wanted
        text = await _require_answer(command, code, anna, game.channel, found)
        assert other.id not in text
    assert len(await other.channel.messages()) == before
    if state == "frozen":
        await _thaw(stack, game)
    still = await anna.command("move", other.channel, turn="c4", match=other.id)
    assert still.content.startswith(say(PLAYED, {"match": titled(other), "turn": "c4"}))


async def test_what_is_over_is_looked_at_first(
    pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """`/replay` and `/export` offer matches that are over, and then those that are played."""
    games = [await begin(general, "attangle", ben, david) for _ in range(2)]
    await _finished(games[1], ben, david)
    for command in ("replay", "export"):
        asked = await ben.command(command, general)
        options = [(one["value"], one.get("description")) for one in asked.selects[0]["options"]]
        assert options[0] == (games[1].id, "over")
        assert (games[0].id, None) in options
    shown = await asked.select(asked.selects[0]["custom_id"], [games[1].id])
    assert games[1].id in shown.content


async def test_completion_is_about_the_threads_match(
    pg: Playground, general: Channel, anna: User, ben: User
) -> None:
    """In the thread of a match that is over nothing is completed from another match."""
    other = await _own_elsewhere(pg, anna)
    game = await begin(general, "attangle", anna, ben)
    await _finished(game, anna, ben)
    assert await anna.autocomplete("move", "turn", channel=game.channel) == []
    assert await anna.autocomplete("move", "turn", channel=other.channel) != []
