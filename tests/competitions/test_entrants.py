"""Who takes part in a competition: sign-up, teams, seeding, reinstatement, replacement."""

from __future__ import annotations

from dataclasses import replace

from competitions.model.competition import begun
from competitions.model.entrants import Entrant, seeded
from competitions.model.events import (
    Agreed,
    Excused,
    Joined,
    Left,
    Opened,
    Paired,
    Reinstated,
    Replaced,
    Started,
    Withdrawn,
)
from competitions.model.settings import Settings
from tests.competitions.play import ids, one, refusal, signed, tables

SWISS = Settings("swiss", least=3, most=4)
SIX = signed(SWISS, 6)
BEGUN = SIX.apply(Started(ids(2, 1, 3, 4)))
PAIRED = BEGUN.apply(Paired(1, tables((2, 3), (1, 4)), 2))


def test_sign_up_fills_the_places_and_then_the_waiting_list() -> None:
    """The first four take part. Whoever leaves makes room for the first on the waiting list."""
    assert [entrant.id for entrant in SIX.entrants] == [1, 2, 3, 4]
    assert [entrant.id for entrant in SIX.waiting] == [5, 6]
    after = SIX.apply(Left(one(2)))
    assert [entrant.id for entrant in after.entrants] == [1, 3, 4, 5]
    assert [entrant.id for entrant in after.waiting] == [6]
    again = after.apply(Joined(Entrant(one(7))))
    assert [entrant.id for entrant in again.waiting] == [6, 7]
    assert refusal(again, Left(one(2))) == ("not-listed", {"entrant": 2})
    assert refusal(after, Joined(Entrant(one(2)))) == ("wrong-number", {"number": 7})


def test_the_strongest_are_seeded_first() -> None:
    """Equals in the order of sign-up; entrants without a rating come last."""
    ratings = (None, 1500.0, 1600.0, 1500.0, None, -20.0, 0.0)
    entrants = tuple(Entrant(one(number), 1, found) for number, found in enumerate(ratings, 1))
    assert [entrant.id for entrant in seeded(entrants)] == [3, 2, 4, 7, 6, 1, 5]


def test_a_start_seeds_all_entrants() -> None:
    """There must be enough of them, each named once."""
    assert BEGUN.status == "running"
    assert BEGUN.seeding == BEGUN.remaining == ids(2, 1, 3, 4)
    for seeding in (ids(1, 2, 3), ids(1, 2, 3, 5), ids(1, 2, 3, 4, 5), ids(1, 2, 3, 3)):
        assert refusal(SIX, Started(seeding)) == ("wrong-seeding", {})
    few = signed(SWISS, 2)
    assert refusal(few, Started(ids(1, 2))) == ("too-few", {"count": 2, "least": 3})
    assert refusal(BEGUN, Started(ids(1, 2, 3, 4))) == ("not-open", {})
    assert refusal(BEGUN, Opened(SWISS)) == ("not-open", {})
    assert refusal(BEGUN, Left(one(1))) == ("not-listed", {"entrant": 1})
    assert [entrant.id for entrant in BEGUN.apply(Left(one(5))).waiting] == [6]


def test_teams_have_a_place_once_all_have_agreed() -> None:
    """Until then they neither take part nor wait, but they can leave."""
    team = Entrant(one(7), 2)
    forming = signed(SWISS, 3).apply(Joined(replace(team, id=one(4))))
    assert forming.forming == (Entrant(one(4), 2),)
    assert [entrant.id for entrant in forming.entrants] == [1, 2, 3]
    assert forming.waiting == ()
    agreed = forming.apply(Agreed(one(4)))
    assert [entrant.id for entrant in agreed.entrants] == [1, 2, 3, 4]
    assert refusal(agreed, Agreed(one(4))) == ("not-listed", {"entrant": 4})
    assert forming.apply(Left(one(4))).forming == ()
    begun_ = forming.apply(Started(ids(1, 2, 3))).apply(Agreed(one(4)))
    assert [entrant.id for entrant in begun_.waiting] == [4]
    replaced = begun_.apply(Withdrawn(one(1))).apply(Replaced(one(1), one(4)))
    assert replaced.forming == ()
    assert replaced.entrants[0] == Entrant(one(1), 2)


def test_a_team_that_agrees_late_takes_nobodys_place() -> None:
    """It comes after those who were there already, among the entrants and on the waiting list."""
    settings = replace(SWISS, most=3)
    signed_ = begun(Opened(settings))
    for number, size in ((1, 2), (2, 1), (3, 2), (4, 1), (5, 1)):
        signed_ = signed_.apply(Joined(Entrant(one(number), size)))
    assert [entrant.id for entrant in signed_.entrants] == [2, 4, 5]
    late = signed_.apply(Agreed(one(3))).apply(Agreed(one(1)))
    assert [entrant.id for entrant in late.entrants] == [2, 4, 5]
    assert [entrant.id for entrant in late.waiting] == [3, 1]
    room = late.apply(Left(one(2)))
    assert [entrant.id for entrant in room.entrants] == [4, 5, 3]
    started_ = room.apply(Started(ids(3, 4, 5)))
    assert [entrant.id for entrant in started_.entrants] == [3, 4, 5]
    assert [entrant.id for entrant in started_.waiting] == [1]


def test_who_has_withdrawn_may_come_back() -> None:
    """By the director."""
    gone = BEGUN.apply(Withdrawn(one(1)))
    assert gone.apply(Reinstated(one(1), "They asked.")) == BEGUN
    assert refusal(BEGUN, Reinstated(one(1))) == ("not-withdrawn", {"entrant": 1})


def test_somebody_who_waits_goes_on_under_the_number_of_another() -> None:
    """The number keeps its results and its place in the seeding, and plays on."""
    present = BEGUN.apply(Joined(Entrant(one(7), 1, 1700.0)))
    rated = present.apply(Withdrawn(one(3)))
    after = rated.apply(Replaced(one(3), one(7)))
    assert after.entrants[2] == Entrant(one(3), 1, 1700.0)
    assert [entrant.id for entrant in after.waiting] == [5, 6]
    assert after.remaining == ids(2, 1, 3, 4)
    assert refusal(present, Replaced(one(3), one(7))) == ("not-withdrawn", {"entrant": 3})
    assert refusal(rated, Replaced(one(3), one(8))) == ("not-waiting", {"entrant": 8})
    assert refusal(rated, Replaced(one(3), one(4))) == ("not-waiting", {"entrant": 4})
    assert refusal(after, Replaced(one(5), one(6))) == ("unknown-entrant", {"entrant": 5})


def test_requested_byes_are_not_inherited() -> None:
    """Whoever takes over a number has not asked for the byes of their predecessor."""
    asked = PAIRED.apply(Excused(one(3), 2)).apply(Excused(one(3), 3)).apply(Excused(one(1), 2))
    gone = asked.apply(Withdrawn(one(3)))
    assert gone.apply(Replaced(one(3), one(5))).excused == {(2, 1)}
    past = BEGUN.apply(Excused(one(3), 1)).apply(Paired(1, tables((1, 2), (4,), (3,))))
    replaced = past.apply(Withdrawn(one(3))).apply(Replaced(one(3), one(5)))
    assert replaced.excused == {(1, 3)}, "what is past stays"
