"""Tables for two, three or four: one round after the scores so far, or a schedule in advance."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from competitions.model.entrants import EntrantId
from competitions.model.pairings import Pairing
from competitions.pairing.plan import planned
from competitions.pairing.rules import Pair, TableRules


def tables(
    entrants: Sequence[EntrantId],
    rules: TableRules,
    past: Iterable[Pairing] = (),
    *,
    number: int,
    seed: int,
    scores: Mapping[EntrantId, float] | None = None,
    apart: Collection[Pair] = (),
) -> tuple[Pairing, ...]:
    """The pairings of round `number`, following those of the past.

    Every entrant is in exactly one. No pair that is to be kept `apart` meets. As few as possible
    have a bye, and they are among those who have had the fewest, unless pairs can't be kept apart
    that way. Within these limits the costs in `competitions.pairing.costs` are low, if not always
    the lowest: seats, opponents and partners are even, and entrants with similar `scores` meet.
    Tables are numbered by their best score, with byes last. The same arguments give the same
    pairings.

    Raises Unseatable if not all of these pairs can be kept apart.
    """
    return planned(
        entrants, rules, past, rounds=(number,), seed=seed, scores=scores or {}, apart=apart
    )


def schedule(
    entrants: Sequence[EntrantId],
    rules: TableRules,
    rounds: Sequence[int],
    past: Iterable[Pairing] = (),
    *,
    seed: int,
    apart: Collection[Pair] = (),
) -> tuple[Pairing, ...]:
    """The pairings of all these rounds, with the guarantees of `tables` for each.

    After a withdrawal, plan the remaining rounds again, passing those that were played. With no
    past, tables of one size, one game and no partners, everybody has every seat equally often, or
    one of them once more than another.

    Raises Unseatable as `tables` does.
    """
    return planned(entrants, rules, past, rounds=rounds, seed=seed, scores={}, apart=apart)
