"""Draws by agreement: offering, accepting, declining."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

import matches
from bot.commands.which_match import MATCH, complete_match, in_match, run_in_match
from bot.context import Bot, Interaction
from bot.delivery import answers, publication, whereabouts
from bot.delivery import turns as turn_delivery
from bot.interactions.contexts import everywhere
from bot.interactions.locale import language_of
from bot.messages import consent as consent_message
from bot.text import match as match_text
from bot.ui.dispatch import Press, on
from bot.ui.message import Reply
from games.words import N_, say
from matches.model.computer_players import is_computer_player
from matches.model.consent import waiting
from matches.model.ids import MatchId, PlayerId

OFFERED = N_("{match}: you've offered {players} a draw.")
ALL_AGREED = N_("Everyone has agreed.")
DECLINED = N_("{player} has declined the draw.")


class Draws(commands.Cog):
    """The command that offers a draw."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @everywhere
    @app_commands.command(name=N_("draw"), description=N_("Offer a draw, or accept one"))
    @app_commands.describe(match=MATCH)
    @app_commands.autocomplete(match=complete_match)
    async def draw(self, interaction: Interaction, match: str | None = None) -> None:
        """Offers a draw."""
        await run_in_match(interaction, "draw", match)


@in_match("draw")
async def offer(interaction: Interaction, match_id: MatchId, _: str) -> None:
    """Offers the others a draw, or agrees to their offer."""
    match = await matches.offer_draw(
        interaction.client.database,
        match_id,
        PlayerId(interaction.user.id),
        interaction=interaction.id,
    )
    if match.draw_offer is None:
        await turn_delivery.publish_ending(interaction, match)
        return
    language, asked = language_of(interaction), [match.players[seat - 1] for seat in waiting(match)]
    whom = ", ".join(match_text.mention(one, language) for one in asked)
    done = Reply(say(OFFERED, {"match": match.id, "players": whom}, language=language))
    if all(map(is_computer_player, asked)):  # Nobody could press a button: their answer is shown.
        interaction.client.called.set()
        told = await whereabouts.led(interaction, match, done, language)
        await answers.show_reply(interaction, told)
        return
    public = await answers.public_language(interaction, match.place)
    reply, nonce = consent_message.draw_offer(match, public), f"{match.id}.{match.seq}.draw"
    await publication.publish(interaction, match, reply, nonce, done)


@on("draw-accept")
async def accept(press: Press) -> None:
    """Agrees to the offer above the button."""
    interaction = press.interaction
    await interaction.response.defer()
    match = await matches.accept_draw(
        interaction.client.database,
        press.match_id,
        press.player,
        seq=press.seq,
        interaction=interaction.id,
    )
    public = await answers.public_language(interaction, match.place)
    if match.draw_offer is not None:
        await answers.show_reply(interaction, consent_message.draw_offer(match, public))
        return
    agreed = f"{match_text.title(match, public)}\n{public.gettext(ALL_AGREED)}"
    await turn_delivery.publish_ending(interaction, match, Reply(agreed))


@on("draw-decline")
async def decline(press: Press) -> None:
    """Declines the offer above the button, or takes it back."""
    interaction = press.interaction
    await interaction.response.defer()
    match = await matches.decline_draw(
        interaction.client.database,
        press.match_id,
        press.player,
        seq=press.seq,
        interaction=interaction.id,
    )
    public = await answers.public_language(interaction, match.place)
    text = say(DECLINED, {"player": match_text.mention(press.player, public)}, language=public)
    said, nonce = f"{match_text.title(match, public)}\n{text}", f"{match.id}.{match.seq}.no"
    await turn_delivery.replace_question(interaction, match, said, nonce)


async def setup(bot: Bot) -> None:
    """Adds the command."""
    await bot.add_cog(Draws(bot))
