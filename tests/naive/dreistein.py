"""3Stein, a naive second implementation of the rulebook's page.

It shares nothing with the engine: the geometry is computed from the corner points of the kites, and
every move is found by walking field by field.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations, product
from random import Random
from types import MappingProxyType
from typing import NamedTuple

KEY = "3stein"
SEATS = (3,)

RED, YELLOW, BLUE = 1, 2, 3
LORD, KNIGHT, SQUIRE = "lord", "knight", "squire"

Point = tuple[int, int]
Edge = frozenset[Point]
Men = dict[str, tuple[int, str]]
Outcome = tuple[tuple[int, ...], str]

# --- The board. x counts in units of √3/4, y in units of 1/4, so that all coordinates are integers.

CORNERS = {1: (0, 4), 2: (2, 2), 3: (2, -2), 4: (0, -4), 5: (-2, -2), 6: (-2, 2)}
ROWS = {"a": 3, "b": 4, "c": 5, "d": 4, "e": 3}


class Kite(NamedTuple):
    """The shape of one field."""

    long: frozenset[Edge]  # from the centre of its hexagon to the middles of two sides of it
    short: frozenset[Edge]  # from there to the corner
    heart: Point  # the sum of its four corners: four times a point inside


def kite(centre: Point, number: int) -> Kite:
    """The field with this number in the hexagon round this centre."""

    def at(dx: int, dy: int) -> Point:
        return centre[0] + dx, centre[1] + dy

    here = CORNERS[number]
    corner = at(*here)
    beside = (CORNERS[(number - 2) % 6 + 1], CORNERS[number % 6 + 1])
    middles = [at((here[0] + x) // 2, (here[1] + y) // 2) for x, y in beside]
    points = [centre, corner, *middles]
    return Kite(
        frozenset(frozenset((centre, middle)) for middle in middles),
        frozenset(frozenset((corner, middle)) for middle in middles),
        (sum(x for x, _ in points), sum(y for _, y in points)),
    )


def on_board(heart: Point) -> bool:
    """Whether a field lies within the lines through a1 b1 c1, a3 b4 c5 and e1 e2 e3."""
    x, y = heart[0] / 4, heart[1] / 4
    return 3 * x - y > -12 and -3 * x - y > -12 and y > -24


def board() -> dict[str, Kite]:
    """All fields with their shapes."""
    fields = {}
    for r, (row, n) in enumerate(ROWS.items()):
        for i, number in product(range(1, n + 1), CORNERS):
            shape = kite((2 * (2 * i - n - 1), -6 * r), number)
            if on_board(shape.heart):
                fields[f"{row}{i}{number}"] = shape
    return fields


BOARD = board()
# Neighbours inside the hexagon (a long side in common) and in other hexagons (a short one).
INSIDE = {f: [g for g in BOARD if g != f and BOARD[f].long & BOARD[g].long] for f in BOARD}
ACROSS = {f: [g for g in BOARD if g != f and BOARD[f].short & BOARD[g].short] for f in BOARD}


def line_of(edge: Edge) -> tuple[Point, int]:
    """The dotted line that a long side lies on: its direction, and its offset from the origin."""
    (x1, y1), (x2, y2) = sorted(edge)
    dx, dy = x2 - x1, y2 - y1  # always one of (2, 0), (1, 3), (1, -3), edges being sorted
    return (dx, dy), dx * y1 - dy * x1


def lines() -> dict[tuple[Point, int, bool], list[str]]:
    """For each line and each side of it, the fields along it in their order."""
    along: dict[tuple[Point, int, bool], list[tuple[int, str]]] = {}
    for field, shape in BOARD.items():
        for edge in shape.long:
            (dx, dy), offset = line_of(edge)
            left = dx * shape.heart[1] - dy * shape.heart[0] > 4 * offset
            place = sum(dx * x + dy * y for x, y in edge)
            along.setdefault(((dx, dy), offset, left), []).append((place, field))
    return {key: [field for _, field in sorted(fields)] for key, fields in along.items()}


LINES = lines()


# The two lines along which each field lies, by its side of them.
LANES = {f: [fields for fields in LINES.values() if f in fields] for f in BOARD}

CASTLES = {
    RED: {f for f in BOARD if f[:2] in ("a1", "a2", "a3")},
    YELLOW: {f for f in BOARD if f[:2] in ("d4", "c5", "e3")},
    BLUE: {f for f in BOARD if f[:2] in ("d1", "c1", "e1")},
}
GOALS = {
    RED: ["e16", "e12", "e26", "e22", "e36", "e32"],
    YELLOW: ["a12", "a14", "b12", "b14", "c12", "c14"],
    BLUE: ["a36", "a34", "b46", "b44", "c56", "c54"],
}
SETUP = {
    RED: ("a21", "a12 a26 a22 a36", "a13 a14 a25 a24 a23 a35 a34"),
    YELLOW: ("d43", "c54 d42 d44 e32", "c55 c56 d41 d45 d46 e31 e36"),
    BLUE: ("d15", "c14 d14 d16 e16", "c12 c13 d11 d12 d13 e11 e12"),
}


# --- The game.


class State(NamedTuple):
    """A position, with everything from its history that the rules need."""

    men: Men  # field -> (seat, kind)
    seat: int | None = RED
    reserve: tuple[int, ...] = (2, 2, 2)
    conqueror: int | None = None
    vassal: int | None = None
    choosing: bool = False  # the conqueror still owes `keep:`
    idle: int = 0  # plies in a row without a capture or a promotion
    # How often each position has occurred since the last irreversible change.
    seen: Mapping[object, int] = MappingProxyType({})
    withdrawn: tuple[int, ...] = ()  # in the order of their withdrawals
    outcome: Outcome | None = None


def start(seats: int, options: dict[str, str]) -> State:
    """The starting position."""
    assert seats == 3
    assert not options
    men: Men = {}
    for seat, groups in SETUP.items():
        for kind, fields in zip((LORD, KNIGHT, SQUIRE), groups, strict=True):
            men |= dict.fromkeys(fields.split(), (seat, kind))
    return note(State(men))


def random_options(rng: Random, seats: int) -> dict[str, str]:
    """There are no options."""
    return {}


def to_move(state: State) -> int | None:
    """The seat to act, None when the game is over."""
    return state.seat


def result(state: State) -> Outcome | None:
    """The ranks of the seats and the reason, None while the game goes on."""
    return state.outcome


def legal(state: State) -> list[str]:
    """The legal moves, sorted."""
    if state.outcome:
        return []
    if state.choosing:
        return keeps(state)
    moves = []
    for field, (owner, kind) in state.men.items():
        if owner == state.seat:
            moves += [f"{field}-{target}" for target in targets(state, owner, kind, field)]
    return sorted(moves) or ["pass"]


def targets(state: State, seat: int, kind: str, field: str) -> set[str]:
    """The fields that the man on a field can move to."""
    friends: set[int | None] = {seat}
    if seat in (state.vassal, state.conqueror):
        friends = {state.vassal, state.conqueror}
    found = set()
    for way in ways(kind, field):
        for target in way:
            man = state.men.get(target)
            if man is None or man[0] not in friends:
                found.add(target)
            if man is not None:
                break
    # Squires start in their castle and cannot return, so one outside has left it.
    if kind == SQUIRE and field not in CASTLES[seat]:
        found -= CASTLES[seat]
    return found


def ways(kind: str, field: str) -> Iterator[list[str]]:
    """The ways that this kind of man can walk from a field: over free fields, up to an enemy."""
    for across in ACROSS[field]:
        yield [across]
    for inside in INSIDE[field]:
        yield [inside] if kind == LORD else round_from(field, inside)
    if kind == KNIGHT:
        for lane in LANES[field]:
            at = lane.index(field)
            yield lane[at + 1 :]
            yield lane[:at][::-1]


def round_from(field: str, first: str) -> list[str]:
    """The way round the hexagon from a field, beginning with this neighbour."""
    way = [field, first]
    while ahead := [g for g in INSIDE[way[-1]] if g not in way]:
        way += ahead
    return way[1:]


def keeps(state: State) -> list[str]:
    """The conqueror's choices: one knight and two squires of the vassal, or all that are left."""

    def of(kind: str, most: int) -> list[tuple[str, ...]]:
        fields = [f for f, man in state.men.items() if man == (state.vassal, kind)]
        return list(combinations(fields, min(most, len(fields))))

    pairs = product(of(KNIGHT, 1), of(SQUIRE, 2))
    return sorted("keep:" + ",".join(sorted(knight + squires)) for knight, squires in pairs)


def keep(state: State, token: str) -> State:
    """Carry out a choice of the vassal's survivors."""
    stay = token.removeprefix("keep:").split(",")
    men = {f: man for f, man in state.men.items() if man[0] != state.vassal or f in stay}
    return state._replace(men=men, choosing=False)


def play(state: State, token: str) -> State:
    """The position after a legal move."""
    assert state.seat is not None
    if token == "pass":
        return note(passed_on(state._replace(idle=state.idle + 1)))
    if token.startswith("keep:"):
        return note(passed_on(keep(state, token)._replace(idle=state.idle + 1, seen={})))
    source, target = token.split("-")
    men = dict(state.men)
    seat, kind = men.pop(source)
    victim = men.get(target)
    promoted = kind == SQUIRE and target in GOALS[seat] and state.reserve[seat - 1] > 0
    men[target] = (seat, KNIGHT if promoted else kind)
    after = state._replace(men=men, idle=state.idle + 1)
    if promoted:
        reserve = tuple(n - (s == seat) for s, n in enumerate(state.reserve, 1))
        after = after._replace(reserve=reserve)
    if promoted or victim:
        after = after._replace(idle=0, seen={})
    if victim and victim[1] == LORD:
        if state.vassal is not None:
            return over(after, [seat], "lord-captured")
        after = after._replace(conqueror=seat, vassal=victim[0])
        choices = keeps(after)
        if len(choices) > 1:
            return note(after._replace(choosing=True))
        after = keep(after, choices[0])
    return note(passed_on(after))


def passed_on(state: State) -> State:
    """The next seat that has not withdrawn is to act."""
    assert state.seat is not None
    seat = state.seat % 3 + 1
    while seat in state.withdrawn:
        seat = seat % 3 + 1
    return state._replace(seat=seat)


def note(state: State) -> State:
    """Count the position after a ply, and end the game if it is drawn by that."""
    key = (frozenset(state.men.items()), state.seat, frozenset(state.withdrawn))
    times = state.seen.get(key, 0) + 1
    state = state._replace(seen={**state.seen, key: times})
    if times == 3:
        return over(state, staying(state), "repetition")
    if state.idle == 150:
        return over(state, staying(state), "no-progress")
    return state


def staying(state: State) -> list[int]:
    """The seats that have not withdrawn."""
    return [seat for seat in (RED, YELLOW, BLUE) if seat not in state.withdrawn]


def over(state: State, winners: list[int], reason: str) -> State:
    """The end: winners, then the others that stay, then the withdrawn, the latest first."""
    groups = [winners, [seat for seat in staying(state) if seat not in winners]]
    groups += [[seat] for seat in reversed(state.withdrawn)]
    ranks: dict[int, int] = {}
    for rank, group in enumerate(filter(None, groups), 1):
        ranks |= dict.fromkeys(group, rank)
    outcome = (tuple(ranks[seat] for seat in (RED, YELLOW, BLUE)), reason)
    return state._replace(seat=None, choosing=False, outcome=outcome)


def withdraw(state: State, seat: int, reason: str) -> State:
    """The position after a seat has resigned or run out of time; this is not a ply."""
    after = state._replace(withdrawn=(*state.withdrawn, seat), seen={})
    if len(staying(after)) == 1:
        return over(after, staying(after), reason)
    if state.seat != seat:
        return after
    if state.choosing:
        after = keep(after, keeps(after)[0])
    return passed_on(after)
