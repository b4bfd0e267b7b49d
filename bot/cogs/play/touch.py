"""The button *Tap to play* under a board: a link with which its player plays on the web."""

from __future__ import annotations

from bot.delivery.matches import own_tokens
from bot.delivery.transport import answers
from bot.errors import Outdated
from bot.interactions.locale import language_of, remember_language
from bot.interactions.response import acknowledge_in_time
from bot.text import match as match_text
from bot.ui.controls import link
from bot.ui.dispatch import Press, on
from bot.ui.message import Reply
from games.words import N_, Fields, say
from matches import touch
from matches.model.ids import ChannelId
from matches.unit_of_work.queries import get

LINK = N_(
    "{match}: on this board you play by tapping. Keep the link to yourself: anyone who has it can "
    "play for you. It's valid for 12 hours, or until you ask for a new one or turn *Tap-to-play "
    "boards* off in `/settings`."
)
OPEN = N_("Open the board")


@on("touch")
async def give(press: Press) -> None:
    """Gives a player of the match a new link; their previous one becomes void."""
    interaction, language = press.interaction, language_of(press.interaction)
    bot = interaction.client
    if bot.pages_url is None:
        raise Outdated
    acknowledge_in_time(interaction)
    await remember_language(interaction)  # The page speaks it.
    secret = await touch.new_link(bot.database, press.match_id, press.player)
    match = await get(bot.database, press.match_id)
    fields: Fields = {"match": match_text.title(match, language)}
    # After the #, where neither servers nor logs see it.
    to = link(language.gettext(OPEN), f"{bot.pages_url}/t#{secret}")
    await answers.show_reply(interaction, Reply(say(LINK, fields, language=language), (to,)))
    if interaction.channel_id is not None:  # What is played there follows this answer.
        own_tokens.lend(interaction, match.id, ChannelId(interaction.channel_id))
