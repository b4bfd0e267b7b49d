"""Clocks as people write them, in English and German: `3 days`, `24h + 12h`, `10 min`, `1 Woche`.

Both languages are understood, whatever the user's language is: people type what they have read
elsewhere. A text is read once, from left to right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from itertools import chain
from string import ascii_lowercase

from matches.model.clock import TURN, Clock

LONGEST = 100
"""The most characters of a text that is read."""

UNITS = {
    timedelta(days=1): "days day tage tag tagen d t",
    timedelta(hours=1): "hours hour stunden stunde std h hr hrs st",
    timedelta(minutes=1): "minutes minute minuten min mins m",
    timedelta(weeks=1): "weeks week wochen woche w wk",
    timedelta(seconds=1): "seconds second sekunden sekunde sek sec secs s",
}
"""The words for each unit. A bare number is completed with the first word, in this order."""
_UNITS = {word: unit for unit, words in UNITS.items() for word in words.split()}
_ONE = frozenset(["a", "an", "one", "ein", "eine", "einen", "einer"])
_EACH_TURN = frozenset(
    ["a", "per", "each", "every", "turn", "for", "pro", "je", "jeden", "für", "zug"]
)
"""Words that may follow a time: `a turn`, `pro Zug` and so on."""
_LETTERS = f"{ascii_lowercase}äöü"
_TOKEN = re.compile(rf"\s*(?:(?P<number>[0-9]{{1,6}})|(?P<word>[{_LETTERS}]+)\.?|(?P<sign>[+/]))")


def read_words(text: str) -> Clock:
    """The clock that a text means. Any text of `Clock.read` is understood, too. Raises ValueError.

    A single time of an hour or more is for each turn; a shorter one is for the whole match.
    """
    with suppress(ValueError):
        return Clock.read(text)
    typed = text.strip().casefold()
    if len(typed) > LONGEST:
        raise ValueError("too long for a clock")
    time, *more = _times(typed)
    if more:
        return Clock(time, *more)
    return Clock.each_turn(time) if time >= TURN[0] else Clock(time, timedelta())


def completions(typed: str) -> Iterator[Clock]:
    """The clocks that a text means, or could mean once it is finished: with a unit after its last
    number, or the rest of its last word.
    """
    text = typed.strip().casefold()
    begun = text[len(text.rstrip(_LETTERS)) :]
    tails = [word.removeprefix(begun) for word in _UNITS if begun and word.startswith(begun)]
    if text[-1:].isdigit():
        tails = [f" {words.split()[0]}" for words in UNITS.values()]
    for tail in chain([""], tails):
        with suppress(ValueError):
            yield read_words(text + tail)


def _times(text: str) -> list[timedelta]:
    """One to three times: the initial one, the increment per turn, and the maximum. Raises
    ValueError.
    """
    words, times, at = [*_tokens(text)], list[timedelta](), 0
    while words and words[-1] in _EACH_TURN:
        words.pop()
    for sign in ("", "+", "/"):
        if sign and words[at : at + 1] == [sign]:
            at += 1
        elif sign:
            break
        begun, time = at, timedelta()
        while at + 1 < len(words) and (counted := _count(words[at])) and words[at + 1] in _UNITS:
            time += counted * _UNITS[words[at + 1]]
            at += 2
        if at == begun:
            raise ValueError(f"no time: {text!r}")
        times.append(time)
    if at < len(words):
        raise ValueError(f"not a clock: {text!r}")
    return times


def _count(word: str) -> int:
    """The number that a word means; 0 also for a word that is no number."""
    if word in _ONE:
        return 1
    return int(word) if word.isdigit() else 0


def _tokens(text: str) -> Iterator[str]:
    """The numbers, words and signs of a text. Raises ValueError for anything else."""
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise ValueError(f"not a clock: {text!r}")
        yield found["number"] or found["word"] or found["sign"]
        at = found.end()
