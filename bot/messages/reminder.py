"""Messages that tell players of their turn: what was played, and how much time they have."""

from __future__ import annotations

from gettext import NullTranslations

import discord

import matches
from bot.context import Bot
from bot.messages import board as board_message
from bot.pictures.board import of_match
from bot.text import match as match_text
from bot.ui.controls import Control, button, custom_id
from bot.ui.message import Reply
from games.words import N_, say
from matches.model.errors import TableError
from matches.model.ids import PlayerId
from matches.model.match import Listing, Match
from matches.outbox import queue
from matches.outbox.queue import Notice

NEXT = N_("Next match ({count})")
TIME = N_("Your time runs out {due_at}.")
THEN_CLAIM = (
    N_("Your time runs out {due_at}. After that, your opponent can claim a timeout."),
    N_("Your time runs out {due_at}. After that, your opponents can claim a timeout."),
)
"""Where two play, and where more do."""
CLAIMABLE = N_("{player}, {other_player} has run out of time. You can claim a timeout, or wait.")
CLAIM = N_("Claim timeout")
REMINDER = N_("{player}, don't forget this match.")


async def about(
    bot: Bot, notice: Notice, player: PlayerId, language: NullTranslations, *, picture: bool
) -> Reply:
    """The message of a notice to its player, with a mention."""
    told = await queue.told(bot.database, notice)
    match = told.match
    lines = [title(match, language)]
    if notice.lead is not None:
        fields = {"player": match_text.mention(player, language)}
        lines.append(say(REMINDER, fields, language=language))
    else:
        lines += match_text.turns(match, told.turns, language)
        lines += [match_text.logged(match, event, language) for event in told.events]
    lines.append(match_text.standing(match, language))
    lines += time_left(match, language)
    return Reply(
        "\n".join(filter(None, lines)),
        (
            *board_message.move_button(match, language),
            *await next_button(bot, match, player, language),
        ),
        await of_match(bot, match, language) if picture else None,
        (player,),
    )


def title(match: Listing, language: NullTranslations) -> str:
    """Game, id, and where the match is played: a link, for whoever reads it elsewhere."""
    named = match_text.title(match, language)
    return named if match.place.guild is None else f"{named} · <#{match.place.where}>"


def time_left(match: Match, language: NullTranslations) -> list[str]:
    """When the time of the player to move ends, in each reader's own time zone."""
    if match.due_at is None:
        return []
    sentence = THEN_CLAIM[match.setup.seats > 2] if match.at_end == "claim" else TIME
    shown = discord.utils.format_dt(match.due_at, "R")
    return [say(sentence, {"due_at": shown}, language=language)]


async def claimable(
    bot: Bot, notice: Notice, player: PlayerId, language: NullTranslations
) -> Reply:
    """Tells an opponent that the time of the player to move is over, so that they may claim it."""
    match = await matches.get(bot.database, notice.match_id)
    fields = {
        "player": match_text.mention(player, language),
        "other_player": match_text.mention(match.player_to_move, language),
    }
    lines = [title(match, language)]
    lines.append(say(CLAIMABLE, fields, language=language))
    claim = button(language.gettext(CLAIM), custom_id("claim", match.id, match.seq))
    return Reply("\n".join(lines), (claim,), mentions=(player,))


async def next_button(
    bot: Bot, match: Listing, player: PlayerId, language: NullTranslations
) -> tuple[Control, ...]:
    """The button to the next match in which the player is to move, if there is another one, with
    the number of those.
    """
    try:
        count = await matches.awaiting(bot.database, player, match.id)
    except TableError:  # The message matters more than its button.
        return ()
    label = say(NEXT, {"count": count}, language=language)
    return (button(label, custom_id("next", match.id, match.seq)),) if count else ()
