"""A ladder as a picture: its places, whom the reader can challenge, and running challenges.

In a picture, members are known by their numbers, as entrants are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial

from bot.pictures.competitions.common import Drawn, Reader
from bot.pictures.competitions.words import alt, named, printed
from bot.text.numbers import listed
from competitions.model.entrants import EntrantId, MemberId
from competitions.model.ladder.ladder import Ladder
from games.words import N_, NN_, Fields, say
from render import signs
from render.page import Heading, Note
from render.table import MOST, Cell, Column, Row, Table, pages, png_of

NAME, CHALLENGES = N_("Name"), N_("Challenging")
MEMBERS = NN_("{count} player", "{count} players")
WITHIN = N_("within your reach")
LEADS = N_("{player} is at the top.")
YOU = N_("You're number {place} on the ladder.")
REACHABLE = N_("You can challenge {players}.")
CLIMBS = N_("{player} challenges {others}.")
LINE = N_("{place}. {player}")
AGAINST = N_("challenges {others}")


def ladder_picture(
    ladder: Ladder, reader: Reader, reachable: Collection[MemberId], *, page: int | None = None
) -> Drawn:
    """The places of a ladder that has members. Places `reachable` for the reader are marked. If
    `page` is None, it is the one with the reader's own place.
    """
    found = _Found(ladder, reader, reachable)
    parts = pages(len(ladder.places), MOST)
    if page is None:
        at = found.own_place or 0
        page = next(number for number, part in enumerate(parts) if at in part)
    page = max(0, min(page, len(parts) - 1))
    work = partial(png_of, found.painted(parts[page]), theme=reader.theme)
    lines = tuple(found.line(at) for at in range(len(ladder.places)))
    return Drawn(work, alt(found.sentences()), lines, "ladder.png", page, len(parts))


class _Found:
    """A ladder, and the reader of its picture."""

    def __init__(self, ladder: Ladder, reader: Reader, reachable: Collection[MemberId]) -> None:
        self.ladder, self.reader, self.reachable = ladder, reader, reachable
        self.against = {one.challenger: one.challenged for one in ladder.challenges.values()}

    @property
    def own_place(self) -> int | None:
        """The reader's place, counted from 0; None if they aren't on the ladder."""
        places = map(_as_entrant, self.ladder.places)
        return next((at for at, id_ in enumerate(places) if id_ == self.reader.own), None)

    def say(self, sentence: str, **fields: str | int) -> str:
        """A sentence in the reader's language."""
        return say(sentence, fields, language=self.reader.language)

    # The picture

    def painted(self, page: range) -> Table:
        """These places as a table, ready to be painted."""
        columns = (
            Column("#"),
            Column(self.say(NAME), 0.0, wide=True, least=300),
            Column(self.say(CHALLENGES), spared=1),
        )
        count: Fields = {"count": len(self.ladder.places)}
        stage = say(MEMBERS, count, language=self.reader.language)
        here = [self.ladder.places[at] for at in page]
        notes = [Note(self.say(WITHIN), signs.UP, "rise")] if {*here} & {*self.reachable} else []
        return Table(
            columns,
            tuple(self._row(at) for at in page),
            Heading(self.reader.title, stage),
            tuple(notes),
        )

    def _row(self, at: int) -> Row:
        id_ = self.ladder.places[at]
        others = (str(self.ladder.places.index(one) + 1) for one in self.against.get(id_, ()))
        cells = (
            Cell(str(at + 1)),
            Cell(printed(self.reader, _as_entrant(id_))),
            Cell(", ".join(others), "soft"),
        )
        if id_ in self.reachable:
            return Row(cells, signs.UP, "rise", tinted=True)
        return Row(cells, out=_as_entrant(id_) == self.reader.own)

    # In words

    def sentences(self) -> Iterator[str]:
        """Who is first, the reader's place and whom they can challenge, who challenges whom, and as
        many places as there is room for.
        """
        yield self.say(LEADS, player=self._named(self.ladder.places[0]))
        if self.own_place is not None:
            yield self.say(YOU, place=self.own_place + 1)
        if self.reachable:
            near = [id_ for id_ in self.ladder.places if id_ in self.reachable]
            yield self.say(REACHABLE, players=self._listed(near))
        for id_, others in self.against.items():
            yield self.say(CLIMBS, player=self._named(id_), others=self._listed(others))
        for at in range(len(self.ladder.places)):
            yield f"{self.line(at)};"

    def line(self, at: int) -> str:
        """A place as a line of text."""
        id_ = self.ladder.places[at]
        line = self.say(LINE, place=at + 1, player=self._named(id_))
        if id_ not in self.against:
            return line
        return f"{line}, {self.say(AGAINST, others=self._listed(self.against[id_]))}"

    def _named(self, id_: MemberId) -> str:
        return named(self.reader, _as_entrant(id_))

    def _listed(self, ids: Collection[MemberId]) -> str:
        return listed([self._named(id_) for id_ in ids], self.reader.language)


def _as_entrant(id_: MemberId) -> EntrantId:
    return EntrantId(id_)
