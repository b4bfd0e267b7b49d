"""Draws by agreement: offering, accepting, declining, withdrawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from discord import app_commands
from discord.ext import commands

import matches
from bot.cogs.agreements import _answered
from bot.commands import acts
from bot.commands.which_match import MATCH, complete_match, in_match, run_in_match
from bot.context import Bot, Interaction
from bot.delivery.matches import publication, whereabouts
from bot.delivery.matches import turns as turn_delivery
from bot.delivery.transport import answers
from bot.interactions.contexts import everywhere, user_of
from bot.interactions.locale import language_of
from bot.messages import consent as consent_message
from bot.text import match as match_text
from bot.text.numbers import listed
from bot.ui.controls import button, custom_id
from bot.ui.dispatch import Press, on
from bot.ui.message import Reply
from games.words import N_, say
from matches.model.computer_players import is_computer_player
from matches.model.consent import waiting
from matches.model.errors import NoOffer, StaleMatch
from matches.model.ids import MatchId, PlayerId
from matches.model.match import Match

SURE = N_("{match}: do you really want to offer {players} a draw? They'll answer right away.")
CANCEL = N_("Cancel")
OFFERED = N_("{match}: you've offered {players} a draw.")
LASTS = N_("The offer stands until somebody declines it, or until you play your next turn.")


class Draws(commands.Cog):
    """The command that offers a draw."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @everywhere
    @app_commands.command(name=N_("draw"), description=N_("Offer a draw, or accept one"))
    @app_commands.rename(typed="match")
    @app_commands.describe(typed=MATCH)
    @app_commands.autocomplete(typed=complete_match)
    async def draw(self, interaction: Interaction, typed: str | None = None) -> None:
        """Offers a draw."""
        await run_in_match(interaction, "draw", typed)


@in_match("draw")
async def offer(interaction: Interaction, match_id: MatchId, _: str) -> None:
    """Offers the others a draw, or agrees to their offer. The button below the answer withdraws an
    offer made by mistake. Computer players answer too fast for that, so the user is asked first.
    """
    database, player = interaction.client.database, user_of(interaction)
    match = await matches.played_by(database, match_id, player)
    if "offer-draw" in matches.possible(match, player, database.now()):
        others = _others(match, player)
        if all(map(is_computer_player, others)):
            await _ask(interaction, match, others)
            return
    await _offer(interaction, match.id)


def _others(match: Match, player: PlayerId) -> list[PlayerId | None]:
    """The players who would have to agree to a draw that this player offers."""
    gone = match.position.withdrawn
    return [
        one for seat, one in enumerate(match.players, start=1) if seat not in gone and one != player
    ]


async def _ask(interaction: Interaction, match: Match, others: Sequence[PlayerId | None]) -> None:
    """Asks whether the user means it."""
    language = language_of(interaction)
    whom = listed([match_text.mention(one, language) for one in others], language)
    label, _ = acts.ACTS["offer-draw"]
    controls = (
        button(language.gettext(label), custom_id("draw-offer", match.id, match.seq)),
        button(language.gettext(CANCEL), custom_id("cancel", match.id, match.seq)),
    )
    fields = {"match": match_text.title(match, language), "players": whom}
    text = say(SURE, fields, language=language)
    await answers.show_reply(interaction, Reply(text, controls))


@on("draw-offer")
async def offer_confirmed(press: Press) -> None:
    """Offers a draw after the user has confirmed."""
    await press.interaction.response.defer()
    await _offer(press.interaction, press.match_id)


async def _offer(interaction: Interaction, match_id: MatchId) -> None:
    bot, player = interaction.client, user_of(interaction)
    before = await matches.get(bot.database, match_id)
    match = await matches.offer_draw(bot.database, match_id, player, interaction=interaction.id)
    if match.draw_offer is None:
        agreed = None
        if (offer := before.draw_offer) is not None:
            public = await answers.public_language(interaction, match.place)
            agreed = offer, consent_message.agreed(before, offer, public)
        await turn_delivery.publish_ending(interaction, match, agreed=agreed)
        return
    language, asked = language_of(interaction), [match.players[seat - 1] for seat in waiting(match)]
    whom = listed([match_text.mention(one, language) for one in asked], language)
    fields = {"match": match_text.title(match, language), "players": whom}
    done = Reply(say(OFFERED, fields, language=language))
    if all(map(is_computer_player, asked)):  # They answer too fast for a button.
        bot.called.set()
        told = await whereabouts.led(interaction, match, done, language)
        await answers.show_reply(interaction, told)
        return
    withdraw = acts.buttons("decline-draw", match, player, language)
    done = replace(done.adding(language.gettext(LASTS)), controls=tuple(withdraw))
    public = await answers.public_language(interaction, match.place)
    reply, nonce = consent_message.draw_offer(match, public), f"{match.id}.{match.seq}.draw"
    await publication.publish(interaction, match, reply, nonce, done)


@on("draw-accept")
async def accept(press: Press) -> None:
    """Agrees to the offer above the button."""
    interaction, database = press.interaction, press.interaction.client.database
    await interaction.response.defer()
    before = await matches.get(database, press.match_id)
    match = await matches.accept_draw(
        database, press.match_id, press.player, seq=press.seq, interaction=interaction.id
    )
    public = await answers.public_language(interaction, match.place)
    if match.draw_offer is not None:
        await answers.show_reply(interaction, consent_message.draw_offer(match, public))
        return
    done = consent_message.agreed(before, before.draw_offer, public)
    await turn_delivery.publish_ending(interaction, match, done)


@on("draw-decline")
async def decline(press: Press) -> None:
    """Declines the offer above the button, or takes it back."""
    interaction, database = press.interaction, press.interaction.client.database
    await interaction.response.defer()
    before = await matches.get(database, press.match_id)
    try:
        match = await matches.decline_draw(
            database, press.match_id, press.player, seq=press.seq, interaction=interaction.id
        )
    except (NoOffer, StaleMatch) as error:
        await _answered.tell(press, error, draw=True)
        return
    public = await answers.public_language(interaction, match.place)
    reply = consent_message.declined(before, before.draw_offer, press.player, public, draw=True)
    await turn_delivery.replace_question(interaction, match, reply.text, before.draw_offer)


async def setup(bot: Bot) -> None:
    """Adds the command."""
    await bot.add_cog(Draws(bot))
