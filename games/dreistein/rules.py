"""The rules of 3Stein: legal moves, and what they do."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import combinations, product

from games.dreistein.board import (
    CASTLES,
    GOALS,
    KNIGHTS,
    LORDS,
    NAMES,
    NEAR,
    SLIDES,
    SQUIRES,
    WALKS,
    bit_set,
    fields_of,
)
from games.dreistein.moves import PASSING, STEPS, Keep, Move, Pass, Step
from games.dreistein.position import KNIGHT, LORD, SQUIRE, DreisteinPosition, Men
from games.geometry import bits
from games.protocol import Result, Seat, Setup, ranked, shared
from games.words import Event, Fields, Term

RESERVE = 2
STAYING_KNIGHTS, STAYING_SQUIRES = 1, 2
OCCURRENCES_TO_DRAW = 3
IDLE_TO_DRAW = 150

_LORDS, _KNIGHTS = Men._fields.index("lords"), Men._fields.index("knights")


def start(setup: Setup) -> DreisteinPosition:
    """Three full castles; Red is to move."""
    sides = [fields_of(" ".join((LORDS[seat], KNIGHTS[seat], SQUIRES[seat]))) for seat in (1, 2, 3)]
    lords = fields_of(" ".join(LORDS.values()))
    knights = fields_of(" ".join(KNIGHTS.values()))
    men = Men(sides[0], sides[1], sides[2], lords, knights)
    return DreisteinPosition(men, (RESERVE, RESERVE, RESERVE), seat=1, history=(men,))


# Legal moves


def legal_moves(position: DreisteinPosition) -> list[Move]:
    """The steps of all men, or the conqueror's choices, or `pass` if there is no step.

    Fields are numbered by name, so the moves are found in order.
    """
    if position.result is not None:
        return []
    if position.choosing:
        return [*choices(position)]
    found: list[Move] = []
    for origin, targets in reach(position, position.men[position.seat - 1]):
        found += _steps(origin, targets)
    return found or [PASSING]


@lru_cache(maxsize=1 << 16)
def _steps(origin: int, targets: int) -> tuple[Step, ...]:
    """The steps from a field to each of a set of targets. The same sets recur: with this cache
    random play makes 70,000 plies a second instead of 43,000.
    """
    steps = STEPS[origin]
    return tuple(steps[target] for target in bits(targets))


def reach(position: DreisteinPosition, movers: int) -> list[tuple[int, int]]:
    """The field of each of these men of the seat to act that can move, with its targets.

    A lord goes to any neighbouring field. A squire goes around its hexagon or across a short side;
    once it has left its castle it may not enter it again. A knight does the same in any castle, or
    goes along one of its two lines, on its side of the line. All capture by entering. Friends, and
    the men of the other party to a truce, block.
    """
    red, yellow, blue, lords, knights = position.men
    occupied = red | yellow | blue
    open_fields = ~friends(position)
    castle = CASTLES[position.seat]
    found = []
    while movers:
        man = movers & -movers
        movers ^= man
        origin = man.bit_length() - 1
        if lords & man:
            fields = NEAR[origin]
        else:
            mask, table = WALKS[origin]
            fields = table[occupied & mask]
            if knights & man:
                (mask, table), (other_mask, other_table) = SLIDES[origin]
                fields |= table[occupied & mask] | other_table[occupied & other_mask]
            elif not castle & man:
                fields &= ~castle
        if fields := fields & open_fields:
            found.append((origin, fields))
    return found


def friends(position: DreisteinPosition) -> int:
    """The men that the seat to act can't capture: its own and those of its ally in a truce."""
    ally = position.ally(position.seat)
    own = position.men[position.seat - 1]
    return own if ally is None else own | position.men[ally - 1]


def choices(position: DreisteinPosition) -> list[Keep]:
    """The survivors that the conqueror may choose: one knight and two squires of the vassal, or
    all if there are fewer.
    """
    assert position.truce is not None
    return _survivors(position.men, position.truce[1])


def _survivors(men: Men, vassal: Seat) -> list[Keep]:
    knights, squires = bits(men.of(vassal, KNIGHT)), bits(men.of(vassal, SQUIRE))
    pairs = product(
        combinations(knights, min(len(knights), STAYING_KNIGHTS)),
        combinations(squires, min(len(squires), STAYING_SQUIRES)),
    )
    return [Keep(fields) for fields in sorted(tuple(sorted(one + two)) for one, two in pairs)]


# Playing


def apply(position: DreisteinPosition, move: Move) -> DreisteinPosition:
    """The position after a move, with its captures, promotions, vassals and draws.

    The owner of the first lord to be captured becomes a vassal and keeps one knight and two
    squires. Capturing a second lord wins.
    """
    if isinstance(move, Step):
        return _after_step(position, move)
    idle = position.idle + 1
    if isinstance(move, Keep):
        reduced = _reduced(position, move)
        return _passed_on(reduced, reduced.men, reduced.reserves, idle, ())
    return _passed_on(position, position.men, position.reserves, idle, position.history)


def _after_step(position: DreisteinPosition, move: Step) -> DreisteinPosition:
    before, seat, reserves = position.men, position.seat, position.reserves
    origin, target = 1 << move.origin, 1 << move.target
    others = ~(origin | target)
    boards = [board & others for board in before]
    boards[seat - 1] |= target
    progress = before.occupied & target
    if before.lords & origin:
        boards[_LORDS] |= target
    elif before.knights & origin:
        boards[_KNIGHTS] |= target
    elif GOALS[seat] & target and reserves[seat - 1]:
        progress = target
        boards[_KNIGHTS] |= target
        red, yellow, blue = (count - (owner == seat) for owner, count in enumerate(reserves, 1))
        reserves = (red, yellow, blue)
    men = Men._make(boards)
    if before.lords & target:
        return _after_lord(replace(position, men=men, reserves=reserves, idle=0, history=()))
    if progress:
        return _passed_on(position, men, reserves, 0, ())
    return _passed_on(position, men, reserves, position.idle + 1, position.history)


def _after_lord(position: DreisteinPosition) -> DreisteinPosition:
    """The game after a lord's capture: the first makes a vassal, the second ends the game."""
    if position.truce is not None:
        return _ended(position, ranked(3, (position.seat,), position.withdrawn), "lord-captured")
    loser = next(seat for seat in (1, 2, 3) if not position.men.of(seat, LORD))
    after = replace(position, truce=(position.seat, loser))
    survivors = _survivors(after.men, loser)
    if len(survivors) > 1:
        return replace(after, choosing=True)
    reduced = _reduced(after, survivors[0])
    return _passed_on(reduced, reduced.men, reduced.reserves, 0, ())


def _reduced(position: DreisteinPosition, survivors: Keep) -> DreisteinPosition:
    """The position in which only the survivors of the vassal's men are left."""
    assert position.truce is not None
    lost = position.men[position.truce[1] - 1] & ~bit_set(survivors.fields)
    return replace(position, men=position.men.without(lost), choosing=False)


def _passed_on(
    position: DreisteinPosition,
    men: Men,
    reserves: tuple[int, int, int],
    idle: int,
    history: tuple[Men, ...],
) -> DreisteinPosition:
    """The position with the next seat to act, unless the ply has drawn the game."""
    withdrawn = position.withdrawn
    after = DreisteinPosition(
        men,
        reserves,
        _next_seat(position.seat, withdrawn),
        position.truce,
        idle=idle,
        history=(*history, men),
        withdrawn=withdrawn,
    )
    if after.occurrences == OCCURRENCES_TO_DRAW:
        return _ended(after, shared(3, withdrawn), "repetition")
    if idle == IDLE_TO_DRAW:
        return _ended(after, shared(3, withdrawn), "no-progress")
    return after


def _next_seat(seat: Seat, withdrawn: tuple[Seat, ...]) -> Seat:
    seat = seat % 3 + 1
    while seat in withdrawn:
        seat = seat % 3 + 1
    return seat


def _ended(position: DreisteinPosition, ranks: tuple[int, ...], reason: str) -> DreisteinPosition:
    return replace(position, result=Result(ranks, reason))


def withdraw(
    position: DreisteinPosition, seat: Seat, reason: str, turn_start: DreisteinPosition
) -> DreisteinPosition:
    """The position after a withdrawal. The seat's men stay and can be captured, and its turns are
    skipped. The last remaining seat wins.

    A withdrawal is not a ply, and the position after it does not count for repetition. A captured
    lord stays captured: if the conqueror withdraws before choosing the survivors, the first choice
    is made for it.
    """
    if position.choosing and position.seat == seat:
        position = _reduced(position, choices(position)[0])
    after = replace(position, withdrawn=(*position.withdrawn, seat), history=())
    if position.seat == seat:
        after = replace(after, seat=_next_seat(seat, after.withdrawn))
    staying = [other for other in (1, 2, 3) if other not in after.withdrawn]
    if len(staying) == 1:
        return _ended(after, ranked(3, staying, after.withdrawn), reason)
    return after


# Events


def events(before: DreisteinPosition, move: Move, after: DreisteinPosition) -> tuple[Event, ...]:
    """What a move did, for the log and the marks."""
    seat = before.seat
    if isinstance(move, Pass):
        return (Event("passed", {"seat": seat}),)
    found = _events_of_step(before, move, after) if isinstance(move, Step) else []
    if after.truce is None or (before.truce is not None and not before.choosing):
        return tuple(found)
    vassal = after.truce[1]
    if before.truce is None:
        found.append(Event("conquered", {"seat": seat, "vassal_seat": vassal}))
    removed = bits(before.men[vassal - 1] & ~after.men.occupied)
    if removed:
        where = ", ".join(NAMES[field] for field in removed)
        found.append(Event("removed", {"seat": vassal, "count": len(removed), "at": where}))
    return tuple(found)


def _events_of_step(before: DreisteinPosition, move: Step, after: DreisteinPosition) -> list[Event]:
    seat, man = before.seat, Term(before.men.kind(move.origin))
    way: Fields = {"seat": seat, "man": man, "from": NAMES[move.origin], "at": NAMES[move.target]}
    loser = before.men.owner(move.target)
    if loser is None:
        found = [Event("moved", way)]
    else:
        victim = Term(before.men.kind(move.target))
        found = [Event("captured", {**way, "victim_seat": loser, "victim": victim})]
    if after.reserves != before.reserves:
        found.append(Event("promoted", {"seat": seat, "at": NAMES[move.target]}))
    return found
