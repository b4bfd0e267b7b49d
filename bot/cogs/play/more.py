"""The button *More …* under a board: whatever else the user can do in the match now."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import NullTranslations

from discord import ButtonStyle

import matches
from bot.commands.which_match import knows
from bot.context import Bot
from bot.delivery import answers
from bot.interactions import access
from bot.interactions.locale import language_of
from bot.messages.board import LATEST, act_button, move_button
from bot.text import match as match_text
from bot.ui.controls import Control, button, custom_id
from bot.ui.dispatch import Press, handles, on
from bot.ui.message import Reply
from games.words import N_, say
from matches.course.actions import Act
from matches.model.ids import PlayerId
from matches.model.match import Match

ASKED = N_("What would you like to do? These are your options now.")
PREPARE = N_("To prepare turns, write them after semicolons: `/move ; {example}`")
ACTS: dict[Act, tuple[str, str]] = {
    "hint": (N_("Hint"), "hint"),
    "analyse": (N_("Analyse"), "analyse"),
    "offer-draw": (N_("Offer a draw"), "draw"),
    "accept-draw": (N_("Accept the draw"), "draw"),
    "takeback": (N_("Ask to take back"), "takeback"),
    "adjourn": (N_("Ask to adjourn"), "adjourn"),
    "claim": (N_("Claim timeout"), "claim"),
    "prepared": (N_("Prepared turns"), "prepared"),
    "resign": (N_("Resign …"), "resign"),
    "abort": (N_("Abort …"), "abort"),
}
"""Labels, and the commands that they run (see `bot.commands.which_match`)."""
DECLINE_DRAW, GRANT, DENY = (
    N_("Decline the draw"),
    N_("Accept the request"),
    N_("Decline the request"),
)
NO_OFFER, NO_REQUEST = N_("Withdraw my offer"), N_("Withdraw my request")
LOOKS = ((N_("My board"), "board", ""), (N_("As a file"), "export", ""))
"""What everybody who sees the match can do: the label, the command and its text."""
LOOKS_BACK = ((N_("Replay"), "replay", str(LATEST)), (N_("As an animation"), "animate", "0"))
"""The same, once a turn has been played."""
SETTINGS = N_("Settings")
GRAVE = ("resign", "abort")


@on("more")
async def more(press: Press) -> None:
    """Offers what is possible, and nothing else."""
    interaction, language = press.interaction, language_of(press.interaction)
    await interaction.response.defer(ephemeral=True, thinking=True)
    database = interaction.client.database
    match = await access.require(interaction, press.match_id)
    acts = matches.possible(match, press.player, database.now())
    lines = [match_text.header(match, language), match_text.standing(match, language)]
    lines.append(language.gettext(ASKED))
    if "resign" in acts and "prepared" not in acts:
        hint = say(PREPARE, {"example": match.game.texts.example}, language=language)
        lines.append(f"-# {hint}")
    controls = list(_controls(match, acts, press.player, language))
    await answers.show_reply(interaction, Reply("\n".join(filter(None, lines)), tuple(controls)))


def _controls(
    match: Match, acts: tuple[Act, ...], player: PlayerId, language: NullTranslations
) -> Iterator[Control]:
    """A button for each act. The answers to a request carry its `seq`."""
    offer, request, seat = match.draw_offer, match.request, match.seat_of(player)
    if {"rematch", "resume"} & {*acts}:
        yield from move_button(match, language)
    for act in acts:
        if act in ACTS:
            label, command = ACTS[act]
            style = ButtonStyle.danger if act in GRAVE else ButtonStyle.secondary
            yield act_button(match, label, command, language, style=style)
        elif act == "decline-draw" and offer is not None:
            label = NO_OFFER if offer.seat == seat else DECLINE_DRAW
            yield button(language.gettext(label), custom_id("draw-decline", match.id, match.seq))
        elif act == "grant" and request is not None:
            to = custom_id("request-accept", match.id, request.seq)
            yield button(language.gettext(GRANT), to)
        elif act == "deny" and request is not None:
            label = NO_REQUEST if request.seat == seat else DENY
            yield button(
                language.gettext(label), custom_id("request-decline", match.id, request.seq)
            )
    for label, command, text in (*LOOKS, *LOOKS_BACK) if match.turn_count else LOOKS:
        if knows(command):
            yield act_button(match, label, command, language, text)
    if handles("settings"):
        yield button(language.gettext(SETTINGS), custom_id("settings", match.id, match.seq))


async def setup(bot: Bot) -> None:
    """Loading this module has registered its handler."""
