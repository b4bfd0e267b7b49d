"""People who ask for a lot at once have to wait; nobody else does."""

from __future__ import annotations

import asyncio

import pytest

from bot.context import turnstile as module
from bot.context.turnstile import HAND, WAITING, TooFast, Turnstile
from playground.client import Channel, User
from tests.support.matches import begin

pytestmark = pytest.mark.untraced

ANN, BOB, CAT = 1, 2, 3


@pytest.fixture
def turnstile(monkeypatch: pytest.MonkeyPatch) -> Turnstile:
    """A turnstile in which time restores nothing, and waiting never times out."""
    monkeypatch.setattr(module, "EACH_SECOND", 0.0)
    monkeypatch.setattr(module, "PATIENCE", 600.0)
    monkeypatch.setattr(module, "GAP", 0.0)
    return Turnstile()


async def _begin(turnstile: Turnstile, person: int, number: int) -> None:
    for _ in range(number):
        async with asyncio.timeout(60):
            await turnstile.begin(person)


async def test_at_rest_nobody_waits(turnstile: Turnstile) -> None:
    """One request after the other is always accepted."""
    for _ in range(10 * int(HAND)):
        await _begin(turnstile, ANN, 1)
        turnstile.end()


async def test_who_asks_for_a_lot_waits_for_the_others(turnstile: Turnstile) -> None:
    """A person's allowance is begun at once; further requests one by one, when nothing else is
    running. Other people's are begun at once.
    """
    await _begin(turnstile, ANN, int(HAND))
    late = [asyncio.create_task(turnstile.begin(ANN)) for _ in range(2)]
    await asyncio.sleep(0)
    await _begin(turnstile, BOB, 3)
    for _ in range(int(HAND) + 2):
        turnstile.end()
    await asyncio.sleep(2 * module.PAUSE)
    assert [one.done() for one in late] == [False, False]
    turnstile.end()
    await asyncio.wait([late[0]])
    assert not late[1].done()
    await _begin(turnstile, BOB, 1)
    turnstile.end()
    await asyncio.sleep(2 * module.PAUSE)
    assert not late[1].done()
    turnstile.end()
    await late[1]


async def test_too_many_that_wait_are_refused(turnstile: Turnstile) -> None:
    """A person's request beyond the limit is refused; other people's are not."""
    await _begin(turnstile, ANN, int(HAND))
    late = [asyncio.create_task(turnstile.begin(ANN)) for _ in range(WAITING)]
    await asyncio.sleep(0)
    with pytest.raises(TooFast):
        await turnstile.begin(ANN)
    await _begin(turnstile, BOB, 1)
    for one in late:
        one.cancel()


async def test_whoever_gives_up_as_their_turn_comes(turnstile: Turnstile) -> None:
    """Leaves it to the next one."""
    await _begin(turnstile, ANN, int(HAND))
    late = [asyncio.create_task(turnstile.begin(ANN)) for _ in range(2)]
    await asyncio.sleep(0)
    for _ in range(int(HAND)):
        turnstile.end()
    turnstile._next()
    late[0].cancel()
    async with asyncio.timeout(60):
        await late[1]
    assert late[0].cancelled()


async def test_gaps_between_people_who_ask_for_much(
    turnstile: Turnstile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of everybody's supply begins at once, and the rest in turn: one now, the others each
    with a gap to the one before. When too many wait for that, more are refused. Others don't wait.
    """
    for person in (ANN, BOB):
        await _begin(turnstile, person, int(HAND / 2))
    monkeypatch.setattr(module, "GAP", 600.0)
    monkeypatch.setattr(module, "GAPS", 2)
    begun = [asyncio.create_task(turnstile.begin(person)) for person in (ANN, BOB, ANN)]
    await asyncio.wait(begun[:1])
    assert [one.done() for one in begun] == [True, False, False]
    with pytest.raises(TooFast):
        await turnstile.begin(BOB)
    await _begin(turnstile, CAT, int(HAND / 2))
    for one in begun:
        one.cancel()


async def test_a_gap_after_a_long_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Interactions whose patience is over at the same moment don't begin at the same moment."""
    monkeypatch.setattr(module, "EACH_SECOND", 0.0)
    monkeypatch.setattr(module, "GAP", 0.0)
    turnstile = Turnstile()
    for person in (ANN, BOB):
        await _begin(turnstile, person, int(HAND))
    monkeypatch.setattr(module, "GAP", 600.0)
    monkeypatch.setattr(module, "PATIENCE", 0.05)
    late = [asyncio.create_task(turnstile.begin(person)) for person in (ANN, BOB)]
    await asyncio.wait(late[:1])
    assert not late[1].done()
    late[1].cancel()


async def test_in_hand_again_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of requests that have waited long enough a single one is begun; of several all but the last
    are refused. Time restores the allowance.
    """
    monkeypatch.setattr(module, "EACH_SECOND", 0.0)
    monkeypatch.setattr(module, "PATIENCE", 0.05)
    turnstile = Turnstile()
    await _begin(turnstile, ANN, int(HAND))
    late = [asyncio.create_task(turnstile.begin(ANN)) for _ in range(3)]
    found = await asyncio.gather(*late, return_exceptions=True)
    assert [type(one) for one in found] == [TooFast, TooFast, type(None)]
    await _begin(turnstile, ANN, 1)
    monkeypatch.setattr(module, "EACH_SECOND", 1e9)
    await _begin(turnstile, ANN, int(HAND))


async def test_a_flood_is_answered(general: Channel, ben: User, david: User) -> None:
    """Everything gets an answer: a result, or that it was too much. So do other people's
    requests.
    """
    game = await begin(general, "attangle", ben, david)
    boards = [ben.command("board", game.channel, match=game.id) for _ in range(40)]
    keys = [
        ben.autocomplete("move", "turn", channel=game.channel, match=game.id) for _ in range(40)
    ]
    other = asyncio.create_task(david.command("board", game.channel, match=game.id))
    shown, offered = await asyncio.gather(asyncio.gather(*boards), asyncio.gather(*keys))
    for reply in shown:
        assert reply.attachments or reply.content.startswith("That was a lot at once.")
    assert sum(bool(reply.attachments) for reply in shown) >= 1
    assert len(offered) == len(keys)
    assert (await other).attachments
