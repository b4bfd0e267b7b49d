"""`/handover`: offers a seat of a running match to one person, or to everybody who sees the match.

Players offer their own seats. Managers of the match's server offer those of people who have left
it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from gettext import NullTranslations

import discord
from discord import ButtonStyle, app_commands
from discord.ext import commands

import matches
from bot.cogs.seats import _leavers
from bot.commands.which_match import MATCH, complete_match, in_match, run_in_match
from bot.context import Bot, Interaction
from bot.delivery.matches import publication
from bot.delivery.matches import seats as seat_delivery
from bot.delivery.transport import answers
from bot.errors import Refused
from bot.interactions import access
from bot.interactions.contexts import everywhere, guild_of, user_of
from bot.interactions.locale import language_of
from bot.messages.board import act_button
from bot.text import match as match_text
from bot.text.numbers import listed
from bot.ui import forms
from bot.ui.controls import Control, button, custom_id, number
from bot.ui.dispatch import Press, on
from bot.ui.forms import Values
from bot.ui.message import Reply
from games.protocol import Seat
from games.words import N_, Fields, say
from matches.model.errors import NotSeated, OfficialSeat
from matches.model.ids import MatchId, PlayerId
from matches.model.match import Match

QUESTION = N_("Do you want to hand over {seat} in match {match}?")
ABOUT = N_(
    "Somebody else will play on in your place, with the time you have left. Until they take over, "
    "you keep playing and can change your mind. After that, you can't come back."
)
IF_RATED = N_(
    "This match is rated: after the handover you can't gain points, but you'll lose some if your "
    "seat loses. Everybody else is rated as if you had stayed."
)
IF_TIMED = N_("It will count as a match you didn't play to the end.")
OF_LEAVERS = N_("{players} left this server. Whose seat do you want to offer?")
TO_ANYONE, TO_SOMEBODY = N_("Offer it to everyone"), N_("Ask somebody…")
OF_ANYONE, OF_SOMEBODY = N_("{seat}: offer it to everyone"), N_("{seat}: ask somebody…")
WILL_ASK, ASK = N_("I'll ask {player} to take over."), N_("Ask them")
KEEP, CANCEL = N_("Keep my seat"), N_("Cancel")
ON_OFFER = N_("{match}: {seat} is on offer. Until somebody takes over, you play on.")
OFFERED = N_("{match}: {seat} is on offer now. Others can find it with `/seats`.")
ASKED = N_("{match}: I'm asking {player} to take over {seat}.")
KEPT = N_("{player} keeps {seat}.")
WHOM, WHOM_HINT = N_("Who should take over?"), N_("Leave it empty to offer it to everyone")
TO = N_("Who should take over (default: anyone who can see the match)")
NO_BOTS = N_("Choose a person: bots can't take over a seat.")


class Handover(commands.Cog):
    """The command that offers a seat."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @everywhere
    @app_commands.command(
        name=N_("handover"), description=N_("Let somebody else take over your seat")
    )
    @app_commands.rename(typed="match")
    @app_commands.describe(to=TO, typed=MATCH)
    @app_commands.autocomplete(typed=complete_match)
    async def handover(
        self, interaction: Interaction, to: discord.User | None = None, typed: str | None = None
    ) -> None:
        """Offers the seat to the named person. If none is named, asks to whom."""
        if to is not None:
            _require_person(to)
            interaction.client.names.meet(guild_of(interaction), to)
        await run_in_match(interaction, "handover", typed, "" if to is None else str(to.id))


def _require_person(user: discord.User | discord.Member) -> None:
    if user.bot:
        raise Refused(NO_BOTS)


@in_match("handover")
async def hand_over(interaction: Interaction, match_id: MatchId, text: str) -> None:
    """Asks to whom the seat should be offered, unless somebody is named; or, if it is on offer,
    whether the user wants to keep it.
    """
    match, player = await access.require(interaction, match_id, "know"), user_of(interaction)
    seat = match.seat_of(player)
    if seat is None:
        reply = await _of_leavers(interaction, match)
    else:
        await matches.played_by(interaction.client.database, match.id, player, adjourned=True)
        if match.official:
            raise OfficialSeat(match=match.id)
        to = PlayerId(number(text)) if text else None
        reply = _question(match, seat, to, language_of(interaction))
    await answers.show_reply(interaction, reply)


def _question(match: Match, seat: Seat, to: PlayerId | None, language: NullTranslations) -> Reply:
    """What handing over means, and to whom, if somebody is named; or that the seat is on offer."""
    names = match.game.seat_names(match.setup)
    if match.offer_of(seat) is not None:
        keep = act_button(match, KEEP, "keep", language)
        offered: Fields = {"match": match_text.title(match, language), "seat": seat}
        return Reply(say(ON_OFFER, offered, names, language), (keep,))
    fields: Fields = {"match": match.id, "seat": seat}
    lines = [say(QUESTION, fields, names, language), language.gettext(ABOUT)]
    lines += [language.gettext(IF_RATED)] if not match.hints_allowed else []
    lines += [language.gettext(IF_TIMED)] if match.clock is not None else []
    if to is None:
        made = [*_ways(match, seat, language, TO_ANYONE, TO_SOMEBODY)]
    else:
        asks: Fields = {"player": match_text.mention(to, language)}
        lines.append(f"**{say(WILL_ASK, asks, language=language)}**")
        there = custom_id("seat-offer", match.id, match.seq, f"{seat}/{to}")
        made = [button(language.gettext(ASK), there, style=ButtonStyle.primary)]
    made.append(button(language.gettext(CANCEL), custom_id("cancel", match.id, match.seq)))
    return Reply("\n".join(lines), tuple(made))


def _ways(
    match: Match, seat: Seat, language: NullTranslations, anyone: str, somebody: str
) -> Iterator[Control]:
    """The buttons to offer a seat, with these labels."""
    names = match.game.seat_names(match.setup)
    if not match.apart:
        to = custom_id("seat-offer", match.id, match.seq, str(seat))
        label = say(anyone, {"seat": seat}, names, language)
        yield button(label, to, style=ButtonStyle.primary)
    to = custom_id("seat-ask", match.id, match.seq, str(seat))
    yield button(say(somebody, {"seat": seat}, names, language), to)


async def _of_leavers(interaction: Interaction, match: Match) -> Reply:
    """The seats of people who have left the server, for its managers. Raises NotSeated for others,
    and Refused if nobody has left.
    """
    language = language_of(interaction)
    seats = await _leavers.seats(interaction, match)
    who = listed([match_text.mention(match.players[one - 1], language) for one in seats], language)
    made = [one for seat in seats for one in _ways(match, seat, language, OF_ANYONE, OF_SOMEBODY)]
    return Reply(say(OF_LEAVERS, {"players": who}, language=language), tuple(made))


@on("seat-offer")
async def offer(press: Press) -> None:
    """Offers a seat to everybody who sees the match, or to the person whom the button names."""
    seat, to = press.read(r"([1-4])(?:/(\d{1,20}))?")
    await press.interaction.response.defer()
    match = await access.require(press.interaction, press.match_id, "know")
    await _offer(press.interaction, match, int(seat), PlayerId(number(to)) if to else None)


@on("seat-ask")
async def ask(press: Press) -> None:
    """Opens the form for a name."""
    (seat,) = press.read("([1-4])")
    language = language_of(press.interaction)
    to = custom_id("seat-ask", press.match_id, press.seq, seat)
    hint = language.gettext(WHOM_HINT)
    field = forms.people("player", language.gettext(WHOM), hint, [], most=1)
    await forms.show(press.interaction, language.gettext(WHOM), to, [field])


@forms.on("seat-ask")
async def asked(press: Press, values: Values) -> None:
    """Offers a seat to the person who was named."""
    (seat,) = press.read("([1-4])")
    interaction = press.interaction
    await interaction.response.defer()
    if forms.bots(interaction):
        raise Refused(NO_BOTS)
    chosen: Sequence[str] = values.get("player") or ()
    match = await access.require(interaction, press.match_id, "know")
    to = PlayerId(number(chosen[0])) if chosen else None
    await _offer(interaction, match, int(seat), to)


async def _offer(interaction: Interaction, match: Match, seat: Seat, to: PlayerId | None) -> None:
    """Offers the user's own seat, or that of somebody who has left, and tells those affected."""
    database, player = interaction.client.database, user_of(interaction)
    limits, id_ = interaction.client.settings.limits, interaction.id
    if match.seat_of(player) == seat:
        match = await matches.offer_seat(
            database, match.id, player, to=to, limits=limits, interaction=id_
        )
    else:
        guild = await _leavers.require(interaction, match, seat)
        match = await matches.offer_for(
            database, match.id, player, guild, seat, to=to, limits=limits, interaction=id_
        )
    language = language_of(interaction)
    fields: Fields = {
        "match": match_text.title(match, language),
        "seat": seat,
        "player": match_text.mention(to, language),
    }
    names = match.game.seat_names(match.setup)
    done = Reply(say(OFFERED if to is None else ASKED, fields, names, language))
    if match.seat_of(player) == seat:
        keep = act_button(match, KEEP, "keep", language)
        done = Reply(done.text, (keep,))
    await seat_delivery.publish_offer(interaction, match, seat, done)


@in_match("keep")
async def keep(interaction: Interaction, match_id: MatchId, _: str) -> None:
    """Takes back the offer of the user's seat, and tells those who have read it."""
    database, player = interaction.client.database, user_of(interaction)
    match = await matches.keep_seat(database, match_id, player, interaction=interaction.id)
    seat = match.seat_of(player)
    if seat is None:
        raise NotSeated(match=match.id)
    language = language_of(interaction)
    public = await answers.public_language(interaction, match.place)
    done = Reply(_kept(match, seat, language))
    if match.apart:
        await answers.show_reply(interaction, done)
        return
    said = Reply(_kept(match, seat, public))
    await publication.publish(interaction, match, said, f"{match.id}.{match.seq}.keep", done)


def _kept(match: Match, seat: Seat, language: NullTranslations) -> str:
    fields: Fields = {"seat": seat, "player": match_text.mention(match.players[seat - 1], language)}
    kept = say(KEPT, fields, match.game.seat_names(match.setup), language)
    return f"{match_text.title(match, language)}\n{kept}"


async def setup(bot: Bot) -> None:
    """Adds the command."""
    await bot.add_cog(Handover(bot))
