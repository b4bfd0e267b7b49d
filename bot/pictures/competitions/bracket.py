"""A knockout as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from bot.pictures.competitions.common import Drawn, Reader
from bot.pictures.competitions.words import alt, named, printed
from bot.text import stages
from bot.text.numbers import listed, number
from competitions.formats.tree import Bout, Knockout
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from games.words import N_, NN_, Fields, say
from render import signs
from render.page import Heading, Note
from render.tree import MOST, Node, Side, State, Tree, png_of

BYE, _DASH = N_("bye"), "–"

WINNER = N_("Winner: {entrant}")
OPEN = NN_("{round}, {count} pairing undecided", "{round}, {count} pairings undecided")
PART = N_("Part {part} of {parts}")
FORFEIT = N_("by forfeit")
BETTER_SEED = N_("A draw goes to the higher seed.")

HAS_WON = N_("{entrant} has won the final against {other}.")
STILL_IN = N_("Still in: {entrants}.")
HAS_BYE = N_("{entrant} has a bye")
PREVAILS = N_("{entrant} goes through as the higher seed")
STILL_OPEN = N_("undecided")


class _Page(NamedTuple):
    """The rounds from `first` to `last` that lead to one bout of round `last`."""

    first: int
    last: int
    bout: int

    def shows(self, round_: int, bout: int) -> bool:
        """Whether a bout is on the page."""
        return self.first <= round_ <= self.last and bout >> (self.last - round_) == self.bout


def has_bracket(competition: Competition) -> bool:
    """Whether there is a knockout to show: one is being played, or was."""
    return Knockout.of(competition) is not None


def bracket_picture(competition: Competition, reader: Reader, *, page: int | None = None) -> Drawn:
    """The bracket of a knockout whose first round is paired, with byes and the match for place 3.
    Works for one after groups, too. Raises ValueError if there is none.

    The first page has the last rounds; further pages have the earlier rounds of large brackets,
    part by part. If `page` is None, it is the one with the latest round of the reader's own
    entrant, or else with the latest round.
    """
    found = Knockout.of(competition)
    if found is None:
        raise ValueError("there is no knockout yet")
    bracket = _Bracket(found, reader)
    pages = list(_pages(found.rounds))
    at = bracket.own_page(pages) if page is None else max(0, min(page, len(pages) - 1))
    work = partial(png_of, bracket.painted(pages, at), theme=reader.theme)
    return Drawn(
        work, alt(bracket.sentences()), tuple(bracket.lines()), "bracket.png", at, len(pages)
    )


def _pages(rounds: int) -> Iterator[_Page]:
    """The last rounds, as many as are readable, then the earlier ones in parts."""
    last = rounds - 1
    while True:
        first = max(0, last - MOST + 1)
        if not first:
            last = min(MOST, rounds) - 1  # No round is alone on a page.
        for bout in range(1 << (rounds - 1 - last)):
            yield _Page(first, last, bout)
        if not first:
            return
        last = first - 1


class _Bracket:
    """A knockout, and the reader of its picture."""

    def __init__(self, knockout: Knockout, reader: Reader) -> None:
        self.knockout, self.reader = knockout, reader

    def say(self, sentence: str, **fields: str | int) -> str:
        """A sentence in the reader's language."""
        return say(sentence, fields, language=self.reader.language)

    def title(self, round_: int) -> str:
        """The title of a round."""
        return stages.title(self.knockout.rounds - 1 - round_, self.reader.language)

    def short_title(self, round_: int) -> str:
        """The title of a round where there is little room."""
        return stages.title(self.knockout.rounds - 1 - round_, self.reader.language, short=True)

    def stage(self) -> str:
        """How far the knockout has got."""
        if self.knockout.champion is not None:
            return self.say(WINNER, entrant=printed(self.reader, self.knockout.champion))
        title, left = self.title(self.knockout.latest), self.knockout.open
        if not left:
            return title
        fields: Fields = {"round": title, "count": left}
        return say(OPEN, fields, language=self.reader.language)

    def own_page(self, pages: list[_Page]) -> int:
        """The page that the reader wants to see first."""
        at = self.knockout.last_bout(self.reader.own)
        return next(number for number, page in enumerate(pages) if page.shows(*at))

    # The picture

    def painted(self, pages: list[_Page], at: int) -> Tree:
        """A page as a tree to be painted."""
        first, last, bout = pages[at]
        columns = [
            [
                self.knockout.bout(round_, number)
                for number in range(bout << (last - round_), (bout + 1) << (last - round_))
            ]
            for round_ in range(first, last + 1)
        ]
        third = self.knockout.third if last == self.knockout.rounds - 1 else None
        shown = [one for column in columns for one in column] + ([third] if third else [])
        stage = self.stage()
        if len(pages) > 1 and at:
            stage += f" · {self.say(PART, part=at, parts=len(pages) - 1)}"
        return Tree(
            tuple(tuple(map(self._node, column)) for column in columns),
            tuple(map(self.title, range(first, last + 1))),
            tuple(map(self.short_title, range(first, last + 1))),
            Heading(self.reader.title, stage),
            tuple(self._notes(shown)),
            self._node(third, self.say(stages.PLACE_3)) if third else None,
        )

    def _node(self, bout: Bout, label: str = "") -> Node:
        if bout.bye:
            return Node((self._side(bout, 0),), label)
        return Node((self._side(bout, 0), self._side(bout, 1)), label)

    def _side(self, bout: Bout, at: int) -> Side:
        id_ = bout.sides[at]
        if id_ is None:
            return Side()
        state: State = "open"
        if bout.winner is not None and not bout.bye:
            state = "ahead" if bout.winner == id_ else "behind"
        medal = self.knockout.medal(bout, id_)
        return Side(
            printed(self.reader, id_),
            _DASH if bout.bye else self._value(bout, at),
            state,
            signs.medal(medal) if medal else None,
            signs.ROLES[medal - 1] if medal else "ink",
            out=id_ == self.reader.own,
        )

    def _value(self, bout: Bout, at: int) -> str:
        if not bout.values:
            return ""
        if bout.forfeit:
            return "+" if bout.values[at] else "−"
        return number(bout.values[at], self.reader.language)

    def _notes(self, shown: list[Bout]) -> Iterator[Note]:
        if any(bout.bye for bout in shown):
            yield Note(self.say(BYE), _DASH)
        if any(bout.forfeit for bout in shown):
            yield Note(self.say(FORFEIT), "+ −")
        if any(bout.level and bout.winner is not None for bout in shown):
            yield Note(self.say(BETTER_SEED))

    # In words

    def sentences(self) -> Iterator[str]:
        """Who has won or is still in, then all bouts, the latest first."""
        knockout, language = self.knockout, self.reader.language
        final = knockout.bout(knockout.rounds - 1, 0)
        if knockout.champion is not None:
            others = [id_ for id_ in final.sides if id_ not in (None, knockout.champion)]
            fields = {"entrant": self._named(knockout.champion), "other": self._named(others[0])}
            yield self.say(HAS_WON, **fields)
        else:
            yield f"{self.stage()}."
            left = [self._named(id_) for id_ in knockout.remaining]
            yield self.say(STILL_IN, entrants=listed(left, language))
        yield from (f"{line}." for line in self.lines())

    def lines(self) -> Iterator[str]:
        """A line for each bout, the latest round first."""
        if self.knockout.third is not None:
            yield f"{self.say(stages.PLACE_3)}: {self._told(self.knockout.third)}"
        for round_ in range(self.knockout.latest, -1, -1):
            for number_ in range(self.knockout.width(round_)):
                yield f"{self.title(round_)}: {self._told(self.knockout.bout(round_, number_))}"

    def _named(self, id_: EntrantId | None) -> str:
        return "–" if id_ is None else named(self.reader, id_)

    def _told(self, bout: Bout) -> str:
        if bout.bye:
            return self.say(HAS_BYE, entrant=self._named(bout.sides[0]))
        both = " – ".join(map(self._named, bout.sides))
        if not bout.values:
            return f"{both}, {self.say(STILL_OPEN)}"
        language = self.reader.language
        said = f"{both} {' : '.join(number(value, language) for value in bout.values)}"
        if bout.forfeit:
            said += f", {self.say(FORFEIT)}"
        if bout.level and bout.winner is not None:
            said += f", {self.say(PREVAILS, entrant=self._named(bout.winner))}"
        return said
