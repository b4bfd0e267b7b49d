"""Positions in words."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import NullTranslations

from games.protocol import AnyGame, Position, Setup
from games.texts import sentence_of
from games.words import Phrase, say

ALT_LIMIT = 1024
"""The most characters of a picture's description."""


def phrase(game: AnyGame, setup: Setup, said: Phrase, language: NullTranslations) -> str:
    """One sentence of a position in words."""
    names = game.seat_names(setup)
    return say(sentence_of(game.texts, "words", said), said.fields, names, language)


def phrases(
    game: AnyGame, setup: Setup, position: Position, language: NullTranslations
) -> Iterator[str]:
    """The position in words, sentence by sentence."""
    return (phrase(game, setup, said, language) for said in game.words(position))


def in_words(game: AnyGame, setup: Setup, position: Position, language: NullTranslations) -> str:
    """The position in words, cut at a sentence so that it fits a picture's description."""
    text = ""
    for said in phrases(game, setup, position, language):
        if len(text) + 1 + len(said) > ALT_LIMIT:
            break
        text = f"{text} {said}" if text else said
    return text
