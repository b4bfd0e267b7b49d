"""Turns of a match, and who has played them, read from its log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta

from games.errors import MoveError
from games.play import AnyLine, Line, play_turn
from games.protocol import Seat
from matches.model.ids import PlayerId
from matches.model.match import LoggedEvent, LoggedTurn, Match, PlayedTurn


def since(match: Match, seat: Seat | None) -> tuple[PlayedTurn, ...]:
    """The turns that a seat's player has not seen yet: those after their own last one.

    If nobody has moved since: the last turn. Without a seat: the turns that the player to move next
    has not seen, one less than a round. A prepared turn comes with the one that it answers, since
    both are played at once. Never more than the match keeps with their plies.
    """
    recent = match.recent
    unseen = len(recent) - max(match.setup.seats - 1, 1)
    own = max((n for n, one in enumerate(recent, start=1) if one.turn.seat == seat), default=unseen)
    first = max(min(own, len(recent) - 1), 0)
    while first and recent[first].turn.origin != "played":
        first -= 1
    return recent[first:]


def turns_from(match: Match, seq: int) -> list[PlayedTurn]:
    """The turns from entry `seq` on, with their plies."""
    found = [played for played in match.recent if played.turn.seq >= seq]
    if len(found) == len(match.recent) < len(match.turns):
        found = [played for played in turns_of(match) if played.turn.seq >= seq]
    return found


def pause(match: Match) -> timedelta | None:
    """How long nobody played before the last turn. None if that was the first one, or if something
    else has brought the match to where it is.
    """
    if not match.turns or match.turns[-1].seq != match.base:
        return None
    last = match.turns[-1]
    before = next((one for one in reversed(match.turns) if one.batch != last.batch), None)
    return None if before is None else last.at - before.at


def everybody_moved(match: Match) -> bool:
    """Whether everybody who has not withdrawn has entered a turn."""
    moved = {turn.seat for turn in match.turns} | {*match.position.withdrawn}
    return len(moved) == match.setup.seats


def fewest_turns(match: Match) -> int:
    """The number of turns that everybody who has not withdrawn has entered at least."""
    counts = Counter(turn.seat for turn in match.turns)
    seats = {*range(1, match.setup.seats + 1)} - {*match.position.withdrawn}
    return min((counts[seat] for seat in seats), default=0)


def turns_by(match: Match, seat: Seat) -> int:
    """The number of turns that a seat has entered."""
    return sum(turn.seat == seat for turn in match.turns)


def turns_of(match: Match) -> list[PlayedTurn]:
    """All turns with their plies, replayed; those behind a fault have none."""
    line = Line.begin(match.game, match.setup)
    played: list[PlayedTurn] = []
    for logged in match.logged:
        if isinstance(logged, LoggedEvent):
            line = line.event(logged.token) or line
        elif match.fault and logged.number >= match.fault.number:
            played.append(PlayedTurn(logged, ()))
        else:
            turn = play_turn(line, logged.text)
            line = turn.line
            played.append(PlayedTurn(logged, turn.steps))
    return played


def replayed(
    match: Match, logged: Sequence[LoggedTurn | LoggedEvent]
) -> tuple[AnyLine, list[PlayedTurn], MoveError | None]:
    """Where turns and events lead from the start, and the turns with their plies, as far as the
    rules let them; the error where they don't.
    """
    line, played = Line.begin(match.game, match.setup), list[PlayedTurn]()
    for one in logged:
        try:
            if isinstance(one, LoggedEvent):
                line = line.event(one.token) or line
            else:
                turn = play_turn(line, one.text)
                line = turn.line
                played.append(PlayedTurn(one, turn.steps))
        except MoveError as error:
            return line, played, error
    return line, played, None


def holder(match: Match, seat: Seat, seq: int) -> PlayerId | None:
    """Who had a seat after an entry of the log; None for a former player."""
    later = (one for one in match.handovers if one.seat == seat and one.seq > seq)
    left = next(later, None)
    return match.players[seat - 1] if left is None else left.player


def holders(match: Match, seq: int) -> tuple[PlayerId | None, ...]:
    """Who sat where after an entry of the log."""
    return tuple(holder(match, seat, seq) for seat in range(1, match.setup.seats + 1))
