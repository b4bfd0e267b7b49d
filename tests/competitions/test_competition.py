"""What can happen to a competition, and what is refused."""

from __future__ import annotations

import pytest

from competitions.model.competition import Competition, begun, fold
from competitions.model.entrants import Entrant
from competitions.model.errors import CompetitionError
from competitions.model.events import (
    Attending,
    Cancelled,
    Corrected,
    Decided,
    Ended,
    Event,
    Excused,
    Joined,
    Opened,
    Paired,
    Reinstated,
    Replaced,
    Stalled,
    Started,
    Unpaired,
    Withdrawn,
)
from competitions.model.pairings import BYES, Outcome, Pairing
from competitions.model.results import scores
from competitions.model.settings import Settings
from tests.competitions.play import (
    FIRST,
    NOBODY,
    SECOND,
    ids,
    one,
    refusal,
    signed,
    started,
    tables,
)

SWISS = Settings("swiss", least=3, most=4)
SIX = signed(SWISS, 6)
BEGUN = SIX.apply(Started(ids(2, 1, 3, 4)))
PAIRED = BEGUN.apply(Paired(1, tables((2, 3), (1, 4)), 2))
DECIDED = PAIRED.apply(Decided((1, 1, 0), FIRST))
THREES = started(Settings("tables", seats=3), 4)


def test_nothing_is_played_before_the_start() -> None:
    """Everything about rounds is refused while sign-up is open."""
    for event in (
        Excused(one(1), 1),
        Paired(1, tables((1, 2))),
        Decided((1, 1, 0), FIRST),
        Corrected((1, 1, 0), FIRST, "why"),
        Withdrawn(one(1)),
        Reinstated(one(1)),
        Unpaired(1),
        Stalled(((1, 1, 0),)),
        Attending(one(1), 1),
        Replaced(one(1), one(5)),
        Ended(tables((1,), (2,), (3,), (4,))),
    ):
        assert refusal(SIX, event) == ("not-running", {})


def test_a_round_has_each_entrant_at_one_table() -> None:
    """Rounds follow each other; nobody is paired twice in one."""
    assert PAIRED.rounds == ((Pairing(1, 1, ids(2, 3), 2), Pairing(1, 2, ids(1, 4), 2)),)
    assert PAIRED.undecided == ((1, 1, 0), (1, 1, 1), (1, 2, 0), (1, 2, 1))
    assert refusal(BEGUN, Paired(2, tables((1, 2)))) == ("wrong-round", {"round": 1})
    assert refusal(PAIRED, Paired(1, tables((1, 2)))) == ("wrong-round", {"round": 2})
    twice = Paired(1, tables((1, 2), (3, 1)))
    assert refusal(BEGUN, twice) == ("paired-twice", {"entrant": 1})
    assert refusal(BEGUN, Paired(1, tables((1, 1)))) == ("paired-twice", {"entrant": 1})
    stranger = Paired(1, tables((1, 5)))
    assert refusal(BEGUN, stranger) == ("unknown-entrant", {"entrant": 5})
    for event in (
        Paired(1, ()),
        Paired(1, ((),)),
        Paired(1, tables((1, 2, 3))),
        Paired(1, tables((1, 2)), 0),
        Paired(1, tables((1, 2)), 5),
    ):
        assert refusal(BEGUN, event) == ("wrong-tables", {"most": 2})


def test_partners_sit_opposite() -> None:
    """Where they are drawn, everybody at a table of four has two opponents."""
    now = started(Settings("tables", seats=4, partners=True), 5)
    table, bye = now.apply(Paired(1, tables((1, 2, 3, 4), (5,)))).rounds[0]
    assert table.partners
    assert not bye.partners
    assert [table.opponents(id_) for id_ in table.seats] == [ids(2, 4), ids(1, 3)] * 2
    alone = started(Settings("tables", seats=4), 4).apply(Paired(1, tables((1, 2, 3, 4))))
    assert alone.rounds[0][0].opponents(one(2)) == ids(1, 3, 4)


def test_byes_are_decided_by_the_pairing() -> None:
    """A bye is one game, won by the entrant. An excused entrant has another kind of bye."""
    excused = BEGUN.apply(Excused(one(4), 1))
    after = excused.apply(Paired(1, tables((2, 1), (3,), (4,)), 2))
    assert after.outcomes == {
        (1, 2, 0): Outcome((1,), "bye"),
        (1, 3, 0): Outcome((1,), "excused"),
    }
    pair = Paired(1, tables((1, 4)))
    assert refusal(excused, pair) == ("is-excused", {"entrant": 4, "round": 1})
    assert refusal(PAIRED, Excused(one(4), 1)) == ("wrong-round", {"round": 2})
    assert refusal(BEGUN, Excused(one(5), 1)) == ("unknown-entrant", {"entrant": 5})
    knockout = started(Settings("knockout"), 4)
    assert refusal(knockout, Excused(one(4), 1)) == ("must-play", {})


def test_who_has_withdrawn_loses_by_forfeit() -> None:
    """At once, if there is only one other in the pairing. Alone they gain nothing. Where several
    others can play, they aren't seated.
    """
    gone = BEGUN.apply(Withdrawn(one(1), "No time."))
    assert gone.remaining == ids(2, 3, 4)
    assert gone.apply(Paired(1, tables((1, 2)), 2)).outcomes == {
        (1, 1, 0): Outcome((2, 1), "forfeit"),
        (1, 1, 1): Outcome((1, 2), "forfeit"),
    }
    both = gone.apply(Withdrawn(one(2)))
    assert both.apply(Paired(1, tables((1, 2)))).outcomes == {(1, 1, 0): NOBODY}
    assert refusal(gone, Withdrawn(one(1))) == ("has-withdrawn", {"entrant": 1})
    assert refusal(gone, Excused(one(1), 1)) == ("has-withdrawn", {"entrant": 1})
    alone = gone.apply(Paired(1, tables((1,), (2,))))
    assert alone.outcomes[1, 1, 0] == Outcome((1,), "forfeit")
    points = scores(alone.seeding, alone.rounds[0], alone.outcomes)
    assert [points[one(number)] for number in (1, 2)] == [0, 2]
    assert refusal(BEGUN, Withdrawn(one(5))) == ("unknown-entrant", {"entrant": 5})
    threes = THREES.apply(Withdrawn(one(1)))
    assert refusal(threes, Paired(1, tables((1, 2, 3)))) == ("has-withdrawn", {"entrant": 1})
    two_gone = threes.apply(Withdrawn(one(3)))
    assert two_gone.apply(Paired(1, tables((1, 2, 3)))).outcomes == {
        (1, 1, 0): Outcome((2, 1, 2), "forfeit")
    }


def test_present_games_of_who_withdraws_are_still_decided() -> None:
    """A withdrawal doesn't change games that were paired before it."""
    after = PAIRED.apply(Withdrawn(one(2)))
    assert after.undecided == PAIRED.undecided
    assert after.apply(Decided((1, 1, 0), SECOND)).outcomes == {(1, 1, 0): SECOND}


def test_games_are_decided_once_and_corrected_as_often_as_need_be() -> None:
    """The latest correction counts; the log keeps all of them with their reasons."""
    assert DECIDED.outcomes == {(1, 1, 0): FIRST}
    first = Corrected((1, 1, 0), SECOND, "Read wrongly.")
    second = Corrected((1, 1, 0), Outcome((1, 1), "adjudged"), "Both agree.")
    after = DECIDED.apply(first).apply(second)
    assert after.outcomes == {(1, 1, 0): Outcome((1, 1), "adjudged")}
    where: dict[str, str | int] = {"round": 1, "pairing": 1, "game": 0}
    assert refusal(DECIDED, Decided((1, 1, 0), SECOND)) == ("already-decided", where)
    assert refusal(PAIRED, first) == ("not-decided", where)
    over = _played_out().apply(Ended(tables((2,), (1, 3), (4,))))
    corrected = over.apply(Corrected((1, 1, 0), SECOND)).apply(Ended(tables((3,), (1, 2), (4,))))
    assert (corrected.status, corrected.places[0]) == ("over", (3,))


@pytest.mark.parametrize(
    "game", [(0, 1, 0), (2, 1, 0), (1, 0, 0), (1, 3, 0), (1, 1, 2), (1, 1, -1)]
)
def test_only_paired_games_have_outcomes(game: tuple[int, int, int]) -> None:
    """There are no others."""
    round_, pairing, number = game
    fields: dict[str, str | int] = {"round": round_, "pairing": pairing, "game": number}
    assert refusal(PAIRED, Decided(game, FIRST)) == ("unknown-game", fields)
    assert refusal(PAIRED, Corrected(game, FIRST, "why")) == ("unknown-game", fields)


def test_ranks_are_as_in_games() -> None:
    """With or without gaps. Only if nobody has won do all share the last rank."""
    threes = THREES.apply(Paired(1, tables((1, 2, 3), (4,))))
    possible: list[tuple[int, ...]] = [(1, 2, 3), (3, 1, 1), (2, 1, 1), (1, 1, 1), (3, 3, 3)]
    for ranks in possible:
        decided = threes.apply(Decided((1, 1, 0), Outcome(ranks)))
        assert decided.outcomes[1, 1, 0].ranks == ranks
    impossible: list[tuple[int, ...]] = [(2, 2, 2), (2, 3, 3), (0, 1, 2), (1, 2, 4)]
    for ranks in (*impossible, (), (1, 2), (1, 2, 2, 4)):
        wrong = Decided((1, 1, 0), Outcome(ranks))
        assert refusal(threes, wrong) == ("wrong-ranks", {"seats": 3})
    wrong_bye = Corrected((1, 2, 0), Outcome((2,)), "why")
    assert refusal(threes, wrong_bye) == ("wrong-ranks", {"seats": 1})


def test_byes_are_no_games() -> None:
    """A bye can have several kinds; a game is played, lost on time, forfeited or adjudged."""
    threes = THREES.apply(Paired(1, tables((1, 2, 3), (4,))))
    for how in BYES:
        after = threes.apply(Corrected((1, 2, 0), Outcome((1,), how)))
        assert after.outcomes[1, 2, 0].how == how
    where: dict[str, str | int] = {"round": 1, "pairing": 2}
    wrong = Corrected((1, 2, 0), Outcome((1,), "adjudged"))
    assert refusal(threes, wrong) == ("wrong-how", where)
    bye = Decided((1, 1, 0), Outcome((1, 2, 3), "bye"))
    assert refusal(threes, bye) == ("wrong-how", where | {"pairing": 1})


def test_games_that_wait_for_the_director() -> None:
    """Only undecided ones; a decision ends the wait."""
    stalled = DECIDED.apply(Stalled(((1, 1, 1), (1, 2, 0))))
    assert stalled.stalled == {(1, 1, 1), (1, 2, 0)}
    assert stalled.apply(Decided((1, 1, 1), FIRST, "Rain.")).stalled == {(1, 2, 0)}
    assert refusal(DECIDED, Stalled(((1, 1, 0),)))[0] == "already-decided"
    assert refusal(DECIDED, Stalled(((1, 9, 0),)))[0] == "unknown-game"
    assert refusal(DECIDED, Stalled(()))[0] == "unknown-game"


def test_a_round_is_taken_back_before_anything_was_played() -> None:
    """Its byes and forfeits disappear with it, and then it is paired again."""
    gone = BEGUN.apply(Withdrawn(one(1)))
    round_ = gone.apply(Paired(1, tables((2, 3), (1,), (4,))))
    stalled = round_.apply(Stalled(((1, 1, 0),)))
    assert stalled.apply(Unpaired(1, "Wrong.")) == gone
    assert refusal(stalled, Unpaired(2)) == ("wrong-round", {"round": 1})
    assert refusal(gone, Unpaired(0)) == ("wrong-round", {"round": 0})
    assert refusal(DECIDED, Unpaired(1))[0] == "already-decided"


def test_who_was_excused_may_play_after_all() -> None:
    """Until the round is paired."""
    excused = BEGUN.apply(Excused(one(4), 1))
    assert excused.apply(Attending(one(4), 1)) == BEGUN
    assert refusal(BEGUN, Attending(one(4), 1)) == ("not-excused", {"entrant": 4, "round": 1})
    assert refusal(PAIRED, Attending(one(4), 1)) == ("wrong-round", {"round": 2})


def test_it_ends_when_all_is_decided() -> None:
    """With an order that names each entrant once. Nothing happens afterwards."""
    places = tables((2,), (1, 3), (4,))
    assert refusal(DECIDED, Ended(places)) == ("unfinished", {"count": 3})
    done = _played_out()
    assert refusal(done, Ended(places[:2])) == ("wrong-places", {})
    over = done.apply(Ended(places, "Time was up."))
    assert (over.status, over.places, over.reason) == ("over", places, "Time was up.")
    assert refusal(over, Cancelled("why")) == ("not-running", {})
    assert refusal(over, Joined(Entrant(one(7)))) == ("not-running", {})


def _played_out() -> Competition:
    done = DECIDED
    for game in DECIDED.undecided:
        done = done.apply(Decided(game, FIRST))
    return done


def test_a_director_cancels_with_a_reason() -> None:
    """Before the start or after it."""
    for competition in (SIX, DECIDED):
        after = competition.apply(Cancelled("Too few came."))
        assert (after.status, after.reason, after.places) == ("cancelled", "Too few came.", ())


def test_a_log_begins_with_its_opening() -> None:
    """Nothing else can be first."""
    assert fold([Opened(SWISS)]) == begun(Opened(SWISS))
    joined = Joined(Entrant(one(1)))
    logs: list[list[Event]] = [[], [joined], [joined, Opened(SWISS)]]
    for events in logs:
        with pytest.raises(CompetitionError, match="not-open"):
            fold(events)
    assert fold([Joined(Entrant(one(1)))], begun(Opened(SWISS))).last == 1


@pytest.mark.parametrize(
    ("chosen", "fields"),
    [
        ({"format": "swiss", "rounds": 100}, {"name": "rounds", "least": 1, "most": 99}),
        ({"format": "swiss", "games": 0}, {"name": "games", "least": 1, "most": 4}),
        ({"format": "swiss", "seats": 3}, {"name": "seats", "least": 2, "most": 2}),
        ({"format": "tables", "seats": 5}, {"name": "seats", "least": 2, "most": 4}),
        ({"format": "swiss", "mixed": True}, {"name": "mixed", "least": 0, "most": 0}),
        (
            {"format": "tables", "seats": 3, "partners": True},
            {"name": "partners", "least": 0, "most": 0},
        ),
        (
            {"format": "tables", "seats": 4, "partners": True, "mixed": True},
            {"name": "mixed", "least": 0, "most": 0},
        ),
        ({"format": "swiss", "least": 5, "most": 4}, {"name": "most", "least": 5, "most": 9999}),
    ],
)
def test_impossible_settings_are_refused(
    chosen: dict[str, object], fields: dict[str, object]
) -> None:
    """The refusal names the possible values."""
    with pytest.raises(CompetitionError) as caught:
        Settings(**chosen)  # type: ignore[arg-type]
    assert (caught.value.code, caught.value.fields) == ("wrong-setting", fields)
