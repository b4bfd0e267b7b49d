"""Competitions as pictures and in words: every stage of every format, in both languages."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from bot.i18n.catalogues import language
from bot.pictures.competitions.bracket import bracket_picture, has_bracket
from bot.pictures.competitions.common import Drawn, Reader
from bot.pictures.competitions.crosstable import crosstable_picture
from bot.pictures.competitions.season import season_picture
from bot.pictures.competitions.standings import Zones, standings_picture
from bot.pictures.medals import MEDALS
from bot.pictures.men import all_shown, men
from bot.text.numbers import number
from bot.text.position import ALT_LIMIT
from bot.text.standings import points
from competitions.formats.rounds import next_round
from competitions.formats.steps import Over
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.events import Decided, Ended, Paired, Withdrawn
from competitions.model.pairings import Outcome
from competitions.model.settings import Settings
from competitions.standings.table import standings
from tests.bot.competition_stages import ended, page_of, played, reader, stages, words
from tests.competitions.play import FIRST, SHARED, started, tables
from tests.render.pages import check

FORMATS = (
    (Settings("round-robin"), 8),
    (Settings("round-robin", cycles=2), 5),
    (Settings("round-robin"), 15),
    (Settings("swiss", rounds=5, games=2), 21),
    (Settings("knockout"), 11),
    (Settings("knockout", third=False, games=2), 6),
    (Settings("groups"), 12),
)


def pictures(now: Competition, who: Reader) -> Iterator[Drawn]:
    """All pictures that there are of a competition."""
    zones = Zones(2, 2, medals=False)
    yield standings_picture(now, who, zones=zones)
    yield crosstable_picture(now, who)
    if has_bracket(now):
        yield bracket_picture(now, who)
    if season := season_picture(now, EntrantId(2), who, zones=zones):
        yield season


@pytest.mark.untraced  # It lays out hundreds of pages.
@pytest.mark.parametrize(("settings", "count"), FORMATS)
def test_every_stage_can_be_read_and_told(settings: Settings, count: int) -> None:
    """From the start to the end every picture is readable, its work goes to another process, and
    its words fit.
    """
    found = list(stages(settings, count))
    for at, now in enumerate([*found[:: len(found) // 3], found[-1]]):
        who = reader(("en", "de")[at % 2], 2, ("light", "dark", "print")[at % 3])
        for drawn in pictures(now, who):
            check(page_of(drawn))
            assert pickle.loads(pickle.dumps(drawn.work)).keywords == {"theme": who.theme}
            assert 0 < len(drawn.alt) <= ALT_LIMIT
            assert drawn.lines
            assert not any("{" in line or "\n" in line for line in (drawn.alt, *drawn.lines))


def test_the_work_is_a_picture() -> None:
    """What the painting process runs gives a PNG file."""
    now = ended(Settings("groups"), 9)
    for drawn in pictures(now, reader()):
        assert drawn.work().startswith(b"\x89PNG")


# Standings


def test_who_leads_and_by_how_much() -> None:
    """The description begins with the leader, the margin to the next, and who shares the lead."""
    now = started(Settings("round-robin"), 4)
    assert standings_picture(now, reader()).alt.startswith(
        "Before the first round: Anna, Ben, Clara, and Dörte share the lead with 0 points."
    )
    now = played(now, [FIRST, SHARED])
    best, second = (reader().names[row.entrant] for row in standings(now).rows[:2])
    said = f"After round 1: {best} leads with 1 point, ½ point ahead of {second}."
    assert standings_picture(now, reader()).alt.startswith(said)
    said = f"Nach Runde 1: {best} führt: 1 Punkt, ½ Punkt vor {second}."
    assert standings_picture(now, reader("de")).alt.startswith(said)
    now = to_end(now)
    best = reader().names[now.places[0][0]]
    assert standings_picture(now, reader("de")).alt.startswith(f"Endstand: {best} hat gewonnen: ")
    assert standings_picture(now, reader()).alt.startswith(f"Final standings: {best} has won with ")


def test_rounds_that_are_played_at_once_are_counted_together() -> None:
    """While earlier rounds are open, too, the last one is not named."""
    now, steps = started(Settings("round-robin"), 4), 0
    for left in (2, 4, 6):
        step = next_round(now)
        assert not isinstance(step, Over)
        now, steps = now.apply(step), steps + 1
        told = "Round 1, 2 pairings undecided" if steps == 1 else f"{left} pairings undecided"
        assert standings_picture(now, reader()).alt.startswith(f"{told}: ")
    german = "Noch 6 Paarungen offen: "
    assert standings_picture(now, reader("de")).alt.startswith(german)
    for game in now.undecided[:4]:
        now = now.apply(Decided(game, FIRST))
    assert standings_picture(now, reader()).alt.startswith("Round 3, 2 pairings undecided: ")


def next_step(now: Competition) -> bool:
    """Whether there is another round."""
    return not isinstance(next_round(now), Over)


def to_end(now: Competition) -> Competition:
    """All that is left is won by the first seat, and it ends."""
    while next_step(now):
        now = played(now, [FIRST] * (len(now.seeding) // 2))
    step = next_round(now)
    assert isinstance(step, Over)
    return now.apply(Ended(step.places))


def test_a_tie_break_is_named() -> None:
    """If the first two have as many points, it is said by what they are apart."""
    for seed in range(20):
        now = ended(Settings("swiss", rounds=4), 9, seed)
        first, second, *_ = standings(now).rows
        alt = standings_picture(now, reader()).alt
        level = first.points == second.points and first.rank != second.rank
        assert ("is behind on" in alt) == level


def test_no_encounter_is_not_one_of_no_points() -> None:
    """Whoever has met none of those with as many points has a dash; if nobody has, nothing is said
    of encounters.
    """
    now = played(started(Settings("round-robin"), 4), [FIRST, FIRST])
    assert "DE" not in words(standings_picture(now, reader()))
    now = played(started(Settings("round-robin"), 5), [FIRST, FIRST], [FIRST, FIRST])
    table = standings(now)
    met = {row.entrant: table.value(row, "direct") for row in table.rows}
    assert {value is None for value in met.values()} == {True, False}
    drawn = standings_picture(now, reader())
    for row, line in zip(table.rows, drawn.lines, strict=True):
        assert ("direct encounter –" in line) == (met[row.entrant] is None)


def test_every_entrant_is_on_one_page() -> None:
    """Pages have all rows once, in order; beyond the last one is the last one. All are in the
    lines.
    """
    now = ended(Settings("swiss", rounds=3), 40)
    first = standings_picture(now, reader())
    found = [
        word
        for page in range(first.pages)
        for word in _ranks(standings_picture(now, reader(), page=page))
    ]
    assert found == [str(row.rank) for row in standings(now).rows]
    assert standings_picture(now, reader(), page=99).page == first.pages - 1
    assert len(first.lines) == 40


def _ranks(drawn: Drawn) -> list[str]:
    """The first column of a table."""
    found = [word for word in page_of(drawn).words if word.text.isdigit()]
    edge = min(word.box.right for word in found)
    column = [word for word in found if word.box.right <= edge + 1 or word.box.left < 110]
    return [word.text for word in sorted(column, key=lambda word: word.box.top)]


def test_zones_and_medals() -> None:
    """Who goes up or down is marked and told; the first three have medals once it is over, but in
    lower divisions of a league, also if nobody goes up.
    """
    now = ended(Settings("round-robin"), 6)
    plain = standings_picture(now, reader())
    assert "promoted" not in words(plain)
    zoned = standings_picture(now, reader(), zones=Zones(1, 2, medals=False))
    assert {"promoted", "relegated"} <= {*words(zoned)}
    told = [line.split("; ") for line in zoned.lines]
    assert ["promoted" in line for line in told] == [at == 0 for at in range(6)]
    assert ["relegated" in line for line in told] == [at > 3 for at in range(6)]
    rows = zoned.work.args[0].rows  # type: ignore[attr-defined]
    assert [row.role for row in rows] == [
        "rise", None, None, None, "fall", "fall"
    ]  # fmt: skip
    assert "Promotion: " in zoned.alt
    top = standings_picture(now, reader(), zones=Zones(0, 2))
    assert [row.role for row in top.work.args[0].rows] == [  # type: ignore[attr-defined]
        "medal.gold", "medal.silver", "medal.bronze", None, "fall", "fall"
    ]  # fmt: skip
    low = standings_picture(now, reader(), zones=Zones(medals=False))
    assert {row.role for row in low.work.args[0].rows} == {None}  # type: ignore[attr-defined]


def test_names_that_cannot_be_printed() -> None:
    """Such an entrant is shown by another name, or else by number, and such a partner as a question
    mark; words have the whole names.
    """
    now = started(Settings("round-robin"), 8)
    drawn = standings_picture(now, reader())
    assert {"Player 7", "Zoë & ?"} <= {*words(drawn)}
    assert "Spieler 7" in words(standings_picture(now, reader("de")))
    assert any("漢字" in line for line in drawn.lines)
    captions = {EntrantId(7): "kanji", EntrantId(8): "Zoë & kanji"}
    drawn = standings_picture(now, replace(reader(), captions=captions))
    assert {"kanji", "Zoë & kanji"} <= {*words(drawn)}
    assert any("漢字" in line for line in drawn.lines)


def test_numbers_in_words() -> None:
    """Halves and quarters as people write them, others with two digits, in the language's way."""
    english, german = language("en"), language("de")
    assert [number(Fraction(n, 4), english) for n in range(6)] == ["0", "¼", "½", "¾", "1", "1¼"]
    assert number(Fraction(37, 3), english) == "12.33"
    assert number(Fraction(37, 3), german) == "12,33"
    assert number(None, english) == "–"
    assert [points(Fraction(n, 2), german) for n in range(4)] == [
        "0 Punkte", "½ Punkt", "1 Punkt", "1½ Punkte"
    ]  # fmt: skip


# Crosstables


def test_both_sides_of_a_meeting() -> None:
    """What one has against the other, the other has against them; nobody meets themselves."""
    now = ended(Settings("round-robin"), 7, seed=5)
    rows = crosstable_picture(now, reader()).work.args[0].rows  # type: ignore[attr-defined]
    turned_ = {"1": "0", "0": "1", "½": "½", "+": "−", "−": "+"}
    for one, row in enumerate(rows):
        cells = row.cells[2:-1]
        assert [cell.tone == "void" for cell in cells] == [at == one for at in range(7)]
        for other, cell in enumerate(cells):
            if other != one:
                assert rows[other].cells[2 + one].text in {turned_[cell.text], "−"}


def test_rounds_add_up() -> None:
    """Round by round the results are the points, and each opponent's place leads to a row that
    leads back.
    """
    now = ended(Settings("swiss", rounds=4), 10, seed=4)
    table = standings(now)
    drawn = crosstable_picture(now, reader())
    rows = drawn.work.args[0].rows  # type: ignore[attr-defined]
    assert "small: the opponent's place" in words(drawn)
    worth = {"1": 2, "½": 1, "+": 2}
    for at, row in enumerate(rows):
        cells = row.cells[2:-1]
        assert Fraction(sum(worth.get(cell.text, 0) for cell in cells), 2) == table.rows[at].points
        for round_, cell in enumerate(cells):
            if cell.below.isdigit():
                assert rows[int(cell.below) - 1].cells[2 + round_].below == str(at + 1)


@pytest.mark.parametrize(
    ("code", "said"),
    [("en", "Rounds 1–{} aren't shown"), ("de", "Runden 1–{} sind nicht abgebildet")],
)
def test_rounds_without_room_are_named(code: str, said: str) -> None:
    """What the points count but the picture lacks is said in it; nothing if all is there."""
    now = ended(Settings("round-robin"), 16)
    shown = words(crosstable_picture(now, reader(code)))
    first = min(number for number in range(1, 16) if f"R{number}" in shown)
    assert first > 2
    assert said.format(first - 1) in shown
    few = words(crosstable_picture(ended(Settings("swiss", rounds=3), 10), reader(code)))
    assert not any(text.startswith(said[:6]) for text in few)


def test_tables_of_three_and_four() -> None:
    """With more than two seats the rounds show points, and words name all at the table."""
    now = started(Settings("tables", seats=4, rounds=2), 7)
    for number_ in (1, 2):
        now = now.apply(Paired(number_, tables((1, 2, 3, 4), (5, 6, 7))))
        for game, ranks in zip(now.undecided, ((1, 2, 3, 4), (1, 1, 3)), strict=True):
            now = now.apply(Decided(game, Outcome(ranks)))
    drawn = crosstable_picture(now, reader())
    assert "small: the opponent's place" not in words(drawn)
    assert "2¼" in words(drawn)
    assert "3 points in round 1 against Ben, Clara, and Dörte" in drawn.lines[0]
    check(page_of(drawn))
    season = season_picture(now, EntrantId(5), reader())
    assert season is not None
    check(page_of(season))


# Brackets


def test_rounds_of_a_large_bracket_differ() -> None:
    """Where the titles of two rounds would be cut to the same words, they have short ones."""
    drawn = bracket_picture(ended(Settings("knockout"), 40), reader("de"), page=99)
    assert {"Letzte 64", "Letzte 32", "Achtelfinale", "Viertelfinale"} <= {*words(drawn)}


def test_byes_leave_the_names_their_room() -> None:
    """In the picture a bye is a dash that is explained once; the lines say it in words."""
    drawn = bracket_picture(ended(Settings("knockout"), 11), reader())
    assert words(drawn).count("bye") == 1
    assert words(drawn).count("–") == 6  # Five byes, and what the dash means.
    assert sum(line.endswith("has a bye") for line in drawn.lines) == 5


# Seasons


def test_opponents_of_a_season() -> None:
    """They are names if there is room, of partners the first; else the places they have now."""
    now = ended(Settings("round-robin"), 5)
    names = {EntrantId(number): f"N{number} & Friederike" for number in range(1, 6)}
    table, who = standings(now), replace(reader(), names=names)
    others = [line.opponents[0] for line in table.tally.lines[EntrantId(2)] if line.opponents]
    drawn = season_picture(now, EntrantId(2), who)
    assert drawn is not None
    assert {f"N{number}" for number in others} <= {*words(drawn)}
    assert "below: the opponent's place" not in words(drawn)
    drawn = season_picture(now, EntrantId(2), reader())
    assert drawn is not None
    shown = [step.short for step in drawn.work.args[0].steps if step.short != "–"]  # type: ignore[attr-defined]
    rank = {row.entrant: row.rank for row in table.rows}
    assert shown == [str(rank[number]) for number in others]


def test_a_round_after_a_withdrawal_has_a_cross() -> None:
    """It is no bye, and says so, in words too."""
    now = played(started(Settings("swiss", rounds=3), 5), [FIRST, FIRST])
    gone = now.rounds[0][0].seats[0]
    now = played(now.apply(Withdrawn(gone)), [FIRST, FIRST], [FIRST, FIRST])
    drawn = season_picture(now, gone, reader())
    assert drawn is not None
    steps = drawn.work.args[0].steps  # type: ignore[attr-defined]
    assert [step.mark for step in steps] == ["1", "×", "×"]
    assert "withdrawn" in words(drawn)
    assert "no opponent" not in words(drawn)
    assert drawn.lines[1].startswith("Round 2: withdrawn, place ")


def test_a_forfeit_looks_unlike_a_bye() -> None:
    """The legend has both, and no sign is a dash alone but that of the bye."""
    now = started(Settings("round-robin"), 5)
    while not isinstance(step := next_round(now), Over):
        now = now.apply(step)
        for game in now.undecided:
            now = now.apply(Decided(game, Outcome((1, 2), "forfeit")))
    drawn = season_picture(now.apply(Ended(step.places)), EntrantId(1), reader())
    assert drawn is not None
    assert {"by forfeit", "no opponent"} <= {*words(drawn)}
    notes = {note.said: note.sign for note in drawn.work.args[0].notes}  # type: ignore[attr-defined]
    assert notes["by forfeit"] == "+:− −:+"
    assert notes["no opponent"] == "–"


# Medals


def test_medals_are_emojis() -> None:
    """They are shown like men, each with a name and a look of its own."""
    assert {*MEDALS} <= {*all_shown()}
    assert {*men()} <= {*all_shown()}
    assert len({medal.name for medal in MEDALS}) == len({medal.painted() for medal in MEDALS}) == 3
    assert all(len(medal.name) <= 32 and medal.name.replace("_", "").isalnum() for medal in MEDALS)
    assert [medal.in_words(language("de")) for medal in MEDALS] == [
        "Goldmedaille", "Silbermedaille", "Bronzemedaille"
    ]  # fmt: skip


def test_who_has_no_name_has_a_number() -> None:
    """An entrant whose name is not known is told by number."""
    nobody = Reader(names={}, language=language("en"))
    told = standings_picture(started(Settings("round-robin"), 2), nobody).lines
    assert [line.partition(";")[0] for line in told] == [
        "1. Player 1: 0 points", "1. Player 2: 0 points"
    ]  # fmt: skip
