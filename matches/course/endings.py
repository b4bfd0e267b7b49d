"""Ending a match by will: resigning, draws by agreement, aborting. `interaction` as in `table`."""

from __future__ import annotations

from dataclasses import replace

from games.errors import MoveError
from games.play import play_turn
from games.protocol import Seat
from matches.model.computer_players import against_robots, of_level, people
from matches.model.errors import AlreadyAgreed, AlreadyOffered, NoOffer, TooLate
from matches.model.forced import agree_if_all, go_on
from matches.model.log import Log
from matches.model.match import GOING, DrawOffer, Match, Played, Player
from matches.unit_of_work.queries import look
from matches.unit_of_work.repository import key_of
from matches.unit_of_work.work import Desk, perform
from storage.database import Database


async def played_by(db: Database, match_id: str, player: Player) -> Match:
    """The running match of a player who could end it. Raises as `resign`, except StaleMatch."""
    match, text = await look(db, match_id)
    Desk(key_of(match_id), match, Log(match), match.seq, text).require_seat(player)
    return match


async def resign(
    db: Database,
    match_id: str,
    player: Player,
    *,
    seq: int | None = None,
    interaction: int | None = None,
) -> Played:
    """The player withdraws, at any time. With `seq`, only from the position that he saw.

    His draft is thrown away unless the game's rules let it count; then it is entered before.
    Raises NotRunning, MatchOver, NotSeated, HasWithdrawn, StaleMatch.
    """

    def act(desk: Desk) -> None:
        seat = desk.require_seat(player, adjourned=True)
        if seq is not None:
            desk.require_fresh(seq)
        withdraw(desk, seat, "resignation")

    return (await perform(db, match_id, act, interaction)).played(player)


def withdraw(desk: Desk, seat: Seat, reason: str) -> None:
    """Takes a seat out of the match for "resignation" or "timeout", or only its player where it was
    agreed that a computer player takes his place.

    Computer players don't go on among themselves: left alone they agree on a draw.
    """
    if _replaced(desk, seat):
        desk.log.write("replace", seat, reason)
        go_on(desk.log)
        return
    _enter_what_counts(desk, seat, reason)
    desk.log.write("withdraw", seat, reason)
    match = desk.log.match()
    if match.status in GOING and against_robots(match.players) and not people(match):
        desk.log.write("agreement", None, "agreement")
    agree_if_all(desk.log)
    go_on(desk.log)


def _replaced(desk: Desk, seat: Seat) -> bool:
    """Seats a computer player, where that was agreed and some other person goes on."""
    match = desk.match
    player = match.players[seat - 1]
    if match.stand_in is None or not {*people(match)} - {player}:
        return False
    robot = of_level(match.stand_in, match.players)
    players = (*match.players[: seat - 1], robot, *match.players[seat:])
    desk.log.header = replace(desk.log.header, players=players)
    desk.newcomer = seat, robot
    return True


def _enter_what_counts(desk: Desk, seat: Seat, reason: str) -> None:
    """Enters the seat's unfinished turn if the game's outcome depends on it."""
    line = desk.match.line
    if not desk.stored or desk.match.to_move != seat:
        return
    try:
        turn = play_turn(line, desk.stored)
    except MoveError:
        return
    if turn.complete or turn.line.withdraw(seat, reason) == line.withdraw(seat, reason):
        return
    desk.log.write("turn", seat, turn.text, turn)


async def offer_draw(
    db: Database, match_id: str, player: Player, *, interaction: int | None = None
) -> Match:
    """Offers a draw, or agrees to the standing offer of another.

    An offer stands until it is declined or its maker plays his next turn; he may offer once
    between two turns of his. Raises AlreadyOffered, AlreadyAgreed and as `resign`.
    """

    def act(desk: Desk) -> None:
        seat, match = desk.require_seat(player), desk.match
        offer = match.draw_offer
        if offer is not None and offer.seat != seat:
            _agree(desk, seat, offer)
        elif seat in match.offered:
            raise AlreadyOffered(match=match.id)
        else:
            desk.log.write("offer", seat)

    return (await perform(db, match_id, act, interaction)).match


async def accept_draw(
    db: Database,
    match_id: str,
    player: Player,
    *,
    seq: int | None = None,
    interaction: int | None = None,
) -> Match:
    """Agrees to the standing offer; when all that have not withdrawn have, the match is drawn.

    With `seq`, only to the offer seen then. Raises NoOffer, AlreadyAgreed, StaleMatch.
    """

    def act(desk: Desk) -> None:
        seat = desk.require_seat(player)
        _agree(desk, seat, _offer(desk, seq))

    return (await perform(db, match_id, act, interaction)).match


async def decline_draw(
    db: Database,
    match_id: str,
    player: Player,
    *,
    seq: int | None = None,
    interaction: int | None = None,
) -> Match:
    """Declines the standing offer, or takes one's own back. With `seq`, only the offer seen then.

    Raises NoOffer, StaleMatch.
    """

    def act(desk: Desk) -> None:
        seat = desk.require_seat(player)
        _offer(desk, seq)
        desk.log.write("refuse", seat)

    return (await perform(db, match_id, act, interaction)).match


def _offer(desk: Desk, seq: int | None) -> DrawOffer:
    """The standing offer, if it is the one that was seen at `seq`."""
    offer = desk.match.draw_offer
    if offer is None:
        raise NoOffer(match=desk.match.id)
    if seq is not None and offer.seq > seq:
        raise desk.stale()
    return offer


def _agree(desk: Desk, seat: Seat, offer: DrawOffer) -> None:
    if seat in offer.agreed:
        raise AlreadyAgreed(match=desk.match.id)
    desk.log.write("agree", seat)
    agree_if_all(desk.log)


def require_beginning(match: Match) -> None:
    """Raises TooLate if everyone who is still in the match has moved."""
    moved = {turn.seat for turn in match.turns}
    if moved.issuperset(set(range(1, match.setup.seats + 1)) - set(match.position.withdrawn)):
        raise TooLate(match=match.id)


async def abort(
    db: Database, match_id: str, player: Player, *, interaction: int | None = None
) -> Match:
    """Breaks the match off without a result, before everyone has moved once. Raises TooLate."""

    def act(desk: Desk) -> None:
        seat = desk.require_seat(player)
        require_beginning(desk.match)
        desk.log.write("abort", seat)

    return (await perform(db, match_id, act, interaction)).match
