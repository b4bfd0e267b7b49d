"""Phases in which something is built up in many small turns: one board that is kept up to date,
several men in one go, and nobody called to a turn that they have prepared.
"""

from __future__ import annotations

import re
from functools import partial

import pytest

import games
from bot.cogs.play._suggestions import EACH_A_TURN
from bot.delivery.matches.channels import MOVED_ON
from bot.delivery.matches.past_boards import NEWEST
from bot.messages import picks as picking
from bot.messages.board import MOVE, TO_BOARD
from bot.messages.draft import NOT_YET, SEVERAL
from games import picks, play
from games.turnier.help_fight import fight as help_fight
from playground.answers import Message
from playground.client import Channel, Playground, User
from tests.bot.lines import prepared, whole
from tests.samples import SAMPLES
from tests.support.matches import Game, begin, named, place_of, question_in
from tests.support.public_answers import all_shown
from tests.support.stack import Stack

pytestmark = pytest.mark.shared_bot

LAID = ("Sh@0,0", "Sh@0,2", "Sh@0,4", "Sh@0,6")


async def _lines(game: Game) -> list[Message]:
    return [one for one in await game.channel.messages() if "Go to the board" in one.labels]


async def test_building_up_by_taps(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """A board is laid by its shape and a number in the picture. Fighters are drawn up by one menu
    with several choices: the first now, the others without calling their player again.
    """
    game = await begin(general, "turnier", ben, david)
    first, second = game.players
    await game.play(*LAID)
    await all_shown(stack, pg, game.id)
    _, board = boards = await game.boards()
    menus = await board.click("Move", by=first)
    assert SEVERAL not in menus.content
    menus = await menus.select("Board", ["▙ Csw"])
    (places,) = [one for one in menus.selects if "lower" not in one["placeholder"]][:1]
    assert "elbow" in places["placeholder"]
    assert [option["label"] for option in places["options"]][:2] == ["1", "2"]
    menus = await menus.select(places["custom_id"], [places["options"][0]["value"]])
    assert re.search(r"`Csw@-?\d+,-?\d+`", menus.content)
    await menus.click("Confirm")
    await all_shown(stack, pg, game.id)
    assert [one.id for one in await game.boards()] == [one.id for one in boards]
    assert "Drawing up" in (await game.board()).content

    async def draw_up(player: User, *points: str) -> None:
        board = await game.board()
        menus = await board.click("Move", by=player)
        assert SEVERAL in menus.content
        menu = next(one for one in menus.selects if points[0] in _values(one))
        assert menu["max_values"] > 1
        menus = await menus.select(menu["custom_id"], [*points])
        assert all(f"`{point}`" in menus.content for point in points)
        await menus.click("Confirm")
        await all_shown(stack, pg, game.id)

    first, second = second, first  # After five boards seat 1 begins again.
    points = _values(next(iter((await (await game.board()).click("Move", by=second)).selects)))
    mine, theirs = points[:3], points[3:6]
    await draw_up(second, *mine)
    called = len(await _lines(game))
    await draw_up(first, *theirs)
    (last,) = (await _lines(game))[called:]
    assert [*last.mentions] == [second.name]
    assert [one.id for one in await game.boards()] == [one.id for one in boards]
    assert all(f"`{point}`" in last.content for point in (mine[2], theirs[2]))


async def test_back_into_the_phase(
    pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """The first board after the phase follows the kept one, which loses its buttons. If a turn is
    taken back the kept one goes on, and the other loses its own.
    """
    rules, short = games.get("turnier"), SAMPLES["turnier"].short
    turns = whole(rules, play.setup(rules, 2), short.turns.replace(";", " ")).turns
    built = next(number for number, turn in enumerate(turns) if turn.text.startswith("x"))
    game = await begin(general, "turnier", ben, david)
    await prepared(game, turns[:built])
    moved, asked = (game.players[seat - 1] for seat in (turns[built - 1].seat, turns[built].seat))

    async def with_buttons(phase: str) -> list[Message]:
        boards = [one for one in await game.boards() if MOVE in one.labels]
        return boards if len(boards) == 1 and phase in boards[0].content else []

    (apart,) = await pg.wait_for(partial(with_buttons, "Opening"))
    await moved.command("takeback", game.channel, match=game.id)
    await (await question_in(game.channel)).click("Accept", by=asked)
    (kept,) = await pg.wait_for(partial(with_buttons, "Drawing up"))
    assert kept.id != apart.id
    assert (await apart.refresh()).labels == [NEWEST]
    await game.move(turns[built - 1].seat, turns[built - 1].text)
    (anew,) = await pg.wait_for(partial(with_buttons, "Opening"))
    assert anew.id not in (kept.id, apart.id)
    assert (await kept.refresh()).labels == [NEWEST]


async def test_fighters_that_are_typed_at_once(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """Each fighter that is drawn up is a turn of its own. Whoever types several without semicolons
    is told so, with the line to type and a button for it.
    """
    game = await begin(general, "turnier", ben, david)
    await game.play(*LAID, "Csw@6,0")
    refused = await game.move(1, "a1 B1 c1")
    assert refused.content == f"{EACH_A_TURN}\nDid you mean `a1 ; b1 ; c1`?"
    assert refused.labels[0] == "Play a1 ; b1 ; c1"
    played = await refused.click("Play a1 ; b1 ; c1")
    assert "you played `a1`" in played.content
    assert "you've prepared 2 turns: `b1`; `c1`" in played.content
    for point in ("d1", "e1"):
        await game.move(2, point)
    refused = await game.move(2, "f1 c1")  # Rose's third fighter stands there.
    assert "The turn is complete after f1." in refused.content
    await all_shown(stack, pg, game.id)


async def test_what_is_missing_is_said(
    pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """While a turn of several moves can't be confirmed, its message says so, and how many of them
    are still to come.
    """
    rules, short = games.get("turnier"), SAMPLES["turnier"].short
    turns = whole(rules, play.setup(rules, 2), short.turns.replace(";", " ")).turns
    built = next(number for number, turn in enumerate(turns) if turn.text.startswith("x"))
    game = await begin(general, "turnier", ben, david)
    await prepared(game, turns[:built])

    async def opening() -> list[Message]:
        return [one for one in await game.boards() if "Opening" in one.content]

    (board,) = await pg.wait_for(opening)
    menus = await board.click(MOVE, by=game.players[0])
    for left, taken in enumerate(turns[built].text.split()[:3]):
        assert f"You still have to remove {4 - left} enemy fighters: which ones?" in menus.content
        assert (NOT_YET in menus.content) == bool(left)
        assert "Confirm" not in menus.labels
        menu = next(one for one in menus.selects if taken in _values(one))
        menus = await menus.select(menu["custom_id"], [taken])
    assert "You still have to remove 1 enemy fighter: which one?" in menus.content
    *_, last = turns[built].text.split()
    menu = next(one for one in menus.selects if last in _values(one))
    menus = await menus.select(menu["custom_id"], [last])
    assert NOT_YET not in menus.content
    assert "Confirm" in menus.labels


async def _with(game: Game, label: str) -> Message:
    return next(one for one in await game.channel.messages() if label in one.labels)


async def test_only_those_are_called_who_have_not_heard(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """A line about a turn calls the next player, who can move by its button; another one leads to
    the board. There is none for whoever has just moved and is to move again; the next line makes up
    for it. So the board doesn't go on in another message then, which would take its place, but
    after that.
    """
    game = await begin(general, "turnier", ben, david)
    await game.move(2, f"; {LAID[1]}")
    again = await game.move(1, LAID[0])
    assert "It's your turn again." in again.content
    assert await _lines(game) == []
    (board,) = await game.boards()
    assert all(f"`{turn}`" in board.content for turn in LAID[:2])
    await game.move(1, LAID[2])
    first, second = game.players
    (line,) = await _lines(game)
    assert line.mentions == [second.name]
    assert [turn for turn in LAID if f"`{turn}`" in line.content] == [*LAID[:3]]
    assert line.labels == [MOVE, TO_BOARD]
    assert line.buttons[1]["url"].endswith(f"/{game.channel.id}/{board.id}")
    assert "http" not in line.content
    menus = await line.click(MOVE, by=second)
    assert menus.ephemeral
    assert menus.selects
    await game.move(2, LAID[3])
    _, anew = await game.boards()
    assert anew.notified == [first.name]
    assert [turn for turn in LAID if f"`{turn}`" in anew.content] == [LAID[3]]
    await all_shown(stack, pg, game.id)
    _, beside = await _lines(game)
    assert beside.mentions == []
    assert beside.content.endswith(MOVED_ON)


async def test_the_turn_that_ends_a_phase_has_its_line(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """Whoever lays the last of five boards is to move again, so nobody is called; but the opponent
    reads what was laid, and that the ground is complete. The next line doesn't repeat it.
    """
    game = await begin(general, "turnier", ben, david)
    await game.play(*LAID)
    await all_shown(stack, pg, game.id)
    before = len(await _lines(game))
    await game.move(1, "Csw@6,0")
    await all_shown(stack, pg, game.id)
    (line,) = (await _lines(game))[before:]
    assert "The ground is complete." in line.content
    assert line.mentions == []
    await game.move(1, "a1")
    await all_shown(stack, pg, game.id)
    _, after = (await _lines(game))[before:]
    assert after.mentions == [game.players[1].name]
    assert "`a1`" in after.content
    assert "`Csw@6,0`" not in after.content


async def test_turns_that_no_board_has_told_are_told_to_everybody(
    pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """Where the bot couldn't write for some turns, lines after it tell them all: also those
    of the player whom the last one calls, since nobody else has seen them.
    """
    game = await begin(general, "turnier", ben, david)
    await general.permit(deny=["send_messages", "send_messages_in_threads"])
    try:
        for seat, player in enumerate(game.players, start=1):
            away = await player.dm()
            await player.command("move", away, turn=LAID[seat - 1], match=game.id)
    finally:
        await general.permit()

    async def brought() -> list[Message]:
        lines = await _lines(game)
        told = [turn for turn in LAID[:2] if any(f"`{turn}`" in one.content for one in lines)]
        return lines if len(told) == 2 else []

    *earlier, line = await pg.wait_for(brought)
    assert line.mentions == [game.players[0].name]
    assert len(earlier) <= 1  # The first is told alone if it is tried again before the second.


async def test_a_turn_behind_a_semicolon_in_ones_own_is_told(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """Whoever is next is called, as by any other turn, also after they have moved themselves."""
    game = await begin(general, "turnier", ben, david)
    first, second = game.players
    await game.move(1, LAID[0])
    await game.move(2, f"; {LAID[1]}")
    _, board = await game.boards()  # It goes on in another message, which calls as a line would.
    assert board.notified == [first.name]
    assert [turn for turn in LAID if f"`{turn}`" in board.content] == [LAID[1]]
    await game.move(1, f"; {LAID[2]}")
    await all_shown(stack, pg, game.id)
    lines = await _lines(game)
    assert [one.mentions for one in lines] == [[second.name], [], [second.name]]
    told = [[turn for turn in LAID if f"`{turn}`" in one.content] for one in lines]
    assert told == [[LAID[0]], [], [LAID[2]]]  # Beside the new board the line only leads to it.


async def test_a_computer_player_calls_nobody_twice(general: Channel, ben: User) -> None:
    """Against a computer player there is one line a round: the one that calls the person back."""
    opened = await ben.command("play turnier", general, computer=1, seats=2, seating="chosen")
    game = Game(await place_of(general, named(opened)), named(opened), [ben])
    await game.move(1, LAID[0])

    async def called() -> list[Message]:
        return await _lines(game)

    (line,) = await general.pg.wait_for(called)
    assert line.mentions == [ben.name]
    assert "2. `" in line.content
    assert LAID[0] not in line.content


def _values(menu: dict[str, object]) -> list[str]:
    options = menu["options"]
    assert isinstance(options, list)
    return [option["value"] for option in options]


def test_no_label_is_a_piece_of_notation() -> None:
    """Menus call shapes by how they look, places by numbers, and flags by their fighters."""
    game = games.get("turnier")
    named: set[str] = set()
    for text in (
        f"2+flags {'/'.join(LAID)} laying 1 -/- 3,3 - 0 - - - -",
        help_fight("c5*,d6,e2/b1,b5,c4,e8", "2,3"),
        help_fight("a1,c5,d6,e2/b3,e8,f3", "3,3"),
    ):
        line = play.Line.at(game, game.position(text))
        shown = picking.menus(line, "")
        named |= {picks.name(way) for menu in shown for way in menu.ways}
        stems = [way.text for menu in shown for way in menu.ways if way.move is None]
        for stem in stems:
            named |= {picks.name(way) for menu in picking.menus(line, stem) for way in menu.ways}
    assert {"▙ Csw", "1", "2", "c5 → d6"} <= named
    assert not any(":" in name or "@" in name or "," in name for name in named)
