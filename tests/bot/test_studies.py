"""Trying out what might happen, by taps and by typing; and answers that are chosen there."""

from __future__ import annotations

import re
from random import Random

import pytest

import games
from games.play import setup
from games.protocol import AnyGame
from playground.answers import Message
from playground.client import Channel, File, User
from tests.support.matches import Game, begin, said
from tests.support.short_matches import LINES

pytestmark = pytest.mark.shared_bot

_AHEAD = re.compile(r"(\d+) turns? ahead of the match")
_TURN = re.compile(r"^`([^`]+)` ", re.MULTILINE)
PRIVATE = "Only you can see this. Nothing you try here changes a match."


def _ahead(shown: Message) -> int:
    """How many turns ahead of the match a study is shown."""
    assert shown.ephemeral
    assert "🔎 **What if** · " in shown.content, shown.content
    assert PRIVATE in shown.content
    assert shown.attachments
    found = _AHEAD.search(shown.content)
    return int(found[1]) if found else 0


async def _tapped(shown: Message, *, last: bool = False) -> Message:
    """The study after a whole turn, picked from the menus: always the first option, or the last."""
    before = _ahead(shown)
    while _ahead(shown) <= before:
        if "End the turn here" in shown.labels:
            shown = await shown.click("End the turn here")
            continue
        menu = shown.selects[-1 if last else 0]
        option = menu["options"][-1 if last else 0]
        shown = await shown.select(menu["custom_id"], [option["value"]])
    return shown


def _turn(shown: Message) -> str:
    """The last turn that a study shows."""
    found = _TURN.search(shown.content)
    assert found, shown.content
    return found[1]


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: str(game.info.key))
async def test_a_tree_by_taps_and_an_answer(
    game: AnyGame, general: Channel, ben: User, emma: User, david: User
) -> None:
    """A tree with three levels is built by taps alone, for all seats. The answer in it is played as
    soon as exactly what was tried has been played, and is said in words before. The study goes on.
    """
    people = [ben, emma, david][: min(3, max(game.info.seats))]
    options = {"seats": 3} if len({*game.info.seats}) > 1 else {}
    match = await begin(general, game.info.key, *people, **options)
    owner = match.players[1]
    more = await owner.command("whatif", general, match=match.id)
    assert "where the match is now" in more.content
    first = await _tapped(more)
    condition = _turn(first)
    second = await _tapped(first)
    answer = _turn(second)
    third = await _tapped(second, last=True)
    assert _ahead(third) >= 3
    back = await third.click("Back")
    another = await _tapped(back, last=False)
    assert _turn(another) != _turn(third)
    back = await (await another.click("Back")).click("Back")
    assert _turn(back) == condition
    forward = await back.click("Forward")
    assert _turn(forward) == answer
    branches = await forward.click("Forward")
    (menu,) = branches.selects
    assert len(menu["options"]) == 2
    chosen = await branches.select(menu["custom_id"], [menu["options"][0]["value"]])
    assert _turn(chosen) == _turn(third)
    here = await chosen.click("Back")
    asked = await (await here.click("More…")).click("Play this if it happens…")
    seats = game.seat_names(setup(game, len(people), rng=Random(1)))
    words = f"If {seats[0]} plays `{condition}`, you answer with `{answer}`."
    assert words in asked.content
    done = await asked.click("Set it up")
    assert f"✅ Set up: {words}" in done.content
    played = await match.move(1, condition)
    if "Confirm" in played.labels:
        played = await played.click("Confirm")
    board = await match.board_with(f"2. `{answer}`")
    assert "*(prepared)*" in board.content
    back = await done.click("Back")
    assert "The match went on from here." in back.content
    there = await back.click("Go to match position")
    assert "where the match is now" in there.content
    assert _turn(there) == answer


async def _open(general: Channel, one: User, other: User) -> tuple[Game, Message]:
    """A match of Attangle, and a study of it after two turns that were typed."""
    match = await begin(general, "attangle", one, other)
    player = match.players[0]
    shown = await player.command("whatif", general, match=match.id)
    form = await shown.click("Type turns…")
    assert form.modal is not None
    return match, await form.modal.submit(text="c3; D5")


async def test_typing_turns(general: Channel, ben: User, emma: User) -> None:
    """Turns are typed with semicolons between them, and tried as far as they can be played. Nothing
    of it is played.
    """
    match, shown = await _open(general, ben, emma)
    assert (_ahead(shown), _turn(shown)) == (2, "d5")
    form = await shown.click("Type turns…")
    assert form.modal is not None
    part = await form.modal.submit(text="e2; e2; b3")
    assert (_ahead(part), _turn(part)) == (3, "e2")
    assert "e2" in part.content.partition("\n")[0]
    form = await part.click("Type turns…")
    assert form.modal is not None
    refused = await said(await form.modal.submit(text="c3"))
    assert "Try again" in refused.labels
    assert (await match.boards())[-1].content.count("c3") == 0


async def test_a_study_is_its_owners_alone(general: Channel, ben: User, emma: User) -> None:
    """The other player finds nothing of it, even with its buttons."""
    match, shown = await _open(general, ben, emma)
    other = match.players[1]
    assert shown.ephemeral
    found = await other.autocomplete("whatif", "study", match.id, channel=general)
    assert found == []
    mine = await match.players[0].autocomplete("whatif", "study", match.id, channel=general)
    assert len(mine) == 1
    theirs = await other.command("whatif", general, match=match.id)
    assert "where the match is now" in theirs.content
    assert "Tried from here" not in theirs.content


async def test_names_comments_and_throwing_away(general: Channel, ben: User, emma: User) -> None:
    """A study has a name and comments; branches and studies are thrown away after a question."""
    match, shown = await _open(general, ben, emma)
    player = match.players[0]
    form = await (await shown.click("More…")).click("Name and comment…")
    assert form.modal is not None
    assert form.modal.fields == ["name", "comment"]
    noted = await form.modal.submit(name="My *idea*", comment="Is _this_ good?")
    assert "> Is \\_this\\_ good?" in noted.content
    assert "**My \\*idea\\***" in noted.content
    (choice,) = await player.autocomplete("whatif", "study", "idea", channel=general)
    again = await player.command("whatif", general, study=choice.value)
    assert _turn(again) == "d5"
    asked = await (await again.click("More…")).click("Delete this branch…")
    assert "Delete this position?" in asked.content
    kept = await asked.click("Keep")
    assert _turn(kept) == "d5"
    asked = await (await kept.click("More…")).click("Delete this branch…")
    pruned = await asked.click("Delete")
    assert (_ahead(pruned), _turn(pruned)) == (1, "c3")
    stale = await said(await noted.click("Back"))
    assert "This board is out of date" in stale.content
    listed = await stale.click("My studies")
    menu, _ = listed.selects
    opened = await listed.select(menu["custom_id"], [menu["options"][0]["value"]])
    assert _turn(opened) == "c3"
    asked = await (await opened.click("More…")).click("Delete the study…")
    assert "**My \\*idea\\*** · Attangle" in asked.content
    listed = await asked.click("Keep")
    _, menu = listed.selects
    asked = await listed.select(menu["custom_id"], [menu["options"][0]["value"]])
    gone = await asked.click("Delete")
    assert "The study has been deleted" in gone.content
    found = await player.autocomplete("whatif", "study", "idea", channel=general)
    assert found == []
    refused = await said(await pruned.click("Back"))
    assert "You don't have this study any more." in refused.content


async def test_comparing(general: Channel, ben: User, emma: User) -> None:
    """What was tried stands beside what was played."""
    match, shown = await _open(general, ben, emma)
    await match.move(1, "b2")
    back = await shown.click("Back")
    assert "The match has gone another way." in back.content
    compared = await said(await (await back.click("More…")).click("Compare with the match"))
    assert "Your study: `c3`" in compared.content
    assert "The match: `b2`" in compared.content
    (picture,) = compared.attachments
    assert picture.description.startswith("Your study: ")
    assert "The match now: " in picture.description


async def test_conditional_turns_are_listed_and_dropped(
    general: Channel, ben: User, emma: User
) -> None:
    """Their owner sees them, drops one or all; a branch without an answer is none."""
    match, shown = await _open(general, ben, emma)
    player = match.players[0]
    more = await shown.click("More…")
    nothing = await said(await more.click("Play this if it happens…"))
    assert "Only your own turns can be played for you" in nothing.content
    shown = await more.click("Back to the board")
    for text in ("e2", "b3"):
        form = await shown.click("Type turns…")
        assert form.modal is not None
        tried = await form.modal.submit(text=text)
        asked = await (await tried.click("More…")).click("Play this if it happens…")
        assert (
            f"If you play `c3` and then Black plays `d5`, you answer with `{text}`."
            in asked.content
        )
        shown = await (await asked.click("Set it up")).click("Back")
    prepared = await player.command("prepared", general, match=match.id)
    listed = await prepared.click("My conditional turns")
    assert "you have 1 line with conditional turns" in listed.content
    assert "you answer with `b3`" in listed.content
    (menu,) = listed.selects
    none = await listed.select(menu["custom_id"], [menu["options"][0]["value"]])
    assert "you have no conditional turns" in none.content
    other = await match.players[1].command("prepared", general, match=match.id)
    assert "My conditional turns" not in other.labels


async def test_from_positions_files_and_replays(general: Channel, ben: User, emma: User) -> None:
    """A study begins at a position that was typed, at a record's end, and where a replay is."""
    match = await _three_turns(general, ben, emma)
    player = match.players[0]
    exported = await player.command("export", general, match=match.id)
    text = next(file for file in exported.attachments if file.filename.endswith(".txt"))
    data = await text.read()
    opened = await player.command("import", general, file=File("m.txt", data))
    back = await (await opened.click("▶")).click("▶")
    tried = await back.click("Try it out")
    assert tried.id != back.id
    assert "the start · " in tried.content
    form = await tried.click("Type turns…")
    assert form.modal is not None
    there = await form.modal.submit(text="b3")
    assert "1 turn from the start" in there.content
    assert "Go to match position" not in there.labels
    file = await player.command("whatif", general, file=File("m.txt", data))
    assert "the start · Black to move" in file.content
    letter = await player.command("whatif", general, file=File("m.txt", b"Dear Ann"))
    assert "I can't open this file." in letter.content
    replay = await player.command("replay", general, match=match.id, turn=1)
    tried = await replay.click("Try it out")
    assert match.id in tried.content
    start = str(games.get("attangle").start(setup(games.get("attangle"), 2)))
    typed = await player.command("whatif", general, game="attangle", position=start)
    assert "the start · White to move" in typed.content
    wrong = await player.command("whatif", general, game="attangle", position="nonsense")
    assert "In Attangle, that isn't a position in which somebody can move." in wrong.content


async def _three_turns(general: Channel, one: User, other: User) -> Game:
    """A match of Attangle after three turns."""
    match = await begin(general, "attangle", one, other)
    await match.play("c3", "d5", "e2")
    return match


@pytest.mark.parametrize("end", ["resign", "draw"])
async def test_a_match_ended_without_a_turn(
    general: Channel, ben: User, emma: User, end: str
) -> None:
    """A study of it opens at its last board, also from its replay; the button leads back there.
    From an earlier turn of the replay it leads on to there. It offers no conditional turns.
    """
    match = await _three_turns(general, ben, emma)
    one, other = match.players
    if end == "resign":
        await (await one.command("resign", general, match=match.id)).click("Resign")
    else:
        for player in (one, other):
            await player.command("draw", general, match=match.id)
    shown = await other.command("whatif", general, match=match.id)
    assert "where the match is now · Black to move" in shown.content
    assert "gone" not in shown.content
    assert "The match went on from here." not in shown.content
    assert "Play this if it happens…" not in (await shown.click("More…")).labels
    tried = await _tapped(await other.command("whatif", general, match=match.id))
    assert _ahead(tried) == 1
    assert "where the match is now" in (await tried.click("Go to match position")).content
    replay = await one.command("replay", general, match=match.id, turn=1)
    early = await replay.click("Try it out")
    assert "after turn 1 of the match · Black to move" in early.content
    assert "The match went on from here." in early.content
    there = await early.click("Go to match position")
    assert "where the match is now · Black to move" in there.content
    assert _turn(there) == "e2"
    last = await (await replay.click("⏭")).click("Try it out")
    assert "where the match is now" in last.content


async def test_a_match_ended_by_a_turn(general: Channel, ben: User, emma: User) -> None:
    """A study of it opens before that turn, where one can still try something, and says so. The
    button leads to the last board.
    """
    match = await begin(general, "attangle", ben, emma)
    turns = LINES["attangle"].turns.split("; ")
    await match.play(*turns)
    shown = await ben.command("whatif", general, match=match.id)
    assert f"after turn {len(turns) - 1} of the match" in shown.content
    assert "The match went on from here." in shown.content
    there = await shown.click("Go to match position")
    assert "where the match is now · over" in there.content
    assert _turn(there) == "d3,d6-g3"


async def test_no_computer_judges(general: Channel, ben: User, emma: User) -> None:
    """In a rated match nothing in a study tells what a turn is worth: there are no hints, analyses
    or evaluations, whatever is pressed.
    """
    match, shown = await _open(general, ben, emma)
    hint = await match.players[0].command("hint", general, match=match.id)
    assert "is rated" in hint.content
    every: list[Message] = [shown, await shown.click("More…")]
    for message in every:
        assert not {"Hint", "Analyse"} & {*message.labels}
        assert not re.search(r"\d ?%|[Bb]est|better|chance", message.content)


async def test_a_game_that_is_named_counts(general: Channel, ben: User, emma: User) -> None:
    """A study of it begins at its start, also where a match of another game is played."""
    match = await begin(general, "attangle", ben, emma)
    shown = await ben.command("whatif", match.channel, game="3stein")
    assert "🔎 **What if** · the start · Red to move\n-# 3Stein ·" in shown.content
    assert match.id not in shown.content
