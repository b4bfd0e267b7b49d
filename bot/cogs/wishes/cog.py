"""`/seek`: makes a wish, and lists the user's own with what can be done about each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.cogs.wishes import _form
from bot.cogs.wishes._form import FEW_CLOCKS, NO_CLOCK, NO_GAME, NO_TABLE
from bot.cogs.wishes._meeting import ELSEWHERE, NOT_ALL, meeting
from bot.commands import destinations
from bot.context import Bot, Interaction
from bot.delivery.matches.wishes import Wishes
from bot.delivery.transport import answers
from bot.errors import Refused
from bot.interactions import error_handler
from bot.interactions.contexts import everywhere, guild_of, user_of
from bot.interactions.locale import language_of, remember_language
from bot.interactions.ways_out import lead
from bot.messages import wish as message
from bot.ui import controls, forms
from bot.ui.controls import custom_id, number
from bot.ui.dispatch import Press, on
from bot.ui.forms import Values
from bot.ui.message import Reply
from games.words import N_
from matches.model.errors import UnknownWish
from matches.model.ids import PlayerId, WishNumber
from matches.wishes import queries, requests
from matches.wishes.requests import Wanted
from matches.wishes.terms import Meeting, Terms
from matches.wishes.wish import Wish

BOTS = N_("Choose a person: bots can't play here.")
FORM = N_("What would you like to play?")
STANDS = N_("That went through, but I couldn't show it. `/seek` shows your searches.")
for _sentence in (FEW_CLOCKS, NO_CLOCK, NO_GAME, NO_TABLE, ELSEWHERE, NOT_ALL):
    lead(_sentence, destinations.wishes)


# The command


async def seek(interaction: Interaction, **chosen: Any) -> None:
    """Makes a wish from what was chosen. If nothing was, lists the user's own."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    interaction.client.names.meet(guild_of(interaction), interaction.user)
    if all(one is None for one in chosen.values()):
        await show(interaction)
        return
    friends = _form.friends_of(chosen)
    if any(user.bot for user in friends):
        raise Refused(BOTS)
    interaction.client.names.meet(guild_of(interaction), *friends)
    terms = await _form.of_command(interaction, chosen)
    here = all(isinstance(user, discord.Member) for user in friends)
    await _make(interaction, terms, [PlayerId(user.id) for user in friends], all_here=here)


async def _make(
    interaction: Interaction, terms: Terms, friends: Sequence[PlayerId], *, all_here: bool
) -> None:
    wanted = await _wanted(interaction, terms, friends, all_here=all_here)
    wish = await requests.make(
        interaction.client.database,
        user_of(interaction),
        wanted,
        limits=interaction.client.settings.limits,
        interaction=interaction.id,
    )
    await _stored(interaction, wish)


async def _wanted(
    interaction: Interaction,
    terms: Terms,
    friends: Sequence[PlayerId],
    *,
    all_here: bool,
    before: Meeting | None = None,
) -> Wanted:
    place = await meeting(interaction, terms, all_here=all_here, before=before)
    await remember_language(interaction)
    return Wanted(terms, tuple(friends), place)


async def show(interaction: Interaction, said: str = "") -> None:
    """Lists the user's wishes, with `said` above them. The interaction is already acknowledged."""
    player, language = user_of(interaction), language_of(interaction)
    found = await queries.of_player(interaction.client.database, player)
    await answers.show_reply(interaction, message.listed(found, player, language, said))


async def _stored(interaction: Interaction, wish: Wish) -> None:
    """To be called after a change: wakes the upkeep of wishes, and tells the user, in the list of
    their wishes or in place of the message with the button.
    """
    error_handler.stands(interaction, STANDS)
    interaction.client.service(Wishes).wake()
    player, language = user_of(interaction), language_of(interaction)
    said = message.done(wish, player, language)
    if _answers_in_place(interaction):
        await answers.show_reply(interaction, Reply(said, (message.list_button(language),)))
    else:
        await show(interaction, said)


# The list


@on("seek")
async def look(press: Press) -> None:
    """Lists the user's wishes."""
    await answers.acknowledge(press.interaction)
    await show(press.interaction)


def _answers_in_place(interaction: Interaction) -> bool:
    """Whether the pressed button belongs to a message for everybody, such as a question. Those are
    answered in place, not with the list.
    """
    pressed = interaction.type is discord.InteractionType.component
    return pressed and answers.is_public(interaction)


# The form


@on("seek-new")
async def ask(press: Press) -> None:
    """Opens the form for a wish."""
    await _ask(press.interaction, custom_id("seek-new"), None)


@on("seek-change")
async def ask_for_changes(press: Press) -> None:
    """Opens the form, filled in with the present terms of the wish."""
    wish = await queries.get(press.interaction.client.database, _number(press), press.player)
    if wish.leader != press.player or not wish.stands:
        raise UnknownWish
    await _ask(press.interaction, custom_id("seek-change", rest=str(wish.id)), wish)


async def _ask(interaction: Interaction, to: str, wish: Wish | None) -> None:
    terms, friends = (wish.terms, wish.friends) if wish else (None, ())
    fields = await _form.fields(interaction, terms, friends)
    await forms.show(interaction, language_of(interaction).gettext(FORM), to, fields)


@forms.on("seek-new")
async def filled_in(press: Press, values: Values) -> None:
    """Makes a wish from what was filled in."""
    await answers.acknowledge(press.interaction)
    terms, (friends, here) = _form.of_form(values), _friends(press, values)
    await _make(press.interaction, terms, friends, all_here=here)


@forms.on("seek-change")
async def filled_in_changes(press: Press, values: Values) -> None:
    """Changes the terms of a wish. It keeps its channel if there is no other one now, as long as no
    friends are added.
    """
    interaction, database = press.interaction, press.interaction.client.database
    await answers.acknowledge(interaction)
    terms, (friends, here) = _form.of_form(values), _friends(press, values)
    known = await queries.get(database, _number(press), press.player)
    before = known.meeting if {*friends} <= {*known.players} else None
    wish = await requests.change(
        database,
        _number(press),
        press.player,
        await _wanted(interaction, terms, friends, all_here=here, before=before),
        limits=interaction.client.settings.limits,
    )
    await _stored(interaction, wish)


def _friends(press: Press, values: Values) -> tuple[list[PlayerId], bool]:
    """The friends who were chosen, and whether all of them are on this server. Raises Refused."""
    members = (controls.field(press.interaction, "resolved") or {}).get("members", {})
    if forms.bots(press.interaction):
        raise Refused(BOTS)
    chosen = [str(one) for one in values.get("friends") or ()]
    return [PlayerId(number(one)) for one in chosen], all(one in members for one in chosen)


# The buttons


@on("seek-agree")
async def agree(press: Press) -> None:
    """The user agrees to share a wish for which they were asked."""
    await answers.acknowledge_in_place(press.interaction)
    client = press.interaction.client
    limits = client.settings.limits
    await remember_language(press.interaction)
    wish = await requests.agree(client.database, _number(press), press.player, limits=limits)
    await _stored(press.interaction, wish)


@on("seek-end")
async def give_up(press: Press) -> None:
    """The user withdraws their wish, or declines to share somebody else's."""
    await answers.acknowledge_in_place(press.interaction)
    client = press.interaction.client
    wish = await requests.give_up(client.database, _number(press), press.player)
    await _stored(press.interaction, wish)


@on("seek-resume")
async def resume(press: Press) -> None:
    """Resumes a paused wish."""
    await answers.acknowledge_in_place(press.interaction)
    client = press.interaction.client
    limits = client.settings.limits
    wish = await requests.resume(client.database, _number(press), press.player, limits=limits)
    await _stored(press.interaction, wish)


def _number(press: Press) -> WishNumber:
    return WishNumber(number(press.rest))


async def setup(bot: Bot) -> None:
    """Adds the command, and starts the upkeep of wishes."""
    about = N_("Find people to play with, on all servers")
    bot.tree.add_command(everywhere(_form.options().command(N_("seek"), about, seek)))
    bot.keep(bot.service(Wishes).rounds)
