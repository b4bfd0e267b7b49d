"""Messages about other things than turns: vacations, time given back, prepared turns dropped, and
computer players' answers about draws.
"""

from __future__ import annotations

from gettext import NullTranslations

from discord.utils import format_dt

import matches
from bot.context import Bot
from bot.messages import board as board_message
from bot.messages import consent as consent_message
from bot.messages import reminder
from bot.text import clock as clock_text
from bot.text import match as match_text
from bot.text import refusal as refusal_text
from bot.ui.message import Reply
from games.words import N_, say
from matches.clocks.vacations import concerned
from matches.model.ids import PlayerId
from matches.model.match import Match
from matches.model.turns import fewest_turns
from matches.outbox import queue
from matches.outbox.queue import Notice
from opponents import decisions

KINDS = ("vacation", "return", "stays", "downtime", "offer", "refuse")
"""The kinds of notices for everybody."""
OVER = {
    "return": N_("{player} is back from vacation."),
    "stays": N_("{player} isn't going on vacation after all."),
}
WHERE = N_("This affects {matches}.")
BACK = N_("I was offline for a while. {player}, your time now runs out {due_at}.")
TOO_EARLY = N_(
    "It's too early for that. You're welcome to ask again once everyone has had {number} turns."
)
ASK_AGAIN = N_("You're welcome to ask again after your next turn.")
DROPPED = N_("{player}, your prepared turns can no longer be played and have been dropped.")


async def announcement(
    bot: Bot, notice: Notice, match: Match, language: NullTranslations
) -> Reply | None:
    """The public message of a notice; None if it is void by now."""
    player = match.players[(notice.seat or 1) - 1]
    if player is None:
        return None
    if notice.kind == "downtime":
        return await _downtime(bot, notice, match, player, language)
    if notice.kind == "offer":
        offer = match.draw_offer
        standing = offer is not None and offer.seq == notice.base
        return consent_message.draw_offer(match, language) if standing else None
    if notice.kind == "refuse":
        said = consent_message.declined(match, None, player, language, draw=True)
        over = match.ending is not None
        return said if over else said.adding(_when_to_ask_again(match, language))
    return await _vacation(bot, notice, match, player, language)


def _when_to_ask_again(match: Match, language: NullTranslations) -> str:
    """When a computer player that has declined a draw may agree to one."""
    idle = decisions.idle(match.game.info.key, match.position)
    if decisions.is_too_early(fewest_turns(match), idle):
        return say(TOO_EARLY, {"number": decisions.YOUNG}, language=language)
    return language.gettext(ASK_AGAIN)


async def _vacation(
    bot: Bot, notice: Notice, match: Match, player: PlayerId, language: NullTranslations
) -> Reply | None:
    """The player's current vacations, and the matches here that they concern."""
    found = await concerned(bot.database, player)
    there = [one for one in found if one.place == match.place and one.apart == match.apart]
    here = [one.id for one in there if not match.apart or one.id == match.id]
    if not here:
        return None
    lines = []
    if sentence := OVER.get(notice.kind):
        fields = {"player": match_text.mention(player, language)}
        lines.append(say(sentence, fields, language=language))
    taken = await matches.vacations_of(bot.database, player)
    lines += clock_text.vacations(taken, bot.database.now(), language)
    if not lines:
        return None
    named = ", ".join(f"`{one}`" for one in here)
    return Reply("\n".join([*lines, say(WHERE, {"matches": named}, language=language)]))


async def _downtime(
    bot: Bot, notice: Notice, match: Match, player: PlayerId, language: NullTranslations
) -> Reply | None:
    """Says that the player has little time left."""
    if match.base != notice.base or match.due_at is None or match.due_at <= bot.database.now():
        return None
    fields = {
        "player": match_text.mention(player, language),
        "due_at": format_dt(match.due_at, "R"),
    }
    text = f"{match_text.title(match, language)}\n{say(BACK, fields, language=language)}"
    called_for = await bot.preferences.called((player,))
    return Reply(text, board_message.move_button(match, language), mentions=called_for)


async def dropped(
    bot: Bot, notice: Notice, player: PlayerId, language: NullTranslations, *, direct: bool
) -> Reply:
    """Tells the owner of prepared turns which were dropped, and why. Where others can read it, it
    only says that it happened: their plans are private. If it is still their turn, a direct message
    says that, too.
    """
    if not direct:
        match = await matches.get(bot.database, notice.match_id)
        fields = {"player": match_text.mention(player, language)}
        said = say(DROPPED, fields, language=language)
        move = board_message.move_button(match, language) if match.player_to_move == player else ()
        return Reply(f"{match_text.title(match, language)}\n{said}", move, mentions=(player,))
    told = await queue.told(bot.database, notice)
    mine = next(one for one in told.dropped if one.seat == notice.seat)
    why = refusal_text.refusal(told.match.game, mine.error.refusal, language, told.match.setup)
    said = board_message.dropped(told.match, mine, why, language).text
    now = await matches.get(bot.database, notice.match_id)
    if now.base == notice.base and now.player_to_move == player:
        return (await reminder.about(bot, notice, player, language, picture=True)).adding(said)
    head = reminder.title(now, language)
    return Reply(f"{head}\n{said}", (board_message.to_match(now, player, language),))
