"""What the director of a ladder does: removes, moves, annuls, hands over, closes."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

import discord

from bot.cogs.ladders import page
from bot.cogs.ladders.succession import OFFERS
from bot.commands import people
from bot.commands.competitions import common as shared
from bot.commands.competitions import direction as forms_of
from bot.commands.competitions import succession
from bot.commands.competitions.menu import WHO, Choice, Menu, Options
from bot.context import Interaction
from bot.delivery.competitions.due import Competitions
from bot.errors import Outdated
from bot.interactions.locale import language_of
from bot.text import competition as text
from bot.text import ladder as ladder_text
from bot.text.discord_limits import LABEL
from bot.text.match import cut
from bot.text.numbers import listed
from bot.ui import forms
from bot.ui.dispatch import Press, on
from bot.ui.forms import Field, Values
from competitions.ladders import direction
from competitions.ladders.held import Held
from competitions.model.entrants import MemberId
from games.words import N_, say

WHICH = N_("Which challenge?")
PLACE = N_("New place")
AGAINST = N_("{challenger} against {others}")


# The menu


async def _options(interaction: Interaction, held: Held, name: str, at: int) -> Options:
    """A page of an act's possible objects. Only those on the page are named."""
    if name == "annul":
        return await _challenges(interaction, held, at), len(held.ladder.challenges)
    return await _members(interaction, held, at), len(held.ladder.places)


async def _members(interaction: Interaction, held: Held, at: int) -> list[discord.SelectOption]:
    """Members, by place."""
    ids = forms_of.on_page(held.ladder.places, at)
    named = await _named(interaction, held, ids)
    return [
        discord.SelectOption(label=cut(f"{held.place_of(id_)}. {name}", LABEL), value=str(id_))
        for id_, name in named.items()
    ]


async def _challenges(interaction: Interaction, held: Held, at: int) -> list[discord.SelectOption]:
    """Running challenges."""
    language = language_of(interaction)
    shown = forms_of.on_page([*held.ladder.challenges.values()], at)
    ids = dict.fromkeys(id_ for one in shown for id_ in one.members)
    named = await _named(interaction, held, [*ids])
    found = []
    for one in shown:
        others = listed([named[id_] for id_ in one.challenged], language)
        fields = {"challenger": named[one.challenger], "others": others}
        label = cut(say(AGAINST, fields, language=language), LABEL)
        found.append(discord.SelectOption(label=label, value=str(one.number)))
    return found


async def _named(
    interaction: Interaction, held: Held, ids: Sequence[MemberId]
) -> dict[MemberId, str]:
    bot, language = interaction.client, language_of(interaction)
    return await people.members(bot, held.terms.guild, held.people, ids, language)


def _fields(
    interaction: Interaction, held: Held, name: str, language: NullTranslations
) -> list[Field]:
    """The fields of an act's form."""
    follows = text.GO_ON if name in _LETS_GO else ""
    fields = forms_of.fields(interaction, held, name, language, follows=follows)
    if name == "move":
        count = str(len(held.ladder.places))
        fields.insert(0, forms.text("place", language.gettext(PLACE), f"1 – {count}", "", most=4))
    return fields


_LETS_GO = ("remove", "annul", "close")

MENU = Menu(
    kind=page.KIND,
    choices={
        "remove": Choice(N_("Remove somebody…"), "remove", WHO),
        "move": Choice(N_("Move somebody…"), "move", WHO),
        "annul": Choice(N_("Annul a challenge…"), "annul", WHICH),
        "change": Choice(N_("Name and channel…"), "change"),
        "director": Choice(N_("Hand it over…"), "hand-over"),
        "close": Choice(N_("Close it…"), "close", grave=True),
    },
    acts=page.acts_of,
    state=ladder_text.state,
    options=_options,
    fields=_fields,
)


@on("ladder-manage")
async def manage(press: Press) -> None:
    """Shows what the director can do."""
    await MENU.show(press)


@on("ladder-act")
async def choose(press: Press) -> None:
    """Asks for the object of an act, or opens its form."""
    await MENU.choose(press)


@on("ladder-pick")
async def pick(press: Press) -> None:
    """Opens the form of an act for what was chosen."""
    held, name = await MENU.picked(press)
    await MENU.ask(press.interaction, held, name, press.choice)


# The forms, and carrying out acts


@on("ladder-form")
async def ask_again(press: Press) -> None:
    """Opens a form again after it was refused."""
    await MENU.ask_again(press)


@forms.on("ladder-form")
async def submitted(press: Press, values: Values) -> None:
    """Does what the form was for."""
    held, name, about = await MENU.submitted(press)
    database, player, id_ = press.interaction.client.database, press.player, held.id
    reason, common = forms_of.reason_in(values), shared.as_director(press, held)
    if name == "director":
        await succession.ask(press, OFFERS, held, forms_of.chosen_director(press, values))
        return
    if name == "remove":
        gone = MemberId(about)
        held = await direction.remove(database, id_, player, gone, reason=reason, **common)
    elif name == "move":
        moved, place = MemberId(about), forms_of.number_in(values, "place")
        held = await direction.move(database, id_, player, moved, place, reason=reason, **common)
    elif name == "annul":
        held = await direction.annul(database, id_, player, about, reason=reason, **common)
    elif name == "close":
        held = await direction.close(database, id_, player, reason=reason, **common)
    elif name == "change":
        changed = await forms_of.changed(press, held, values)
        manager = common["manager"]
        before = held
        held = await direction.change(database, id_, player, manager=manager, **changed)
        press.interaction.client.service(Competitions).changed(before)
    else:
        raise Outdated
    await page.show_changed(press.interaction, held)
