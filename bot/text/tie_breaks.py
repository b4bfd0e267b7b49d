"""Why entrants with the same points have their ranks: in short, and with the terms of each
tie-break.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from gettext import NullTranslations
from itertools import pairwise

from bot.text import competition as text
from bot.text.numbers import listed, number
from bot.text.standings import TIE_BREAKS, points, ranked
from competitions.model.entrants import EntrantId
from competitions.standings.table import Row, Standings
from competitions.standings.tie_breaks import Name, Part
from competitions.tournaments.held import Held
from games.words import N_, NN_, Fields, say

MEANINGS: Mapping[Name, str] = {
    "direct": N_("the points from the matches among those who are still level"),
    "buchholz": N_("the points of all opponents, added up"),
    "buchholz-cut-1": N_("the points of all opponents but the one with the fewest"),
    "buchholz-median": N_("the points of all opponents but those with the fewest and the most"),
    "sonneborn-berger": N_("the points of the opponents beaten, and half of those drawn with"),
    "wins": N_("how many rounds were won, not counting byes and no-shows"),
    "games": N_("the points of all matches, however many there are in a round"),
    "rating": N_("how strong the opponents were, not counting no-shows"),
}
EACH = N_("{entrants} have {points} each.")
OTHERS = NN_("{count} other", "{count} others")
AHEAD_BY = N_("{entrant} is ahead of {other}: {tie_break} {more} to {less}.")
ON_ITS_OWN = N_("{entrant} has {points}. Nobody else has as many, so there is no tie to break.")
HAVE = N_("{entrants} have {points} each. These tie-breaks decide, one after the other:")
ALONE = N_("{entrant} has {points}. Nobody else has as many. The tie-breaks in detail:")
IN_ROUND, OWN = N_("R{round}"), N_("R{round}, own points")
NO_OPPONENT = N_("R{round}, no opponent")
MEAN = N_("{value}, the average of {terms}")
OF = N_("{value} of {count} = {terms}")
UNMET = NN_("{count} more not met", "{count} more not met")
NEVER_MET = N_("no match among those who were level")
NOT_NEEDED = N_("not needed")
AGAIN = N_("Compared again, only among those who were then still level:")
AHEAD = N_("That puts {entrant} ahead of {other}.")
LEVEL = N_("{entrant} and {other} are level on all of them and share their place.")

CUT = N_("Struck out: doesn't count.")
DUMMY = N_(
    "Own points: a round without a match counts like one against somebody with the same "
    "number of points."
)
ADJUSTED = N_("†: The final rounds that somebody chose to miss count as draws for their opponents.")
SURE = N_("If not all of them have met, somebody is put ahead only if nobody could have caught up.")
UNRATED = N_("Opponents without a rating are left out.")

LONGEST = 1000
"""The most characters of a line: a longer sum continues on the next one."""


def compared(table: Standings, entrant: EntrantId, own: EntrantId | None = None) -> tuple[Row, ...]:
    """The rows that are shown side by side: an entrant and the reader's `own` if both have the same
    points, otherwise the entrant and their neighbours with the same points.
    """
    alone = tuple(row for row in table.rows if row.entrant == entrant)
    tie = next((tie for tie in table.ties if alone[0] in tie), alone)
    both = tuple(row for row in tie if row.entrant in (entrant, own))
    if len(both) == 2:
        return both
    at = tie.index(alone[0])
    return tie[max(0, at - 1) : at + 2]


def in_short(
    held: Held, table: Standings, rows: Sequence[Row], language: NullTranslations
) -> tuple[str, str, str]:
    """Who is ahead of whom, and by which tie-break; the values of the tie-breaks that decide, and
    what these mean; and, in small letters, the values of all others, in the same order of people.
    """
    return _Told(held, table, rows, language).in_short()


def lines(
    held: Held, table: Standings, rows: Sequence[Row], language: NullTranslations
) -> Iterator[str]:
    """All tie-breaks of these rows with the same points, in their order, with what each decides."""
    return _Told(held, table, rows, language).lines()


class _Told:
    """Some rows of a table in words, and the remarks that have to be added."""

    def __init__(
        self, held: Held, table: Standings, rows: Sequence[Row], language: NullTranslations
    ) -> None:
        self.held, self.table, self.rows, self.language = held, table, rows, language
        self.remarks: dict[str, None] = {}

    def in_short(self) -> tuple[str, str, str]:
        beside = [*pairwise(self.rows)]
        by = [self.table.apart_by(one.entrant, other.entrant) for one, other in beside]
        answer = [self._head(EACH, ON_ITS_OWN)]
        for (one, other), name in zip(beside, by, strict=True):
            if name is not None:
                answer.append(self._ahead_by(one, other, name))
            elif one.rank == other.rank:
                answer.append(self._say_of(LEVEL, one, other))
        decisive, others = list[str](), list[str]()
        for at, name in enumerate(self.table.order):
            if name in by:
                meaning = self.language.gettext(MEANINGS[name])
                decisive += [self._compared(at, name), f"-# {text.capital(meaning)}."]
            else:
                others.append(self._beside(at, name))
        return " ".join(answer), "\n".join(decisive), "\n".join(others)

    def _ahead_by(self, one: Row, other: Row, name: Name) -> str:
        ids = (one.entrant, other.entrant)
        among = self.table.compared_last(*ids) if name == "direct" else None
        more, less = (
            number(self.table.working(id_, name, among).value, self.language) for id_ in ids
        )
        fields = {
            "entrant": self._named(one.entrant),
            "other": self._named(other.entrant),
            "tie_break": self.language.gettext(TIE_BREAKS[name]),
            "more": more,
            "less": less,
        }
        return say(AHEAD_BY, fields, language=self.language)

    def _compared(self, at: int, name: Name) -> str:
        """The values of a tie-break that decides, by entrant."""
        said = " · ".join(
            f"{self._named(row.entrant)} **{self._value(row, name)}**" for row in self.rows
        )
        return f"{at + 1}. **{self._title(name)}**: {said}"

    def _beside(self, at: int, name: Name) -> str:
        """The values of a tie-break that decides nothing here."""
        said = " · ".join(self._value(row, name) for row in self.rows)
        if name == "direct" and all(len(self.table.tied[row.entrant]) < 2 for row in self.rows):
            said = self.language.gettext(NOT_NEEDED)
        return f"-# {at + 1}. {self._title(name)}: {said}"

    def _value(self, row: Row, name: Name) -> str:
        """The value of a tie-break for a row."""
        return number(self.table.value(row, name), self.language)

    def _title(self, name: Name) -> str:
        return text.capital(self.language.gettext(TIE_BREAKS[name]))

    def lines(self) -> Iterator[str]:
        yield self._head(HAVE, ALONE)
        for place, name in enumerate(self.table.order, start=1):
            title = f"**{place}. {self._title(name)}**"
            own = [*self._values(name), *self._decided(name)]
            yield f"{title} – {self.language.gettext(MEANINGS[name])}\n{own[0]}"
            yield from own[1:]
        for one, other in pairwise(self.rows):
            if one.rank == other.rank:
                yield self._say_of(LEVEL, one, other)
        yield from (f"-# {self.language.gettext(remark)}" for remark in self.remarks)

    def _head(self, several: str, alone: str) -> str:
        said: Fields = {"points": points(self.rows[0].points, self.language)}
        named = [self._named(row.entrant) for row in self.rows]
        level = [row for row in self.table.rows if row.points == self.rows[0].points]
        more = len(level) - len(named)
        if more > 0:
            named.append(say(OTHERS, {"count": more}, language=self.language))
        if len(named) == 1:
            return say(alone, {**said, "entrant": named[0]}, language=self.language)
        return say(
            several, {**said, "entrants": listed(named, self.language)}, language=self.language
        )

    def _named(self, id_: EntrantId) -> str:
        return text.entrant(self.held.teams, id_, self.language)

    def _say_of(self, sentence: str, one: Row, other: Row) -> str:
        fields = {"entrant": self._named(one.entrant), "other": self._named(other.entrant)}
        return say(sentence, fields, language=self.language)

    # One tie-break

    def _values(self, name: Name) -> Iterator[str]:
        """The value of each row, and how it came about."""
        for row in self.rows:
            yield from self._line(row, name)
        if name == "direct":
            for among in self._again():
                yield self.language.gettext(AGAIN)
                for row in self.rows:
                    if row.entrant in among:
                        yield from self._line(row, name, among)

    def _again(self) -> Sequence[frozenset[EntrantId]]:
        """The groups in which neighbours were compared once more because their encounters left them
        level.
        """
        found = dict[frozenset[EntrantId], None]()
        for one, other in pairwise(row.entrant for row in self.rows):
            tied = self.table.tied[one]
            if other in tied and (among := self.table.compared_last(one, other)) != tied:
                found[among] = None
        return [*found]

    def _decided(self, name: Name) -> Iterator[str]:
        """Which of two neighbours the tie-break puts ahead."""
        for one, other in pairwise(self.rows):
            if self.table.apart_by(one.entrant, other.entrant) == name:
                yield self._say_of(AHEAD, one, other)

    def _line(
        self, row: Row, name: Name, among: frozenset[EntrantId] | None = None
    ) -> Iterator[str]:
        """The place, the entrant, the value and its terms, in as many lines as needed."""
        working = self.table.working(row.entrant, name, among)
        value = f"**{number(working.value, self.language)}**"
        terms = [self._term(name, part) for part in working.parts]
        if name == "direct":
            tied = self.table.tied[row.entrant] if among is None else among
            said = self._direct(value, terms, len(tied) - 1)
        elif name == "rating":
            said = self._mean(row.entrant, value, terms)
        else:
            said = " =\n".join([value, " +\n".join(terms)]) if terms else value
        yield from _wrapped(f"{ranked(row.rank, self._named(row.entrant), over=False)}: {said}")

    def _direct(self, value: str, terms: Sequence[str], others: int) -> str:
        if not others:
            return self.language.gettext(NOT_NEEDED)
        if not terms:
            self.remarks[SURE] = None
            return self.language.gettext(NEVER_MET)
        fields: Fields = {"value": value, "count": len(terms), "terms": " +\n".join(terms)}
        said = say(OF, fields, language=self.language)
        if unmet := others - len(terms):
            self.remarks[SURE] = None
            said += f"; {say(UNMET, {'count': unmet}, language=self.language)}"
        return said

    def _mean(self, id_: EntrantId, value: str, terms: Sequence[str]) -> str:
        tally = self.table.tally
        met = (other for line in tally.lines[id_] if tally.met(line) for other in line.opponents)
        if any(tally.ratings[other] is None for other in met):
            self.remarks[UNRATED] = None
        if not terms:
            return value
        fields = {"value": value, "terms": ",\n".join(terms)}
        return say(MEAN, fields, language=self.language)

    # One term

    def _term(self, name: Name, part: Part) -> str:
        """What a term adds, and where that comes from."""
        value = number(part.share if name == "direct" else part.basis, self.language)
        if self._is_adjusted(name, part):
            self.remarks[ADJUSTED] = None
            value += "†"
        if part.share != 1 and name != "direct":
            value = f"{number(part.share, self.language)} × {value}"
        said = f"{value} ({self._source(name, part)})"
        if not part.cut:
            return said
        self.remarks[CUT] = None
        return f"~~{said}~~"

    def _is_adjusted(self, name: Name, part: Part) -> bool:
        """Whether opponents have different points here than in the table."""
        tally = self.table.tally
        if part.dummy or name in ("direct", "wins", "games", "rating"):
            return False
        return any(tally.adjusted[other] != tally.points[other] for other in part.opponents)

    def _source(self, name: Name, part: Part) -> str:
        named = ", ".join(map(self._named, part.opponents))
        if name == "direct":
            return named
        if part.dummy:
            self.remarks[DUMMY] = None
        sentence = OWN if part.dummy else IN_ROUND if part.opponents else NO_OPPONENT
        said = say(sentence, {"round": part.round}, language=self.language)
        return f"{said} {named}" if sentence == IN_ROUND else said


def _wrapped(said: str) -> Iterator[str]:
    """A text in lines of about `LONGEST` characters at most, broken only at its line breaks."""
    line = ""
    for piece in said.split("\n"):
        if line and len(line) + len(piece) >= LONGEST:
            yield line
            line = ""
        line = f"{line} {piece}" if line else piece
    yield line
