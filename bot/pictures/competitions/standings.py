"""The standings of a competition as a picture: points, tie-breaks, promotion and relegation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from bot.pictures.competitions.common import Drawn, Reader
from bot.pictures.competitions.words import (
    SHORT,
    alt,
    introduced,
    leading,
    name_cell,
    named,
    rows_of,
    stage,
)
from bot.text.numbers import listed, number
from bot.text.standings import TIE_BREAKS, points
from competitions.model.competition import Competition
from competitions.standings.table import Row, Standings, standings
from competitions.standings.tie_breaks import Name
from games.words import N_, Fields, say
from render import signs
from render import table as painting
from render.page import Heading, Note
from render.table import Cell, Column, Table, pages, png_of

NAME, PLAYED, SUM = N_("Name"), N_("Played"), N_("Points")
GOES_UP, GOES_DOWN = N_("promoted"), N_("relegated")
UP, DOWN = N_("Promotion: {entrants}."), N_("Relegation: {entrants}.")
GONE = N_("has withdrawn")

LINE = N_("{rank}. {entrant}: {points}")
_SHOWN = 3
"""How many tie-breaks a picture shows at most."""


@dataclass(frozen=True, slots=True)
class Zones:
    """How many of the first are promoted, and how many of the last relegated. `medals`: whether the
    first three get medals at the end. In a league only the first division has them.
    """

    promoted: int = 0
    relegated: int = 0
    medals: bool = True


def standings_picture(
    competition: Competition,
    reader: Reader,
    *,
    table: Standings | None = None,
    zones: Zones | None = None,
    page: int = 0,
) -> Drawn:
    """The table of a competition that has begun, or another `table` of it, such as a group's.

    It shows as many tie-breaks as there is room for, in order. After the end of the whole
    competition the first three have medals, unless the `zones` have none.
    """
    found = _Found(competition, table or standings(competition), reader, zones or Zones())
    parts = pages(len(found.table.rows), rows_of(reader))
    page = max(0, min(page, len(parts) - 1))
    work = partial(png_of, found.painted(parts[page]), theme=reader.theme)
    return Drawn(
        work, alt(found.sentences()), tuple(found.lines()), "standings.png", page, len(parts)
    )


class _Found:
    """A table, and the reader of its picture."""

    def __init__(
        self, competition: Competition, table: Standings, reader: Reader, zones: Zones
    ) -> None:
        self.competition, self.table, self.reader = competition, table, reader
        self.over = competition.status == "over"
        whole = len(table.rows) == len(competition.seeding)
        self.honours = self.over and whole and zones.medals
        self.shown = [
            name
            for name in table.order
            if any(table.value(row, name) is not None for row in table.rows)
        ]
        count = len(table.rows)
        self.rising = {row.entrant for row in table.rows[: zones.promoted]}
        self.falling = {row.entrant for row in table.rows[max(0, count - zones.relegated) :]}

    def say(self, sentence: str) -> str:
        """A word in the reader's language."""
        return self.reader.language.gettext(sentence)

    # The picture

    def painted(self, page: range) -> Table:
        """These rows as a table, ready to be painted."""
        return Table(
            tuple(self._columns()),
            tuple(self._row(self.table.rows[at]) for at in page),
            Heading(
                self.reader.title,
                stage(self.competition, self.table.tally, self.reader.language),
            ),
            tuple(self._notes(page)),
        )

    def _columns(self) -> Iterator[Column]:
        yield Column("#")
        yield Column(self.say(NAME), 0.0, wide=True, least=300)
        if not self.over:
            yield Column(self.say(PLAYED), spared=1)
        yield Column(self.say(SUM))
        for at, name in enumerate(self.shown[:_SHOWN]):
            yield Column(self.say(SHORT[name]), spared=2 + at, note=self._meaning(name))

    def _meaning(self, name: Name) -> Note | None:
        if name == "wins":
            return None
        return Note(self.say(TIE_BREAKS[name]), self.say(SHORT[name]))

    def _row(self, row: Row) -> painting.Row:
        language, id_ = self.reader.language, row.entrant
        gone = id_ in self.competition.withdrawn
        cells = [
            Cell(str(row.rank)),
            name_cell(self.reader, id_, "soft" if gone else "plain"),
            *([] if self.over else [Cell(str(row.played), "soft")]),
            Cell(number(row.points, language), "strong"),
            *(
                Cell(number(self.table.value(row, name), language), "soft")
                for name in self.shown[:_SHOWN]
            ),
        ]
        out = id_ == self.reader.own
        if id_ in self.rising:
            return painting.Row(tuple(cells), signs.UP, "rise", tinted=True, out=out)
        if id_ in self.falling:
            return painting.Row(tuple(cells), signs.DOWN, "fall", tinted=True, out=out)
        if self.honours and row.rank <= len(signs.ROLES):
            role = signs.ROLES[row.rank - 1]
            return painting.Row(tuple(cells), signs.medal(row.rank), role, out=out)
        return painting.Row(tuple(cells), out=out)

    def _notes(self, page: range) -> Iterator[Note]:
        here = {self.table.rows[at].entrant for at in page}
        if here & self.rising:
            yield Note(self.say(GOES_UP), signs.UP, "rise")
        if here & self.falling:
            yield Note(self.say(GOES_DOWN), signs.DOWN, "fall")

    # In words

    def sentences(self) -> Iterator[str]:
        """Who leads, and by how much; promotions and relegations; and as many rows as there is room
        for.
        """
        language, rows = self.reader.language, self.table.rows
        yield f"{stage(self.competition, self.table.tally, language)}:"
        yield leading(self.competition, self.table, self.reader)
        for sentence, those in ((UP, self.rising), (DOWN, self.falling)):
            entrants = [named(self.reader, row.entrant) for row in rows if row.entrant in those]
            if entrants:
                yield say(sentence, {"entrants": listed(entrants, language)}, language=language)
        for row in rows:
            yield f"{self._line(row)};" if row is not rows[-1] else f"{self._line(row)}."

    def _line(self, row: Row) -> str:
        language = self.reader.language
        fields: Fields = {
            "rank": row.rank,
            "entrant": introduced(self.reader, row.entrant),
            "points": points(row.points, language),
        }
        return say(LINE, fields, language=language)

    def lines(self) -> Iterator[str]:
        """A line for each row, with all tie-breaks."""
        for row in self.table.rows:
            more = [
                f"{self.say(TIE_BREAKS[name])} "
                f"{number(self.table.value(row, name), self.reader.language)}"
                for name in self.shown
            ]
            if row.entrant in self.rising:
                more.append(self.say(GOES_UP))
            if row.entrant in self.falling:
                more.append(self.say(GOES_DOWN))
            if row.entrant in self.competition.withdrawn:
                more.append(self.say(GONE))
            yield "; ".join((self._line(row), *more))
