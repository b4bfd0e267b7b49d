"""The buttons under boards, what they offer to whom, and answers to illegal turns."""

from __future__ import annotations

import aiohttp
import pytest

from bot.cogs.agreements import draws
from bot.messages import consent
from playground.answers import Message
from playground.client import Channel, Playground, User
from tests.support.forger import Forger
from tests.support.matches import Game, begin, private

pytestmark = pytest.mark.shared_bot

MORE = "More…"
FOR_ALL = ["Board just for me", "Try it out", "Replay", "As a file", "As an animation"]


async def _more(game: Game, user: User) -> Message:
    shown = await (await game.board()).click(MORE, by=user)
    assert shown.ephemeral
    return shown


def _own(shown: Message) -> list[str]:
    """The offers that are not for everybody."""
    return [label for label in shown.labels if label not in [*FOR_ALL, "Settings"]]


async def test_only_what_is_possible(general: Channel, ben: User, david: User, emma: User) -> None:
    """*More* offers what this user can do now. A stranger can view the match."""
    game = await begin(general, "attangle", ben, david)
    white, black = game.players
    assert (await game.board()).labels == ["Move", "Rules", "Board as text", MORE]
    first = await _more(game, white)
    acts = ["Offer a draw", "Ask to adjourn", "Hand over my seat…", "Resign…", "Abort match…"]
    assert _own(first) == ["Move", "Prepare turns…", *acts]
    assert _own(await _more(game, black)) == ["Prepare turns…", *acts]
    await game.move(1, "c3")
    assert (await game.board()).labels == ["Move", "Rules", "Replay", "Board as text", MORE]
    assert "Ask for a takeback" in _own(await _more(game, white))
    assert "Ask for a takeback" not in _own(await _more(game, black))
    await game.move(2, "d5; d6")
    assert "Abort match…" not in _own(await _more(game, white))
    assert "Prepared turns" in _own(await _more(game, black))
    assert "Prepared turns" not in _own(await _more(game, white))
    assert _own(await _more(game, emma)) == []


def _rows(shown: Message) -> list[list[str]]:
    return [[one["label"] for one in row["components"]] for row in shown.data["components"]]


async def test_rows_by_what_they_are_for(
    general: Channel, ben: User, david: User, emma: User
) -> None:
    """First come answers to what is asked, then the turn; what is rare comes last."""
    game = await begin(general, "attangle", ben, david, rated=False)
    white, black = game.players
    await game.move(1, "c3")
    looks = ["Board just for me", "Try it out", "Replay", "As an animation", "As a file"]
    leaves = ["Hand over my seat…", "Resign…", "Abort match…", "Settings"]
    turn = ["Move", "Hint", "Prepare turns…"]
    assert _rows(await _more(game, black)) == [
        turn,
        looks,
        ["Offer a draw", "Ask to adjourn"],
        leaves,
    ]
    await (await _more(game, white)).click("Offer a draw")
    await (await _more(game, white)).click("Ask for a takeback")
    assert _rows(await _more(game, black)) == [
        ["Accept the draw", "Decline the draw", "Accept the request", "Decline the request"],
        turn,
        looks,
        leaves,
    ]
    assert _rows(await _more(game, emma)) == [looks, ["Settings"]]


async def test_a_draw_by_buttons(general: Channel, ben: User, david: User) -> None:
    """A draw is offered, declined, offered again and accepted, all publicly."""
    game = await begin(general, "attangle", ben, david)
    white, black = game.players
    await game.move(1, "c3")
    await (await _more(game, white)).click("Offer a draw")
    assert "Withdraw my offer" in _own(await _more(game, white))
    asked = await _more(game, black)
    assert {"Accept the draw", "Decline the draw"} <= {*_own(asked)}
    await asked.click("Decline the draw")
    said = [message.content for message in await game.channel.messages(white)]
    assert any(f"{black.mention} has declined the draw." in content for content in said)
    assert "Offer a draw" not in _own(await _more(game, white))
    await (await _more(game, black)).click("Offer a draw")
    await (await _more(game, white)).click("Accept the draw")
    await game.board_with("is drawn")
    assert _own(await _more(game, white)) == ["Rematch", "Analyse"]


async def test_an_offer_or_a_request_by_mistake(general: Channel, ben: User, david: User) -> None:
    """The answer says how long an offer stands, and withdraws it by a button; so it does with a
    request. Everybody reads that.
    """
    game = await begin(general, "attangle", ben, david)
    white, black = game.players
    for act, withdraw, gone in (
        ("Offer a draw", "Withdraw my offer", consent.OFFER_WITHDRAWN),
        ("Ask to adjourn", "Withdraw my request", consent.REQUEST_WITHDRAWN),
    ):
        answer = await (await _more(game, white)).click(act)
        assert answer.labels == [withdraw]
        assert (draws.LASTS in answer.content) == (act == "Offer a draw")
        await answer.click(withdraw)
        said = [message.content for message in await game.channel.messages(black)]
        assert any(gone.format(player=white.mention) in content for content in said)
        assert withdraw not in (await _more(game, white)).labels
    assert not {"Accept the draw", "Accept the request"} & {*(await _more(game, black)).labels}


async def test_consent_and_resigning_by_buttons(general: Channel, ben: User, david: User) -> None:
    """Requests are made, withdrawn and accepted by buttons. Resigning asks first."""
    game = await begin(general, "attangle", ben, david)
    white, black = game.players
    await game.move(1, "c3")
    await (await _more(game, white)).click("Ask for a takeback")
    await (await _more(game, black)).click("Accept the request")
    await game.board_with("has taken back a turn")
    await (await _more(game, black)).click("Ask to adjourn")
    await (await _more(game, black)).click("Withdraw my request")
    assert "Decline the request" not in _own(await _more(game, white))
    question = await (await _more(game, white)).click("Resign…")
    assert question.ephemeral
    assert question.labels == ["Resign", "Cancel"]
    await question.click("Resign")
    assert "has resigned" in (await game.board()).content


async def test_looking_by_buttons(general: Channel, ben: User, david: User, emma: User) -> None:
    """Everybody gets the board in words and the replay with one press."""
    game = await begin(general, "attangle", ben, david)
    await game.move(1, "c3")
    text = await (await game.board()).click("Board as text", by=emma)
    assert text.ephemeral
    assert "White: 1 single on c3." in text.text
    view = await (await game.board()).click("Replay", by=emma)
    assert view.ephemeral
    assert "Turn 1 of 1" in view.content
    files = await (await _more(game, emma)).click("As a file")
    assert len(files.attachments) == 2


async def test_who_cannot_move_sees_the_board(
    general: Channel, ben: User, david: User, emma: User
) -> None:
    """*Move* tells strangers, and players who are not to move, why not, and shows them the
    board.
    """
    game = await begin(general, "attangle", ben, david)
    white, black = game.players
    for user, why in ((emma, "You aren't playing in match"), (black, f"It's {white.mention}'s")):
        shown = await (await game.board()).click("Move", by=user)
        assert shown.ephemeral
        assert shown.content.startswith(why)
        assert shown.attachments
        assert "Move" not in shown.labels
        assert MORE in shown.labels


async def test_a_slip_is_one_press_away(general: Channel, ben: User, david: User) -> None:
    """An illegal turn is answered with the reason and the probable intention, which a button plays.
    After the turn that button does nothing.
    """
    game = await begin(general, "tyr", ben, david)
    await game.play("4@33=3", "3@19=1", "5@22=8")
    early = await game.move(2, "4-63=9 5-28=7")
    assert "Did you mean `4-63=" in early.content
    assert early.labels[-1] == "Move"
    wrong = await game.move(2, "4-63=8 5-27=7")
    assert "`4-63=8 5-28=7`" in wrong.content
    done = await wrong.click("Play 4-63=8 5-28=7")
    assert f"`{game.id}`: you played `4-63=8 5-28=7`." in done.content
    nonsense = await game.move(1, "hello")
    assert "Did you mean" not in nonsense.content
    assert nonsense.labels == ["Move"]
    stale = await early.click(early.labels[0])
    assert "has moved on since" in (await private(stale, number=1))[0].content


async def test_half_a_move_goes_on_by_picking(general: Channel, ben: User, david: User) -> None:
    """A typed beginning of a move is shown with menus for the rest, and nothing is lost."""
    game = await begin(general, "tyr", ben, david)
    await game.play("4@33=3", "3@19=1", "5@22=8")
    half = await game.move(2, "4-63")
    assert "`4-63 …`" in half.content
    assert "The new number is missing" in half.content
    assert half.labels == ["Back", "Reset"]
    half = await half.select(None, ["4-63=8"])
    assert "`4-63=8 …`" in half.content
    half = await game.move(2, "5")
    assert "Your turn so far: `4-63=8 5 …` " in half.content
    assert "is not a move" not in half.content
    half = await half.select(half.selects[0]["custom_id"], ["5-28=7"])
    assert half.labels == ["Back", "Reset", "Confirm"]
    reset = await half.click("Reset")
    assert "4-63" not in reset.content.splitlines()[-1]
    both = await game.move(2, "4-63=8 5-28")
    assert "`4-63=8 5-28 …`" in both.content
    await game.move(2, "5-28=7")
    assert "4. `4-63=8 5-28=7`" in (await game.board()).content


def _values(shown: Message) -> list[str]:
    return [str(option["value"]) for menu in shown.selects for option in menu["options"]]


async def test_menus_that_asked_for_less(
    pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """Earlier menus asked for smaller parts of a move, in another order. Choices in messages that
    still have them lead on to the move.
    """
    game = await begin(general, "tyr", ben, david)
    seq = int((await game.board()).buttons[0]["custom_id"].split(":")[2])
    pick, back = (f"{action}:{game.id}:{{}}:0/0/{{}}" for action in ("pick", "back"))
    async with aiohttp.ClientSession() as session:
        forger = Forger(pg, session, game.channel)
        first, second = game.players
        shown = await forger.choose(first, pick.format(seq, "0/4"), "4@33")
        assert "`4@33 …`" in shown.content
        assert {value.partition("=")[0] for value in _values(shown)} == {"4@33"}
        whole = await shown.select(None, ["4@33=3"], by=first)
        await whole.click("Confirm", by=first)
        await game.play("3@19=1", "5@22=8", first=2)
        seq = int((await game.board()).buttons[0]["custom_id"].split(":")[2])
        shown = await forger.choose(second, pick.format(seq, "0/"), "4")
        assert "`4 …`" in shown.content
        assert {value[:2] for value in _values(shown)} == {"4-"}
        shown = await forger.choose(second, pick.format(seq, "0/4"), "4-63")
        assert "`4-63 …`" in shown.content
        assert {value[:5] for value in _values(shown)} == {"4-63="}
        earlier = await forger.press(second, back.format(seq, "-/4-63"))
        assert len({value.partition("=")[0] for value in _values(earlier)}) > 1
        chosen = await forger.choose(second, pick.format(seq, "0/4-63"), "4-63=8")
        assert "`4-63=8 …`" in chosen.content
        lesson = "lesson-pick:-:0:turnier/saving/0/|{}"
        told = await forger.choose(ben, lesson.format(""), "flag:")
        assert "✅" in told.content
        asked = await forger.press(ben, "lesson-page:-:0:turnier/saving/0/|flag:")
        assert _values(asked) == ["flag:c5-d6"]


async def test_completion_says_what_it_does(
    pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """Each suggestion says, in the user's language, what it is about, and not what it does."""
    game = await begin(general, "tyr", ben, david)
    white, black = game.players

    async def offered(user: User, typed: str) -> dict[str, str]:
        found = await user.autocomplete("move", "turn", typed, channel=general, match=game.id)
        assert all(len(choice.name) <= 100 for choice in found)
        return {choice.value: choice.name for choice in found}

    assert (await offered(white, ""))["4"] == "4 · die IV"
    await game.play("4@33=3", "3@19=1", "5@22=8")
    found = await offered(black, "4-6")
    assert found["4-63"] == "4-63 · now shows 3"
    assert {said.partition(" · ")[2] for said in found.values()} == {"now shows 3"}
    await black.change(locale="de")
    other = await offered(black, "4-6")
    assert other.keys() == found.keys()
    assert other["4-63"] == "4-63 · zeigt bisher 3"
    await black.change(locale="en-US")
