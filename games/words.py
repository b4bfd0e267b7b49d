"""Sentences as data: a code and fields here, English and its translations elsewhere.

Rules never build sentences. They return codes. A game's `texts.py` holds the English sentence for
each code, gettext its translation, and `say` fills in the fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from gettext import NullTranslations
from typing import TypeAlias


def N_(sentence: str) -> str:
    """Marks a sentence for translation and returns it unchanged."""
    return sentence


def NN_(singular: str, plural: str) -> tuple[str, str]:
    """Marks a sentence with a plural form, which the field `count` selects."""
    return singular, plural


class Term(str):
    """A field's value that is itself translated, such as the name of a colour or a man."""

    __slots__ = ()


Fields: TypeAlias = Mapping[str, "str | int"]
"""Values for a sentence: tokens and points as str, words as `Term`, numbers as int.

A field named `seat`, or with a name that ends in `_seat`, holds a seat's number. Sentences show the
seat's name instead.
"""

Sentence: TypeAlias = "str | tuple[str, str]"
"""English with `{fields}`; a pair of singular and plural if the field `count` selects the form."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """Something to say about a game: a code of its texts, and the fields to fill in."""

    code: str
    fields: Fields = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Refusal(Phrase):
    """Why something can't be played."""


@dataclass(frozen=True, slots=True)
class Event(Phrase):
    """Something that a move did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """A position to show: tokens played from the start of a setup, or from a position's text.

    `line` holds the tokens, separated by blanks; its last turn may be unfinished. They are played
    from `position`, the text of a position at the start of a turn. If that is empty, they are
    played from the start of the setup that `games.play.setup` makes of `seats` and `options`.
    """

    line: str = ""
    position: str = ""
    seats: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Example(Situation):
    """A picture in a game's help, with marks for the last turn and a caption that explains it."""

    caption: str


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a game's help: a title, a text of short paragraphs in Markdown, and pictures."""

    title: str
    body: str
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson(Situation):
    """One rule, and a task for the seat to act, solved by any legal turn that reaches the `goal`.

    `key` is the lesson's name in buttons: it stays the same when lessons are added or moved. `goal`
    is the code of an event of the turn, or the reason of the result that it leads to. `which` holds
    fields that the event must have. `answer` is one solution.
    """

    key: str
    title: str
    rule: str
    task: str
    goal: str
    answer: str
    hint: str
    praise: str
    which: Fields = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Texts:
    """Everything that a game says, in English. Every code that its rules use is a key here.

    `seats` names the seats in turn order ("White"). `options` has a sentence for each option's key,
    and a label for each of its values under `key=value`. `parts` says what is chosen next, `words`
    describes the position. `phases`, `parts`, `words`, `refusals`, `events` and `results` are keyed
    by code. `things` says in a few words what may be chosen, see `Game.thing`. `terms` lists the
    values that are used as `Term`.
    """

    summary: str
    seats: tuple[str, ...]
    help: tuple[Section, ...]
    """The first section suffices to play. Its picture shows the goal: a game that has been won."""
    parts: Mapping[str, str]
    words: Mapping[str, Sentence]
    refusals: Mapping[str, Sentence]
    events: Mapping[str, Sentence]
    results: Mapping[str, Sentence]
    """Why a game has ended. The key `code:option=value` holds the sentence for this value of an
    option, if it differs.
    """
    things: Mapping[str, Sentence] = field(default_factory=dict)
    questions: Mapping[str, Sentence] = field(default_factory=dict)
    """The question to a seat that begins its turn, in a full sentence for each phase's code. The
    key `phase:kind` holds the question if only parts of this kind can be chosen first. The field
    `count` is the number of moves that may be picked at once.
    """
    lanes: str = N_("columns {first} to {last}")
    """Several lanes: points in one of them have names that begin alike."""
    two_lanes: str = N_("columns {first} and {last}")
    """The same, if there are only two."""
    rows: str = N_("rows {first} to {last}")
    """The same as `lanes`, where the picture shows the points of a lane side by side."""
    two_rows: str = N_("rows {first} and {last}")
    """The same, if there are only two."""
    phases: Mapping[str, str] = field(default_factory=dict)
    """The names of the phases that are worth telling, because the game has others."""
    forms: Mapping[str, str] = field(default_factory=dict)
    """How a move is typed, in a full sentence for each phase's code. It is said where a text can't
    be read, if an example alone wouldn't explain it.
    """
    options: Mapping[str, str] = field(default_factory=dict)
    terms: tuple[str, ...] = ()
    lessons: tuple[Lesson, ...] = ()
    """The steps of the tutorial, the easiest first."""
    printed: tuple[str, ...] = ()
    """Codes of `words` that list fields of the board. A picture's description leaves them out."""
    warnings: tuple[str, ...] = ()
    """Events that cost the player something the move does not show; players confirm these first."""

    @property
    def goal(self) -> Example:
        """A picture of the game's goal."""
        return self.help[0].examples[0]


def plain(text: str, most: int) -> str:
    """Text that somebody has written, in one line, without invisible characters, which not every
    database can store, and cut to `most` characters.
    """
    return "".join(filter(str.isprintable, " ".join(text.split())))[:most].strip()


def say(
    sentence: Sentence,
    fields: Fields,
    seats: tuple[str, ...] = (),
    language: NullTranslations | None = None,
) -> str:
    """The sentence in a language (default: English), with its fields filled in.

    `seats` holds the English names of the seats, which are translated, or the players' names, for
    which the catalogue has no entry.
    """
    language = language or NullTranslations()
    if isinstance(sentence, tuple):
        text = language.ngettext(*sentence, int(fields["count"]))
    else:
        text = language.gettext(sentence)
    return text.format_map(
        {name: _said(name, value, seats, language) for name, value in fields.items()}
    )


def _said(name: str, value: str | int, seats: tuple[str, ...], language: NullTranslations) -> str:
    if name == "seat" or name.endswith("_seat"):
        return language.gettext(seats[int(value) - 1])
    return language.gettext(value) if isinstance(value, Term) else str(value)
