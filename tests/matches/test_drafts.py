"""Drafts: turns begun, shown to their player only, changed, taken back, confirmed."""

from __future__ import annotations

import pytest

import matches
from games.errors import IllegalMove, InvalidMove
from matches import Match
from matches.model import errors
from matches.settings.players import prefer
from storage.database import Database
from tests.matches.conftest import ANN, BOB, CAT, EVE, Start
from tests.matches.toy import heights


async def test_unfinished_turn_becomes_a_draft(db: Database, start: Start) -> None:
    """A legal beginning is kept, entered in no log, and the position stays what the others see."""
    match = await start()
    played = await matches.play(db, match.id, ANN, "jump")
    assert played.turns == ()
    assert played.match == match
    assert played.draft is not None
    assert played.draft.text == "jump"
    assert not played.draft.complete
    assert not played.draft.can_stop
    assert heights(played.draft.line.position) == (2, 0)
    stored = await matches.draft(db, match.id, ANN)
    assert stored == played.draft
    assert (await matches.get(db, match.id)).position == match.position


async def test_draft_survives_a_restart(db: Database, url: str, start: Start) -> None:
    """Another process that opens the same file finds the draft and completes it."""
    match = await start()
    await matches.play(db, match.id, ANN, "run run")
    again = type(db).connect(url)
    try:
        assert (await matches.draft(again, match.id, ANN)).text == "run run"
        played = await matches.play(again, match.id, ANN, "run .")
    finally:
        await again.close()
    assert played.match.turns[-1].text == "run run run end"


async def test_typing_goes_on_from_the_draft_or_begins_again(db: Database, start: Start) -> None:
    """The next text continues the draft; one that can only be a new beginning replaces it."""
    match = await start()
    await matches.play(db, match.id, ANN, "jump")
    played = await matches.play(db, match.id, ANN, "left")
    assert played.match.turns[-1].text == "jump left"
    await matches.play(db, match.id, BOB, "jump")
    played = await matches.play(db, match.id, BOB, "grab keep-a")
    assert played.match.turns[-1].text == "grab keep-a"
    await matches.play(db, match.id, ANN, "run")
    with pytest.raises(IllegalMove) as refused:
        await matches.play(db, match.id, ANN, "left")
    assert refused.value.position.begun == "run"  # type: ignore[attr-defined]


async def test_picking_waits_for_confirmation(db: Database, start: Start) -> None:
    """Without `commit` even a complete turn is only a draft; nothing can be added to it then."""
    match = await start()
    played = await matches.extend_draft(db, match.id, ANN, "jump", seq=match.seq, length=0)
    played = await matches.extend_draft(db, match.id, ANN, "left", seq=match.seq, length=1)
    assert played.draft is not None
    assert played.draft.complete
    assert played.draft.can_stop
    assert [str(step.move) for step in played.draft.steps] == ["jump", "left"]
    assert (await matches.get(db, match.id)).turn_count == 0
    with pytest.raises(IllegalMove):
        await matches.extend_draft(db, match.id, ANN, "step", seq=match.seq)
    played = await matches.confirm_draft(db, match.id, ANN, seq=match.seq, length=2)
    assert [one.turn.text for one in played.turns] == ["jump left"]
    with pytest.raises(errors.StaleMatch):
        await matches.confirm_draft(db, match.id, ANN, seq=match.seq)


async def test_committing_extension_enters_a_complete_turn(db: Database, start: Start) -> None:
    """With `commit` the token that completes the turn enters it."""
    match = await start()
    played = await matches.extend_draft(db, match.id, ANN, "jump", seq=match.seq, commit=True)
    assert played.draft is not None
    played = await matches.extend_draft(db, match.id, ANN, "right", seq=match.seq, commit=True)
    assert played.draft is None
    assert played.match.turns[-1].text == "jump right"


async def test_confirming_ends_a_turn_that_may_stop(db: Database, start: Start) -> None:
    """Confirm adds `end` where it is legal; where more must follow it is refused."""
    match = await start()
    await matches.play(db, match.id, ANN, "run run")
    assert (await matches.draft(db, match.id, ANN)).can_stop
    played = await matches.confirm_draft(db, match.id, ANN, seq=match.seq)
    assert played.match.turns[-1].text == "run run end"
    await matches.play(db, match.id, BOB, "jump")
    with pytest.raises(IllegalMove, match="turn-unfinished"):
        await matches.confirm_draft(db, match.id, BOB, seq=played.match.seq)


async def test_back_and_reset(db: Database, start: Start) -> None:
    """Back takes one token, reset all; then there is nothing to confirm or to take back."""
    match = await start()
    await matches.play(db, match.id, ANN, "run run run")
    draft = await matches.back(db, match.id, ANN, seq=match.seq, length=3)
    assert draft.text == "run run"
    with pytest.raises(errors.StaleMatch):
        await matches.back(db, match.id, ANN, seq=match.seq, length=3)
    draft = await matches.reset_draft(db, match.id, ANN, seq=match.seq)
    assert draft.text == ""
    assert draft.line == match.line
    with pytest.raises(errors.NothingToConfirm):
        await matches.confirm_draft(db, match.id, ANN, seq=match.seq)
    with pytest.raises(errors.NoDraft):
        await matches.back(db, match.id, ANN, seq=match.seq)
    played = await matches.play(db, match.id, ANN, "run .")
    assert heights(played.match.position) == (1, 0)


async def test_draft_of_an_earlier_position_is_void(db: Database, start: Start) -> None:
    """When another withdraws, the position is another, and what was begun has to begin again."""
    match = await start(ANN, BOB, CAT)
    await matches.play(db, match.id, ANN, "run")
    now = (await matches.resign(db, match.id, CAT)).match
    assert (await matches.draft(db, match.id, ANN)).text == ""
    with pytest.raises(errors.StaleMatch):
        await matches.confirm_draft(db, match.id, ANN, seq=match.seq)
    played = await matches.extend_draft(db, match.id, ANN, "jump", seq=now.seq)
    assert played.draft is not None
    assert played.draft.text == "jump"


async def test_draft_is_for_the_player_to_move(db: Database, start: Start) -> None:
    """Others have no draft and can't touch this one."""
    match = await start()
    await matches.play(db, match.id, ANN, "run")
    for player, error in ((BOB, errors.NotYourTurn), (EVE, errors.NotSeated)):
        with pytest.raises(error):
            await matches.draft(db, match.id, player)
        with pytest.raises(error):
            await matches.extend_draft(db, match.id, player, "run", seq=match.seq)
        with pytest.raises(error):
            await matches.back(db, match.id, player, seq=match.seq)
        with pytest.raises(error):
            await matches.reset_draft(db, match.id, player, seq=match.seq)
        with pytest.raises(error):
            await matches.confirm_draft(db, match.id, player, seq=match.seq)
    assert (await matches.draft(db, match.id, ANN)).text == "run"


async def _extended(db: Database, match: Match, interaction: int) -> str:
    played = await matches.extend_draft(
        db, match.id, ANN, "run", seq=match.seq, interaction=interaction
    )
    assert played.draft is not None
    return played.draft.text


async def test_redelivered_picks_count_once(db: Database, start: Start) -> None:
    """The same interaction does not extend, shorten or confirm a draft twice."""
    match = await start()
    assert await _extended(db, match, 1) == "run"
    assert await _extended(db, match, 1) == "run"
    assert await _extended(db, match, 2) == "run run"
    for _ in range(2):
        draft = await matches.back(db, match.id, ANN, seq=match.seq, interaction=3)
        assert draft.text == "run"
    for _ in range(2):
        played = await matches.confirm_draft(db, match.id, ANN, seq=match.seq, interaction=4)
        assert [one.turn.text for one in played.turns] == ["run end"]
    assert (await matches.get(db, match.id)).turn_count == 1


async def test_double_click_extends_once(db: Database, start: Start) -> None:
    """Two clicks on what was shown of the same draft: the second is stale."""
    match = await start()
    await matches.extend_draft(db, match.id, ANN, "run", seq=match.seq, length=0)
    with pytest.raises(errors.StaleMatch):
        await matches.extend_draft(db, match.id, ANN, "run", seq=match.seq, length=0)


async def test_refused_token_leaves_the_draft(db: Database, start: Start) -> None:
    """A token that can't follow is refused and the draft stays."""
    match = await start()
    await matches.play(db, match.id, ANN, "jump")
    with pytest.raises(InvalidMove):
        await matches.extend_draft(db, match.id, ANN, "", seq=match.seq, commit=True)
    with pytest.raises(IllegalMove):
        await matches.extend_draft(db, match.id, ANN, "run", seq=match.seq)
    assert (await matches.draft(db, match.id, ANN)).text == "jump"


async def test_whoever_wants_it_confirms_every_turn(db: Database, start: Start) -> None:
    """A typed turn of a player who wants that is a draft, until it is confirmed or typed again;
    turns of others, and prepared ones, are played at once.
    """
    match = await start()
    await prefer(db, ANN, confirm=True)
    kept = await matches.play(db, match.id, ANN, "jump left")
    assert kept.turns == ()
    assert kept.draft is not None
    assert kept.draft.complete
    done = await matches.confirm_draft(db, match.id, ANN, seq=kept.match.seq, length=2)
    assert [one.turn.text for one in done.turns] == ["jump left"]
    assert len((await matches.play(db, match.id, BOB, "step")).turns) == 1
    assert (await matches.play(db, match.id, ANN, "step; step")).turns == ()
    again = await matches.play(db, match.id, ANN, "step")
    assert [one.turn.text for one in again.turns] == ["step"]
    assert len((await matches.play(db, match.id, BOB, "step")).turns) == 2
