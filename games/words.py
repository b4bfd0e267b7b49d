"""Sentences as data: a code and fields here, English and its translations elsewhere.

Rules never build sentences. They give codes; a game's `texts.py` holds the English sentence of
each code, gettext its translation, and `say` puts the fields in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from gettext import NullTranslations
from typing import TypeAlias


def N_(sentence: str) -> str:
    """Marks a sentence for translation and leaves it as it is."""
    return sentence


def NN_(singular: str, plural: str) -> tuple[str, str]:
    """Marks a sentence with a plural form, chosen by its field `count`."""
    return singular, plural


class Term(str):
    """A field's value that is itself to be translated, such as the name of a colour or a man."""

    __slots__ = ()


Fields: TypeAlias = Mapping[str, "str | int"]
"""Values for a sentence: tokens and points as str, words as `Term`, numbers as int.

A field named `seat`, or whose name ends in `_seat`, holds a seat's number and is said as the
seat's name.
"""

Sentence: TypeAlias = "str | tuple[str, str]"
"""English with `{fields}`; two forms where the field `count` decides between one and many."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """Something to say about a game: a code that its texts hold, and the fields to put in."""

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
    """A position to be shown: tokens played from the start of a setup, or from a written position.

    `line` holds the tokens, separated by blanks; its last turn may be unfinished. They are played
    from `position`, the text of one at the start of a turn, or, where that is empty, from the start
    of the setup that `seats` and `options` describe in the way of `games.play.setup`.
    """

    line: str = ""
    position: str = ""
    seats: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Example(Situation):
    """A picture in a game's help, with the marks of the last turn, and what is to be seen on it."""

    caption: str


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a game's help: a title, a text of short paragraphs in Markdown, pictures."""

    title: str
    body: str
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson(Situation):
    """A task for the seat to act. Any legal turn solves it that brings about the `goal`.

    `goal` is the code of an event of the turn, or the reason of the result that it leads to;
    `which` are fields that the event must have. `answer` is one solution.
    """

    task: str
    goal: str
    answer: str
    hint: str
    praise: str
    which: Fields = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Texts:
    """All that a game says, in English. Every code that its rules use is a key here.

    `seats` names the seats in turn order ("White"); `options` has a sentence for each option key
    and, as `key=value`, a label for each value; `phases`, `parts` (what is chosen next), `words`
    (the position in words), `refusals`, `events` and `results` (by reason) are by code; `terms`
    lists the values that are used as `Term`.
    """

    summary: str
    seats: tuple[str, ...]
    help: tuple[Section, ...]
    example: str
    """A token to show what a turn of this game looks like."""
    parts: Mapping[str, str]
    words: Mapping[str, Sentence]
    refusals: Mapping[str, Sentence]
    events: Mapping[str, Sentence]
    results: Mapping[str, Sentence]
    phases: Mapping[str, str] = field(default_factory=lambda: {"play": N_("The game")})
    options: Mapping[str, str] = field(default_factory=dict)
    terms: tuple[str, ...] = ()
    lessons: tuple[Lesson, ...] = ()
    """The steps of the tutorial, the easiest first."""
    warnings: tuple[str, ...] = ()
    """Events that cost a player something which the move does not show: to be confirmed."""


def say(
    sentence: Sentence,
    fields: Fields,
    seats: tuple[str, ...] = (),
    language: NullTranslations | None = None,
) -> str:
    """The sentence in a language (English without one), with its fields put in.

    `seats` are the English names of the seats, or the players' names, which have no translation
    and stay as they are.
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
