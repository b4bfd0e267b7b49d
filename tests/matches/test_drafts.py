"""Drafts: unfinished turns that only their player sees, and can change, take back and confirm."""

from __future__ import annotations

import pytest

import matches
from games.errors import IllegalMove, InvalidMove
from matches import Match
from matches.model import errors
from matches.model.played import Played
from matches.settings.players import prefer
from storage.database import Database
from tests.matches.conftest import ANN, BOB, CAT, EVE, Start
from tests.matches.toy import heights
from tests.support.replay import replay_match


async def test_unfinished_turn_becomes_a_draft(db: Database, start: Start) -> None:
    """A legal beginning is stored as a draft. The log and the public position are unchanged."""
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
    """Another process that opens the same file finds the draft and can complete it."""
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
    """The next text continues the draft, or replaces it if it only fits as a new beginning."""
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


async def test_a_turn_typed_again_is_refused_for_its_mistake(db: Database, start: Start) -> None:
    """Whoever types the whole turn with a mistake behind its draft reads of the mistake, not that
    the first move can't be made twice.
    """
    match = await start()
    await matches.play(db, match.id, ANN, "jump")
    with pytest.raises(InvalidMove) as refused:
        await matches.play(db, match.id, ANN, "jump nonsense")
    assert refused.value.text == "nonsense"
    assert (await matches.draft(db, match.id, ANN)).text == "jump"


async def test_typing_replaces_a_turn_that_only_waits_to_be_confirmed(
    db: Database, start: Start
) -> None:
    """Nothing goes on from a whole turn: the next text is read alone, and refused alone."""
    match = await start()
    await matches.extend_draft(db, match.id, ANN, "step", seq=match.seq, length=0)
    assert (await matches.draft(db, match.id, ANN)).continued == match.line
    with pytest.raises(IllegalMove) as refused:
        await matches.play(db, match.id, ANN, "left")
    assert (refused.value.refusal.code, refused.value.text) == ("not-now", "left")
    kept = await matches.play(db, match.id, ANN, "jump")
    assert kept.draft is not None
    assert (kept.draft.text, kept.draft.continued) == ("jump", kept.draft.line)


async def test_picking_waits_for_confirmation(db: Database, start: Start) -> None:
    """Without `commit` even a complete turn stays a draft, and nothing can be added to it."""
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
    """With `commit` the token that completes the turn also enters it."""
    match = await start()
    played = await matches.extend_draft(db, match.id, ANN, "jump", seq=match.seq, commit=True)
    assert played.draft is not None
    played = await matches.extend_draft(db, match.id, ANN, "right", seq=match.seq, commit=True)
    assert played.draft is None
    assert played.match.turns[-1].text == "jump right"


async def test_confirming_ends_a_turn_that_may_stop(db: Database, start: Start) -> None:
    """Confirm adds `end` where that is legal, and is refused where more must follow."""
    match = await start()
    await matches.play(db, match.id, ANN, "run run")
    assert (await matches.draft(db, match.id, ANN)).can_stop
    played = await matches.confirm_draft(db, match.id, ANN, seq=match.seq)
    assert played.match.turns[-1].text == "run run end"
    await matches.play(db, match.id, BOB, "jump")
    with pytest.raises(IllegalMove, match="turn-unfinished"):
        await matches.confirm_draft(db, match.id, BOB, seq=played.match.seq)


async def test_back_and_reset(db: Database, start: Start) -> None:
    """Back removes one token, reset all of them. Then there is nothing left to confirm or to take
    back.
    """
    match = await start()
    await matches.play(db, match.id, ANN, "run run run")
    draft = await matches.back(db, match.id, ANN, seq=match.seq, length=3)
    assert draft.text == "run run"
    with pytest.raises(errors.StaleDraft):
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


async def test_what_is_picked_for_later_belongs_to_the_draft(db: Database, start: Start) -> None:
    """Turns picked for later follow once the draft is confirmed; a reset, or taking its last token
    back, throws them away, unless they are taken back one by one before.
    """
    match = await start()

    async def pick(*later: str) -> matches.Played:
        return await matches.extend_draft(
            db, match.id, ANN, "step", seq=match.seq, length=0, later=later
        )

    played = await pick("jump left", "step")
    assert played.draft is not None
    assert played.draft.match.queues == {1: ("jump left", "step")}
    seq = played.match.seq
    for left in ({1: ("jump left",)}, {}):
        draft = await matches.back(db, match.id, ANN, seq=seq, length=1, singly=True)
        assert (draft.length, draft.match.queues) == (1, left)
        seq = draft.match.seq
    draft = await matches.back(db, match.id, ANN, seq=seq, length=1, singly=True)
    assert (draft.length, draft.match.queues) == (0, {})
    assert await replay_match(db, match.id) == await matches.get(db, match.id)
    played = await pick("jump left", "step")
    draft = await matches.back(db, match.id, ANN, seq=played.match.seq)
    assert (draft.length, draft.match.queues) == (0, {})
    played = await pick("step")
    draft = await matches.reset_draft(db, match.id, ANN, seq=played.match.seq)
    assert (draft.length, draft.match.queues) == (0, {})
    played = await pick("run end")
    done = await matches.confirm_draft(db, match.id, ANN, seq=played.match.seq)
    assert done.prepared == ("run end",)
    after = await matches.play(db, match.id, BOB, "step")
    assert [one.turn.text for one in after.turns] == ["step", "run end"]
    assert await replay_match(db, match.id) == after.match


async def test_what_is_typed_instead_throws_away_what_was_picked_for_later(
    db: Database, start: Start
) -> None:
    """A turn that takes the draft's place has nothing to do with the turns picked with it."""
    match = await start()
    await matches.extend_draft(
        db, match.id, ANN, "step", seq=match.seq, length=0, later=("jump left", "step")
    )
    played = await matches.play(db, match.id, ANN, "run end")
    assert [one.turn.text for one in played.turns] == ["run end"]
    assert played.match.queues == {}
    assert await replay_match(db, match.id) == played.match


async def test_draft_of_an_earlier_position_is_void(db: Database, start: Start) -> None:
    """When another player withdraws, the position changes and the draft is void."""
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
    """Only the player to move has a draft; others can neither see nor change it."""
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
    """A repeated interaction does not extend, shorten or confirm a draft twice."""
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


async def test_what_an_interaction_has_carried_out(db: Database, start: Start) -> None:
    """A draft is known by the interaction that left it, and a turn by the one that entered it."""
    match = await start()

    async def known() -> dict[int, Played]:
        asked = [(one, await matches.carried_out(db, match.id, ANN, one)) for one in range(1, 4)]
        return {one: done for one, done in asked if done is not None}

    assert not await known()
    for interaction, text in ((1, "run"), (2, "run run")):
        assert await _extended(db, match, interaction) == text
        ((by, done),) = (await known()).items()
        assert (by, done.draft and done.draft.text, done.repeated) == (interaction, text, True)
    played = await matches.confirm_draft(db, match.id, ANN, seq=match.seq, interaction=3)
    ((by, done),) = (await known()).items()
    assert (by, done.turns, done.draft, done.repeated) == (3, played.turns, None, True)


async def test_double_click_extends_once(db: Database, start: Start) -> None:
    """Of two clicks on the same state of a draft, the second is stale."""
    match = await start()
    await matches.extend_draft(db, match.id, ANN, "run", seq=match.seq, length=0)
    with pytest.raises(errors.StaleDraft):
        await matches.extend_draft(db, match.id, ANN, "run", seq=match.seq, length=0)


async def test_refused_token_leaves_the_draft(db: Database, start: Start) -> None:
    """An illegal token is refused, and the draft stays."""
    match = await start()
    await matches.play(db, match.id, ANN, "jump")
    with pytest.raises(InvalidMove):
        await matches.extend_draft(db, match.id, ANN, "", seq=match.seq, commit=True)
    with pytest.raises(IllegalMove):
        await matches.extend_draft(db, match.id, ANN, "run", seq=match.seq)
    assert (await matches.draft(db, match.id, ANN)).text == "jump"


async def test_whoever_wants_it_confirms_every_turn(db: Database, start: Start) -> None:
    """For players with that preference a typed turn stays a draft until it is confirmed or typed
    again. Turns of others, and prepared turns, are entered at once.
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
