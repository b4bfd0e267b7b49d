"""What members do: join, challenge, answer, leave."""

from __future__ import annotations

import discord
from discord import ButtonStyle

from bot.cogs.ladders import page
from bot.cogs.ladders.page import KIND
from bot.commands import people
from bot.commands.competitions import common as shared
from bot.delivery.competitions import sign_ups
from bot.delivery.matches.channels import in_order
from bot.delivery.transport import answers
from bot.interactions.locale import language_of
from bot.messages.competitions import ladder as message
from bot.messages.competitions import ladder_news
from bot.messages.competitions.tournament import act_button, page_of
from bot.text import competition as text
from bot.text import match as match_text
from bot.text.discord_limits import LABEL, OPTIONS
from bot.text.match import cut
from bot.ui.controls import NO_MATCH, custom_id, menu, number
from bot.ui.dispatch import Press, on
from bot.ui.layout import Text, heading
from bot.ui.message import Reply
from competitions.ladders import challenges
from competitions.ladders.held import Held
from competitions.model.entrants import MemberId
from competitions.model.errors import CompetitionError
from games.words import N_, NN_, Fields, say
from matches.model.ids import ChannelId, MessageId

JOINED = N_("You've joined {name} as number {place}.")
BACK = N_("Back")
WHOM = NN_("Who would you like to challenge?", "Which {count} players would you like to challenge?")
PLACE = N_("{place}. {player}")
NOBODY = N_("There is nobody you can challenge at the moment.")
SURE = N_("Do you want to leave {name}? You'll lose your place, and your challenges will end.")
LEAVE = N_("Leave")
SURE_TO_DECLINE = N_(
    "Do you want to decline {challenger}'s challenge? You'll lose it without playing."
)
DECLINE = N_("Decline and lose")


@on("ladder-join")
async def join(press: Press) -> None:
    """The user joins at the bottom."""
    await answers.acknowledge_in_place(press.interaction)
    held, _ = await KIND.pressed(press)
    interaction = press.interaction
    held = await challenges.join(
        interaction.client.database,
        held.id,
        press.player,
        membership=shared.membership(interaction, held),
        interaction=interaction.id,
    )
    if not answers.is_public(press.interaction):
        await page.show_changed(interaction, held)
        return

    member = held.member_of(press.player)
    fields: Fields = {
        "name": text.called(held.terms.name),
        "place": held.place_of(member) if member is not None else len(held.ladder.places),
    }
    said = say(JOINED, fields, language=language_of(interaction))
    await shared.show_poster(press, KIND, held, message.poster, said)


@on("ladder-leave")
async def ask_to_leave(press: Press) -> None:
    """Asks for confirmation."""
    await answers.acknowledge(press.interaction)
    held, _ = await KIND.pressed(press)
    language = language_of(press.interaction)
    question = say(SURE, {"name": text.called(held.terms.name)}, language=language)
    style = ButtonStyle.danger
    controls = (
        act_button(LEAVE, "ladder-left", held.id, language, style=style),
        message.page_button(held, language, "about", BACK),
    )
    head = heading(language.gettext(message.LEAVE).rstrip(" …"))
    await answers.show_reply(press.interaction, Reply("", controls, parts=(head, Text(question))))


@on("ladder-left")
async def leave(press: Press) -> None:
    """The user leaves."""
    await answers.acknowledge(press.interaction)
    held, _ = await KIND.pressed(press)
    database, id_ = press.interaction.client.database, press.interaction.id
    held = await challenges.leave(database, held.id, press.player, interaction=id_)
    await page.show_changed(press.interaction, held)


@on("ladder-challenge")
async def choose(press: Press) -> None:
    """Asks whom to challenge. Only members within reach are offered."""
    await answers.acknowledge(press.interaction)
    held, _ = await KIND.pressed(press)
    language = language_of(press.interaction)
    back = message.page_button(held, language, "about", BACK)
    head = heading(language.gettext(message.CHALLENGE).rstrip(" …"))
    options, rivals = await _options(press, held), held.ladder.settings.seats - 1
    if len(options) < rivals:
        parts = (head, Text(language.gettext(NOBODY)))
        await answers.show_reply(press.interaction, Reply("", (back,), parts=parts))
        return
    question = say(WHOM, {"count": rivals}, language=language)
    to = custom_id("ladder-whom", NO_MATCH, 0, held.id)
    chooser = menu(question, to, options, most=rivals, least=rivals)
    parts = (head, Text(question))
    await answers.show_reply(press.interaction, Reply("", (chooser, back), parts=parts))


async def _options(press: Press, held: Held) -> list[discord.SelectOption]:
    """Those whom the user can challenge, the nearest first."""
    member, bot = held.member_of(press.player), press.interaction.client
    if member is None:
        return []
    near = held.ladder.reachable(member, bot.database.now())[::-1][:OPTIONS]
    language = language_of(press.interaction)
    named = await people.members(bot, held.terms.guild, held.people, near, language)
    return [
        discord.SelectOption(
            label=cut(
                say(PLACE, {"place": held.place_of(id_), "player": name}, language=language), LABEL
            ),
            value=str(id_),
        )
        for id_, name in named.items()
    ]


@on("ladder-whom")
async def challenge(press: Press) -> None:
    """Challenges those who were chosen."""
    await answers.acknowledge(press.interaction)
    held, _ = await KIND.pressed(press)
    others = [MemberId(number(one)) for one in press.values]
    client, id_ = press.interaction.client, press.interaction.id
    rates = client.settings.limits.rates
    held = await challenges.challenge(
        client.database, held.id, press.player, others, rates=rates, interaction=id_
    )
    await page.show_changed(press.interaction, held)


_NUMBER = r"/(\d{1,9})"
"""The number of the challenge that a control is about."""


@on("ladder-accept")
async def accept(press: Press) -> None:
    """The user accepts the challenge that the button names. In a message for everybody, the answer
    replaces the challenge, so that nobody presses its buttons again.
    """
    await answers.acknowledge_in_place(press.interaction)
    interaction = press.interaction
    before, (named,) = await KIND.pressed(press, _NUMBER)
    which, database = number(named), interaction.client.database
    await _require_going(press, before, which)
    held = await challenges.accept(
        database, before.id, press.player, which, interaction=interaction.id
    )
    if not answers.is_public(press.interaction):
        await page.show_changed(interaction, held)
        return
    shared.wake(interaction)
    challenge = before.ladder.challenges[which]
    language = await shared.language_of_channel(interaction, held)
    fields = {
        "player": match_text.mention(press.player, language),
        "challenger": text.member(before.people, challenge.challenger, language),
    }
    said = say(ladder_news.ACCEPTS, fields, language=language)
    async with in_order(held.id):  # Others may have answered, too.
        now = await KIND.get(database, held.id)
        await answers.show_reply(interaction, ladder_news.answered(now, which, said, language))


async def _require_going(press: Press, held: Held, which: int) -> None:
    """Raises CompetitionError if a challenge is over. A message for everybody then loses its
    buttons, since the challenge may have ended elsewhere.
    """
    shown = press.interaction.message
    if which in held.ladder.challenges or shown is None or not answers.is_public(press.interaction):
        return
    language = await shared.language_of_channel(press.interaction, held)
    plain = Reply(shown.content, (page_of(held.id, language),))
    place, id_ = ChannelId(shown.channel.id), MessageId(shown.id)
    await sign_ups.replace(press.interaction.client, held, place, id_, plain)
    raise CompetitionError("unknown-challenge", number=which)


@on("ladder-decline")
async def ask_to_decline(press: Press) -> None:
    """Asks for confirmation. Raises CompetitionError if the user can't decline the challenge."""
    await answers.acknowledge(press.interaction)
    held, (named,) = await KIND.pressed(press, _NUMBER)
    await _require_going(press, held, number(named))
    now, language = press.interaction.client.database.now(), language_of(press.interaction)
    challenge = challenges.require_asked(held, press.player, number(named), now)
    challenger = text.member(held.people, challenge.challenger, language)
    question = say(SURE_TO_DECLINE, {"challenger": challenger}, language=language)
    call = press.interaction.message if answers.is_public(press.interaction) else None
    more = () if call is None else (call.id,)
    style = ButtonStyle.danger
    controls = (
        act_button(DECLINE, "ladder-declined", held.id, language, named, *more, style=style),
        message.page_button(held, language, "about", BACK),
    )
    head = heading(language.gettext(message.DECLINE).rstrip(" …"))
    await answers.show_reply(press.interaction, Reply("", controls, parts=(head, Text(question))))


@on("ladder-declined")
async def decline(press: Press) -> None:
    """The user declines the challenge, and so loses it. A message for all loses its buttons."""
    await answers.acknowledge(press.interaction)
    interaction = press.interaction
    before, (named, call) = await KIND.pressed(press, rf"{_NUMBER}(?:/(\d{{1,20}}))?")
    which, database = number(named), interaction.client.database
    held = await challenges.refuse(
        database, before.id, press.player, which, interaction=interaction.id
    )
    await page.show_changed(interaction, held)
    challenge = before.ladder.challenges.get(which)
    if call is None or challenge is None:
        return
    language = await shared.language_of_channel(interaction, held)
    declined = ladder_news.declined(before, challenge, language)
    channel, message_id = ChannelId(interaction.channel_id or 0), MessageId(number(call))
    await sign_ups.replace(interaction.client, held, channel, message_id, declined)


@on("ladder-recall")
async def recall(press: Press) -> None:
    """The user takes their challenge back."""
    await answers.acknowledge(press.interaction)
    held, _ = await KIND.pressed(press)
    database, id_ = press.interaction.client.database, press.interaction.id
    held = await challenges.recall(database, held.id, press.player, interaction=id_)
    await page.show_changed(press.interaction, held)
