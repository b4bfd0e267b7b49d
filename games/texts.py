"""The texts that all games share: refusals of input, and results."""

from __future__ import annotations

from collections.abc import Mapping

from games.protocol import AnyGame, Setup
from games.words import N_, Phrase, Refusal, Sentence, Texts, say

REFUSALS: Mapping[str, Sentence] = {
    "game-over": N_("The game is over."),
    "no-token": N_("That contains no move. A turn looks like this: {example}"),
    "unknown-notation": N_(
        "“{text}” is not a move of this game. A turn looks like this: {example}"
    ),
    "unknown-form": N_(
        "“{text}” is not a move of this game. {form} A turn looks like this: {example}"
    ),
    "off-board": N_("There is no {at} on the board. You can play this, for example: {example}"),
    "off-board-in": N_(
        "There is no {at} on the board, so “{text}” can't be played. You can play this, for "
        "example: {example}"
    ),
    "no-such-name": N_(
        "In “{text}”, {at} means nothing in this game. You can play this, for example: {example}"
    ),
    "turn-over": N_("The turn is complete after {played}. Leave out “{text}”."),
    "turn-unfinished": N_("The turn is not complete after {played}: something must follow."),
    "not-legal": N_("{text} is not legal here."),
    "not-an-event": N_("“{text}” is not an event of a record."),
    "no-such-seat": N_("There is no seat {number} in this match."),
    "has-withdrawn": N_("Seat {number} has already withdrawn."),
    "wrong-seats": N_("{game} can be played with {allowed} seats."),
    "unknown-option": N_("{game} has no option “{option}”. It has: {allowed}"),
    "wrong-value": N_("“{value}” is not a valid value for {option}. Allowed: {allowed}"),
    "unfit-value": N_("“{value}” is not a valid value for {option}: {why}"),
    "option-not-here": N_("The option {option} only works with {allowed} seats."),
    "option-required": N_("The option {option} is required."),
}

RESULTS: Mapping[str, Sentence] = {
    "resignation": N_("by resignation"),
    "timeout": N_("on time"),
    "agreement": N_("by agreement"),
}


def sentence_of(texts: Texts | None, kind: str, phrase: Phrase) -> Sentence:
    """The English sentence of a code: the game's own, else the shared one.

    `kind` is "refusals", "results", "events", "words" or "things". Without `texts` only shared
    sentences are used. Raises KeyError for an unknown code.
    """
    own: Mapping[str, Sentence] = getattr(texts, kind, {})
    general = {"refusals": REFUSALS, "results": RESULTS}.get(kind, {})
    return own[phrase.code] if phrase.code in own else general[phrase.code]


def result_of(game: AnyGame, setup: Setup, reason: str) -> Sentence:
    """Why a game with this setup has ended, in an English sentence. Raises KeyError for an unknown
    reason.
    """
    own = (f"{reason}:{option}={value}" for option, value in setup.options.items())
    code = next((key for key in own if key in game.texts.results), reason)
    return sentence_of(game.texts, "results", Phrase(code))


def in_english(game: AnyGame | None, refusal: Refusal, setup: Setup | None = None) -> str:
    """Why something is refused, for scripts and other programs."""
    sentence = sentence_of(game.texts if game else None, "refusals", refusal)
    return say(sentence, refusal.fields, game.seat_names(setup) if game and setup else ())
