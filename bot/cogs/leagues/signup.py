"""What players do: sign up for the next season and all later ones, and withdraw from them."""

from __future__ import annotations

from bot.cogs.leagues import page
from bot.cogs.leagues.page import KIND
from bot.commands.competitions import common as shared
from bot.delivery.transport import answers
from bot.interactions.locale import language_of
from bot.messages.competitions import league as message
from bot.text import competition as text
from bot.ui.dispatch import Press, on
from competitions.leagues import signup
from competitions.leagues.held import Held
from games.words import N_, Fields, say

SIGNED_UP = N_("You're signed up for season {season} of {name}, and for every season after that.")
SIGNED_OUT = N_("You won't be playing in season {season} of {name}.")


@on("league-join")
async def join(press: Press) -> None:
    """Signs the user up."""
    await answers.acknowledge_in_place(press.interaction)
    held, _ = await KIND.pressed(press)
    interaction = press.interaction
    held = await signup.join(
        interaction.client.database,
        held.id,
        press.player,
        membership=shared.membership(interaction, held),
        interaction=interaction.id,
    )
    await _done(press, held, SIGNED_UP)


@on("league-leave")
async def leave(press: Press) -> None:
    """Withdraws the user from the next season. The present one goes on."""
    await answers.acknowledge_in_place(press.interaction)
    held, _ = await KIND.pressed(press)
    database, id_ = press.interaction.client.database, press.interaction.id
    held = await signup.leave(database, held.id, press.player, interaction=id_)
    await _done(press, held, SIGNED_OUT)


async def _done(press: Press, held: Held, sentence: str) -> None:
    """Shows the league as it is now: in the announcement, or on the user's page."""
    interaction = press.interaction
    if not answers.is_public(press.interaction):
        await page.show_changed(interaction, held)
        return

    fields: Fields = {
        "season": held.league.season + 1,
        "name": text.called(held.terms.name),
    }
    said = say(sentence, fields, language=language_of(interaction))
    await shared.show_poster(press, KIND, held, message.poster, said)
