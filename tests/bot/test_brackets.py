"""Brackets of knockouts, and the season of a division or a group, as pictures and in words."""

from __future__ import annotations

import pytest

from bot.pictures.competitions.bracket import bracket_picture, has_bracket
from bot.pictures.competitions.season import season_picture
from competitions.formats.rounds import next_round
from competitions.formats.steps import Over
from competitions.formats.tree import Knockout
from competitions.model.entrants import EntrantId
from competitions.model.events import Decided
from competitions.model.settings import Settings
from competitions.standings.table import standings
from tests.bot.competition_stages import ended, page_of, played, reader, stages, words
from tests.competitions.play import FIRST, SECOND, SHARED, started
from tests.render.pages import check


@pytest.mark.parametrize("count", [2, 3, 4, 5, 8, 9, 16, 17, 33, 64])
def test_every_bout_is_on_some_page(count: int) -> None:
    """All pairings of a bracket can be seen, and those who win one stand in the next."""
    now = ended(Settings("knockout"), count, seed=count)
    found = Knockout.of(now)
    assert found is not None
    first = bracket_picture(now, reader(), page=0)
    seen = set[str]()
    for page in range(first.pages):
        drawn = bracket_picture(now, reader(), page=page)
        seen |= {*drawn.work.args[0].titles}  # type: ignore[attr-defined]
        if count > 16:
            check(page_of(drawn))
    assert len(seen) == found.rounds
    assert len(first.lines) == sum(map(found.width, range(found.rounds))) + (count > 3)
    for round_ in range(1, found.rounds):
        for at in range(found.width(round_)):
            below = [found.bout(round_ - 1, child).winner for child in (2 * at, 2 * at + 1)]
            assert list(found.bout(round_, at).sides) == below
    assert found.champion == now.places[0][0]
    assert count <= 3 or (found.third is not None and found.third.winner == now.places[2][0])


def test_who_is_on_the_way_stands_where_they_will_play() -> None:
    """Before the next round is paired its places are filled as far as they are known."""
    now = started(Settings("knockout"), 8)
    step = next_round(now)
    assert not isinstance(step, Over)
    now = now.apply(step)
    now = now.apply(Decided(now.undecided[0], FIRST))
    found = Knockout.of(now)
    assert found is not None
    assert found.open == 3
    semi = found.bout(1, 0)
    assert semi.sides == (found.bout(0, 0).winner, None)
    assert found.champion is None
    drawn = bracket_picture(now, reader())
    assert "Quarter-finals, 3 pairings undecided" in words(drawn)
    assert drawn.alt.startswith("Quarter-finals, 3 pairings undecided. Still in: ")


def test_a_drawn_pairing_shows_who_goes_on() -> None:
    """The better seed prevails, which the picture and the words say."""
    now = played(started(Settings("knockout"), 4), [SHARED, SHARED])
    now = played(now, [FIRST, SECOND])
    drawn = bracket_picture(now, reader())
    assert "A draw goes to the higher seed." in words(drawn)
    assert any("goes through as the higher seed" in line for line in drawn.lines)


def test_the_first_page_is_ones_own() -> None:
    """A reader sees the page with their own last bout; everybody else that of the latest round."""
    now = ended(Settings("knockout"), 64, seed=2)
    found = Knockout.of(now)
    assert found is not None
    assert bracket_picture(now, reader()).page == 0
    loser = next(id_ for id_ in found.bout(0, 31).sides if id_ != found.bout(0, 31).winner)
    assert bracket_picture(now, reader(own=loser)).page == 4
    assert bracket_picture(now, reader(own=found.champion)).page == 0


def test_no_bracket_before_there_is_one() -> None:
    """Groups have one once their knockout is paired, other formats never."""
    seen = [has_bracket(now) for now in stages(Settings("groups"), 8)]
    assert not seen[0]
    assert seen[-1]
    assert seen == sorted(seen)
    assert not any(map(has_bracket, stages(Settings("swiss", rounds=3), 6)))
    with pytest.raises(ValueError, match="no knockout"):
        bracket_picture(started(Settings("knockout"), 4), reader())


def test_a_season_ends_where_one_stands() -> None:
    """The last place is that of the table, and there is a line for each round."""
    now = ended(Settings("round-robin"), 8, seed=3)
    for row in standings(now).rows:
        season = season_picture(now, row.entrant, reader("de"))
        assert season is not None
        steps = season.work.args[0].steps  # type: ignore[attr-defined]
        assert [steps[-1].place, len(steps), len(season.lines)] == [row.rank, 7, 7]
        assert f"auf Platz {row.rank} von 8" in season.alt


def test_no_season_without_places() -> None:
    """A knockout has none, nor has what has not begun, nor somebody who does not take part."""
    now = started(Settings("round-robin"), 4)
    assert season_picture(now, EntrantId(1), reader()) is None
    knockout = ended(Settings("knockout"), 4)
    assert season_picture(knockout, EntrantId(1), reader()) is None
    over = ended(Settings("round-robin"), 4)
    assert season_picture(over, EntrantId(9), reader()) is None


def test_places_in_a_group() -> None:
    """In groups the places are those in one's own group."""
    now = ended(Settings("groups"), 12)
    season = season_picture(now, EntrantId(2), reader())
    assert season is not None
    assert season.work.args[0].places == 4  # type: ignore[attr-defined]
