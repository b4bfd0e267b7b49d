"""An entrant's course through a competition, as a curve of their places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain

from bot.pictures.competitions.common import Drawn, Reader
from bot.pictures.competitions.standings import GOES_DOWN, GOES_UP, Zones
from bot.pictures.competitions.words import alt, named, printed, stage
from bot.text.numbers import listed, number
from bot.text.standings import points
from competitions.formats import groups
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.pairings import Pairing
from competitions.standings.points import Line
from competitions.standings.table import Standings, standings
from games.words import N_, say
from render import signs
from render.course import MOST, Band, Course, Step, Tone, png_of
from render.page import Heading, Note
from render.text import AND

ROUND = N_("R{round}")
STANDS = N_("{entrant} – place {place} of {places}")
AFTER = N_("{entrant} is ranked {place} of {places}, with {points}.")
BEST = N_("Best: place {best}, worst: place {worst}.")
IN_ROUND = N_("Round {round}: {points} against {entrants}, then place {place}")
ALONE = N_("Round {round}: {points} without an opponent, then place {place}")
YET = N_("Round {round}: undecided against {entrants}, place {place}")
WORTH = N_("in the circles: points")
BELOW = N_("below: the opponent's place")
GONE = N_("Round {round}: withdrawn, place {place}")
OPEN, FORFEIT, NOBODY = N_("undecided"), N_("by forfeit"), N_("no opponent")
WITHDRAWN = N_("withdrawn")

_DOT, _DASH, _CROSS = "·", "–", "×"
_WON, _LOST = "+:−", "−:+"
"""Forfeits as usual in chess: a minus alone would look like the dash."""


@dataclass(frozen=True, slots=True)
class _Stop:
    """An entrant's place after a round, and what the round was for them."""

    round: int
    place: int
    line: Line | None


def season_picture(
    competition: Competition, entrant: EntrantId, reader: Reader, *, zones: Zones | None = None
) -> Drawn | None:
    """The places of an entrant after each round, with the results; in groups, the places within
    their group. None before anything is decided, and in a knockout, which has no places until it
    ends.

    If there are more than 16 rounds, the last ones are shown. It computes as many tables: about 50
    milliseconds for 20 entrants, half a second for 64.
    """
    if competition.settings.format == "knockout" or entrant not in competition.seeding:
        return None
    inside, rounds = _played(competition, entrant)
    table = _table(competition, inside, rounds)
    lines = table.tally.lines[entrant]
    if all(line.kind == "open" for line in lines):
        return None
    season = _Season(competition, entrant, reader, table, zones or Zones())
    stops = list(season.stops(inside, rounds))
    work = partial(png_of, season.painted(stops), theme=reader.theme)
    return Drawn(work, alt(season.sentences(stops)), tuple(season.lines(stops)), "season.png")


def _played(
    competition: Competition, entrant: EntrantId
) -> tuple[tuple[EntrantId, ...], Sequence[tuple[Pairing, ...]]]:
    """The entrants among whom the places are counted, and their pairings by round."""
    if competition.settings.format != "groups":
        return competition.seeding, competition.rounds
    group = next(group for group in groups.drawn(competition) if entrant in group)
    rounds = competition.rounds[: len(groups.schedule(competition))]
    return group, [
        tuple(pairing for pairing in pairings if pairing.seats[0] in group) for pairings in rounds
    ]


def _table(
    competition: Competition,
    inside: tuple[EntrantId, ...],
    rounds: Sequence[tuple[Pairing, ...]],
) -> Standings:
    """The table after these rounds; after the end of the competition, the final one."""
    if competition.places and rounds is competition.rounds:
        return standings(competition)
    return standings(competition, None, inside, tuple(chain.from_iterable(rounds)))


class _Season:
    """An entrant's course, and the reader of its picture."""

    def __init__(
        self,
        competition: Competition,
        entrant: EntrantId,
        reader: Reader,
        table: Standings,
        zones: Zones,
    ) -> None:
        self.competition, self.entrant, self.reader = competition, entrant, reader
        self.table, self.zones = table, zones

    def say(self, sentence: str, **fields: str | int) -> str:
        """A sentence in the reader's language."""
        return say(sentence, fields, language=self.reader.language)

    def stops(
        self, inside: tuple[EntrantId, ...], rounds: Sequence[tuple[Pairing, ...]]
    ) -> Iterator[_Stop]:
        """The entrant's place after each of the last rounds."""
        lines = {line.round: line for line in self.table.tally.lines[self.entrant]}
        for count in range(max(1, len(rounds) - MOST + 1), len(rounds) + 1):
            table = self.table if count == len(rounds) else None
            table = table or _table(self.competition, inside, rounds[:count])
            yield _Stop(count, _place(table, self.entrant), lines.get(count))

    # The picture

    def painted(self, stops: Sequence[_Stop]) -> Course:
        """The places as a course, ready to be painted."""
        places, language = len(self.table.rows), self.reader.language
        stands = self.say(
            STANDS,
            entrant=printed(self.reader, self.entrant),
            place=stops[-1].place,
            places=places,
        )
        how_far = stage(self.competition, self.table.tally, language)
        return Course(
            tuple(map(self._step, stops)),
            places,
            Heading(self.reader.title, f"{stands} · {how_far}"),
            tuple(self._bands(places)),
            tuple(self._notes(stops)),
            Note(self.say(BELOW)),
        )

    def _step(self, stop: _Stop) -> Step:
        title = self.say(ROUND, round=stop.round)
        line = stop.line
        if self._is_gone(stop):
            return Step(stop.place, title, _CROSS, "plain", _DASH, _DASH)
        if line is None:
            return Step(stop.place, title, _DASH, "plain", _DASH, _DASH)
        mark, tone = self._mark(line)
        if len(line.opponents) > 1:
            return Step(stop.place, title, mark, tone)
        if not line.opponents:
            return Step(stop.place, title, mark, tone, _DASH, _DASH)
        (other,) = line.opponents
        first, _, _ = printed(self.reader, other).partition(AND)
        return Step(stop.place, title, mark, tone, first, str(_place(self.table, other)))

    def _is_gone(self, stop: _Stop) -> bool:
        """Whether the entrant had withdrawn by then. Excused entrants have points, so they aren't
        meant.
        """
        if self.entrant not in self.competition.withdrawn:
            return False
        return stop.line is None or (stop.line.kind == "away" and not stop.line.points)

    def _mark(self, line: Line) -> tuple[str, Tone]:
        if line.kind == "open":
            return _DOT, "plain"
        if line.kind == "forfeit":
            return (_WON if line.points else _LOST), "plain"
        value = number(line.points, self.reader.language)
        if not line.opponents:
            return (value if line.points else _DASH), "plain"
        share = line.points / self.table.tally.win
        return value, "full" if share == 1 else "ring" if share else "soft"

    def _bands(self, places: int) -> Iterator[Band]:
        up, down = self.zones.promoted, self.zones.relegated
        if up:
            yield Band(1, min(up, places), signs.UP, "rise")
        if down:
            yield Band(max(1, places - down + 1), places, signs.DOWN, "fall")

    def _notes(self, stops: Sequence[_Stop]) -> Iterator[Note]:
        if self.zones.promoted:
            yield Note(self.say(GOES_UP), signs.UP, "rise")
        if self.zones.relegated:
            yield Note(self.say(GOES_DOWN), signs.DOWN, "fall")
        kinds = {stop.line.kind for stop in stops if stop.line is not None}
        if "open" in kinds:
            yield Note(self.say(OPEN), _DOT)
        if "forfeit" in kinds:
            yield Note(self.say(FORFEIT), f"{_WON} {_LOST}")
        gone = [stop for stop in stops if self._is_gone(stop)]
        if gone:
            yield Note(self.say(WITHDRAWN), _CROSS)
        rest = [stop for stop in stops if stop not in gone]
        if any(stop.line is None or not stop.line.opponents for stop in rest):
            yield Note(self.say(NOBODY), _DASH)
        yield Note(self.say(WORTH))

    # In words

    def sentences(self, stops: Sequence[_Stop]) -> Iterator[str]:
        """The current, best and worst place, then round by round."""
        places = [stop.place for stop in stops]
        score = self.table.tally.points[self.entrant]
        yield self.say(
            AFTER,
            entrant=named(self.reader, self.entrant),
            place=places[-1],
            places=len(self.table.rows),
            points=points(score, self.reader.language),
        )
        yield self.say(BEST, best=min(places), worst=max(places))
        yield from (f"{line}." for line in self.lines(stops))

    def lines(self, stops: Sequence[_Stop]) -> Iterator[str]:
        """A line for each round."""
        language = self.reader.language
        for stop in stops:
            line = stop.line or Line(stop.round, "away")
            others = [named(self.reader, id_) for id_ in line.opponents]
            if self._is_gone(stop):
                yield self.say(GONE, round=stop.round, place=stop.place)
                continue
            sentence = ALONE if not others else YET if line.kind == "open" else IN_ROUND
            yield self.say(
                sentence,
                round=stop.round,
                points=points(line.points, language),
                entrants=listed(others, language),
                place=stop.place,
            )


def _place(table: Standings, entrant: EntrantId) -> int:
    return next(row.rank for row in table.rows if row.entrant == entrant)
