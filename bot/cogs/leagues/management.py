"""What the director of a league does: begins early, adds, removes, hands over, ends, cancels."""

from __future__ import annotations

from gettext import NullTranslations

import discord
from discord import ButtonStyle

from bot.cogs.leagues import page
from bot.cogs.leagues.succession import OFFERS
from bot.commands import people
from bot.commands.competitions import common as shared
from bot.commands.competitions import direction as forms_of
from bot.commands.competitions import succession
from bot.commands.competitions.menu import BACK, WHO, Choice, Menu, Options
from bot.context import Interaction
from bot.delivery.competitions.due import Competitions
from bot.delivery.transport import answers
from bot.errors import Outdated
from bot.interactions.locale import language_of
from bot.messages.competitions.tournament import act_button
from bot.text import competition as text
from bot.text import league as league_text
from bot.text.discord_limits import LABEL
from bot.text.match import cut
from bot.ui import forms
from bot.ui.controls import number
from bot.ui.dispatch import Press, on
from bot.ui.forms import Field, Values
from bot.ui.layout import Text, heading
from bot.ui.message import Reply
from competitions.leagues import direction
from competitions.leagues.creation import LONGEST_NAME
from competitions.leagues.held import Held
from competitions.leagues.seasons import require_coming
from competitions.model.entrants import MemberId
from games.words import N_, NN_, Fields, say
from matches.model.ids import PlayerId

BEGIN, BEGINS = N_("Begin the season now…"), N_("Begin season {season}")
SURE = NN_(
    "Season {season} will begin right away with {count} player, instead of on {time}. Nobody can "
    "join it after that.",
    "Season {season} will begin right away with {count} players, instead of on {time}. Nobody can "
    "join it after that.",
)

FOLLOWS = {
    "dismiss": N_("They won't be playing next season."),
    "end": N_("The current season will be played to the end."),
    "cancel": text.GO_ON,
}
"""The consequences of these acts, as their forms say them."""

# The menu


async def _options(interaction: Interaction, held: Held, name: str, at: int) -> Options:
    """Computer players, or members who have signed up. Only those on the page are named."""
    bot, language, signed = interaction.client, language_of(interaction), held.league.signed
    if name == "computer":
        free = forms_of.computer_players(_signed(held), language)
        return free, len(free)
    ids = forms_of.on_page(signed, at)
    named = await people.members(bot, held.terms.guild, held.people, ids, language)
    options = [
        discord.SelectOption(label=cut(one, LABEL), value=str(id_)) for id_, one in named.items()
    ]
    return options, len(signed)


def _signed(held: Held) -> list[PlayerId | None]:
    return [held.people.get(id_) for id_ in held.league.signed]


def _fields(
    interaction: Interaction, held: Held, name: str, language: NullTranslations
) -> list[Field]:
    follows = FOLLOWS.get(name, "")
    if name == "end" and held.league.status != "running":
        follows = ""
    return forms_of.fields(interaction, held, name, language, LONGEST_NAME, follows=follows)


MENU = Menu(
    kind=page.KIND,
    choices={
        "begin": Choice(BEGIN, "begin", action="league-begin"),
        "computer": Choice(N_("Add computer players…"), "enter", forms_of.WHICH, several=True),
        "dismiss": Choice(N_("Remove from the list…"), "dismiss", WHO),
        "change": Choice(N_("Name and channel…"), "change"),
        "director": Choice(N_("Hand it over…"), "hand-over"),
        "end": Choice(N_("End after this season…"), "end", grave=True),
        "cancel": Choice(N_("Cancel it…"), "cancel", grave=True),
    },
    acts=page.acts_of,
    state=league_text.managed,
    options=_options,
    fields=_fields,
)


@on("league-manage")
async def manage(press: Press) -> None:
    """Shows what the director can do."""
    await MENU.show(press)


@on("league-act")
async def choose(press: Press) -> None:
    """Asks for the object of an act, or opens its form."""
    await MENU.choose(press)


@on("league-pick")
async def pick(press: Press) -> None:
    """Goes on with what was chosen: to a form, or to the act itself."""
    held, name = await MENU.picked(press)
    if name != "computer":
        await MENU.ask(press.interaction, held, name, press.choice)
        return
    await answers.acknowledge(press.interaction)
    chosen = forms_of.chosen_computer_players(press, _signed(held))
    held = await direction.enter(
        press.interaction.client.database,
        held.id,
        press.player,
        *chosen,
        **shared.as_director(press, held),
    )
    shared.wake(press.interaction)
    await MENU.show_of(press.interaction, held)


# Beginning early


@on("league-begin")
async def ask_to_begin(press: Press) -> None:
    """Asks whether the next season should begin now."""
    await answers.acknowledge(press.interaction)
    held, _ = await page.KIND.directed(press)
    language, season = language_of(press.interaction), held.league.season + 1
    require_coming(held.league, season)
    fields: Fields = {
        "season": season,
        "count": len(held.league.signed),
        "time": discord.utils.format_dt(held.terms.starts_at, "f"),
    }
    label, style = say(BEGINS, {"season": season}, language=language), ButtonStyle.success
    controls = (
        act_button(label, "league-begun", held.id, language, season, style=style),
        act_button(BACK, "league-manage", held.id, language),
    )
    head = heading(language.gettext(BEGIN).rstrip(" …"))
    split = league_text.split(held.league.next_divisions(held.league.signed), language)
    parts = (head, Text(f"{say(SURE, fields, language=language)}\n{split}."))
    await answers.show_reply(press.interaction, Reply("", controls, parts=parts))


@on("league-begun")
async def begin(press: Press) -> None:
    """Begins the season that the button names."""
    await answers.acknowledge(press.interaction)
    held, (season,) = await page.KIND.directed(press, r"/(\d{1,4})")
    held = await direction.begin(
        press.interaction.client.database,
        held.id,
        press.player,
        number(season),
        **shared.as_director(press, held),
    )
    await page.show_changed(press.interaction, held)


# The forms, and carrying out acts


@on("league-form")
async def ask_again(press: Press) -> None:
    """Opens a form again after it was refused."""
    await MENU.ask_again(press)


@forms.on("league-form")
async def submitted(press: Press, values: Values) -> None:
    """Does what the form was for."""
    held, name, about = await MENU.submitted(press)
    database, player, id_ = press.interaction.client.database, press.player, held.id
    reason, common = forms_of.reason_in(values), shared.as_director(press, held)
    if name == "director":
        await succession.ask(press, OFFERS, held, forms_of.chosen_director(press, values))
        return
    if name == "cancel":
        held = await direction.cancel(database, id_, player, reason=reason, **common)
    elif name == "end":
        held = await direction.end(database, id_, player, reason=reason, **common)
    elif name == "dismiss":
        gone = MemberId(about)
        held = await direction.dismiss(database, id_, player, gone, reason=reason, **common)
    elif name == "change":
        changed = await forms_of.changed(press, held, values)
        manager = common["manager"]
        before = held
        held = await direction.change(database, id_, player, manager=manager, **changed)
        press.interaction.client.service(Competitions).changed(before)
    else:
        raise Outdated
    await page.show_changed(press.interaction, held)
