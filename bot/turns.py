"""Telling what a turn has done: the board to all, a word to its player, drops to their owners."""

from __future__ import annotations

import logging
from gettext import NullTranslations
from typing import TYPE_CHECKING

from bot import delivery, drafts, errors, replies
from bot.i18n import of_locale
from bot.replies import Reply
from games.words import N_, NN_, Fields, say
from matches.match import Match, Played

if TYPE_CHECKING:
    from bot.client import Interaction

log = logging.getLogger(__name__)

PLAYED = N_("{match}: you played `{turn}`.")
DONE = N_("{match}: done.")
PREPARED = NN_(
    "{match}: {count} turn is prepared: {turns}", "{match}: {count} turns are prepared: {turns}"
)


async def tell(interaction: Interaction, played: Played) -> None:
    """Shows everything that came of an interaction, to everybody whom it concerns."""
    match, language = played.match, of_locale(interaction.locale)
    for turn in played.turns:
        log.info("match=%s seq=%d seat=%d turn", match.id, turn.turn.seq, turn.turn.seat)
    if played.draft is not None:
        await drafts.show(interaction, played.draft)
    elif played.turns or played.events:
        await _publish(interaction, played, language)
    else:
        await delivery.show(interaction, word(played, language))
    for dropped in played.dropped:
        if dropped.player is not None and dropped.player != played.player:
            theirs = delivery.public_language(interaction, match.place)
            why = errors.refusal(match.game, dropped.error.refusal, theirs)
            reply = replies.dropped(match, dropped, why, theirs)
            await delivery.whisper(interaction.client, dropped.player, reply)


async def _publish(interaction: Interaction, played: Played, language: NullTranslations) -> None:
    match = played.match
    public = delivery.public_language(interaction, match.place)
    async with delivery.in_order(match.id):
        reply = await replies.board(interaction.client, match, public, played.turns, played.events)
        nonce = f"{match.id}.{match.base}"
        await delivery.publish(interaction, match, reply, nonce, word(played, language))


async def begun(interaction: Interaction, match: Match, done: Reply) -> None:
    """Shows the first board of a match that has just begun; `done` replaces the table."""
    public = delivery.public_language(interaction, match.place)
    async with delivery.in_order(match.id):
        reply = await replies.board(interaction.client, match, public, match.recent)
        await delivery.publish(interaction, match, reply, f"{match.id}.{match.base}", done)


async def ended(interaction: Interaction, match: Match, done: Reply | None = None) -> None:
    """Shows how a match has ended that was drawn or broken off; `done` is for the user."""
    language = of_locale(interaction.locale)
    done = done or Reply(say(DONE, {"match": match.id}, language=language))
    public = delivery.public_language(interaction, match.place)
    async with delivery.in_order(match.id):
        reply = await replies.board(interaction.client, match, public, (), match.events[-1:])
        await delivery.publish(interaction, match, reply, f"{match.id}.{match.base}", done)


def word(played: Played, language: NullTranslations) -> Reply:
    """A short word to the player: what was played, what is prepared, what was dropped."""
    match, lines = played.match, list[str]()
    mine = match.seat_of(played.player)
    own = next((one.turn.text for one in played.turns if one.turn.seat == mine), None)
    if own is not None:
        lines.append(say(PLAYED, {"match": match.id, "turn": own}, language=language))
    if played.prepared:
        turns = "; ".join(f"`{text}`" for text in played.prepared)
        fields: Fields = {"match": match.id, "count": len(played.prepared), "turns": turns}
        lines.append(say(PREPARED, fields, language=language))
    for dropped in played.dropped:
        if dropped.player == played.player:
            why = errors.refusal(match.game, dropped.error.refusal, language)
            lines.append(replies.dropped(match, dropped, why, language).text)
    return Reply("\n".join(lines) or say(DONE, {"match": match.id}, language=language))
