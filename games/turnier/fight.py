"""The fourth phase, the main fight: moves, captures, chains and flags."""

from __future__ import annotations

from games.geometry import bits
from games.protocol import Seat
from games.turnier.board import Ground
from games.turnier.notation import ENDING, PASSING, Go, Move, Plant, Shift, go
from games.turnier.position import FLAGS, Turn, TurnierPosition, sides_of, with_men
from games.turnier.turns import end_fight_turn, fighting, last_standing, onward, won

FLAGS_ALONE, FLAGS_TOGETHER = FLAGS, 4
"""The number of fields that wins (flags standing, or boards held without flags): for one seat, and
for partners.
"""


# Legal moves


def legal(position: TurnierPosition) -> list[Move]:
    """Before the fighter's move: fighter and flag moves, with `pass` if no fighter can move.

    After it: further captures of the chain, flag moves, and `end`.
    """
    flags = flag_moves(position)
    if position.turn.mover is not None:
        chain = chain_moves(position)
        return sorted([*chain, ENDING, *flags], key=str) if chain else [ENDING, *flags]
    ground, own = position.ground, position.men[position.seat - 1]
    if not flags:
        return _fighter_moves(position, own) or [PASSING]
    before = _fighter_moves(position, own & ground.before_flags)
    after = _fighter_moves(position, own & ~ground.before_flags)
    return [*before, *flags, *(after if before or after else [PASSING])]


def reach(ground: Ground, occupied: int, source: int) -> tuple[int, int]:
    """The points to which the fighter on `source` can go, and all points on which that depends.

    It makes one step, or any number of jumps. Each jump is two points long, so the fighter never
    jumps over its starting point, and that point may count as occupied.
    """
    near, hops, around = ground.near[source], ground.hops, ground.around
    found, scope, ahead = near & ~occupied, near, [source]
    while ahead:
        point = ahead.pop()
        scope |= around[point]
        for both, over, landing, behind in hops[point]:
            if occupied & both == over and not found & landing:
                found |= landing
                ahead.append(behind)
    return found, scope


def landings(ground: Ground, occupied: int, source: int, target: int) -> tuple[int, ...]:
    """The landings before the target if the fighter takes the fewest jumps; empty for a step."""
    came, ahead = {source: source}, [source]
    for point in ahead:
        for both, over, _, behind in ground.hops[point]:
            if occupied & both == over and behind not in came:
                came[behind] = point
                ahead.append(behind)
    if ground.near[source] >> target & 1 or target not in came:
        return ()
    way = [came[target]]
    while way[-1] != source:
        way.append(came[way[-1]])
    return tuple(way[-2::-1])


def _fighter_moves(position: TurnierPosition, fighters: int) -> list[Move]:
    """The moves of these fighters.

    Most stay the same from turn to turn. So the moves from each point are remembered, along with
    what stood on the points on which they depend.
    """
    ground, occupied, moves = position.ground, position.occupied, list[Move]()
    remembered, names = ground.remembered, ground.names
    for source in bits(fighters):
        scope, stood, found = remembered[source]
        if occupied & scope != stood:
            targets, scope = reach(ground, occupied, source)
            name = names[source]
            found = [go(name, names[target]) for target in bits(targets)]
            remembered[source] = scope, occupied & scope, found
        moves += found
    return moves


def caught(position: TurnierPosition, source: int, target: int) -> int:
    """The enemies that a fighter of the seat to act captures by moving from source to target.

    A neighbour is captured if straight behind it is the edge, or a fighter that is not of the
    neighbour's side.
    """
    ground, found = position.ground, 0
    near, occupied = ground.near[target], 0
    for side in position.rivals():
        if not side & near:
            continue
        occupied = occupied or position.occupied & ~(1 << source)
        anvils = occupied & ~side
        for beside, behind in ground.clamps[target]:
            if side & beside and (not behind or anvils & behind):
                found |= beside
    return found


def chain_moves(position: TurnierPosition) -> list[Go]:
    """The moves with which the fighter that has just captured would capture again."""
    ground, source = position.ground, position.turn.mover
    if source is None or not position.turn.chain:
        return []
    names = ground.names
    return [
        go(names[source], names[target])
        for target in bits(reach(ground, position.occupied, source)[0])
        if caught(position, source, target)
    ]


def flag_points(position: TurnierPosition) -> tuple[int, int]:
    """The points where flags may be planted, and from which they may be moved, as bit sets."""
    own, flagged = position.men[position.seat - 1], position.flagged
    return _flag_points(position, own, position.occupied & ~own, own & flagged, position.turn.moved)


def _flag_points(
    position: TurnierPosition, own: int, others: int, flags: int, moved: int
) -> tuple[int, int]:
    """Like `flag_points`, for given fighters (own and others), own flags, and flags moved so far.

    A flag may be planted on a board that the seat holds alone and where it has no flag. A flag may
    be moved once a turn, if another fighter of the seat is on its board.
    """
    plantable = movable = 0
    in_hand = position.hands[position.seat - 1]
    if not flags and not in_hand:
        return 0, 0
    for points in position.ground.board_sets:
        there = own & points
        bearer = there & flags
        if bearer:
            if bearer != there and not bearer & moved:
                movable |= bearer
        elif in_hand and there and not others & points:
            plantable |= there
    return plantable, movable


def flag_moves(position: TurnierPosition) -> list[Plant | Shift]:
    """Planting flags, and moving them within their boards, sorted by token."""
    moves: list[Plant | Shift] = []
    plantable, movable = flag_points(position)
    if plantable | movable:
        ground, own = position.ground, position.men[position.seat - 1]
        for point in bits(plantable | movable):
            if plantable >> point & 1:
                moves.append(ground.plantings[point])
                continue
            board = ground.board_sets[ground.board_of[point]]
            name, others = ground.names[point], own & board & ~(1 << point)
            moves += [Shift(name, ground.names[other]) for other in bits(others)]
    return moves


# Applying moves


def apply(position: TurnierPosition, move: Move) -> TurnierPosition:
    """The position after a move of the main fight. The turn ends if the seat can do nothing
    else.
    """
    point = position.ground.point
    if isinstance(move, Go):
        return _go(position, point[move.source], point[move.target])
    if isinstance(move, Plant):
        return _plant(position, 1 << point[move.point])
    if isinstance(move, Shift):
        return _shift(position, 1 << point[move.source], 1 << point[move.target])
    passed = (*position.passed, position.seat) if move == PASSING else ()
    return end_fight_turn(position, position.men, position.flagged, passed)


def _go(position: TurnierPosition, source: int, target: int) -> TurnierPosition:
    """The position after the fighter has moved and captured. It takes its flag along only within
    its board.
    """
    seat, ground, turn = position.seat, position.ground, position.turn
    here, there = 1 << source, 1 << target
    gone = caught(position, source, target)
    own = position.men[seat - 1] ^ here ^ there
    men = with_men(position.men, seat, own)
    others = position.occupied & ~own & ~here
    if gone:
        others &= ~gone
        men = tuple(each & ~gone for each in men)
    flagged, moved = position.flagged & ~gone, turn.moved
    if flagged & here:
        carried = there if ground.board_of[source] == ground.board_of[target] else 0
        flagged = flagged ^ here | carried
        if moved & here:
            moved = moved ^ here | carried
    flags_follow = any(_flag_points(position, own, others, own & flagged, moved))
    if position.flags and not (gone or flags_follow):
        return end_fight_turn(position, men, flagged)
    after = position.but(
        men=men,
        flagged=flagged,
        turn=Turn(0, target, bool(gone), moved, turn.progress or bool(gone)),
        past=() if gone else position.past,
    )
    if not position.flags:
        after = _fields_held(after)
    if gone and after.result is None:
        after = last_standing(after)
    if flags_follow or after.result is not None or chain_moves(after):
        return after
    return end_fight_turn(after, men, flagged)


def _plant(position: TurnierPosition, point: int) -> TurnierPosition:
    """The position after a flag is planted, which counts as progress and may win."""
    hands = tuple(
        left - (seat == position.seat) for seat, left in enumerate(position.hands, start=1)
    )
    turn = Turn(0, position.turn.mover, False, position.turn.moved, True)
    flagged = position.flagged | point
    after = position.but(flagged=flagged, hands=hands, turn=turn, past=())
    return _go_on(_fields_held(after))


def _shift(position: TurnierPosition, here: int, there: int) -> TurnierPosition:
    """The position after a flag is moved. It can't be moved again in this turn."""
    turn = position.turn
    turn = Turn(0, turn.mover, False, turn.moved | there, turn.progress)
    return _go_on(position.but(flagged=position.flagged ^ here | there, turn=turn))


def _go_on(position: TurnierPosition) -> TurnierPosition:
    """The position in which the turn continues; or the next turn if the fighter has moved and no
    flag can be moved or planted.
    """
    if position.result is not None or position.turn.mover is None or any(flag_points(position)):
        return position
    return end_fight_turn(position, position.men, position.flagged)


def _fields_held(position: TurnierPosition) -> TurnierPosition:
    """The same position, or the victory of a side. The mover's side is checked first, then the
    others in turn order.

    With flags, the flags standing count; without, the boards that a seat holds alone. A single seat
    needs three. Partners need four together: with flags at least one each, without flags three for
    one of them and one for the other. A withdrawn seat can't win, but counts for its partner.
    """
    counts = fields(position)
    if position.partners:
        pairs = sides_of(position.seats, position.partners)
        winners = [seat for pair in pairs if _together(position, counts, pair) for seat in pair]
    else:
        winners = [seat for seat, count in enumerate(counts, start=1) if count >= FLAGS_ALONE]
    for seat in [position.seat, *onward(position, fighting(position))]:
        if seat in winners:
            return won(position, seat, "fields-held")
    return position


def _together(position: TurnierPosition, counts: list[int], partners: tuple[Seat, ...]) -> bool:
    low, high = sorted(counts[seat - 1] for seat in partners)
    if low == 0 or low + high < FLAGS_TOGETHER:
        return False
    return position.flags or high >= FLAGS_ALONE


def fields(position: TurnierPosition) -> list[int]:
    """The number of fields of each seat: flags standing or, without flags, boards held alone."""
    seats = range(1, position.seats + 1)
    if position.flags:
        return [position.standing(seat) for seat in seats]
    counts, occupied = [0] * position.seats, position.occupied
    for points in position.ground.board_sets:
        there = occupied & points
        for number, men in enumerate(position.men):
            if there & men:
                counts[number] += there & men == there
                break
    return counts
