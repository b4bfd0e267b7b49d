"""Where refusals lead: the buttons, and which refusals have them.

Refusals of a single feature get their buttons from that feature.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from gettext import NullTranslations
from typing import Any, TypeAlias

from discord import ui

import matches
from bot import errors
from bot.commands import acts, checks
from bot.delivery.matches import whereabouts
from bot.interactions import access, error_handler
from bot.interactions.ways_out import Refusal, Way, lead
from bot.messages.board import BOARD, TRY, act_button, move_button, pick_button
from bot.messages.competitions.tournament import Belongings, page_of
from bot.messages.table import TO_TABLE
from bot.ui.controls import Control, button, custom_id
from games.words import N_
from matches.course.acts import MatchActName
from matches.model.ids import PlayerId
from matches.model.match import Match
from matches.model.texts import REFUSALS

Items: TypeAlias = Iterator[ui.DynamicItem[Any]]

GAMES, OVER, TABLES = N_("My matches"), N_("My finished matches"), N_("Open tables")
SEATS = N_("Seats to take over")
PLAY, UNRATED = N_("New match"), N_("New unrated match")
SETTINGS, WISHES = N_("Settings"), N_("My searches")
STUDIES, CONDITIONS = N_("My studies"), N_("My conditional turns")
PREPARE_IT = N_("Prepare this turn")


# In the match


def board(refusal: Refusal) -> Items:
    """To the board, or to the table of a match that has not begun."""
    if refusal.match is not None:
        label = TO_TABLE if refusal.match.started_at is None else BOARD
        yield act_button(refusal.match, label, "board", refusal.language)


async def newest(refusal: Refusal) -> AsyncIterator[ui.Item[Any]]:
    """To the newest board, where the match is shown."""
    match = refusal.match
    if match is not None and match.started_at is not None and not match.apart:
        yield await whereabouts.to_board(refusal.interaction.client, match, refusal.language)


def turn(refusal: Refusal) -> Items:
    """To the user's turn; to the board if they are not to move."""
    match = refusal.match
    if match is not None and match.player_to_move == refusal.player:
        yield pick_button(match, refusal.language)
    else:
        yield from board(refusal)


def again(refusal: Refusal) -> Items:
    """To resuming the match, or to a rematch."""
    match = refusal.match
    if match is not None and {"resume", "rematch"} & {*_possible(refusal, match)}:
        yield from move_button(match, refusal.language)


def doing(*wanted: MatchActName) -> Way:
    """To these acts, as far as they are possible."""

    def way(refusal: Refusal) -> Items:
        if (match := refusal.match) is not None:
            for act in _possible(refusal, match):
                if act in wanted:
                    yield from acts.buttons(act, match, refusal.player, refusal.language)

    return way


def _possible(refusal: Refusal, match: Match) -> tuple[MatchActName, ...]:
    return matches.possible(match, refusal.player, refusal.interaction.client.database.now())


async def competition(refusal: Refusal) -> AsyncIterator[ui.Item[Any]]:
    """To the page of the competition that the match belongs to."""
    if refusal.match is not None:
        found = await refusal.interaction.client.service(Belongings).of(refusal.match)
        if found is not None:
            yield page_of(found.id, refusal.language)


def prepare_it(refusal: Refusal) -> Items:
    """To preparing the turn that was typed; to a form if it is too long for a button, or if nothing
    was typed: the refusal shows an example then, which nobody has chosen.
    """
    match, fields = refusal.match, refusal.fields
    if match is not None and fields.get("typed"):
        try:
            yield act_button(match, PREPARE_IT, "move", refusal.language, f"; {fields['text']}")
        except ValueError:
            yield from prepare(refusal)
    else:
        yield from prepare(refusal)


def prepare(refusal: Refusal) -> Items:
    """To a form for turns to prepare."""
    if refusal.match is not None:
        yield acts.prepare_button(refusal.match, refusal.language)


def try_out(refusal: Refusal) -> Items:
    """To a study of the match in its current position."""
    if refusal.match is not None and refusal.match.started_at is not None:
        yield act_button(refusal.match, TRY, "whatif", refusal.language)


def conditions(refusal: Refusal) -> Items:
    """To the user's conditional turns in the match."""
    if refusal.match is not None:
        yield act_button(refusal.match, CONDITIONS, "conditions", refusal.language)


def conditions_button(
    match: Match, player: PlayerId, language: NullTranslations
) -> tuple[Control, ...]:
    """The button to a player's conditional turns, if they have any."""
    if (match.seat_of(player) or 0) not in match.conditions:
        return ()
    return (act_button(match, CONDITIONS, "conditions", language),)


# Outside the match


def to(label: str, action: str, rest: str = "") -> Callable[[Refusal], Items]:
    """To something that isn't about a match."""

    def way(refusal: Refusal) -> Items:
        yield button(refusal.language.gettext(label), custom_id(action, rest=rest))

    return way


games, over = to(GAMES, "mine", "0/0"), to(OVER, "mine", "0/1")
play = to(PLAY, "new")
seats = to(SEATS, "seats", "0")
settings, wishes = to(SETTINGS, "settings"), to(WISHES, "seek")
studies = to(STUDIES, "studies")


def unrated(refusal: Refusal) -> Items:
    """To an unrated match like this one; to any game if no match is known."""
    match, label = refusal.match, refusal.language.gettext(UNRATED)
    if match is None:
        yield button(label, custom_id("new", rest="unrated"))
    else:
        yield button(label, custom_id("unrated", match.id, match.seq))


def tables(refusal: Refusal) -> Items:
    """To the open tables. There are none outside servers."""
    if refusal.interaction.is_guild_integration():
        yield from to(TABLES, "tables", "0/")(refusal)


def board_or_games(refusal: Refusal) -> Items:
    """To the board, or to the user's matches if no match is known."""
    yield from board(refusal) if refusal.match is not None else games(refusal)


# Which refusal leads where

_LEADS: Mapping[str, tuple[Way, ...]] = {
    "unknown-match": (games,),
    "match-frozen": (board,),
    "stale-match": (turn, newest, board),
    "stale-draft": (turn, board),
    "not-open": (board, tables),
    "not-running": (board,),
    "match-over": (again, doing("analyse"), board),
    "not-seated": (board,),
    "not-your-turn": (prepare_it, board),
    "not-host": (board,),
    "not-invited": (tables,),
    "already-joined": (board,),
    "seat-taken": (board, tables),
    "table-full": (board, tables),
    "not-full": (board,),
    "youngest-first": (board,),
    "nothing-to-confirm": (turn,),
    "no-draft": (turn,),
    "nothing-prepared": (prepare,),
    "nothing-to-prepare": (prepare,),
    "too-many-prepared": (doing("prepared"),),
    "no-condition": (try_out,),
    "too-many-conditions": (conditions,),
    "branch-too-long": (conditions,),
    "no-such-condition": (conditions,),
    "no-offer": (doing("offer-draw"), board),
    "already-offered": (board,),
    "already-agreed": (board,),
    "own-offer": (doing("decline-draw"), board),
    "too-late": (doing("offer-draw", "resign"),),
    "has-withdrawn": (board,),
    "time-is-up": (board,),
    "no-clock": (board,),
    "time-left": (board,),
    "not-against-you": (board,),
    "adjourned": (again, board),
    "not-adjourned": (turn,),
    "nothing-to-take-back": (turn,),
    "no-request": (board,),
    "request-pending": (doing("grant", "deny"), board),
    "already-asked": (board,),
    "already-granted": (board,),
    "own-request": (doing("deny"), board),
    "rated": (turn, unrated),
    "nothing-to-analyse": (board,),
    "official-match": (doing("offer-draw", "resign"), board),
    "official-end": (board,),
    "not-over": (turn,),
    "players-gone": (play,),
    "return-of-two": (play,),
    "private-alone": (play,),
    "unknown-level": (play,),
    "rematch-exists": (board,),
    "too-many-tables": (games,),
    "too-many-matches": (games,),
    "too-many-computer-matches": (games,),
    "not-together": (tables,),
    "unknown-study": (studies,),
    "stale-study": (studies,),
    "unreadable-study": (studies,),
    "study-full": (studies,),
    "too-many-studies": (studies,),
    "not-ahead": (try_out, board),
    "nothing-tried": (studies,),
    "not-published": (board,),
    "touch-is-off": (settings, board),
    "unknown-wish": (wishes,),
    "too-many-wishes": (wishes,),
    "party-too-large": (wishes,),
    "wish-fulfilled": (board, wishes),
    "seat-offered": (doing("keep-seat"), board),
    "seat-not-offered": (seats, board),
    "seat-time-is-up": (seats, board),
    "seat-for-people": (board,),
    "has-seat": (board,),
    "has-left": (board,),
    "name-somebody": (doing("hand-over"), board),
    "official-seat": (competition, doing("offer-draw", "resign"), board),
    "handed-over-often": (doing("resign"), board),
    "too-unreliable": (tables,),
}
"""By the code of a refusal from `matches`."""


def _connect() -> None:
    for code, ways in _LEADS.items():
        lead(REFUSALS[code], *ways)
    lead(errors.OUTDATED, games)
    lead(access.PLAYED_AGAIN_THERE, play)
    lead(access.SHOWN_THERE, board)
    lead(access.SHOWN_NOWHERE, board)
    lead(checks.NOT_OFFERED, play)
    for sentence in (error_handler.UNKNOWN, error_handler.STANDS):
        lead(sentence, board_or_games)


_connect()
