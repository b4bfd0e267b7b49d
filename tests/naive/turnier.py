"""Turnier, a naive second implementation of the rulebook's page.

It shares nothing with the engine: the ground is a dictionary of lattice points, boards are tried at
every offset, and jumps are found by flood fill.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from random import Random
from types import MappingProxyType
from typing import NamedTuple

KEY = "turnier"
SEATS = (2, 3, 4)

Point = tuple[int, int]
Outcome = tuple[tuple[int, ...], str]

BOARDS = {2: 5, 3: 6, 4: 8}  # how many are laid
LASTS = 4  # boards of each kind
FIGHTERS = 18
FLAGS = 3
TAKEN = 4  # fighters that each seat takes off in the opening
ROUNDS = 40  # without progress
AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1))


def box(width: int, height: int) -> set[Point]:
    """The points of a box whose lower left point is 0,0."""
    return set(product(range(width), range(height)))


SHAPES = {
    "Sh": box(6, 2),
    "Sv": box(2, 6),
    "Cne": {(x, y) for x, y in box(4, 4) if x > 1 or y > 1},
    "Cnw": {(x, y) for x, y in box(4, 4) if x < 2 or y > 1},
    "Cse": {(x, y) for x, y in box(4, 4) if x > 1 or y < 2},
    "Csw": {(x, y) for x, y in box(4, 4) if x < 2 or y < 2},
}


class State(NamedTuple):
    """A position, with everything from its history that the rules need."""

    seats: int
    flags: bool  # the option
    partners: bool  # the option
    phase: str = "laying"  # "drawing", "opening", "fight"
    seat: int = 1  # 0 when the game is over
    withdrawn: tuple[int, ...] = ()  # in the order of their withdrawals
    outcome: Outcome | None = None
    # The ground.
    laid: tuple[tuple[str, frozenset[Point]], ...] = ()  # the boards in order, with their shapes
    board_of: Mapping[Point, int] = MappingProxyType({})
    names: Mapping[Point, str] = MappingProxyType({})  # from the drawing up on
    points: Mapping[str, Point] = MappingProxyType({})
    # The men.
    fighters: Mapping[Point, int] = MappingProxyType({})
    flagged: frozenset[Point] = frozenset()  # fighters that carry a flag
    hands: tuple[int, ...] = ()  # flags in hand
    # The turn.
    began: "State | None" = None  # its start
    taken: int = 0  # opening: fighters taken off
    mover: Point | None = None  # fight: the fighter that has moved
    moved: frozenset[Point] = frozenset()  # flags that have been moved, where they are now
    progress: bool = False  # a capture or a planted flag
    rest: tuple[str, ...] = ()  # the legal moves once the fighter has moved
    # The fight so far.
    idle: int = 0  # turns in a row without progress
    passed: frozenset[int] = frozenset()  # seats that have passed one after the other
    seen: Mapping[object, int] = MappingProxyType({})  # starts of turns since the last progress


def start(seats: int, options: dict[str, str]) -> State:
    """The position before the first board is laid."""
    assert set(options) == ({"flags", "partners"} if seats == 4 else {"flags"})
    partners = options.get("partners") == "true"
    return State(seats, options["flags"] == "true", partners, hands=(FLAGS,) * seats)


def random_options(rng: Random, seats: int) -> dict[str, str]:
    """Random options, all equally likely."""
    names = ("flags", "partners") if seats == 4 else ("flags",)
    return {name: rng.choice(("true", "false")) for name in names}


def to_move(state: State) -> int | None:
    """The seat to act, None when the game is over."""
    return state.seat or None


def result(state: State) -> Outcome | None:
    """The ranks of the seats and the reason, None while the game goes on."""
    return state.outcome


def legal(state: State) -> list[str]:
    """The legal moves, sorted."""
    if state.outcome:
        return []
    if state.phase == "laying":
        return sorted(boards(state))
    if state.phase == "drawing":
        return sorted(name for point, name in state.names.items() if point not in state.fighters)
    if state.phase == "opening":
        own, men = side(state, state.seat), state.fighters
        return sorted(f"x{state.names[p]}" for p, s in men.items() if side(state, s) != own)
    if state.mover is not None:
        return list(state.rest)
    names, men = state.names, state.fighters
    mine = [point for point, owner in men.items() if owner == state.seat]
    moves = [f"{names[p]}-{names[target]}" for p in mine for target in targets(state, p)]
    return sorted((moves or ["pass"]) + flag_moves(state))


def play(state: State, token: str) -> State:
    """The position after a legal move."""
    if state.phase == "laying":
        return lay(state, token)
    if state.phase == "drawing":
        fighters = {**state.fighters, state.points[token]: state.seat}
        return hand_on(state._replace(fighters=fighters))
    if state.phase == "opening":
        fighters = without(state.fighters, [state.points[token[1:]]])
        state = state._replace(fighters=fighters, taken=state.taken + 1)
        return state if state.taken < TAKEN else hand_on(state)
    if token in ("pass", "end"):
        return end_turn(state, passes=token == "pass")
    if token.startswith("flag:"):
        return play_flag(state, token.removeprefix("flag:"))
    return play_fighter(state, token)


# --- Seats, sides and phases.


def side(state: State, seat: int) -> int:
    """A number for the side of a seat."""
    return (seat - 1) % 2 if state.partners else seat


def staying(state: State) -> list[int]:
    """The seats that have not withdrawn."""
    return [seat for seat in range(1, state.seats + 1) if seat not in state.withdrawn]


def fighting(state: State) -> list[int]:
    """The seats that take turns in the main fight."""
    owners = set(state.fighters.values())
    return [seat for seat in staying(state) if seat in owners]


def without(fighters: Mapping[Point, int], gone: list[Point]) -> dict[Point, int]:
    """The fighters except those on these points."""
    return {point: owner for point, owner in fighters.items() if point not in gone}


def hand_on(state: State) -> State:
    """The turn is over or discarded. The next seat is to act, possibly in the next phase."""
    first = staying(state)[0]
    later = sorted(staying(state), key=lambda seat: (seat - state.seat - 1) % state.seats)
    if state.phase == "laying":
        if len(state.laid) < BOARDS[state.seats]:
            return begin(state, "laying", later[0])
        return begin(name_points(state), "drawing", first)
    if state.phase == "drawing":
        placed = list(state.fighters.values())
        short = [seat for seat in later if placed.count(seat) < FIGHTERS]
        return begin(state, "drawing", short[0]) if short else begin(state, "opening", first)
    if state.phase == "opening":
        left = [seat for seat in staying(state) if seat > state.seat]
        return begin(state, "opening", left[0]) if left else draws(begin(state, "fight", first))
    return draws(begin(state, "fight", next(seat for seat in later if seat in fighting(state))))


def begin(state: State, phase: str, seat: int) -> State:
    """The start of a turn."""
    state = state._replace(phase=phase, seat=seat, began=None, taken=0)
    state = state._replace(mover=None, moved=frozenset(), progress=False, rest=())
    return state._replace(began=state)


def boards(state: State) -> Iterator[str]:
    """Every way to lay a board: any shape that is left, at any offset within reach."""
    if not state.laid:
        yield from (f"{shape}@0,0" for shape in SHAPES)
        return
    ground = state.board_of
    beside = {(x + dx, y + dy) for x, y in ground for dx, dy in AROUND}
    columns, rows = (range(min(v) - 6, max(v) + 2) for v in zip(*ground, strict=True))
    kinds = [shape[0] for shape, _ in state.laid]
    for shape, points in SHAPES.items():
        if kinds.count(shape[0]) == LASTS:
            continue
        for left, low in product(columns, rows):
            covered = [(left + x, low + y) for x, y in points]
            if not ground.keys() & covered and not beside.isdisjoint(covered):
                yield f"{shape}@{left},{low}"


def lay(state: State, token: str) -> State:
    """Lay a board."""
    shape, _, offset = token.partition("@")
    left, low = map(int, offset.split(","))
    points = frozenset((left + x, low + y) for x, y in SHAPES[shape])
    board_of = {**state.board_of, **dict.fromkeys(points, len(state.laid))}
    return hand_on(state._replace(laid=(*state.laid, (shape, points)), board_of=board_of))


def name_points(state: State) -> State:
    """Make the coordinates final: columns from a, rows from 1."""
    left, low = (min(values) for values in zip(*state.board_of, strict=True))
    names = {(x, y): f"{column(x - left)}{y - low + 1}" for x, y in state.board_of}
    return state._replace(names=names, points={name: point for point, name in names.items()})


def column(n: int) -> str:
    """The letters of the n-th column from 0: a … z, aa, ab …"""
    last = chr(ord("a") + n % 26)
    return last if n < 26 else column(n // 26 - 1) + last


# --- The main fight.


def draws(state: State) -> State:
    """Count the start of a turn in the main fight, and end the game if it is drawn by that."""
    men = frozenset(state.fighters.items())
    key = (state.seat, men, state.flagged, state.hands, frozenset(state.withdrawn))
    times = state.seen.get(key, 0) + 1
    seats = fighting(state)
    if times == 3:
        return over(state, staying(state), "repetition")
    if state.idle >= ROUNDS * len(seats) or state.passed.issuperset(seats):
        return over(state, staying(state), "no-progress")
    state = state._replace(seen={**state.seen, key: times}, began=None)
    return state._replace(began=state)


def end_turn(state: State, passes: bool = False) -> State:
    """The end of a turn of the main fight."""
    passed = state.passed | {state.seat} if passes else frozenset()
    if state.progress:
        return hand_on(state._replace(passed=passed, idle=0, seen={}))
    return hand_on(state._replace(passed=passed, idle=state.idle + 1))


def targets(state: State, source: Point) -> set[Point]:
    """Where the fighter on a point can move: by one step, or by jumps, during which its point is
    free.
    """
    fighters, ground = state.fighters, state.board_of
    steps = {(source[0] + dx, source[1] + dy) for dx, dy in AROUND}
    steps = {point for point in steps if point in ground and point not in fighters}
    reached, stack = {source}, [source]
    while stack:
        x, y = stack.pop()
        for dx, dy in AROUND:
            jumped, behind = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
            if jumped not in fighters or jumped == source or behind not in ground:
                continue
            if behind not in fighters and behind not in reached:
                reached.add(behind)
                stack.append(behind)
    return steps | reached - {source}


def caught(state: State, fighters: Mapping[Point, int], target: Point) -> list[Point]:
    """The fighters captured by one of the acting seat where its move ends."""
    own = side(state, state.seat)
    found = []
    for dx, dy in AROUND:
        beside = target[0] + dx, target[1] + dy
        behind = target[0] + 2 * dx, target[1] + 2 * dy
        if beside not in fighters or side(state, fighters[beside]) == own:
            continue
        anvil, victim = fighters.get(behind), side(state, fighters[beside])
        if behind not in state.board_of or (anvil and side(state, anvil) != victim):
            found.append(beside)
    return found


def play_fighter(state: State, token: str) -> State:
    """Move a fighter, alone or in a chain, and remove those it captures."""
    source, target = (state.points[name] for name in token.split("-"))
    fighters = {**without(state.fighters, [source]), target: state.seat}
    gone = caught(state, fighters, target)
    fighters = without(fighters, gone)
    flagged, moved = state.flagged.difference(gone), state.moved
    if source in flagged:  # the flag goes with its fighter, or is lost with the board
        stays = state.board_of[source] == state.board_of[target]
        flagged = flagged - {source} | ({target} if stays else set())
        moved = moved - {source} | ({target} if stays and source in moved else set())
    state = state._replace(fighters=fighters, flagged=flagged, moved=moved, mover=target)
    state = state._replace(progress=state.progress or bool(gone))
    state = decide(state, fields=not state.flags)
    return state if state.outcome else go_on(state, chains=bool(gone))


def go_on(state: State, chains: bool) -> State:
    """The seat's options after the fighter's move, or the end of the turn."""
    rest = flag_moves(state)
    if chains and state.mover is not None:
        fighters, name = without(state.fighters, [state.mover]), state.names[state.mover]
        for target in targets(state, state.mover):
            if caught(state, fighters, target):
                rest.append(f"{name}-{state.names[target]}")
    return state._replace(rest=tuple(sorted([*rest, "end"]))) if rest else end_turn(state)


def flag_moves(state: State) -> list[str]:
    """The flags that the acting seat may plant or move now."""
    if not state.flags:
        return []
    moves = []
    for _, points in state.laid:
        men = {point: state.fighters[point] for point in points if point in state.fighters}
        own = [point for point, owner in men.items() if owner == state.seat]
        names = [state.names[point] for point in own]
        bearers = [point for point in own if point in state.flagged]
        for point in bearers:
            if point not in state.moved:
                name = state.names[point]
                moves += [f"flag:{name}-{other}" for other in names if other != name]
        if not bearers and len(own) == len(men) and state.hands[state.seat - 1]:
            moves += [f"flag:{name}" for name in names]
    return moves


def play_flag(state: State, token: str) -> State:
    """Plant or move a flag. After the fighter's move this closes the chain."""
    source, _, target = token.partition("-")
    flagged = state.flagged - {state.points[source]} | {state.points[target or source]}
    state = state._replace(flagged=flagged)
    if target:
        state = state._replace(moved=state.moved | {state.points[target]})
    else:
        hands = tuple(n - (s == state.seat) for s, n in enumerate(state.hands, 1))
        state = decide(state._replace(hands=hands, progress=True), fields=True)
    return state if state.outcome or state.mover is None else go_on(state, chains=False)


# --- The end.


def decide(state: State, fields: bool) -> State:
    """End the game if a side has won, by fields (if they are checked) or as the last standing."""
    order = sorted(staying(state), key=lambda seat: (seat - state.seat) % state.seats)
    winners = [seat for seat in order if fields and fields_held(state, seat)]
    if winners:
        return over(state, side_of(state, winners[0]), "fields-held")
    standing = side_of(state, fighting(state)[0])
    if set(fighting(state)) <= set(standing):
        return over(state, standing, "last-standing")
    return state


def side_of(state: State, seat: int) -> list[int]:
    """The seats of a seat's side that have not withdrawn."""
    return [s for s in staying(state) if side(state, s) == side(state, seat)]


def fields_held(state: State, seat: int) -> bool:
    """Whether a seat's side has enough standing flags or, without flags, holds enough boards."""
    holders = [state.fighters[point] for point in state.flagged]
    if not state.flags:
        owners = [{state.fighters.get(p) for p in points} - {None} for _, points in state.laid]
        holders = [owner for board in owners if len(board) == 1 for owner in board if owner]
    seats = [s for s in range(1, state.seats + 1) if side(state, s) == side(state, seat)]
    counts = [holders.count(s) for s in seats]
    if not state.partners:
        return counts[0] >= 3
    return sum(counts) >= 4 and min(counts) >= 1 and (state.flags or max(counts) >= 3)


def over(state: State, winners: list[int], reason: str) -> State:
    """The end: winners, then the others that stay, then the withdrawn, the latest first."""
    groups = [winners, [seat for seat in staying(state) if seat not in winners]]
    groups += [[seat] for seat in reversed(state.withdrawn)]
    ranks: dict[int, int] = {}
    for rank, group in enumerate(filter(None, groups), 1):
        ranks |= dict.fromkeys(group, rank)
    outcome = (tuple(ranks[seat] for seat in range(1, state.seats + 1)), reason)
    return state._replace(seat=0, outcome=outcome)


def withdraw(state: State, seat: int, reason: str) -> State:
    """The position after a seat has resigned or run out of time, its unfinished turn undone."""
    withdrawn = (*state.withdrawn, seat)
    acts = seat == state.seat
    after = (state.began or state) if acts else state
    began = after.began and after.began._replace(withdrawn=withdrawn)
    after = after._replace(withdrawn=withdrawn, began=began)
    if len({side(state, s) for s in staying(after)}) == 1:
        return over(after, staying(after), reason)
    if after.phase == "fight":
        after = decide(after, fields=False)
    return hand_on(after) if acts and not after.outcome else after
