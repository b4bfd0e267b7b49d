"""Positions in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from gettext import NullTranslations

from bot.text.match import verdict
from games.play import AnyStep, events
from games.protocol import AnyGame, Part, Position, Result, Seat, Setup
from games.texts import sentence_of
from games.words import N_, Phrase, say
from matches.model.match import Ending

ALT_LIMIT = 1024
"""The most characters of a picture's description."""

TO_MOVE = N_("{seat} is to move.")
OVER = N_("The match is over.")


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
    """The men on the board and what each seat holds, without what is printed on the board."""
    told = (said for said in game.words(position) if said.code not in game.texts.printed)
    return _fitted([phrase(game, setup, said, language) for said in told], ALT_LIMIT)


def described(
    game: AnyGame,
    setup: Setup,
    position: Position,
    language: NullTranslations,
    *,
    steps: Sequence[AnyStep] = (),
    mover: Seat | None = None,
    ending: Ending | None = None,
) -> str:
    """The description of a picture: whose turn it is, or how the match has ended; the last turn;
    the men.

    `steps` are the plies of the last turn; if it is very long, its end is left out. `mover` is the
    seat whose turn it is, and `ending` how the match has ended, if the position doesn't say so.
    """
    names = game.seat_names(setup)
    men = in_words(game, setup, position, language)
    stands = standing(game, setup, position, language, mover=mover, ending=ending)
    head = [stands] if stands else []
    head += (
        say(sentence_of(game.texts, "events", event), event.fields, names, language)
        for event in events(game, steps)
    )
    return _fitted([_fitted(head, ALT_LIMIT - 1 - len(men)), men], ALT_LIMIT)


def standing(
    game: AnyGame,
    setup: Setup,
    position: Position,
    language: NullTranslations,
    *,
    mover: Seat | None = None,
    ending: Ending | None = None,
) -> str:
    """Whose turn it is, or how the match has ended; "" if neither is known. `mover` and `ending`
    are as in `described`.
    """
    names = game.seat_names(setup)
    result = position.result
    if ending is not None and ending.ranks:
        result = Result(ending.ranks, ending.reason)
    if result is not None:
        named = [language.gettext(name) for name in names]
        return verdict(game, setup, result, named, language)
    if ending is not None:
        return language.gettext(OVER)
    seat = mover or position.to_move
    return say(TO_MOVE, {"seat": seat}, names, language) if seat else ""


def thing(
    game: AnyGame,
    setup: Setup,
    position: Position,
    parts: tuple[Part, ...],
    language: NullTranslations,
) -> str:
    """What these parts of a move refer to, if there is something to say."""
    names = game.seat_names(setup)
    return ", ".join(
        say(sentence_of(game.texts, "things", found), found.fields, names, language)
        for found in things(game, position, parts)
    )


def things(game: AnyGame, position: Position, parts: tuple[Part, ...]) -> list[Phrase]:
    """What there is to say of these parts of a move."""
    return [*filter(None, (game.thing(position, part) for part in parts))]


def _fitted(sentences: Sequence[str], room: int) -> str:
    """As many of the sentences as fit, in order."""
    text = ""
    for said in sentences:
        longer = f"{text} {said}".strip()
        if len(longer) > room:
            break
        text = longer
    return text
