"""How a director decides a game, or corrects its result."""

from __future__ import annotations

from typing import cast

from bot.cogs.tournaments import _choices, page
from bot.cogs.tournaments.page import KIND
from bot.commands import people
from bot.commands.competitions import common as shared
from bot.commands.competitions import direction
from bot.commands.competitions.menu import BACK
from bot.context import Interaction
from bot.delivery.transport import answers
from bot.interactions.locale import language_of
from bot.messages.competitions.tournament import act_button
from bot.text.discord_limits import OPTIONS
from bot.text.stages import stage
from bot.ui import forms
from bot.ui.controls import NO_MATCH, custom_id, menu, number, pager
from bot.ui.dispatch import Press, on
from bot.ui.forms import Values
from bot.ui.layout import Text, heading
from bot.ui.message import Reply
from competitions.formats.tree import Knockout
from competitions.model.errors import CompetitionError
from competitions.model.pairings import Game, Ruling
from competitions.tournaments import rulings
from competitions.tournaments.held import Held
from games.words import N_

TITLE, WHICH, CHOICE = N_("Decide a match"), N_("Which match?"), N_("Match")
CORRECT = N_("Correct a result")
NOTHING = N_("There are no matches yet.")


async def choose(interaction: Interaction, held: Held, at: int) -> None:
    """Shows a page of the games that can be decided; those that wait for a decision come first."""
    language = language_of(interaction)
    games = _choices.decidable(held)
    first = at * OPTIONS
    shown = games[first : first + OPTIONS]
    options = await _choices.games(interaction.client, held, shown, language)
    back = act_button(BACK, "cup-manage", held.id, language)
    head = heading(language.gettext(TITLE))
    if not options:
        reply = Reply("", (back,), parts=(head, Text(language.gettext(NOTHING))))
        await answers.show_reply(interaction, reply)
        return
    to = custom_id("cup-game", NO_MATCH, 0, held.id)
    found = [menu(language.gettext(CHOICE), to, options)]
    found += pager(
        at,
        lambda page: custom_id("cup-act", NO_MATCH, 0, f"{held.id}/decide/{page}"),
        more=first + OPTIONS < len(games),
    )
    await answers.show_reply(
        interaction, Reply("", (*found, back), parts=(head, Text(language.gettext(WHICH))))
    )


@on("cup-game")
async def ask(press: Press) -> None:
    """Opens the form for the result of a game."""
    held, _ = await KIND.directed(press)
    await _ask(press.interaction, held, press.choice)


@on("cup-rule")
async def ask_again(press: Press) -> None:
    """Opens a form again after it was refused."""
    held, (text, _) = await KIND.directed(press, _FORM)
    await _ask(press.interaction, held, text)


async def _ask(interaction: Interaction, held: Held, text: str) -> None:
    """Opens the form for a game. It remembers what the director sees now."""
    language, game = language_of(interaction), _game(text)
    one, known = held.competition.pairing(game), held.competition.outcomes.get(game)
    named = people.numbered_entrants(interaction.client, held, one.seats, language)
    knockout = bool(stage(Knockout.of(held.competition), one, language))
    fields = [*_choices.ruling(one, game, known, named, language, knockout=knockout)]
    act = "correct" if known else "decide"
    to = custom_id("cup-rule", NO_MATCH, held.seq, f"{held.id}/{text}/{act}")
    await forms.show(interaction, language.gettext(_TITLES[act]), to, fields)


_FORM = r"/([0-9.]{5,30})/(decide|correct)"
_TITLES = {"decide": TITLE, "correct": CORRECT}


def _game(text: str) -> Game:
    """The game that a control names. Raises Outdated."""
    round_, pairing, game = (number(one) for one in (*text.split("."), "", "", "")[:3])
    return round_, pairing, game


@forms.on("cup-rule")
async def submitted(press: Press, values: Values) -> None:
    """Decides the game, or corrects it if it had a result when the form was opened."""
    await answers.acknowledge(press.interaction)
    held, (text, act) = await KIND.directed(press, _FORM)
    game = _game(text)
    seating = held.competition.pairing(game).seating(game[2])
    given = _choices.ranks(values, len(seating))
    if not given:
        raise CompetitionError("wrong-ranks", seats=len(seating))
    ranks = dict(zip(seating, given, strict=True))
    how = cast("Ruling", _choices.how(values))
    reason = direction.reason_in(values)
    rule = rulings.correct if act == "correct" else rulings.decide
    held = await rule(
        press.interaction.client.database,
        held.id,
        press.player,
        game,
        ranks,
        seen=press.seq,
        reason=reason,
        how=how,
        **shared.as_director(press, held),
    )
    await page.show_changed(press.interaction, held)
