"""Conditional turns: chosen from a branch of a study, listed, and dropped."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from gettext import NullTranslations
from zlib import crc32

import discord
from discord import ButtonStyle

import matches
from bot.cogs.studies._at_hand import Hand, at_hand, show
from bot.cogs.studies._message import View, message
from bot.commands.which_match import in_match
from bot.context import Interaction
from bot.delivery.transport import answers
from bot.interactions import access
from bot.interactions.contexts import user_of
from bot.interactions.locale import language_of
from bot.interactions.response import acknowledge_in_time
from bot.messages.board import TRY, act_button
from bot.text import match as match_text
from bot.text.conditions import in_words
from bot.text.discord_limits import LABEL
from bot.ui.controls import button, custom_id, menu, number, pager
from bot.ui.dispatch import Press, on
from bot.ui.message import Reply
from games.words import N_, NN_, Fields, say
from matches.model.conditions import Branch, to_text
from matches.model.errors import NoCondition, NoSuchCondition, NotSeated, StaleMatch
from matches.model.ids import MatchId, PlayerId
from matches.model.match import Match
from matches.model.study_errors import NotAhead
from matches.studies.conditions import ahead, play_if_it_happens

ASKED = N_("I'll play your answer for you, but only if exactly this happens:")
YES, CANCEL = N_("Set it up"), N_("Cancel")
CHOSEN = N_("Set up:")
LISTED = NN_(
    "{match}: you have {count} line with conditional turns. Each turn is played for you if exactly "
    "this happens:",
    "{match}: you have {count} lines with conditional turns. Each turn is played for you if "
    "exactly this happens:",
)
NONE = N_(
    "{match}: you have no conditional turns. To set one up, try out another player's turn and then "
    "your answer, press *More…*, and choose *Play this if it happens…* there."
)
DROP, DROP_ALL = N_("Drop one of them"), N_("Drop all")
_PAGE = 5
"""How many branches a message lists: each may have many turns."""
_LONGEST = 320
"""The most characters of a branch that the message shows."""


@on("try-if")
async def ask(press: Press) -> None:
    """Says exactly what would be played after what, and asks the user to confirm."""
    hand = await at_hand(press)
    interaction, language = press.interaction, language_of(press.interaction)
    said = "\n".join(await asyncio.to_thread(_said, hand, language))
    view = View(hand.seen, hand.match)
    reply = await message(interaction, view, language)
    yes = view.to("try-if-yes", number=hand.match.seq)
    controls = (
        button(language.gettext(YES), yes, style=ButtonStyle.success),
        button(language.gettext(CANCEL), view.to("try-here")),
    )
    text = f"{reply.text}\n{language.gettext(ASKED)}\n{match_text.cut(said, 800)}"
    await answers.show_reply(interaction, replace(reply, text=text, controls=controls))


def _said(hand: Hand, language: NullTranslations) -> list[str]:
    """What the branch to the node means. Raises NotAhead, NotSeated, NoCondition."""
    match, seat = hand.match, hand.match.seat_of(hand.press.player)
    if seat is None:
        raise NotSeated(match=match.id)
    branch = ahead(hand.seen, match, hand.here)
    if not branch:
        raise NotAhead(match=match.id)
    said = in_words(match, seat, branch, language)
    if not said or hand.seen.after(_turns(hand, branch)).line.position.to_move != seat:
        raise NoCondition(match=match.id)
    return said


def _turns(hand: Hand, branch: Branch) -> Branch:
    """The turns from the study's root to the branch's last turn, without that last turn."""
    place = hand.seen.place_of(hand.match)
    behind = hand.seen.tree.turns(place or 0)
    return (*behind, *branch[:-1])


@on("try-if-yes")
async def choose(press: Press) -> None:
    """Chooses the answer, for the match as it was when the user was told what the choice means."""
    (seen,) = press.read(r"\d+/\d+/\d+/(\d+)/.*")
    hand = await at_hand(press)
    if not hand.match.base <= number(seen) <= hand.match.seq:
        raise StaleMatch(match=hand.match.id, seq=hand.match.seq)
    match, branch = await play_if_it_happens(
        hand.db,
        press.player,
        hand.study.number,
        hand.here,
        hand.match,
        interaction=press.interaction.id,
    )
    language = language_of(press.interaction)
    said = await asyncio.to_thread(
        in_words, match, match.seat_of(press.player) or 0, branch, language
    )
    note = match_text.cut(f"✅ {language.gettext(CHOSEN)} {' '.join(said)}", 800)
    await show(press.interaction, View(hand.seen, match, note=note))


# The list


@in_match("conditions")
async def listed(interaction: Interaction, match_id: MatchId, _: str) -> None:
    """Lists the user's conditional turns of a match, with a menu to drop them."""
    await _show(interaction, match_id, 0)


@on("conditions")
async def turn_page(press: Press) -> None:
    """Shows another page."""
    acknowledge_in_time(press.interaction, new=False)
    await _show(press.interaction, press.match_id, number(press.rest or "0"))


async def _show(interaction: Interaction, match_id: MatchId, page: int) -> None:
    player = user_of(interaction)
    found = await matches.conditions(interaction.client.database, match_id, player)
    match = await access.require(interaction, match_id)
    reply = await asyncio.to_thread(_list, match, player, found, page, language_of(interaction))
    await answers.show_reply(interaction, reply)


def _list(
    match: Match,
    player: PlayerId,
    found: tuple[Branch, ...],
    page: int,
    language: NullTranslations,
) -> Reply:
    fields: Fields = {"match": match.id, "count": len(found)}
    if not found:
        said = say(NONE, fields, language=language)
        return Reply(said, (act_button(match, TRY, "whatif", language),))
    last = (len(found) - 1) // _PAGE
    page = min(page, last)
    seat = match.seat_of(player) or 0
    lines, options = [say(LISTED, fields, language=language)], list[discord.SelectOption]()
    for at, branch in list(enumerate(found))[page * _PAGE : (page + 1) * _PAGE]:
        told = " ".join(in_words(match, seat, branch, language))
        lines.append(f"{at + 1}. {match_text.cut(told, _LONGEST)}")
        label = match_text.cut(f"{at + 1}. {'; '.join(branch)}", LABEL)
        options.append(discord.SelectOption(label=label, value=_sum(branch)))
    controls = [
        menu(language.gettext(DROP), custom_id("condition-drop", match.id, match.seq), options),
        *pager(page, lambda to: custom_id("conditions", match.id, 0, str(to)), more=page < last),
        button(
            language.gettext(DROP_ALL),
            custom_id("conditions-clear", match.id, match.seq),
            style=ButtonStyle.danger,
        ),
    ]
    return Reply("\n".join(lines), tuple(controls))


@on("condition-drop")
async def drop(press: Press) -> None:
    """Drops the line that was chosen. Raises NoSuchCondition if they have changed since."""
    acknowledge_in_time(press.interaction, new=False)
    database = press.interaction.client.database
    found = await matches.conditions(database, press.match_id, press.player)
    branch = next((one for one in found if _sum(one) == press.choice), None)
    if branch is None:
        raise NoSuchCondition(match=press.match_id)
    await matches.drop_conditions(
        database, press.match_id, press.player, branch, interaction=press.interaction.id
    )
    await _show(press.interaction, press.match_id, 0)


def _sum(branch: Branch) -> str:
    """A short key for a branch in a menu, which has no room for the whole branch."""
    return f"{crc32(to_text([branch]).encode()):08x}"


@on("conditions-clear")
async def clear(press: Press) -> None:
    """Drops all of them."""
    acknowledge_in_time(press.interaction, new=False)
    await matches.drop_conditions(
        press.interaction.client.database,
        press.match_id,
        press.player,
        interaction=press.interaction.id,
    )
    await _show(press.interaction, press.match_id, 0)
