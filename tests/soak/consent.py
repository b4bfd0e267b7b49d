"""People ask each other for take-backs and adjournments, usually agree, and go on."""

from __future__ import annotations

from contextlib import suppress

from matches.model.match import Match
from tests.soak.board import Board
from tests.support.conditions import until

DECLINED = 0.1
SOON = 2.0
"""Seconds for which the others wait for a question: it may have been refused."""


async def take_back(board: Board, match: Match) -> None:
    """Somebody asks to take back their last turn."""
    moved = {match.players[turn.seat - 1] for turn in match.turns}
    asking = [one for one in board.seated(match) if one.id in moved]
    if asking:
        await _ask(board, match, "takeback", board.rng.choice(asking).id)


async def adjourn(board: Board, match: Match) -> None:
    """Somebody asks to adjourn the match."""
    await _ask(board, match, "adjourn", board.rng.choice(board.seated(match)).id)


async def resume(board: Board, match: Match) -> None:
    """Somebody resumes an adjourned match, with the board's button or the command."""
    who = board.rng.choice(board.seated(match))
    found = board.offers(match.id, "resume:", who)
    board.tally["matches resumed"] += 1
    if found and board.rng.random() < 0.5:
        await board.press(who, *found[0], times=board.rng.choice((1, 1, 2)))
    else:
        await board.say(who, board.place(match), "resume", match=match.id)


async def _ask(board: Board, match: Match, name: str, asking: int) -> None:
    """One player asks by command. The others press the buttons of the request, and one may
    decline.
    """
    users, rng = board.party.world.users, board.rng
    board.tally[f"asked for: {name}"] += 1
    before = {message.id for message, _ in board.offers(match.id, "request-accept:")}

    def shown() -> bool:
        return {one.id for one, _ in board.offers(match.id, "request-accept:")} != before

    asked = await board.say(users[asking], board.place(match), name, match=match.id)
    if any(one.acknowledged for one in asked):
        with suppress(TimeoutError):  # It follows what the one who asks alone reads.
            await until(shown, SOON)
    for player in board.seated(match):
        answer = "decline" if rng.random() < DECLINED else "accept"
        found = board.offers(match.id, f"request-{answer}:", player)
        if player.id != asking and found:
            await board.press(player, *found[0], times=rng.choice((1, 1, 1, 2)))
