"""What the director of a ladder does: removes, moves, annuls, hands over, closes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any

import discord
from discord import ButtonStyle

from bot.cogs.ladders import page
from bot.cogs.ladders.handing_over import KIND
from bot.commands import competitions as shared
from bot.commands import directing as forms_of
from bot.commands import handing_over, people
from bot.context import Bot, Interaction
from bot.delivery import answers
from bot.errors import Outdated
from bot.interactions.locale import language_of
from bot.messages import ladder as message
from bot.messages.competition import act_button
from bot.text import ladder as ladder_text
from bot.text.discord_limits import LABEL
from bot.text.match import cut
from bot.ui import forms
from bot.ui.controls import NO_MATCH, Control, custom_id, number
from bot.ui.dispatch import Press, on
from bot.ui.forms import Field, Values
from bot.ui.layout import heading
from bot.ui.message import Reply
from competitions.ladders import directing
from competitions.ladders.acts import Act
from competitions.ladders.held import Held
from competitions.model.entrants import MemberId
from games.words import N_, say

WHO, WHICH, BACK = N_("Who?"), N_("Which challenge?"), N_("Back")
PLACE = N_("New place")
AGAINST = N_("{challenger} against {others}")


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that a director can do: its button, and the act that it stands for. If it is about
    members or challenges, `options` are what can be chosen, and `asks` is the question.
    """

    label: str
    act: Act
    asks: str = ""
    grave: bool = False


CHOICES: dict[str, Choice] = {
    "remove": Choice(N_("Remove somebody…"), "remove", WHO),
    "move": Choice(N_("Move somebody to another place…"), "move", WHO),
    "annul": Choice(N_("Annul a challenge…"), "annul", WHICH),
    "change": Choice(N_("Name and channel…"), "change"),
    "director": Choice(N_("Hand it over…"), "hand-over"),
    "close": Choice(N_("Close it…"), "close", grave=True),
}


# The menu


@on("ladder-manage")
async def manage(press: Press) -> None:
    """Shows what the director can do."""
    await shared.acknowledge(press)
    held, _ = await _directed(press)
    acts = page.acts_of(press.interaction, held)
    lost = await shared.is_lost(press.interaction, held)
    reply = menu_of(held, acts, language_of(press.interaction), lost=lost)
    await answers.show_reply(press.interaction, reply)


async def _directed(press: Press, pattern: str = "") -> tuple[Held, tuple[Any, ...]]:
    """The ladder that a director's control is about. Raises CompetitionError."""
    held, more = await page.pressed(press, pattern)
    shared.require_director(press.interaction, held)
    return held, more


def menu_of(
    held: Held, acts: Collection[Act], language: NullTranslations, *, lost: bool = False
) -> Reply:
    """What the director can do now, as buttons. `lost`: its channel can't be written in."""
    state = ladder_text.state(held, language)
    parts = forms_of.menu_parts(held, state, language, lost=lost)
    return Reply("", tuple(_controls(held, acts, language)), parts=parts)


def _controls(held: Held, acts: Collection[Act], language: NullTranslations) -> Iterator[Control]:
    for name, one in CHOICES.items():
        if one.act in acts:
            style = ButtonStyle.danger if one.grave else ButtonStyle.secondary
            yield act_button(one.label, "ladder-act", held.id, language, name, 0, style=style)
    yield message.page_button(held, language, "about", BACK)


@on("ladder-act")
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
    """A page of a menu. Only those on it are named."""
    language = language_of(interaction)
    if name == "annul":
        every: Sequence[object] = [*held.ladder.challenges.values()]
        options = await _challenges(interaction, held, at)
    else:
        every = held.ladder.places
        options = await _members(interaction, held, at)
    return forms_of.choosing(
        heading(language.gettext(CHOICES[name].label)),
        language.gettext(CHOICES[name].asks),
        custom_id("ladder-pick", NO_MATCH, 0, f"{held.id}/{name}"),
        options,
        language,
        back=act_button(BACK, "ladder-manage", held.id, language),
        turning=forms_of.turning(
            every, at, lambda to: custom_id("ladder-act", NO_MATCH, 0, f"{held.id}/{name}/{to}")
        ),
    )


async def _members(interaction: Interaction, held: Held, at: int) -> list[discord.SelectOption]:
    """Members by their places."""
    ids = forms_of.on_page(held.ladder.places, at)
    named = await _named(interaction, held, ids)
    return [
        discord.SelectOption(label=cut(f"{held.place_of(id_)}. {name}", LABEL), value=str(id_))
        for id_, name in named.items()
    ]


async def _challenges(interaction: Interaction, held: Held, at: int) -> list[discord.SelectOption]:
    """Challenges that are running."""
    language = language_of(interaction)
    shown = forms_of.on_page([*held.ladder.challenges.values()], at)
    ids = dict.fromkeys(id_ for one in shown for id_ in one.members)
    named = await _named(interaction, held, [*ids])
    found = []
    for one in shown:
        others = ", ".join(named[id_] for id_ in one.challenged)
        fields = {"challenger": named[one.challenger], "others": others}
        label = cut(say(AGAINST, fields, language=language), LABEL)
        found.append(discord.SelectOption(label=label, value=str(one.number)))
    return found


async def _named(
    interaction: Interaction, held: Held, ids: Sequence[MemberId]
) -> dict[MemberId, str]:
    bot, language = interaction.client, language_of(interaction)
    return await people.members(bot, held.terms.guild, held.people, ids, language)


@on("ladder-pick")
async def pick(press: Press) -> None:
    """Opens the form of an act for what was chosen."""
    held, (name,) = await _directed(press, r"/([a-z]+)")
    if name not in CHOICES:
        raise Outdated
    await _ask(press.interaction, held, name, press.choice)


# Forms

_FORM = r"/([a-z]+)/(\d{1,9})"
"""What a form is for: an act, and whom or what that is about."""


async def _ask(interaction: Interaction, held: Held, name: str, about: str = "0") -> None:
    """Opens the form of an act: mostly for its reason."""
    language = language_of(interaction)
    to = custom_id("ladder-form", NO_MATCH, 0, f"{held.id}/{name}/{number(about)}")
    title = language.gettext(CHOICES[name].label).rstrip(" …")
    await forms.show(interaction, title, to, _fields(interaction, held, name, language))


@on("ladder-form")
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
        return [*forms_of.name_and_channel(interaction, held, language)]
    fields = [forms_of.reason(language)]
    if name == "move":
        count = str(len(held.ladder.places))
        fields.insert(0, forms.text("place", language.gettext(PLACE), f"1 – {count}", "", most=4))
    return fields


@forms.on("ladder-form")
async def submitted(press: Press, values: Values) -> None:
    """Does what a form was for."""
    await shared.acknowledge(press)
    held, (name, about) = await _directed(press, _FORM)
    database, player, id_ = press.interaction.client.database, press.player, held.id
    common = shared.as_director(press, held)
    reason = forms_of.reason_in(values)
    if name == "director":
        await handing_over.ask(press, KIND, held, forms_of.chosen_director(press, values))
        return
    if name == "remove":
        gone = MemberId(number(about))
        held = await directing.remove(database, id_, player, gone, reason=reason, **common)
    elif name == "move":
        moved, place = MemberId(number(about)), forms_of.number_in(values, "place")
        held = await directing.move(database, id_, player, moved, place, reason=reason, **common)
    elif name == "annul":
        which = number(about)
        held = await directing.annul(database, id_, player, which, reason=reason, **common)
    elif name == "close":
        held = await directing.close(database, id_, player, reason=reason, **common)
    elif name == "change":
        changed = await forms_of.changed(press, held, values)
        manager = common["manager"]
        held = await directing.change(database, id_, player, manager=manager, **changed)
    else:
        raise Outdated
    await page.seen_to(press.interaction, held)


async def setup(_: Bot) -> None:
    """Only controls belong to this part."""
