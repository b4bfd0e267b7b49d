"""Refusals of games and of `matches` as sentences."""

from __future__ import annotations

from gettext import NullTranslations

from bot.text.match import mention
from bot.text.verbatim import verbatim
from games.protocol import AnyGame, Setup
from games.texts import sentence_of
from games.words import Refusal, Term, say
from matches.model import texts
from matches.model.errors import TableError
from matches.model.ids import PlayerId

LONGEST = 120
"""The most characters of typed text that are quoted."""
_TYPED = ("text", "value", "option", "played")


def refusal(
    game: AnyGame | None, refused: Refusal, language: NullTranslations, setup: Setup | None
) -> str:
    """The sentence of a game's refusal. The match's setup is needed to name seats."""
    sentence = sentence_of(game.texts if game else None, "refusals", refused)
    names = game.seat_names(setup) if game and setup else ()
    return say(sentence, spoken(refused, language), names, language)


def of_table(error: TableError, language: NullTranslations) -> str:
    """The sentence of a refusal by `matches`."""
    refused = error.refusal
    return say(texts.REFUSALS[refused.code], spoken(refused, language), language=language)


def spoken(refused: Refusal, language: NullTranslations) -> dict[str, str | int]:
    """The fields as shown: players as mentions, times in the reader's own time zone, and typed text
    quoted.
    """
    fields: dict[str, str | int] = {}
    for name, value in refused.fields.items():
        if name == "player" or name.endswith("_player"):
            fields[name] = mention(PlayerId(int(value)) or None, language)
        elif name.endswith("_at"):
            fields[name] = f"<t:{value}:R>"
        elif isinstance(value, str) and not isinstance(value, Term):
            long = name in _TYPED and len(value) > LONGEST
            shown = value[: LONGEST - 1] + "…" if long else value
            fields[name] = verbatim(shown)
        else:
            fields[name] = value
    return fields
