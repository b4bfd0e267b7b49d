"""The meetings of entrants and their results as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from bot.pictures.competitions.common import Drawn, Reader
from bot.pictures.competitions.words import (
    alt,
    introduced,
    leading,
    name_cell,
    named,
    rows_of,
    stage,
)
from bot.text.numbers import listed, number
from bot.text.standings import points
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.standings.points import ZERO, Line
from competitions.standings.table import Cell as Meeting
from competitions.standings.table import Row, Standings, standings
from games.words import N_, Fields, say
from render import table as painting
from render.page import Heading, Note
from render.table import DEEP, Cell, Column, Table, Tone, pages, png_of

NAME, SUM = N_("Name"), N_("Points")
ROUND = N_("R{round}")
BELOW = N_("small: the opponent's place")
OPEN, FORFEIT, NOBODY = N_("undecided"), N_("by forfeit"), N_("no opponent")

LINE = N_("{rank}. {entrant}: {points}")
BEAT, DREW, LOST = N_("beat {entrants}"), N_("drew with {entrants}"), N_("lost to {entrants}")
BEAT_BY_FORFEIT = N_("won by forfeit against {entrants}")
LOST_BY_FORFEIT = N_("lost by forfeit to {entrants}")
YET = N_("undecided against {entrants}")
GONE, ALL_GONE = N_("Round {last} isn't shown"), N_("Rounds {first}–{last} aren't shown")
IN_ROUND = N_("{points} in round {round} against {entrants}")
FREE = N_("{points} without an opponent in round {round}")

_DOT, _DASH, _PLUS, _MINUS = "·", "–", "+", "−"
_FEW = 12
"""With up to this many entrants, each is shown against each."""


def crosstable_picture(
    competition: Competition,
    reader: Reader,
    *,
    table: Standings | None = None,
    page: int = 0,
) -> Drawn:
    """The crosstable of a competition that has begun, or of another `table` of it, such as a
    group's. It shows each against each where everybody meets everybody and it is readable on a
    phone. Otherwise it goes round by round, with only the last rounds if there is no room for all.
    """
    found = table or standings(competition)
    everybody = competition.settings.format == "round-robin" or (
        competition.settings.format == "groups" and table is not None
    )
    kind = _Square if everybody and len(found.rows) <= _FEW else _Rounds
    cross = kind(competition, found, reader)
    parts = pages(len(found.rows), cross.most)
    page = max(0, min(page, len(parts) - 1))
    work = partial(png_of, cross.painted(parts[page]), theme=reader.theme)
    return Drawn(
        work, alt(cross.sentences()), tuple(cross.lines()), "crosstable.png", page, len(parts)
    )


class _Crosstable:
    """A crosstable, and the reader of its picture."""

    def __init__(self, competition: Competition, table: Standings, reader: Reader) -> None:
        self.competition, self.table, self.reader = competition, table, reader
        self.place = {row.entrant: at for at, row in enumerate(table.rows, 1)}
        self.most = rows_of(reader)
        """How many rows a page has."""
        self.used = set[str]()
        """The signs that want to be explained."""

    def say(self, sentence: str) -> str:
        """A word in the reader's language."""
        return self.reader.language.gettext(sentence)

    def columns(self) -> Iterator[Column]:
        """The columns between name and points."""
        raise NotImplementedError

    def cells(self, row: Row) -> Iterator[Cell]:
        """The cells of a row in these columns."""
        raise NotImplementedError

    # The picture

    def painted(self, page: range) -> Table:
        """These rows as a table, ready to be painted."""
        rows = [self._row(at) for at in page]
        columns = (
            Column("#"),
            Column(self.say(NAME), 0.0, wide=True, least=260),
            *self.columns(),
            Column(self.say(SUM)),
        )
        heading = Heading(
            self.reader.title, stage(self.competition, self.table.tally, self.reader.language)
        )
        return Table(columns, tuple(rows), heading, tuple(self.notes()))

    def _row(self, at: int) -> painting.Row:
        row = self.table.rows[at]
        cells = (
            Cell(str(at + 1), "soft"),
            name_cell(self.reader, row.entrant),
            *self.cells(row),
            Cell(number(row.points, self.reader.language), "strong"),
        )
        return painting.Row(cells, out=row.entrant == self.reader.own)

    def notes(self) -> Iterator[Note]:
        """What the signs that were used mean."""
        meanings = {_DOT: OPEN, _PLUS: FORFEIT, _MINUS: FORFEIT, _DASH: NOBODY}
        for said in dict.fromkeys(meanings.values()):
            shown = [sign for sign, meaning in meanings.items() if meaning == said]
            if used := [sign for sign in shown if sign in self.used]:
                yield Note(self.say(said), " ".join(used))

    def signed(self, sign: str, tone: Tone = "plain", below: str = "") -> Cell:
        """A cell with a sign that is explained below the table."""
        self.used.add(sign)
        return Cell(sign, tone, below)

    # In words

    def sentences(self) -> Iterator[str]:
        """How far the competition has got, who leads, and as many meetings as there is room for."""
        yield f"{stage(self.competition, self.table.tally, self.reader.language)}:"
        yield leading(self.competition, self.table, self.reader)
        yield from (f"{line}." for line in self.lines())

    def lines(self) -> Iterator[str]:
        """A line for each entrant: whom they have beaten, and so on."""
        language = self.reader.language
        for row in self.table.rows:
            fields: Fields = {
                "rank": row.rank,
                "entrant": introduced(self.reader, row.entrant),
                "points": points(row.points, language),
            }
            found = self.table.tally.lines[row.entrant]
            many = any(len(line.opponents) > 1 for line in found)
            said = self._by_rounds(found) if many else self._by_results(found)
            yield "; ".join((say(LINE, fields, language=language), *said))

    def _listed(self, ids: list[EntrantId]) -> str:
        return listed([named(self.reader, id_) for id_ in ids], self.reader.language)

    def _by_results(self, found: tuple[Line, ...]) -> Iterator[str]:
        kinds: dict[str, list[EntrantId]] = {}
        for line in found:
            if line.opponents:
                kinds.setdefault(_sentence(line), []).extend(line.opponents)
        for sentence in (BEAT, BEAT_BY_FORFEIT, DREW, LOST, LOST_BY_FORFEIT, YET):
            if sentence in kinds:
                fields = {"entrants": self._listed(kinds[sentence])}
                yield say(sentence, fields, language=self.reader.language)
        yield from (self._free(line) for line in found if not line.opponents)

    def _by_rounds(self, found: tuple[Line, ...]) -> Iterator[str]:
        for line in found:
            fields: Fields = {
                "points": points(line.points, self.reader.language),
                "round": line.round,
                "entrants": self._listed([*line.opponents]),
            }
            if not line.opponents:
                yield self._free(line)
            else:
                sentence = YET if line.kind == "open" else IN_ROUND
                yield say(sentence, fields, language=self.reader.language)

    def _free(self, line: Line) -> str:
        fields: Fields = {"points": points(line.points, self.reader.language), "round": line.round}
        return say(FREE, fields, language=self.reader.language)


def _sentence(line: Line) -> str:
    """The result of a round against one opponent."""
    if line.kind == "open":
        return YET
    share = line.shares[0]
    if line.kind == "forfeit":
        return BEAT_BY_FORFEIT if share else LOST_BY_FORFEIT
    return BEAT if share == 1 else DREW if share else LOST


class _Square(_Crosstable):
    """Each against each."""

    def __init__(self, competition: Competition, table: Standings, reader: Reader) -> None:
        super().__init__(competition, table, reader)
        self._meetings = table.crosstable()

    def columns(self) -> Iterator[Column]:
        """A column for each entrant."""
        for at in range(1, len(self.table.rows) + 1):
            yield Column(str(at), 0.5, even=True, least=46)

    def cells(self, row: Row) -> Iterator[Cell]:
        """The results of an entrant against each of the others."""
        mine = self._meetings[row.entrant]
        for other in self.place:
            if other == row.entrant:
                yield Cell("", "void")
            else:
                yield self._cell(mine.get(other, ()))

    def _cell(self, meetings: tuple[Meeting, ...]) -> Cell:
        if not meetings:
            return Cell()
        signs = [self._sign(meeting) for meeting in meetings[-2:]]
        shares = [meeting.share for meeting in meetings[-2:]]
        tone = _tone(sum((share or ZERO for share in shares), ZERO) / len(shares))
        if None in shares or "forfeit" in {meeting.kind for meeting in meetings}:
            tone = "plain"
        return Cell(signs[0], tone, signs[1] if signs[1:] else "", both=True)

    def _sign(self, meeting: Meeting) -> str:
        if meeting.share is None:
            sign = _DOT
        elif meeting.kind == "forfeit":
            sign = _PLUS if meeting.share else _MINUS
        else:
            return number(meeting.share, self.reader.language)
        self.used.add(sign)
        return sign


class _Rounds(_Crosstable):
    """Round by round: the points, and the place of the opponent if there is one."""

    def __init__(self, competition: Competition, table: Standings, reader: Reader) -> None:
        super().__init__(competition, table, reader)
        lines = [line for found in table.tally.lines.values() for line in found]
        self.rounds = sorted({line.round for line in lines})
        self.pairs = all(len(line.opponents) < 2 for line in lines)
        if self.pairs:
            self.most = DEEP

    def columns(self) -> Iterator[Column]:
        """A column for each round. If there is no room for all, the earliest are left out."""
        for at, number_ in enumerate(self.rounds):
            title = say(ROUND, {"round": number_}, language=self.reader.language)
            spared = len(self.rounds) - at if at < len(self.rounds) - 1 else 0
            gone = Note(self._gone(number_)) if spared else None
            yield Column(title, 0.5, even=True, least=46, spared=spared, gone=gone)

    def _gone(self, last: int) -> str:
        """The note that the rounds up to `last` aren't shown, although they count."""
        fields: Fields = {"first": self.rounds[0], "last": last}
        sentence = GONE if last == self.rounds[0] else ALL_GONE
        return say(sentence, fields, language=self.reader.language)

    def cells(self, row: Row) -> Iterator[Cell]:
        """The result of each round."""
        lines = {line.round: line for line in self.table.tally.lines[row.entrant]}
        for number_ in self.rounds:
            yield self._cell(lines[number_]) if number_ in lines else Cell()

    def _cell(self, line: Line) -> Cell:
        opponent = str(self.place[line.opponents[0]]) if line.opponents and self.pairs else ""
        if line.kind == "open":
            return self.signed(_DOT, "plain", opponent)
        if line.kind == "forfeit" and self.pairs:
            return self.signed(_PLUS if line.points else _MINUS, "plain", opponent)
        if not line.opponents:
            self.used.add(_DASH)
            if not line.points:
                return Cell(_DASH, "soft")
            return Cell(number(line.points, self.reader.language), "plain", _DASH)
        tone = _tone(line.points / self.table.tally.win)
        return Cell(number(line.points, self.reader.language), tone, opponent)

    def notes(self) -> Iterator[Note]:
        """The meaning of signs, and of what is written below the results."""
        if self.pairs:
            yield Note(self.say(BELOW))
        yield from super().notes()


def _tone(share: Fraction) -> Tone:
    """How a result is coloured: won, lost, or in between."""
    return "full" if share == 1 else "ring" if share else "soft"
