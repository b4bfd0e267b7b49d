"""A tour of what players do besides typing turns: trying them out, making them conditional,
touching, agreeing about the match.
"""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import matches
from matches import Match, Place, touch
from matches.archive import records
from matches.clocks.vacations import concerned
from matches.course import official
from matches.course.drafts import at_hand
from matches.learning import analysis
from matches.model.clock import Clock
from matches.model.errors import NothingToConfirm
from matches.model.ids import ChannelId, GuildId, PlayerId
from matches.outbox import queue
from matches.settings import players
from matches.studies import publication, shelf, steps, stored
from matches.studies.conditions import play_if_it_happens
from matches.studies.shelf import Start
from matches.studies.study import Study
from storage.database import Database

GUILD, CHANNEL = GuildId(700), ChannelId(9001)
HERE = Place(GUILD, CHANNEL)
ANN, BOB, CAT, DAN, EVE = map(PlayerId, (501, 502, 503, 504, 505))
DAYS = Clock.read("3d")


async def begun(db: Database, *players: PlayerId, **more: Any) -> Match:
    """A match of these players, the host first."""
    host, *others = players
    given: dict[str, Any] = {
        "game": "attangle",
        "clock": DAYS,
        "seating": "chosen",
        "rng": Random(1),
    } | more
    match = await matches.open_table(db, host=host, place=HERE, invited=others, **given)
    for other in others:
        match = await matches.accept(db, match.id, other)
    return match


async def turns(db: Database, match: Match, count: int) -> Match:
    """The match after this many more turns."""
    for _ in range(count):
        assert match.player_to_move is not None
        move = str(match.game.legal_moves(match.position)[0])
        match = (await matches.play(db, match.id, match.player_to_move, move)).match
    return match


async def tour_of_turns(db: Database) -> None:
    """Everything at least once."""
    await _agreed(db)
    await _begun_turns(db)
    await _tried(db)
    await _if_it_happens(db)
    await _touched(db)


async def _agreed(db: Database) -> None:
    match = await turns(db, await begun(db, ANN, BOB), 2)
    await matches.seed_of(db, match.id, match.seq)
    await matches.awaiting(db, ANN, match.id)
    await matches.in_thread(db, ANN, CHANNEL)
    await matches.played_by(db, match.id, ANN)
    await concerned(db, ANN)
    asked = await matches.ask_to_take_back(db, match.id, ANN)
    await matches.deny(db, match.id, BOB, request=asked.match.seq)
    asked = await matches.ask_to_adjourn(db, match.id, ANN)
    await matches.grant(db, match.id, BOB, request=asked.match.seq)
    await official.resume_official(db, match.id)  # Nothing: it is an ordinary match.
    await matches.resume(db, match.id, ANN)
    offered = await matches.offer_draw(db, match.id, ANN)
    over = await matches.accept_draw(db, match.id, BOB, seq=offered.seq)
    await analysis.to_analyse(db, over.id, ANN)
    youngest = await matches.open_table(
        db, game="attangle", host=ANN, place=HERE, invited=[BOB], seating="youngest"
    )
    await matches.accept(db, youngest.id, BOB)
    await matches.begin_as_youngest(db, youngest.id, ANN)
    await begun(db, ANN, BOB, game="die-drei", with_return=True)


async def _begun_turns(db: Database) -> None:
    match = await begun(db, ANN, BOB, game="tyr", rated=False)
    match, _ = await at_hand(db, match.id, match.player_to_move or ANN)
    mover = match.player_to_move or ANN
    await analysis.to_hint(db, match.id, mover)
    whole = str(match.game.legal_moves(match.position)[0])
    begun_ = (await matches.extend_draft(db, match.id, mover, whole, seq=match.seq)).draft
    if begun_ is not None:
        await matches.confirm_draft(db, match.id, mover, seq=match.seq)
    assert await matches.carried_out(db, match.id, mover, 1) is None
    assert queue.is_last(db, await matches.get(db, match.id))
    for notice in await queue.due(db):
        await queue.hurry(db, notice.key)


async def _tried(db: Database) -> None:
    start = Start.of(await begun(db, ANN, BOB))
    study = await _on(db, (await shelf.open_at(db, ANN, start)).study)
    await shelf.open_at(db, ANN, start)
    study = await stored.get(db, ANN, study.number)
    await shelf.listed(db, ANN)
    (node,) = (one.number for one in study.tree.nodes)
    study = await steps.go(db, ANN, study.number, node)
    with suppress(NothingToConfirm):
        await steps.stop(db, ANN, study.number, here=node, length=0)
    await steps.follow(db, ANN, study.number, ())
    await steps.name(db, ANN, study.number, "Some name")
    await steps.comment(db, ANN, study.number, node, "Good.")
    await steps.back(db, ANN, study.number, here=node, length=0)
    study = await stored.get(db, ANN, study.number)
    assert study.match_id is not None
    over = (await matches.resign(db, study.match_id, BOB)).match
    await publication.publish(db, ANN, study.number, over, 0)
    await publication.delete_comment(db, over.id, ANN, 1)
    await records.recorded(db, over.id)
    await publication.take_back(db, over.id, ANN)
    study = await stored.get(db, ANN, study.number)
    study = await steps.prune(db, ANN, study.number, node, seq=study.seq)
    await shelf.remove(db, ANN, study.number, seq=study.seq)


async def _on(db: Database, study: Study) -> Study:
    """The study after one more turn."""
    move = str(study.game.legal_moves(study.begun.line.position)[0])
    return await steps.play(db, ANN, study.number, move, here=study.here)


async def _if_it_happens(db: Database) -> None:
    match = await begun(db, ANN, BOB)
    study = (await shelf.open_at(db, ANN, Start.of(match))).study
    for _ in range(3):
        study = await _on(db, study)
    assert match.players[0] == ANN
    match, branch = await play_if_it_happens(db, ANN, study.number, study.here, match)
    assert await matches.conditions(db, match.id, ANN) == (branch,)
    match = await matches.drop_conditions(db, match.id, ANN, branch)
    line = [*branch]
    match = await matches.choose_answer(db, match.id, ANN, line, seq=match.seq)
    for text in line[:2]:
        match = (await matches.play(db, match.id, match.player_to_move or ANN, text)).match
    assert match.turn_count == len(line)


async def _touched(db: Database) -> None:
    match = await begun(db, ANN, BOB)
    secret = await touch.new_link(db, match.id, ANN)
    link = await touch.link_of(db, secret)
    assert link is not None
    await touch.marks(db, [link.digest])
    for wanted in (False, True):
        await players.prefer(db, ANN, touch=wanted)
    await matches.resign(db, match.id, BOB)
