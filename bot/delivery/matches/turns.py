"""Shows what a turn has done: the board to everybody, a short confirmation to its player."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from gettext import NullTranslations
from typing import TypeAlias

from bot.context import Bot, Interaction
from bot.delivery.matches import board_answers, boards, channels, publication, questions
from bot.delivery.matches import drafts as draft_delivery
from bot.delivery.matches.board_answers import ByAnswer, Repeated, TakenElsewhere, Way
from bot.delivery.matches.boards import Board, News
from bot.delivery.transport import answers
from bot.delivery.transport.asides import Telling
from bot.delivery.transport.outbox import Outbox
from bot.delivery.transport.posts import Sent
from bot.interactions import error_handler
from bot.interactions.contexts import user_of
from bot.interactions.locale import language_of
from bot.interactions.response import answers_with_new
from bot.messages import board as board_message
from bot.messages.reminder import next_button
from bot.text import match as match_text
from bot.text import refusal as refusal_text
from bot.ui.controls import Control
from bot.ui.message import Reply
from games.words import N_, NN_, Fields, say
from matches.effects.notices import board_key, drop_key
from matches.model.computer_players import is_computer_player
from matches.model.ids import PlayerId
from matches.model.match import LoggedEvent, Match, PlayedTurn, Question
from matches.model.played import Dropped, Played
from matches.outbox import queue
from matches.outbox.queue import Notice

log = logging.getLogger(__name__)

Settled: TypeAlias = tuple[Question, Reply]
"""A question, and what its message says once it is settled."""

PLAYED = N_("{match}: you played `{turn}`.")
NEXT = N_("Now it's {player}'s turn.")
AGAIN = N_("It's your turn again.")
DONE = N_("{match}: done.")
ACTED = {
    "withdraw": N_("{match}: you've resigned."),
    "replace": N_("{match}: you've resigned. A computer player takes your place."),
    "timeout": N_("{match}: you've claimed the timeout."),
    "agreement": N_("{match}: you've agreed to a draw."),
    "takeback": N_("{match}: your turn has been taken back."),
    "handover": N_("{match}: you've taken over the seat."),
    "adjourn": N_("{match}: the match is adjourned."),
    "resume": N_("{match}: the match goes on."),
    "aborted": N_("{match}: you've aborted the match."),
}
"""What a user is told about an act other than a turn, by the first event that it caused."""
PREPARED = NN_(
    "{match}: you've prepared {count} turn: {turns}",
    "{match}: you've prepared {count} turns: {turns}",
)


async def tell_played(interaction: Interaction, played: Played) -> None:
    """Shows everybody concerned all that an interaction has done.

    The outbox sender tells other players whose prepared turns were dropped.
    """
    error_handler.stands(interaction)
    match, language = played.match, language_of(interaction)
    interaction.client.metrics.played(played)
    outbox = interaction.client.service(Outbox)
    mine = [one for one in played.dropped if _own(played, one)]
    told = [drop_key(match, one) for one in mine]
    with outbox.busy_with(*told):
        if played.draft is not None:
            await draft_delivery.show_draft(interaction, played.draft)
        elif played.turns or played.events:
            await _publish(interaction, played, language)
        else:
            await answers.tell(interaction, await _done(interaction.client, played, language))
    if told:
        await outbox.done(*told)


def _own(played: Played, dropped: Dropped) -> bool:
    return dropped.player == played.player


async def _publish(interaction: Interaction, played: Played, language: NullTranslations) -> None:
    match, done = played.match, await _done(interaction.client, played, language)
    if played.repeated and not await queue.is_pending(
        interaction.client.database, board_key(match)
    ):
        await answers.tell(interaction, done)
        return
    await publish_board(
        interaction,
        match,
        done,
        played.turns,
        played.events,
        behind=played.behind,
        repeated=played.repeated,
    )


async def publish_board(
    interaction: Interaction,
    match: Match,
    done: Reply,
    turns: Sequence[PlayedTurn] = (),
    events: Sequence[LoggedEvent] = (),
    *,
    behind: bool = True,
    lead: bool = True,
    repeated: bool = False,
    answers_it: bool = True,
    agreed: Settled | None = None,
) -> None:
    """Shows everybody the board that the match owes after a change, and `done` to the user. A user
    who is elsewhere gets a link to the board, unless `lead` is false.

    With `answers_it`, the board is an answer to the interaction, in the match's own place; the log
    names the interaction. One to what is `repeated` may be there already, or soon: then the user is
    told, and the board is left to the outbox sender, which looks for it again.

    If the match may be `behind`, overdue boards are shown first. What can't be shown now is left to
    the outbox sender. The question that everybody has `agreed` to says so before the thread of the
    match is closed: there it could not be edited any more.
    """
    error_handler.stands(interaction)
    bot, key = interaction.client, board_key(match)
    outbox = bot.service(Outbox)
    if any(map(is_computer_player, match.seated)):
        bot.called.set()
    language = await answers.public_language(interaction, match.place)
    behind = behind or channels.in_order(match.id).locked()
    async with Telling(interaction) as telling:
        way: Way | None = None
        if repeated:
            way = Repeated(bot, interaction.id)
        elif answers_it:
            way = ByAnswer(telling, done)
        with outbox.busy_with(key, ours=not repeated):
            async with _in_order(telling, match, done):
                now, owed = match, list[Notice]()
                if behind or not queue.is_last(bot.database, match):
                    now, owed = await queue.standing(bot.database, match.id, match.base)
                    if not owed or owed[-1].key != key:  # Already shown, before a later one.
                        telling.add(partial(publication.tell, interaction, now, done, lead=lead))
                        return
                # Boards before this one may have moved it to another place.
                known = now if len(owed) < 2 else None

                async def seen(board: Board, sent: Sequence[Sent]) -> None:
                    await _settle(bot, match, agreed)
                    await board.seen(sent)

                async def send(board: Board) -> list[Sent]:
                    return await publication.publish(
                        interaction,
                        match,
                        board.reply,
                        board.nonce,
                        done,
                        line=board.line,
                        lined=board.lined,
                        now=known,
                        seen=partial(seen, board),
                        lead=lead,
                        telling=telling,
                        way=way,
                    )

                news = News(match, turns, events)
                try:
                    shown = await boards.show_board(
                        bot, key, owed, send, news=news, language=language
                    )
                except TakenElsewhere as error:
                    log.info("match=%s is only told: %s", match.id, error)
                    telling.add(partial(publication.tell, interaction, now, done, lead=lead))
                    return
                if isinstance(way, ByAnswer) and match.ending is None:
                    await _lend(telling, way, match, shown)
                if not shown:
                    await _settle(bot, match, agreed)
                    await outbox.put_together(owed)


async def _settle(bot: Bot, match: Match, settled: Settled | None) -> None:
    if settled is not None:
        await questions.settle(bot, match, *settled)


async def _lend(telling: Telling, way: ByAnswer, match: Match, shown: Sequence[Sent]) -> None:
    """Lets what the match has to show next follow the user's answer. If nothing has followed that
    yet, it may not have been given: then this waits for it, as a board would.
    """
    if way.tried:
        await way.lend(match.id, shown)
        return
    lending = telling.add(partial(way.lend, match.id, shown))
    await asyncio.wait({lending}, timeout=board_answers.PATIENCE)


@asynccontextmanager
async def _in_order(telling: Telling, match: Match, done: Reply) -> AsyncIterator[None]:
    """Like `channels.in_order`. A user who waits long for earlier boards is told so."""
    async with AsyncExitStack() as held:
        async with publication.patience(telling, done):
            await held.enter_async_context(channels.in_order(match.id))
        yield


async def publish_first_board(interaction: Interaction, match: Match, done: Reply) -> None:
    """Shows the first board of a match that has just begun. `done` replaces the table.

    To a command it is a message, not an answer: with a nonce it can be sent again whatever happens,
    and a match has only one such board.
    """
    answers_it = not answers_with_new(interaction)
    await publish_board(interaction, match, done, match.recent, answers_it=answers_it)


async def publish_ending(
    interaction: Interaction,
    match: Match,
    done: Reply | None = None,
    agreed: Settled | None = None,
) -> None:
    """Shows everybody how a match has ended, and `done` to the user; and under the question that it
    was, what everybody has `agreed` to.
    """
    language = language_of(interaction)
    events = match.events[-1:]
    if done is None:
        player = user_of(interaction)
        said = {"match": match_text.title(match, language)}
        done = Reply(say(_acted(match, player, events), said, language=language))
    await publish_board(interaction, match, done, (), events, agreed=agreed)


def _acted(match: Match, player: PlayerId, events: Sequence[LoggedEvent]) -> str:
    """The sentence about what the player has done, which caused these events."""
    if match.status == "aborted":
        return ACTED["aborted"]
    kind = events[0].token.partition(":")[0] if events else ""
    if kind == "replace" and match.seat_of(player) is not None:
        kind = "timeout"  # It replaced another player, who no longer has that seat.
    return ACTED.get(kind, DONE)


async def _done(bot: Bot, played: Played, language: NullTranslations) -> Reply:
    """A short confirmation for the player, with the buttons to what they can play now."""
    match, player, controls = played.match, played.player, list[Control]()
    if match.player_to_move == player:
        controls.append(board_message.pick_button(match, language))
    mine = match.seat_of(player)
    if any(one.turn.seat == mine for one in played.turns):
        controls += await next_button(bot, match, player, language)
    if played.prepared and match.ending is None:
        controls.append(
            board_message.act_button(match, board_message.PREPARED, "prepared", language)
        )
    return Reply(word(played, language), tuple(controls))


def word(played: Played, language: NullTranslations) -> str:
    """What was played, prepared, or dropped."""
    match, lines = played.match, list[str]()
    title = match_text.title(match, language)
    mine = match.seat_of(played.player)
    own = next((one.turn.text for one in played.turns if one.turn.seat == mine), None)
    if own is not None:
        lines.append(say(PLAYED, {"match": title, "turn": own}, language=language))
        lines += _next(played, language)
    if played.prepared:
        turns = "; ".join(map(match_text.code, played.prepared))
        fields: Fields = {"match": title, "count": len(played.prepared), "turns": turns}
        lines.append(say(PREPARED, fields, language=language))
    for dropped in played.dropped:
        if _own(played, dropped):
            why = refusal_text.refusal(match.game, dropped.error.refusal, language, match.setup)
            lines.append(board_message.dropped(match, dropped, why, language).text)
    if played.events or not lines:
        acted = _acted(match, played.player, played.events)
        lines.append(say(acted, {"match": title}, language=language))
    return "\n".join(lines)


def _next(played: Played, language: NullTranslations) -> list[str]:
    """Who is to move after the player's turn."""
    to_move = played.match.player_to_move
    if to_move is None:
        return []
    if to_move == played.player:
        return [language.gettext(AGAIN)]
    return [say(NEXT, {"player": match_text.mention(to_move, language)}, language=language)]


async def replace_question(
    interaction: Interaction,
    match: Match,
    said: str,
    question: Question | None = None,
) -> None:
    """Replaces a question by its answer. If only the user saw the message, everybody gets it, also
    in place of the public message of the `question`.
    """
    shown = interaction.message
    if shown is None or not shown.flags.ephemeral:
        await answers.show_reply(interaction, Reply(said))
        return
    nonce = f"{match.id}.{match.seq}.no"
    await publication.publish(interaction, match, Reply(said), nonce, Reply(said))
    if question is not None:
        await questions.settle(interaction.client, match, question, Reply(said))
