"""What a director can choose, as menus and forms: entrants, games, results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from gettext import NullTranslations

import discord

from bot.commands import people
from bot.commands.competitions import direction
from bot.context import Bot
from bot.text import competition as text
from bot.text.discord_limits import FORM_LABEL, LABEL
from bot.text.match import cut
from bot.ui import forms
from bot.ui.forms import Field, Values
from competitions.model.entrants import EntrantId
from competitions.model.pairings import Game, How, Outcome, Pairing, games_of
from competitions.tournaments.held import Held
from games.words import N_, Fields, say

RESULT, HOW = N_("Result"), N_("How it was decided")
WINS, DRAW, NOBODY = N_("{entrant} wins"), N_("A draw"), N_("Nobody gets a point")
HIGHER_SEED = N_("If a knockout pairing is tied, the higher seed goes through.")
PLACE_OF = N_("{entrant}'s place")
GAME = N_("Round {round}, pairing {pairing}: {entrants}")
NO_RESULT = N_("no result yet")
WAITS = N_("waiting for the director")
HOWS: Mapping[How, str] = {
    "adjudged": N_("by decision"),
    "forfeit": N_("somebody didn't show up"),
    "bye": N_("a bye: a full point"),
    "excused": N_("excused: half a point"),
}


async def entrants(
    bot: Bot, held: Held, ids: Sequence[EntrantId], language: NullTranslations
) -> list[discord.SelectOption]:
    """A menu of entrants."""
    named = await people.entrants(bot, held, ids, language)
    return [
        discord.SelectOption(label=cut(name, LABEL), value=str(id_)) for id_, name in named.items()
    ]


def decidable(held: Held) -> list[Game]:
    """The games that can be decided or corrected: those that wait for the director, then others
    without a result, then those with one, latest first.
    """
    now = held.competition
    every = [game for pairings in now.rounds for one in pairings for game in games_of(one)]
    decided = [game for game in reversed(every) if game in now.outcomes]
    undecided = sorted(now.undecided, key=lambda game: game not in now.stalled)
    return [*undecided, *decided]


async def games(
    bot: Bot, held: Held, found: Sequence[Game], language: NullTranslations
) -> list[discord.SelectOption]:
    """A menu of games, with the state of each."""
    seated = (id_ for game in found for id_ in held.competition.pairing(game).seats)
    named = await people.entrants(bot, held, [*dict.fromkeys(seated)], language)
    return [_game(held, game, named, language) for game in found]


def _game(
    held: Held, game: Game, named: Mapping[EntrantId, str], language: NullTranslations
) -> discord.SelectOption:
    now, one = held.competition, held.competition.pairing(game)
    seated = " – ".join(named[id_] for id_ in one.seating(game[2]))
    fields: Fields = {"round": game[0], "pairing": game[1], "entrants": seated}
    outcome = now.outcomes.get(game)
    state = WAITS if game in now.stalled else NO_RESULT
    described = _said(outcome, language) if outcome else language.gettext(state)
    label = cut(say(GAME, fields, language=language), LABEL)
    value = ".".join(map(str, game))
    return discord.SelectOption(label=label, value=value, description=cut(described, LABEL))


def _said(outcome: Outcome, language: NullTranslations) -> str:
    how = HOWS.get(outcome.how) or text.HOWS.get(outcome.how)
    ranks = " – ".join(f"{rank}." for rank in outcome.ranks)
    return ranks if how is None else f"{ranks} ({language.gettext(how)})"


def ruling(
    one: Pairing,
    game: Game,
    known: Outcome | None,
    named: Mapping[EntrantId, str],
    language: NullTranslations,
    *,
    knockout: bool,
) -> Iterator[Field]:
    """The fields for ruling on a game: the result, how it came about, the reason. In a `knockout`,
    one of the two goes on.
    """
    seating = one.seating(game[2])
    if len(seating) == 2:
        yield _of_two([named[id_] for id_ in seating], known, knockout, language)
    elif len(seating) > 2:
        places = {str(rank): f"{rank}." for rank in range(1, len(seating) + 1)}
        for seat, id_ in enumerate(seating):
            label = cut(say(PLACE_OF, {"entrant": named[id_]}, language=language), FORM_LABEL)
            chosen = [str(known.ranks[seat])] if known else []
            yield forms.choice(f"place{seat}", label, "", places, chosen, required=True)
    if len(seating) < 4:
        hows: tuple[How, ...] = ("bye", "excused", "forfeit") if one.bye else _OF_GAMES
        said: dict[str, str] = {how: language.gettext(HOWS[how]) for how in hows}
        usual = known.how if known is not None and known.how in said else hows[0]
        yield forms.choice("how", language.gettext(HOW), "", said, [usual])
    yield direction.reason(language)


_OF_GAMES: tuple[How, ...] = ("adjudged", "forfeit")


def _of_two(
    names_: Sequence[str], known: Outcome | None, knockout: bool, language: NullTranslations
) -> Field:
    """All possible results of a game of two, by ranks."""
    first, second = (say(WINS, {"entrant": name}, language=language) for name in names_)
    results = {
        "1,2": first,
        "2,1": second,
        "1,1": language.gettext(DRAW),
        "2,2": language.gettext(NOBODY),
    }
    chosen = [",".join(map(str, known.ranks))] if known else []
    hint = language.gettext(HIGHER_SEED) if knockout else ""
    return forms.choice("result", language.gettext(RESULT), hint, results, chosen, required=True)


def ranks(values: Values, seats: int) -> tuple[int, ...]:
    """The ranks in a form, in the order of seats. Empty if one is missing."""
    if seats == 1:
        return (1,)
    if seats == 2:
        chosen = forms.one(values, "result")
        return tuple(map(int, chosen.split(","))) if chosen else ()
    given = [forms.one(values, f"place{seat}") for seat in range(seats)]
    return tuple(map(int, given)) if all(given) else ()


def how(values: Values) -> str:
    """How the result came about, from a form."""
    return forms.one(values, "how") or "adjudged"
