"""The messages that tell of what is no turn: vacations, time given back, prepared turns dropped,
and what computer players say of draws.
"""

from __future__ import annotations

from gettext import NullTranslations
from typing import TYPE_CHECKING

from discord.utils import format_dt

import matches
from bot import errors, replies, sentences, times
from bot.replies import Reply
from games.words import N_, say
from matches import notices
from matches.match import Match, Player
from matches.notices import Notice
from matches.vacations import concerned

if TYPE_CHECKING:
    from bot.client import Dreierlei

KINDS = ("vacation", "return", "stays", "downtime", "offer", "refuse")
"""The notices that announce something to everybody."""
OVER = {
    "return": N_("{player} is back from vacation."),
    "stays": N_("{player} is not going on vacation."),
}
WHERE = N_("That concerns {matches}.")
BACK = N_("I could not be reached for a while. {player}, you have time until {due_at}.")
DECLINES = N_("{player} declines the draw.")
DROPPED = N_("{player}, turns that you had prepared can't be played any more, and were dropped.")


async def announcement(
    bot: Dreierlei, notice: Notice, match: Match, language: NullTranslations
) -> Reply | None:
    """What a notice says to everybody in the place of a match; None if that is void by now."""
    player = match.players[(notice.seat or 1) - 1]
    if player is None:
        return None
    if notice.kind == "downtime":
        return await _downtime(bot, notice, match, player, language)
    if notice.kind == "offer":
        offer = match.draw_offer
        standing = offer is not None and offer.seq == notice.base
        return replies.draw_offer(match, language) if standing else None
    if notice.kind == "refuse":
        said = say(DECLINES, {"player": sentences.mention(player, language)}, language=language)
        return Reply(f"{sentences.title(match, language)}\n{said}")
    return await _vacation(bot, notice, match, player, language)


async def _vacation(
    bot: Dreierlei, notice: Notice, match: Match, player: Player, language: NullTranslations
) -> Reply | None:
    """The player's vacations as they are now, and which matches here they concern."""
    found = await concerned(bot.database, player)
    there = [one for one in found if one.place == match.place and one.apart == match.apart]
    here = [one.id for one in there if not match.apart or one.id == match.id]
    if not here:
        return None
    lines = []
    if sentence := OVER.get(notice.kind):
        fields = {"player": sentences.mention(player, language)}
        lines.append(say(sentence, fields, language=language))
    taken = await matches.vacations_of(bot.database, player)
    lines += times.vacations(taken, bot.database.now(), language)
    if not lines:
        return None
    named = ", ".join(f"`{one}`" for one in here)
    return Reply("\n".join([*lines, say(WHERE, {"matches": named}, language=language)]))


async def _downtime(
    bot: Dreierlei, notice: Notice, match: Match, player: Player, language: NullTranslations
) -> Reply | None:
    """That the player has little time."""
    if match.base != notice.base or match.due_at is None or match.due_at <= bot.database.now():
        return None
    fields = {
        "player": sentences.mention(player, language),
        "due_at": format_dt(match.due_at, "R"),
    }
    text = f"{sentences.title(match, language)}\n{say(BACK, fields, language=language)}"
    called_for = await bot.chosen.called((player,))
    return Reply(text, replies.move_button(match, language), mentions=called_for)


async def dropped(
    bot: Dreierlei, notice: Notice, player: Player, language: NullTranslations, *, direct: bool
) -> Reply:
    """To their owner, which prepared turns were dropped, and why. What he had in mind is not for
    others to read: where they can, only that it has happened.
    """
    told = await notices.told(bot.database, notice)
    match = told.match
    if not direct:
        fields = {"player": sentences.mention(player, language)}
        said = say(DROPPED, fields, language=language)
        return Reply(f"{sentences.title(match, language)}\n{said}", mentions=(player,))
    mine = next(one for one in told.dropped if one.seat == notice.seat)
    why = errors.refusal(match.game, mine.error.refusal, language, match.setup)
    return replies.dropped(match, mine, why, language)
