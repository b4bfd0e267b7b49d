"""Drafts: a turn that is begun and not entered yet."""

from __future__ import annotations

from games.errors import IllegalMove
from games.play import play_turn
from games.protocol import END, Seat
from games.words import Refusal
from matches.course.entering import checked, enter_or_keep, going_on, require_turn
from matches.model.errors import NoDraft, NothingToConfirm
from matches.model.log import Log
from matches.model.match import Draft, Played, Player
from matches.unit_of_work.queries import look
from matches.unit_of_work.repository import key_of
from matches.unit_of_work.work import Desk, draft_of, perform
from storage.database import Database

# Drafts


async def draft(db: Database, match_id: str, player: Player) -> Draft:
    """The player's draft, empty if he has begun nothing. Raises NotYourTurn and the like."""
    match, text = await look(db, match_id)
    desk = Desk(key_of(match_id), match, Log(match), match.seq, text)
    seat = desk.require_seat(player)
    require_turn(desk, seat)
    return draft_of(match, seat, text)


async def extend_draft(
    db: Database,
    match_id: str,
    player: Player,
    text: str,
    *,
    seq: int,
    length: int | None = None,
    commit: bool = False,
    interaction: int | None = None,
) -> Played:
    """Adds tokens to the draft; with `commit` a turn that is complete by it is entered at once.

    `length` is the `Draft.length` that the player saw; another one is refused as StaleMatch.
    Raises MoveError and as `play`.
    """

    def act(desk: Desk) -> None:
        seat, begun = _draft_at_hand(desk, player, seq, length)
        turn = going_on(desk, begun.text, checked(text))
        enter_or_keep(desk, seat, turn, commit=commit)

    return (await perform(db, match_id, act, interaction)).played(player)


async def back(
    db: Database,
    match_id: str,
    player: Player,
    *,
    seq: int,
    length: int | None = None,
    interaction: int | None = None,
) -> Draft:
    """Takes the draft's last token back. Raises NoDraft, StaleMatch and as `draft`."""

    def act(desk: Desk) -> None:
        seat, begun = _draft_at_hand(desk, player, seq, length)
        if not begun.length:
            raise NoDraft(match=desk.match.id)
        desk.draft = draft_of(desk.match, seat, " ".join(begun.text.split()[:-1]))

    return _left(await perform(db, match_id, act, interaction))


async def reset_draft(
    db: Database, match_id: str, player: Player, *, seq: int, interaction: int | None = None
) -> Draft:
    """Throws the draft away. Raises StaleMatch and as `draft`."""

    def act(desk: Desk) -> None:
        seat, _ = _draft_at_hand(desk, player, seq, None)
        desk.draft = draft_of(desk.match, seat, "")

    return _left(await perform(db, match_id, act, interaction))


async def confirm_draft(
    db: Database,
    match_id: str,
    player: Player,
    *,
    seq: int,
    length: int | None = None,
    interaction: int | None = None,
) -> Played:
    """Enters the draft as the player's turn, ended here if it may be.

    Raises NothingToConfirm, StaleMatch, and IllegalMove ("turn-unfinished") where it can't stop.
    """

    def act(desk: Desk) -> None:
        seat, begun = _draft_at_hand(desk, player, seq, length)
        if not begun.length:
            raise NothingToConfirm(match=desk.match.id)
        if not begun.can_stop:
            refusal = Refusal("turn-unfinished", {"played": begun.text})
            raise IllegalMove(refusal, begun.text, begun.line.position)
        line = desk.match.line
        stopped = begun.text if begun.complete else f"{begun.text} {END}"
        enter_or_keep(desk, seat, play_turn(line, stopped), commit=True)

    return (await perform(db, match_id, act, interaction)).played(player)


def _left(desk: Desk) -> Draft:
    assert desk.draft is not None
    return desk.draft


def _draft_at_hand(desk: Desk, player: Player, seq: int, length: int | None) -> tuple[Seat, Draft]:
    seat = desk.require_seat(player)
    desk.require_fresh(seq)
    require_turn(desk, seat)
    begun = draft_of(desk.match, seat, desk.stored)
    if length is not None and length != begun.length:
        raise desk.stale()
    return seat, begun
