"""Questions that need other players' consent: draw offers and requests."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from discord import ButtonStyle

from bot.text import match as match_text
from bot.ui.controls import button, custom_id
from bot.ui.message import Reply
from games.words import N_, Fields, say
from matches.model.consent import asked as consent_of
from matches.model.consent import waiting
from matches.model.match import Match

ACCEPT, DECLINE = N_("Accept"), N_("Decline")
ASKS = {
    "takeback": N_("{player} asks to take back turn {number} and everything after it."),
    "adjourn": N_("{player} asks to adjourn. No clock will run until somebody resumes the match."),
}
THEN_UNRATED = N_("The match would then be unrated.")
OFFERS = N_("{player} offers a draw.")
AGREED = N_("Agreed so far: {players}")


# Draws and prepared turns


def draw_offer(match: Match, language: NullTranslations) -> Reply:
    """The standing offer of a draw, as a public message."""
    offer = match.draw_offer
    assert offer is not None
    who = {seat: match_text.mention(match.players[seat - 1], language) for seat in offer.agreed}
    lines = [match_text.title(match, language)]
    lines.append(say(OFFERS, {"player": who[offer.seat]}, language=language))
    agreed = [who[seat] for seat in offer.agreed if seat != offer.seat]
    if agreed:
        lines.append(say(AGREED, {"players": ", ".join(agreed)}, language=language))
    return _question(match, lines, waiting(match), ("draw", match.seq), language)


def request(match: Match, language: NullTranslations) -> Reply:
    """A player's request, as a public message."""
    asked = match.request
    assert asked is not None
    who = {seat: match_text.mention(match.players[seat - 1], language) for seat in asked.agreed}
    number = next((turn.number for turn in match.turns if turn.seq == asked.first), 0)
    fields: Fields = {"player": who[asked.seat], "number": number}
    lines = [match_text.title(match, language), say(ASKS[asked.kind], fields, language=language)]
    if asked.kind == "takeback" and not match.hints_allowed:
        lines[-1] += f" {language.gettext(THEN_UNRATED)}"
    agreed = [who[seat] for seat in asked.agreed if seat != asked.seat]
    if agreed:
        lines.append(say(AGREED, {"players": ", ".join(agreed)}, language=language))
    return _question(match, lines, consent_of(match), ("request", asked.seq), language)


def _question(
    match: Match,
    lines: Sequence[str],
    waiting: Sequence[int],
    answers: tuple[str, int],
    language: NullTranslations,
) -> Reply:
    """A question to the players in these seats, with a button for each answer: its action, and its
    `seq`.
    """
    action, seq = answers
    players = [match.players[seat - 1] for seat in waiting]
    asked = tuple(player for player in players if player is not None)
    called = ", ".join(match_text.mention(player, language) for player in asked)
    controls = tuple(
        button(language.gettext(label), custom_id(f"{action}-{answer}", match.id, seq), style=style)
        for answer, label, style in (
            ("accept", ACCEPT, ButtonStyle.success),
            ("decline", DECLINE, ButtonStyle.danger),
        )
    )
    return Reply("\n".join([*lines, called]), controls, mentions=asked)
