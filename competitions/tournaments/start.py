"""The end of sign-up: a competition begins, or is divided into sections.

Sections are competitions that have begun, with the terms and the director of the whole. They are
opened in the transaction that ends sign-up: either all of them or none. The whole stays visible,
without an order of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from sqlalchemy import Connection

from competitions.log.terms import LONGEST_NAME
from competitions.model.entrants import Entrant, seeded
from competitions.model.events import Cancelled, Started
from competitions.pairing.sections import divided, letter, nearest
from competitions.tournaments.apart import blocked
from competitions.tournaments.creation import Coming, open_begun
from competitions.tournaments.held import Section, Terms
from competitions.tournaments.repeats import hold_again
from competitions.tournaments.unit_of_work import UnitOfWork
from storage import competitions as rows
from storage import players

DIVIDED = "sections"
"""The reason in the log if it was divided into sections, which are played instead."""


def begin(unit: UnitOfWork) -> None:
    """Ends sign-up. Blocks count as they are now: a later one can't keep a rival away. If more have
    signed up than a section can have, it is divided.
    """
    now, size = unit.competition, unit.held.section_size
    if now.status == "open" and size is not None and len(now.entrants) > size:
        _divide(unit, size)
        return
    entrants = seeded(now.entrants)
    unit.write(Started(tuple(entrant.id for entrant in entrants)))
    hold_again(unit)
    pairs = blocked(unit, {entrant.id for entrant in entrants})
    unit.writes.append(partial(rows.keep_apart, number=unit.held.number, pairs=pairs))


def _divide(unit: UnitOfWork, size: int) -> None:
    """Has a section opened for each part of the entrants. Those who wait are put on the waiting
    list of the section for people of their strength.
    """
    now = unit.competition
    players.hold(unit.connection, [unit.held.host])  # They don't delete their data meanwhile.
    sections = divided(now.entrants, size)
    waiting: list[list[Entrant]] = [[] for _ in sections]
    for one in (*now.waiting, *now.forming):
        waiting[nearest(sections, one)].append(one)
    hold_again(unit)  # While this one still counts for its director, as its sections will.
    unit.write(Cancelled(DIVIDED))
    for number, (entrants, others) in enumerate(zip(sections, waiting, strict=True), start=1):
        unit.writes.append(partial(_open, unit, number, entrants, others))


def _open(
    unit: UnitOfWork,
    number: int,
    entrants: Sequence[Entrant],
    waiting: Sequence[Entrant],
    connection: Connection,
) -> None:
    """Opens a section."""
    held = unit.held
    section = open_begun(
        connection,
        _terms(held.terms, Section(held.number, number)),
        replace(unit.competition.settings, most=len(entrants)),
        held.host,
        [Coming(held.present(one.id), one.rating) for one in entrants],
        waiting=[Coming(held.present(one.id), one.rating) for one in waiting],
        now=unit.now,
    )
    numbers = {one.id: number for number, one in enumerate(entrants, start=1)}
    pairs = blocked(unit, {*numbers})
    apart = {(numbers[one], numbers[other]) for one, other in pairs}
    rows.keep_apart(connection, section, apart)


def _terms(whole: Terms, section: Section) -> Terms:
    """The terms of a section: those of the whole, except that a section is neither repeated nor
    divided.
    """
    end = f" · {letter(section.number)}"
    return replace(
        whole,
        name=whole.name[: LONGEST_NAME - len(end)].rstrip() + end,
        repeats=None,
        day=None,
        section_size=None,
        section=section,
    )
