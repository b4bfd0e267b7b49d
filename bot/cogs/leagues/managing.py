"""What the director of a league does: adds, removes, hands over, ends, cancels."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any

import discord
from discord import ButtonStyle

from bot.cogs.leagues import page
from bot.cogs.leagues.handing_over import KIND
from bot.commands import competitions as shared
from bot.commands import directing as forms_of
from bot.commands import handing_over, people
from bot.context import Bot, Interaction
from bot.delivery import answers
from bot.errors import Outdated
from bot.interactions.locale import language_of
from bot.messages import league as message
from bot.messages.competition import act_button
from bot.text import league as league_text
from bot.text.discord_limits import LABEL
from bot.text.match import cut
from bot.ui import forms
from bot.ui.controls import NO_MATCH, Control, custom_id, number
from bot.ui.dispatch import Press, on
from bot.ui.forms import Field, Values
from bot.ui.layout import heading
from bot.ui.message import Reply
from competitions.leagues import directing
from competitions.leagues.acts import Act
from competitions.leagues.held import Held
from competitions.leagues.opening import LONGEST_NAME
from competitions.model.entrants import MemberId
from games.words import N_

WHO, BACK = N_("Who?"), N_("Back")


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that a director can do: its button, the act that it stands for, and the question
    what it is about, if it has to be chosen from a menu.
    """

    label: str
    act: Act
    asks: str = ""
    grave: bool = False


CHOICES: dict[str, Choice] = {
    "computer": Choice(N_("Add a computer player…"), "enter", forms_of.LEVEL),
    "dismiss": Choice(N_("Remove somebody from the list…"), "dismiss", WHO),
    "change": Choice(N_("Name and channel…"), "change"),
    "director": Choice(N_("Hand it over…"), "hand-over"),
    "end": Choice(N_("End after this season…"), "end", grave=True),
    "cancel": Choice(N_("Cancel it…"), "cancel", grave=True),
}


# The menu


@on("league-manage")
async def manage(press: Press) -> None:
    """Shows what the director can do."""
    await shared.acknowledge(press)
    held, _ = await _directed(press)
    acts = page.acts_of(press.interaction, held)
    lost = await shared.is_lost(press.interaction, held)
    reply = menu_of(held, acts, language_of(press.interaction), lost=lost)
    await answers.show_reply(press.interaction, reply)


async def _directed(press: Press, pattern: str = "") -> tuple[Held, tuple[Any, ...]]:
    """The league that a director's control is about. Raises CompetitionError."""
    held, more = await page.pressed(press, pattern)
    shared.require_director(press.interaction, held)
    return held, more


def menu_of(
    held: Held, acts: Collection[Act], language: NullTranslations, *, lost: bool = False
) -> Reply:
    """What the director can do now, as buttons. `lost`: its channel can't be written in."""
    state = league_text.state(held, language)
    parts = forms_of.menu_parts(held, state, language, lost=lost)
    return Reply("", tuple(_controls(held, acts, language)), parts=parts)


def _controls(held: Held, acts: Collection[Act], language: NullTranslations) -> Iterator[Control]:
    for name, one in CHOICES.items():
        if one.act in acts:
            style = ButtonStyle.danger if one.grave else ButtonStyle.secondary
            yield act_button(one.label, "league-act", held.id, language, name, 0, style=style)
    yield message.page_button(held, language, "about", BACK)


@on("league-act")
async def choose(press: Press) -> None:
    """Asks what the act is about, or opens its form."""
    held, (name, at) = await _directed(press, r"/([a-z]+)/(\d{1,4})")
    if name not in CHOICES:
        raise Outdated
    if not CHOICES[name].asks:
        await _ask(press.interaction, held, name)
        return
    await shared.acknowledge(press)
    reply = await _choosing(press.interaction, held, name, number(at))
    await answers.show_reply(press.interaction, reply)


async def _choosing(interaction: Interaction, held: Held, name: str, at: int) -> Reply:
    """A page of a menu: of levels, or of those who have signed up. Only those on it are named."""
    language, signed = language_of(interaction), held.league.signed
    if name == "computer":
        options, turning = forms_of.levels(language), list[Control]()
    else:
        options = await _members(interaction, held, forms_of.on_page(signed, at))
        turning = forms_of.turning(
            signed, at, lambda to: custom_id("league-act", NO_MATCH, 0, f"{held.id}/{name}/{to}")
        )
    return forms_of.choosing(
        heading(language.gettext(CHOICES[name].label)),
        language.gettext(CHOICES[name].asks),
        custom_id("league-pick", NO_MATCH, 0, f"{held.id}/{name}"),
        options,
        language,
        back=act_button(BACK, "league-manage", held.id, language),
        turning=turning,
    )


async def _members(
    interaction: Interaction, held: Held, ids: Sequence[MemberId]
) -> list[discord.SelectOption]:
    bot, language = interaction.client, language_of(interaction)
    named = await people.members(bot, held.terms.guild, held.people, ids, language)
    return [
        discord.SelectOption(label=cut(one, LABEL), value=str(id_)) for id_, one in named.items()
    ]


@on("league-pick")
async def pick(press: Press) -> None:
    """Goes on with what was chosen: to a form, or to the deed."""
    held, (name,) = await _directed(press, r"/([a-z]+)")
    if name == "dismiss":
        await _ask(press.interaction, held, name, press.choice)
        return
    if name != "computer":
        raise Outdated
    await shared.acknowledge(press)
    taken = [held.people.get(id_) for id_ in held.league.signed]
    (one,) = forms_of.free_computer_players(number(press.choice), taken)
    held = await directing.enter(
        press.interaction.client.database,
        held.id,
        press.player,
        one,
        **shared.as_director(press, held),
    )
    await page.seen_to(press.interaction, held)


# Forms

_FORM = r"/([a-z]+)/(\d{1,9})"
"""What a form is for: an act, and whom or what that is about."""


async def _ask(interaction: Interaction, held: Held, name: str, about: str = "0") -> None:
    """Opens the form of an act: mostly for its reason."""
    language = language_of(interaction)
    to = custom_id("league-form", NO_MATCH, 0, f"{held.id}/{name}/{number(about)}")
    title = language.gettext(CHOICES[name].label).rstrip(" …")
    await forms.show(interaction, title, to, _fields(interaction, held, name, language))


@on("league-form")
async def ask_again(press: Press) -> None:
    """Opens a form that was refused."""
    held, (name, about) = await _directed(press, _FORM)
    if name not in CHOICES:
        raise Outdated
    await _ask(press.interaction, held, name, about)


def _fields(
    interaction: Interaction, held: Held, name: str, language: NullTranslations
) -> list[Field]:
    if name == "director":
        return [forms_of.director(language)]
    if name == "change":
        return [*forms_of.name_and_channel(interaction, held, language, LONGEST_NAME)]
    return [forms_of.reason(language)]


@forms.on("league-form")
async def submitted(press: Press, values: Values) -> None:
    """Does what a form was for."""
    await shared.acknowledge(press)
    held, (name, about) = await _directed(press, _FORM)
    database, player, id_ = press.interaction.client.database, press.player, held.id
    reason, common = forms_of.reason_in(values), shared.as_director(press, held)
    if name == "director":
        await handing_over.ask(press, KIND, held, forms_of.chosen_director(press, values))
        return
    if name == "cancel":
        held = await directing.cancel(database, id_, player, reason=reason, **common)
    elif name == "end":
        held = await directing.end(database, id_, player, reason=reason, **common)
    elif name == "dismiss":
        gone = MemberId(number(about))
        held = await directing.dismiss(database, id_, player, gone, reason=reason, **common)
    elif name == "change":
        changed = await forms_of.changed(press, held, values)
        manager = common["manager"]
        held = await directing.change(database, id_, player, manager=manager, **changed)
    else:
        raise Outdated
    await page.seen_to(press.interaction, held)


async def setup(_: Bot) -> None:
    """Only controls belong to this part."""
