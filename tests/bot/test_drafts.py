"""Picking turns, prepared turns, autocomplete."""

from __future__ import annotations

from random import Random

import pytest

import games
from bot.messages.board import MOVE
from bot.text.discord_limits import OPTIONS
from playground.answers import Message
from playground.client import Channel, Playground, User
from tests.support.matches import Game, begin, private
from tests.support.picking import choose

pytestmark = pytest.mark.shared_bot

PEOPLE = ("ben", "david", "emma", "anna")


async def _pick(game: Game, seat: int, *values: str) -> Message:
    """Opens the menu under the board and picks these options, each from the menu that has it."""
    shown = await (await game.board()).click("Move", by=game.players[seat - 1])
    return await choose(shown, *values) if values else shown


async def test_a_chain_is_picked(general: Channel, ben: User, david: User) -> None:
    """A turn of two moves is picked part by part. Back, reset and confirm work, and the other
    player sees nothing until the whole turn is confirmed.
    """
    game = await begin(general, "tyr", ben, david)
    await game.play("4@33=3", "3@19=1", "5@22=8")
    first = await _pick(game, 2)
    assert first.ephemeral
    assert (
        "**Which die do you want to move, where to, and which number will you turn it to?**"
        in first.content
    )
    assert first.labels == []
    picked = await _pick(game, 2, "4", "4-63=8")
    assert "Your turn so far: `4-63=8 …`" in picked.content
    assert picked.labels == ["Back", "Reset"]
    assert len(await game.boards()) == 4
    assert "Pasch: IV and V both show 8, so V moves too." in picked.content
    picked = await choose(picked, "5-28=7")
    assert picked.labels == ["Back", "Reset", "Confirm"]
    assert "`4-63=8 5-28=7`" in picked.content
    picked = await picked.click("Back")
    assert "`4-63=8 …`" in picked.content
    picked = await picked.click("Reset")
    assert "4-63=8" not in picked.content
    assert len(await game.boards()) == 4
    picked = await _pick(game, 2, "4", "4-63=8", "5-28=7")
    done = await picked.click("Confirm")
    assert f"`{game.id}`: you played `4-63=8 5-28=7`." in done.content
    assert done.attachments == []
    await game.board_with("4. `4-63=8 5-28=7`")


async def test_of_two_messages_the_older_one_is_out_of_date(
    general: Channel, ben: User, david: User
) -> None:
    """Nobody has moved: the player is told that their turn has changed since, and led on."""
    game = await begin(general, "tyr", ben, david)
    await game.play("4@33=3", "3@19=1", "5@22=8")
    older = await _pick(game, 2, "4")
    await _pick(game, 2, "4", "4-63=8")
    refused = (await private(await choose(older, "4-63=8"), number=1))[-1]
    assert refused.content.startswith("These menus are out of date")
    assert refused.labels[0] == "Move"
    led = await refused.click("Move")
    assert "`4-63=8 …`" in (led.followups or [led])[-1].content


async def test_typing_and_picking_mix(general: Channel, ben: User, david: User) -> None:
    """A turn can be typed first and finished by picking, and the other way round."""
    game = await begin(general, "tyr", ben, david)
    await game.play("4@33=3", "3@19=1", "5@22=8")
    typed = await game.move(2, "4-63=8")
    assert typed.ephemeral
    assert "Your turn so far: `4-63=8 …`" in typed.content
    offered = await game.players[1].autocomplete(
        "move", "turn", "5-2", channel=general, match=game.id
    )
    assert "5-28" in [choice.value for choice in offered]
    offered = await game.players[1].autocomplete(
        "move", "turn", "5-28", channel=general, match=game.id
    )
    assert "5-28=7" in [choice.value for choice in offered]
    reply = await game.move(2, "5-28=7")
    assert f"`{game.id}`: you played `4-63=8 5-28=7`." in reply.content


async def test_the_beginning_of_another_turn(general: Channel, ben: User, david: User) -> None:
    """A turn that only waits to be confirmed gives way to the beginning of another one, which is
    read from the turn's start.
    """
    game = await begin(general, "attangle", ben, david)
    _, second = game.players
    await game.play("b2", "c4", "f4", "d3", "d5")
    await second.command("settings", general, confirm=True)
    waits = await game.move(2, "e2")
    assert "`e2`" in waits.content
    begun = await game.move(2, "c4,d3-")
    assert "e2" not in begun.content
    assert begun.selects
    done = await begun.select(begun.selects[0]["custom_id"], ["c4,d3-d5"])
    await done.click("Confirm")
    await game.board_with("6. `c4,d3-d5`")
    await second.command("settings", general, reset="confirm")


async def test_what_can_be_picked_is_marked(general: Channel, ben: User, david: User) -> None:
    """The picture of a draft differs with the choices that are open."""
    game = await begin(general, "tyr", ben, david)
    await game.play("4@33=3", "3@19=1", "5@22=8")
    pictures = set()
    for typed in ("", "3", "4", "4-63"):
        shown = await (game.move(2, typed) if typed else _pick(game, 2))
        pictures.add(await shown.attachments[0].read())
    assert len(pictures) == 4


async def test_the_last_choice_plays_the_turn(general: Channel, ben: User, david: User) -> None:
    """For players who have chosen that; a turn that may end or go on still waits."""
    game = await begin(general, "tyr", ben, david)
    await game.players[0].command("settings", general, instant=True)
    try:
        done = await _pick(game, 1, "4=3", "4=3@33")
    finally:
        await game.players[0].command("settings", general, instant=False)
    assert f"`{game.id}`: you played `4@33=3`." in done.content
    assert "1. `4@33=3`" in (await game.board()).content


async def test_one_way_to_go_waits_for_confirmation(
    general: Channel, ben: User, david: User
) -> None:
    """A turn without any choice can be confirmed at once."""
    game = await begin(general, "die-drei", ben, david, board="2a0.1a1.3b1.4a2")
    await game.play("c3", "a4", "a3", "d6", "d2", "b1", "c1")
    shown = await _pick(game, 2)
    assert shown.labels == ["Back", "Reset", "Confirm"]
    assert "Your turn: `b2`" in shown.content
    refused = await game.move(2, "c9")
    assert "c9" in refused.content
    assert "b2" not in refused.content.partition("You can play this")[0]
    mine = await game.players[1].autocomplete("move", "turn", "", channel=general, match=game.id)
    assert [choice.value for choice in mine] == ["b2"]
    done = await shown.click("Confirm")
    assert f"`{game.id}`: you played `b2`." in done.content


@pytest.mark.parametrize("key", [game.info.key for game in games.all_games()])
async def test_turns_by_taps_alone(key: str, pg: Playground) -> None:
    """In each game the first turns can be played by buttons and menus only. Nothing is cut off: the
    menus of all pages together have every continuation.
    """
    rng, users = Random(key), [pg.user(name) for name in PEOPLE]
    seats = min(games.get(key).info.seats)
    game = await begin(pg.channel("games"), key, *users[:seats])
    by_id = {user.id: user for user in users}
    for turn in range(4):
        board = await game.board()
        user = by_id[board.data["mentions"][0]["id"]]
        shown: Message = await board.click("Move", by=user)
        while "Confirm" not in shown.labels:
            assert shown.selects, shown.content
            for menu in shown.selects:
                assert 1 <= len(menu["options"]) <= OPTIONS
            menu = rng.choice(shown.selects)
            shown = await shown.select(menu["custom_id"], [rng.choice(menu["options"])["value"]])
        await shown.click("Confirm")
        board = await game.board_with(f"{turn + 1}. `")
        assert "Move" in board.labels
        # A board that is kept goes on as an answer after the second turn.
        kept = bool(games.get(key).info.gradual)
        assert len(await game.boards()) == (min(turn, 1) + 1 if kept else turn + 2)


async def test_many_choices_have_several_menus(general: Channel, ben: User, david: User) -> None:
    """Choices that don't fit a menu are spread over several. Going back leads to them again."""
    game = await begin(general, "tyr", ben, david)
    shown = await _pick(game, 1, "4=8")
    assert "Your turn so far: `4=8 …`\nContinue" in shown.content
    offered = [option["value"] for menu in shown.selects for option in menu["options"]]
    assert len(offered) == len(set(offered)) == 81
    assert len(shown.selects) == 4
    assert (await shown.click("Back")).labels == []


async def test_prepared_turns(general: Channel, ben: User, emma: User) -> None:
    """Turns after a semicolon are played on their seat's turn, in the same message as the turn
    before. Only their owner can see and clear them.
    """
    game = await begin(general, "attangle", ben, emma)
    white, black = game.players
    reply = await game.move(1, "c3; c4; c5")
    assert "you've prepared 2 turns: `c4`; `c5`" in reply.content
    assert "Prepared turns" in reply.labels
    early = await game.move(2, "; a1")
    assert f"`{game.id}`: you played `a1`." in early.content
    board = await game.board()
    turns = board.content.splitlines()[1:3]
    assert turns[0].startswith(f"{black.mention}: 2. `a1`")
    assert turns[1].startswith(f"{white.mention}: 3. `c4`")
    assert "*(prepared)*" in board.content
    assert board.mentions == [black.name]
    listed = await white.command("prepared", general, match=game.id)
    assert listed.ephemeral
    assert "1. `c5`" in listed.content
    other = await black.command("prepared", general, match=game.id)
    assert "you have no prepared turns" in other.content
    cleared = await listed.click("Clear")
    assert cleared.content.endswith(f"`{game.id}`: your prepared turns have been cleared.")
    await game.move(2, "a2")
    assert (await game.board()).mentions == [white.name]


async def test_what_is_no_turn_is_refused_at_once(general: Channel, ben: User, emma: User) -> None:
    """Whoever prepares a turn hears of a point that there isn't while they look, by command and by
    form; not days later.
    """
    game = await begin(general, "attangle", ben, emma)
    for typed in ("; z9", "z9", "; c3 c4", "c3 c4"):
        reply = await game.move(2, typed)
        assert reply.ephemeral
        assert "prepared" not in reply.content
        assert "Prepare this turn" not in reply.labels
        listed = await emma.command("prepared", general, match=game.id)
        assert "you have no prepared turns" in listed.content
    form = await listed.click("Prepare turns…")
    assert form.modal is not None
    refused = await form.modal.submit(text="c4; z9")
    assert "z9" in refused.content
    told = await game.move(1, "; c3")
    assert f"`{game.id}`: you played `c3`." in told.content
    assert "*(prepared)*" not in (await game.board()).content


async def test_out_of_turn_move_offers_what_the_command_offers(
    general: Channel, ben: User, emma: User
) -> None:
    """Whoever presses *Move* too early can prepare turns, as after `/move`."""
    game = await begin(general, "attangle", ben, emma)
    typed = await game.move(2, "c3")
    assert "Prepare this turn" in typed.labels
    pressed = await (await game.board()).click("Move", by=game.players[1])
    assert pressed.ephemeral
    assert pressed.labels[0] == "Prepare turns…"


async def test_prepared_turns_that_do_not_fit(general: Channel, ben: User, emma: User) -> None:
    """The first prepared turn that cannot be played drops the rest, and only its owner is told,
    with the match in which it is their turn now.
    """
    game = await begin(general, "attangle", ben, emma)
    white, black = game.players
    await game.move(1, "c3; d5; c4")
    reply = await game.move(2, "d5")
    assert f"`{game.id}`: you played `d5`." in reply.content
    board = await game.board()
    assert board.mentions == [white.name]
    assert "c4" not in board.content
    direct = await white.dm()
    told = (await general.pg.wait_for(lambda: direct.messages(white)))[-1]
    assert told.content.startswith(f"**Attangle** · match `{game.id}` · <#{game.channel.id}>\n")
    assert "2. `d5`" in told.content
    assert f"`{game.id}`: 2 prepared turns were dropped" in told.content
    assert "`d5`; `c4`" in told.content
    assert told.labels[0] == MOVE
    assert (await told.click(MOVE)).selects
    assert "You can't place on d5: there is a piece there already." in told.content
    assert await (await black.dm()).messages(black) == []


async def test_a_prepared_turn_with_another_seats_man(
    general: Channel, ben: User, david: User, emma: User
) -> None:
    """If one's own turn led to it at once, the notice covers both, and names the seat."""
    game = await begin(general, "3stein", ben, david, emma)
    await game.move(2, "; d46-d32")
    await game.move(3, "; e12-e26")
    reply = await game.move(1, "a24-b36; d44-b36")
    assert f"`{game.id}`: you played `a24-b36`." in reply.content
    assert f"`{game.id}`: a prepared turn was dropped" in reply.content
    assert "The man on d44 belongs to Yellow." in reply.content
    assert (await game.board()).mentions == [game.players[0].name]


async def test_completion(general: Channel, ben: User, emma: User) -> None:
    """Autocomplete offers at most 25 texts of at most 100 characters, only on one's own turn, and
    only legal continuations.
    """
    game = await begin(general, "attangle", ben, emma)
    white, black = game.players
    for typed in ("", "c", "C", " c"):
        offered = await white.autocomplete("move", "turn", typed, channel=general, match=game.id)
        assert 1 <= len(offered) <= 25
        assert all(len(choice.value) <= 100 for choice in offered)
    assert [c.value for c in offered] == ["c1", "c2", "c3", "c4", "c5", "c6"]
    for typed in ("x", "c9", "c3 ", "y" * 200):
        assert not await white.autocomplete("move", "turn", typed, channel=general, match=game.id)
    later = await white.autocomplete("move", "turn", "c3; c", channel=general, match=game.id)
    assert later[0].value == "c3; c"
    assert "c3; c4" in [choice.value for choice in later]
    assert "c3; c3" not in [choice.value for choice in later]
    theirs = await black.autocomplete("move", "turn", "c3", channel=general, match=game.id)
    assert [choice.value for choice in theirs] == ["; c3"]
    mine = await white.autocomplete("move", "match", game.id.lower(), channel=general, turn="c3")
    assert [choice.value for choice in mine] == [game.id]
