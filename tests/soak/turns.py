"""People play turns: they type or pick them, twice, at the wrong time, and type nonsense."""

from __future__ import annotations

from matches.model.match import Match
from playground.world import Message, User
from tests.soak.board import Board
from tests.soak.party import answer, live, random_turn

STEPS = 12
"""The most menu choices for one turn."""

ILLEGAL = (
    "",
    "  ",
    "z9",
    "…",
    ";",
    ";;;",
    "c3 c4 c5 c6",
    "@everyone",
    "<@1>",
    "x" * 600,
    "\x00’; DROP TABLE match --",
    "a1-a2-a3-a4",
    "-1",
    "end end end",
    "🏰",
)


async def turn(board: Board, match: Match, times: int = 1) -> None:
    """Types a legal turn."""
    who = board.player(match)
    text = random_turn(match, board.rng)
    asked = await board.say(who, board.place(match), "move", match=match.id, turn=text, times=times)
    board.tally["turns typed"] += 1
    for one in asked[:1]:
        await confirm(board, who, answer(one))


async def confirm(board: Board, who: User, shown: Message | None) -> bool:
    """Confirms a draft if possible, sometimes with two clicks at once."""
    for part in live(shown) if shown is not None else ():
        if part["custom_id"].startswith("confirm:"):
            times = board.rng.choice((1, 1, 2))
            await board.press(who, shown, part["custom_id"], times=times)  # type: ignore[arg-type]
            return True
    return False


async def turn_twice(board: Board, match: Match) -> None:
    """Types the same turn twice at once."""
    board.tally["turns typed twice"] += 1
    await turn(board, match, 2)


async def race(board: Board, match: Match) -> None:
    """Types two turns at once."""
    who, where = board.player(match), board.place(match)
    board.tally["races of two turns"] += 1
    texts = [random_turn(match, board.rng) for _ in range(2)]
    make = [
        lambda text=text: board.party.invoker.command(
            who, where, "move", {"turn": text, "match": match.id}
        )
        for text in texts
    ]
    await board.answered(who, match.id, make)


async def menus(board: Board, match: Match) -> None:
    """Picks a turn from menus."""
    who = board.player(match)
    found = board.offers(match.id, "move:", who)
    if not found:
        await turn(board, match)
        return
    board.tally["turns picked"] += 1
    asked = await board.press(who, *found[0])
    for _ in range(STEPS):
        shown = answer(asked[0]) if asked else None
        if shown is None or await confirm(board, who, shown):
            return
        offered = [part for part in live(shown) if part["custom_id"].startswith("pick:")]
        if not offered:
            return
        menu = board.rng.choice(offered)
        value = board.rng.choice(menu["options"])["value"]
        asked = await board.press(who, shown, menu["custom_id"], [value])


async def nonsense(board: Board, match: Match) -> None:
    """Types nonsense."""
    board.tally["illegal inputs"] += 1
    text = board.rng.choice(ILLEGAL)
    who = board.rng.choice((board.player(match), board.anybody(match)))
    named = board.rng.choice((match.id, match.id.lower(), "ZZZZ", "☃"))
    await board.say(who, board.place(match), "move", match=named, turn=text)


async def out_of_turn(board: Board, match: Match) -> None:
    """Another player types a turn that would be legal."""
    others = [one for one in board.party.people if one.id != match.player_to_move]
    seated = [one for one in board.seated(match) if one in others]
    who = board.rng.choice(seated if seated and board.rng.random() < 0.7 else others)
    board.tally["turns out of turn"] += 1
    text = random_turn(match, board.rng)
    await board.say(who, board.place(match), "move", match=match.id, turn=text)


async def prepare(board: Board, match: Match) -> None:
    """Prepares turns, which may become illegal."""
    who = board.rng.choice(board.seated(match))
    texts = "; ".join(random_turn(match, board.rng) for _ in range(board.rng.randint(1, 3)))
    board.tally["turns prepared"] += 1
    await board.say(who, board.place(match), "move", match=match.id, turn=f"; {texts}")
