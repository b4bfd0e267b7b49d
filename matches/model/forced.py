"""What happens automatically: prepared turns, with conditions and without, passes that are the only
legal move, agreed draws.
"""

from __future__ import annotations

from games.errors import MoveError
from games.play import must_pass, whole_turn
from games.protocol import PASS, Seat
from matches.model.conditions import SEPARATOR
from matches.model.log import Log

_MOST = 400
"""The most turns that one turn can set off; any further ones wait for their player."""


def go_on(log: Log) -> None:
    """Enters what can be entered without asking: whole turns of the seat to move.

    A conditional turn whose condition is met goes first. A prepared turn that can't be played as a
    whole turn is dropped together with all later ones; in gradual phases only that turn is dropped.
    A forced pass is entered first and leaves the prepared turns as they are.
    """
    for _ in range(_MOST):
        seat = log.position.to_move
        if log.status != "running" or seat is None or not _next_turn(log, seat):
            return


def _next_turn(log: Log, seat: Seat) -> bool:
    return _meets(log, seat) or _follows(log, seat)


def _meets(log: Log, seat: Seat) -> bool:
    """Plays what the seat has chosen for this position. It was legal when it was chosen; if other
    rules hold now, its branches are thrown away.
    """
    conditions = log.conditions.get(seat)
    if conditions is None or conditions.answer is None:
        return False
    try:
        turn = whole_turn(log.line, conditions.answer)
    except MoveError:
        log.write("condition", seat)
    else:
        log.write("met", seat, turn.text, turn)
    return True


def _follows(log: Log, seat: Seat) -> bool:
    """Plays the turn that was prepared first, or passes."""
    queue = log.queues.get(seat, ())
    if queue:
        try:
            turn = whole_turn(log.line, queue[0])
        except MoveError:
            if not must_pass(log.line):
                alone = log.position.phase in log.line.game.info.gradual
                log.write("dropped", seat, SEPARATOR.join(queue[:1] if alone else queue))
                return alone
        else:
            log.write("prepared", seat, turn.text, turn)
            return True
    if not must_pass(log.line):
        return False
    log.write("pass", seat, PASS, whole_turn(log.line, PASS))
    return True


def agree_if_all(log: Log) -> None:
    """Ends the match in a draw once everybody who has not withdrawn has agreed to the offer."""
    offer, position = log.offer, log.position
    if offer is None or log.status != "running":
        return
    staying = {*range(1, position.seats + 1)} - {*position.withdrawn}
    if staying <= {*offer.agreed}:
        log.write("agreement", None, "agreement")
