"""What a player can do in a match besides moving, as buttons."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import NullTranslations

from discord import ButtonStyle

from bot.messages.board import PREPARED, act_button
from bot.ui.controls import Control, button, custom_id
from games.words import N_
from matches.course.acts import MatchActName
from matches.model.ids import PlayerId
from matches.model.match import Match

ACTS: dict[MatchActName, tuple[str, str]] = {
    "hint": (N_("Hint"), "hint"),
    "analyse": (N_("Analyse"), "analyse"),
    "offer-draw": (N_("Offer a draw"), "draw"),
    "accept-draw": (N_("Accept the draw"), "draw"),
    "takeback": (N_("Ask for a takeback"), "takeback"),
    "adjourn": (N_("Ask to adjourn"), "adjourn"),
    "claim": (N_("Claim timeout"), "claim"),
    "prepared": (PREPARED, "prepared"),
    "hand-over": (N_("Hand over my seat…"), "handover"),
    "keep-seat": (N_("Keep my seat"), "keep"),
    "resign": (N_("Resign…"), "resign"),
    "abort": (N_("Abort match…"), "abort"),
}
"""Labels, and the commands that the buttons run (see `bot.commands.which_match`)."""
DECLINE_DRAW, GRANT, DENY = (
    N_("Decline the draw"),
    N_("Accept the request"),
    N_("Decline the request"),
)
NO_OFFER, NO_REQUEST = N_("Withdraw my offer"), N_("Withdraw my request")
PREPARE = N_("Prepare turns…")
GRAVE = ("resign", "abort")


def buttons(
    act: MatchActName, match: Match, player: PlayerId, language: NullTranslations
) -> Iterator[Control]:
    """The button for an act, if it is one of `ACTS`. Answers to a request carry its `seq`."""
    offer, request, seat = match.draw_offer, match.request, match.seat_of(player)
    if act in ACTS:
        label, command = ACTS[act]
        style = ButtonStyle.danger if act in GRAVE else ButtonStyle.secondary
        yield act_button(match, label, command, language, style=style)
    elif act == "decline-draw" and offer is not None:
        label = NO_OFFER if offer.seat == seat else DECLINE_DRAW
        yield button(language.gettext(label), custom_id("draw-decline", match.id, match.seq))
    elif act == "grant" and request is not None:
        yield button(language.gettext(GRANT), custom_id("request-accept", match.id, request.seq))
    elif act == "deny" and request is not None:
        label = NO_REQUEST if request.seat == seat else DENY
        yield button(language.gettext(label), custom_id("request-decline", match.id, request.seq))


def prepare_button(match: Match, language: NullTranslations) -> Control:
    """The button to a form for turns to prepare."""
    return button(language.gettext(PREPARE), custom_id("prepare", match.id, match.seq))
