"""What happens by itself: prepared turns, passes that are the only legal move, agreed draws."""

from __future__ import annotations

from games.errors import MoveError
from games.play import whole_turn
from games.protocol import PASS, Seat
from matches.model.log import SEPARATOR, Log

_MOST = 400
"""A bound on what one turn can set off; what is left over waits for its player."""


def go_on(log: Log) -> None:
    """Enters what can be entered without asking: whole turns of whoever is to move.

    A prepared turn that can't be played as a whole turn drops itself and all behind it; in gradual
    phases it drops only itself. A pass that is forced goes before and leaves the prepared turns as
    they are.
    """
    for _ in range(_MOST):
        seat = log.position.to_move
        if log.status != "running" or seat is None or not _next_turn(log, seat):
            return


def _next_turn(log: Log, seat: Seat) -> bool:
    queue = log.queues.get(seat, ())
    if queue:
        try:
            turn = whole_turn(log.line, queue[0])
        except MoveError:
            if not _must_pass(log):
                alone = log.position.phase in log.line.game.info.gradual
                log.write("dropped", seat, SEPARATOR.join(queue[:1] if alone else queue))
                return alone
        else:
            log.write("prepared", seat, turn.text, turn)
            return True
    if not _must_pass(log):
        return False
    log.write("pass", seat, PASS, whole_turn(log.line, PASS))
    return True


def _must_pass(log: Log) -> bool:
    moves = log.line.game.legal_moves(log.position)
    return len(moves) == 1 and str(moves[0]) == PASS


def agree_if_all(log: Log) -> None:
    """Ends the match in a draw once everybody who has not withdrawn has agreed to the offer."""
    offer, position = log.offer, log.position
    if offer is None or log.status != "running":
        return
    staying = {*range(1, position.seats + 1)} - {*position.withdrawn}
    if staying <= {*offer.agreed}:
        log.write("agreement", None, "agreement")
