"""Turns with a hidden cost wait for confirmation."""

from __future__ import annotations

from random import Random

import games
import matches
from games import play
from games.play import Line, Step, events
from matches import Draft, Match
from matches.model.ids import PlayerId
from storage.database import Database
from tests.matches.conftest import ANN, BOB, HERE

SEED = 24
"""A random game in which flags are planted at once, and a fighter soon carries one away."""


def _until_a_warning() -> tuple[list[str], str]:
    """The turns of a game before the first that has a warning, and that turn."""
    game, rng = games.get("turnier"), Random(SEED)
    line = Line.begin(game, play.setup(game, 2))
    turns, tokens = list[str](), list[str]()
    while moves := game.legal_moves(line.position):
        flags = [move for move in moves if str(move).startswith("flag:") and "-" not in str(move)]
        before, move = line, rng.choice(flags or moves)
        line, tokens = line.push(move), [*tokens, str(move)]
        step = Step(before.position, move, line.position)
        if any(event.code in game.texts.warnings for event in events(game, [step])):
            break
        if not line.position.mid_turn:
            turns, tokens = [*turns, " ".join(tokens)], []
    return turns, " ".join(tokens)


async def _before_the_loss(db: Database) -> tuple[Match, int, str]:
    turns, costly = _until_a_warning()
    opened = await matches.open_table(
        db, game="turnier", host=ANN, place=HERE, invited=[BOB], seating="chosen"
    )
    match = await matches.accept(db, opened.id, BOB)
    for turn in turns:
        seat = match.to_move
        assert seat is not None
        match = (await matches.play(db, match.id, (ANN, BOB)[seat - 1], turn)).match
    assert match.player_to_move is not None
    return match, match.player_to_move, costly


async def test_a_flag_is_lost_only_when_confirmed(db: Database) -> None:
    """A complete turn that loses one's own flag stays a draft until it is confirmed."""
    match, player, costly = await _before_the_loss(db)
    played = await matches.play(db, match.id, PlayerId(player), costly)
    draft = played.draft
    assert isinstance(draft, Draft)
    assert draft.complete
    assert not played.turns
    assert played.match.turn_count == match.turn_count
    confirmed = await matches.confirm_draft(db, match.id, PlayerId(player), seq=played.match.seq)
    assert [turn.turn.text for turn in confirmed.turns] == [costly]


async def test_typing_it_again_confirms_it(db: Database) -> None:
    """Typing the same turn again confirms it."""
    match, player, costly = await _before_the_loss(db)
    assert not (await matches.play(db, match.id, PlayerId(player), costly)).turns
    again = await matches.play(db, match.id, PlayerId(player), costly)
    assert [turn.turn.text for turn in again.turns] == [costly]


async def test_a_player_who_has_been_warned(db: Database) -> None:
    """Such a turn is entered at once for those who need no warning, as computer players do."""
    match, player, costly = await _before_the_loss(db)
    played = await matches.extend_draft(
        db, match.id, PlayerId(player), costly, seq=match.seq, length=0, commit=True, warned=True
    )
    assert [turn.turn.text for turn in played.turns] == [costly]
