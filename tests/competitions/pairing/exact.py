"""The lowest possible costs of rounds, by OR-Tools' CP-SAT, and the same costs counted naively.

This doesn't use the search that it is compared with, only the weights that the search documents.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import TypeAlias

from ortools.sat.python import cp_model

from competitions.model.entrants import EntrantId
from competitions.model.pairings import Pairing
from competitions.pairing.costs import AGAIN, FAR, GAME, SIZE, TOGETHER, UNEVEN
from competitions.pairing.rules import Pair, TableRules

EFFORT = 5.0
"""The limit for CP-SAT, in its deterministic time, which counts operations."""


def met(past: Iterable[Pairing], rules: TableRules) -> tuple[Counter[Pair], Counter[Pair]]:
    """How often each pair have been opponents, and how often partners."""
    opponents, partners = Counter[Pair](), Counter[Pair]()
    for pairing in past:
        for one, other in combinations(range(len(pairing.seats)), 2):
            together = rules.partners and other - one == 2
            pair = frozenset((pairing.seats[one], pairing.seats[other]))
            (partners if together else opponents)[pair] += 1
    return opponents, partners


def repeats(past: Iterable[Pairing], rules: TableRules) -> int:
    """How often opponents met again: 1 for the second time, 2 more for the third, and so on."""
    opponents, _ = met(past, rules)
    return sum(count * (count - 1) // 2 for count in opponents.values())


def dues(past: Iterable[Pairing]) -> dict[EntrantId, list[Fraction]]:
    """By how much each entrant had each seat more often than was due."""
    found: dict[EntrantId, list[Fraction]] = {}
    for pairing in past:
        for game in range(pairing.games):
            for seat, one in enumerate(pairing.seating(game)):
                row = found.setdefault(one, [Fraction(0)] * 4)
                if not pairing.bye:
                    row[seat] += 1
                    for other in range(len(pairing.seats)):
                        row[other] -= Fraction(1, len(pairing.seats))
    return found


def unevenness(past: Iterable[Pairing]) -> Fraction:
    """The greatest difference between anybody's seats and what was due."""
    return max((abs(due) for row in dues(past).values() for due in row), default=Fraction(0))


def cost(past: Sequence[Pairing], new: Sequence[Pairing], rules: TableRules) -> int:
    """What a round costs after others, in all: seats, sizes of tables, opponents and partners."""
    together = [*past, *new]
    seated = {one for pairing in new for one in pairing.seats}
    rows = [row for one, row in dues(together).items() if one in seated]
    found = sum(_worth(due, rules) for row in rows for due in row)
    counts = Counter((one, len(pairing.seats)) for pairing in past for one in pairing.seats)
    mixed = len({len(pairing.seats) for pairing in new if not pairing.bye}) > 1
    for pairing in new:
        if not pairing.bye and mixed:
            found += sum(SIZE * counts[one, len(pairing.seats)] for one in pairing.seats)
    before, now = met(past, rules), met(new, rules)
    for weight, old, some in zip((AGAIN, TOGETHER), before, now, strict=True):
        found += sum(weight * old[pair] for pair in some)
    return found


def _worth(due: Fraction, rules: TableRules) -> int:
    far = 0 if rules.partners else FAR
    parts = abs(int(due * GAME))
    return UNEVEN * parts**2 + (far * (parts - GAME // 2) ** 2 if parts >= GAME else 0)


def least_cost(
    entrants: Sequence[EntrantId], sizes: Sequence[int], past: Sequence[Pairing], rules: TableRules
) -> int:
    """The lowest possible `cost` of a round with tables of these sizes and no byes."""
    model = cp_model.CpModel()
    places = [(table, seat) for table, size in enumerate(sizes) for seat in range(size)]
    has = {(one, place): model.new_bool_var("") for one in entrants for place in places}
    for one in entrants:
        model.add_exactly_one(has[one, place] for place in places)
    for place in places:
        model.add_exactly_one(has[one, place] for one in entrants)
    terms = []
    for (one, (table, seat)), sits in has.items():
        terms.append(_alone(past, one, (sizes[table], seat), rules, len(set(sizes)) > 1) * sits)
    opponents, partners = met(past, rules)
    for one, other in combinations(entrants, 2):
        for near, far in permutations(places, 2):
            mates = rules.partners and abs(near[1] - far[1]) == 2
            counts, weight = (partners, TOGETHER) if mates else (opponents, AGAIN)
            price = weight * counts[frozenset((one, other))]
            if near[0] == far[0] and price:
                both = model.new_bool_var("")
                model.add(both >= has[one, near] + has[other, far] - 1)
                terms.append(price * both)
    model.minimize(sum(terms))
    return _solved(model)


def _alone(
    past: Sequence[Pairing], one: EntrantId, place: tuple[int, int], rules: TableRules, mixed: bool
) -> int:
    size, seat = place
    row = list(dues(past).get(one, [Fraction(0)] * 4))
    row[seat] += 1
    row[:size] = [due - Fraction(1, size) for due in row[:size]]
    had = sum(one in pairing.seats and len(pairing.seats) == size for pairing in past)
    return sum(_worth(due, rules) for due in row) + SIZE * had * mixed


def schedule_cost(found: Sequence[Pairing], rules: TableRules) -> int:
    """What a schedule costs without its seats: opponents who meet again, and sizes of tables."""
    counts = Counter((one, len(pairing.seats)) for pairing in found for one in pairing.seats)
    mixed = len({len(pairing.seats) for pairing in found}) > 1
    sizes = sum(SIZE * count * (count - 1) // 2 for count in counts.values())
    return AGAIN * repeats(found, rules) + sizes * mixed


def least_schedule_cost(count: int, sizes: Sequence[int], rounds: int) -> int:
    """The lowest possible `schedule_cost` of `rounds` rounds with tables of these sizes."""
    model = cp_model.CpModel()
    sits = _sits(model, count, sizes, rounds)
    terms = [AGAIN * _repeated(model, some) for some in _meetings(model, sits, count)]
    for one, size in product(range(count), sorted(set(sizes))):
        tables = [table for table, other in enumerate(sizes) if other == size]
        if len(tables) < len(sizes):
            some = [sits[number, one, table] for number in range(rounds) for table in tables]
            terms.append(SIZE * _repeated(model, some))
    model.minimize(sum(terms))
    return _solved(model)


def least_of_most(count: int, sizes: Sequence[int], rounds: int) -> int:
    """How often the pair that meets most often has to meet at least, as far as it can be proved."""
    model = cp_model.CpModel()
    sits = _sits(model, count, sizes, rounds)
    most = model.new_int_var(1, rounds, "")
    for some in _meetings(model, sits, count):
        model.add(sum(some) <= most)
    model.minimize(most)
    solver = _solver()
    solver.solve(model)
    return round(solver.best_objective_bound)


Sits: TypeAlias = dict[tuple[int, int, int], cp_model.IntVar]
"""Whether somebody sits at a table in a round: by the round, the entrant and the table."""


def _sits(model: cp_model.CpModel, count: int, sizes: Sequence[int], rounds: int) -> Sits:
    """Everybody sits at one table each round. The first round is fixed. A bye is a table of one."""
    numbers = product(range(rounds), range(count), range(len(sizes)))
    sits = {number: model.new_bool_var("") for number in numbers}
    for number in range(rounds):
        for one in range(count):
            model.add_exactly_one(sits[number, one, table] for table in range(len(sizes)))
        for table, size in enumerate(sizes):
            model.add(sum(sits[number, one, table] for one in range(count)) == size)
    firsts = [table for table, size in enumerate(sizes) for _ in range(size)]
    for one, table in enumerate(firsts):
        model.add(sits[0, one, table] == 1)
    return sits


def _meetings(model: cp_model.CpModel, sits: Sits, count: int) -> Iterator[list[cp_model.IntVar]]:
    """For each pair, whether they meet, by the round and the table."""
    tables = sorted({(number, table) for number, _, table in sits})
    for one, other in combinations(range(count), 2):
        meetings = []
        for number, table in tables:
            both = model.new_bool_var("")
            model.add_bool_or([both, ~sits[number, one, table], ~sits[number, other, table]])
            meetings.append(both)
        yield meetings


def _repeated(model: cp_model.CpModel, some: Sequence[cp_model.IntVar]) -> cp_model.LinearExprT:
    """1 for the second of these that is true, 2 more for the third, and so on."""
    again = [model.new_bool_var("") for _ in some[1:]]
    model.add(sum(some) <= 1 + sum(again))
    return sum(number * more for number, more in enumerate(again, start=1))


def _solver() -> cp_model.CpSolver:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.max_deterministic_time = EFFORT
    return solver


def _solved(model: cp_model.CpModel) -> int:
    solver = _solver()
    status = solver.solve(model)
    assert status == cp_model.OPTIMAL, solver.status_name(status)
    return round(solver.objective_value)
