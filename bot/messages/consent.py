"""Questions that need other players' consent, draw offers and requests, and what became of them."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from discord import ButtonStyle

from bot.text import match as match_text
from bot.text.numbers import listed
from bot.ui.controls import button, custom_id
from bot.ui.message import Reply
from games.words import N_, NN_, Fields, say
from matches.model.consent import asked as consent_of
from matches.model.consent import waiting
from matches.model.ids import PlayerId
from matches.model.match import DrawOffer, Match, Question

ACCEPT, DECLINE = N_("Accept"), N_("Decline")
ASKS = {
    "takeback": N_("{player} asks to take back turn {number} and everything after it."),
    "adjourn": N_("{player} asks to adjourn. No clock will run until somebody resumes the match."),
}
THEN_UNRATED = N_("The match would then be unrated.")
OFFERS = N_("{player} offers a draw.")
PLAY_ON = N_("You can also just play on: the offer stands until the next turn of {player}.")
AGREED = N_("Agreed so far: {players}")
DO_YOU = NN_("{players}, do you agree?", "{players}, do you agree?")
BOTH_AGREED, ALL_AGREED = N_("Both have agreed."), N_("Everyone has agreed.")
OFFER_LAPSED, REQUEST_LAPSED = N_("The offer has lapsed."), N_("The request has lapsed.")
DRAW_DECLINED, DECLINED = N_("{player} has declined the draw."), N_("{player} has declined.")
OFFER_WITHDRAWN = N_("{player} has withdrawn the draw offer.")
REQUEST_WITHDRAWN = N_("{player} has withdrawn the request.")


# Questions


def draw_offer(match: Match, language: NullTranslations) -> Reply:
    """The standing offer of a draw, as a public message."""
    assert match.draw_offer is not None
    return _question(match, match.draw_offer, waiting(match), language)


def request(match: Match, language: NullTranslations) -> Reply:
    """A player's request, as a public message."""
    assert match.request is not None
    return _question(match, match.request, consent_of(match), language)


def _question(
    match: Match, question: Question, waiting: Sequence[int], language: NullTranslations
) -> Reply:
    """A question to the players in these seats, with a button for each answer."""
    lines = _asked(match, question, language)
    agreed = [seat for seat in question.agreed if seat != question.seat]
    if agreed:
        who = [match_text.mention(match.players[seat - 1], language) for seat in agreed]
        lines.append(say(AGREED, {"players": ", ".join(who)}, language=language))
    players = [match.players[seat - 1] for seat in waiting]
    asked = tuple(player for player in players if player is not None)
    called = listed([match_text.mention(player, language) for player in asked], language)
    lines.append(say(DO_YOU, {"players": called, "count": len(asked)}, language=language))
    if isinstance(question, DrawOffer):
        player = match_text.mention(match.players[question.seat - 1], language)
        lines.append(f"-# {say(PLAY_ON, {'player': player}, language=language)}")
    controls = tuple(
        button(language.gettext(label), answer_id(match, question, answer), style=style)
        for answer, label, style in (
            ("accept", ACCEPT, ButtonStyle.success),
            ("decline", DECLINE, ButtonStyle.danger),
        )
    )
    return Reply("\n".join(lines), controls, mentions=asked)


def _asked(match: Match, question: Question, language: NullTranslations) -> list[str]:
    """The title, and what is asked."""
    player = match_text.mention(match.players[question.seat - 1], language)
    if isinstance(question, DrawOffer):
        said = say(OFFERS, {"player": player}, language=language)
        return [match_text.title(match, language), said]
    number = next((turn.number for turn in match.turns if turn.seq == question.first), 0)
    fields: Fields = {"player": player, "number": number}
    said = say(ASKS[question.kind], fields, language=language)
    if question.kind == "takeback" and not match.hints_allowed:
        said += f" {language.gettext(THEN_UNRATED)}"
    return [match_text.title(match, language), said]


def answer_id(match: Match, question: Question, answer: str = "accept") -> str:
    """What the button for an answer to a question carries."""
    about = "draw" if isinstance(question, DrawOffer) else "request"
    return custom_id(f"{about}-{answer}", match.id, question.seq)


# Answers


def settled(
    match: Match, question: Question | None, outcome: str, language: NullTranslations
) -> Reply:
    """A question, of the match as it was then, and what has become of it; the latter alone if
    nobody knows the question any more.
    """
    if question is None:
        return Reply(f"{match_text.title(match, language)}\n{outcome}")
    return Reply("\n".join([*_asked(match, question, language), outcome]))


def agreed(match: Match, question: Question | None, language: NullTranslations) -> Reply:
    """A question, of the match as it was then, to which everybody has agreed."""
    sentence = BOTH_AGREED if match.setup.seats == 2 else ALL_AGREED
    return settled(match, question, language.gettext(sentence), language)


def declined(
    match: Match,
    question: Question | None,
    player: PlayerId,
    language: NullTranslations,
    *,
    draw: bool,
) -> Reply:
    """A question that a player has declined, or taken back if they had asked it themselves: about a
    `draw`, also if nobody knows the question any more.
    """
    own = question is not None and question.seat == match.seat_of(player)
    return settled(match, question, _refused(player, language, draw=draw, own=own), language)


def no_longer(
    match: Match, player: PlayerId, language: NullTranslations, *, draw: bool, own: bool
) -> Reply:
    """To whoever has asked: who has declined their question; or that they have taken it back, if it
    was their `own` doing.
    """
    return settled(match, None, _refused(player, language, draw=draw, own=own), language)


def _refused(player: PlayerId, language: NullTranslations, *, draw: bool, own: bool) -> str:
    if draw:
        sentence = OFFER_WITHDRAWN if own else DRAW_DECLINED
    else:
        sentence = REQUEST_WITHDRAWN if own else DECLINED
    return say(sentence, {"player": match_text.mention(player, language)}, language=language)


def lapsed(match: Match, question: Question, language: NullTranslations) -> Reply:
    """A question that nobody can answer any more."""
    sentence = OFFER_LAPSED if isinstance(question, DrawOffer) else REQUEST_LAPSED
    return settled(match, question, language.gettext(sentence), language)
