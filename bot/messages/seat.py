"""Seats of running matches that are on offer, as messages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from gettext import NullTranslations

from discord import ButtonStyle

from bot.messages.board import act_button
from bot.messages.table import RELIABLE
from bot.text import clock as clock_text
from bot.text import match as match_text
from bot.ui.controls import Control, button, custom_id
from bot.ui.message import Reply
from games.protocol import Seat
from games.words import N_, Fields, say
from matches.model.handovers import SeatOffer
from matches.model.match import Listing, Match

FREE = N_("Who would like to take over {seat} from {player}?")
ASKED = N_("{other_player}, would you like to take over {seat} from {player}?")
GOES_ON = N_("You take over with the time that's left.")
AT_LEAST = N_("You take over with the time that's left, and get at least {time}.")
RATED = N_("This match is rated: by taking over you can gain points, and you can't lose any.")
UNRATED = N_("The match is unrated.")
LEFT = N_(
    "You've left the server this match is played on, so its managers are offering {seat} to "
    "others. Until somebody takes over, you keep playing, and you can still decide to keep your "
    "seat."
)
LEFT_RATED = N_(
    "This match is rated: once somebody has taken over, you can't gain points any more, but "
    "you'll lose some if your seat loses."
)
LEFT_TIMED = N_("It will then count as a match you didn't play to the end.")
KEEP = N_("Keep my seat")
TAKE, LOOK, DECLINE = N_("Take over {seat}"), N_("Take a look first"), N_("No, thanks")


def message(match: Match, offer: SeatOffer, language: NullTranslations) -> Reply:
    """That a seat is on offer, to whoever it is for."""
    lines = [match_text.header(match, language), sentence(match, offer, language)]
    lines += [match_text.standing(match, language), *terms(match, language)]
    asked = () if offer.to is None else (offer.to,)
    controls = (*buttons(match, (offer,), language), look_button(match, language))
    return Reply("\n".join(filter(None, lines)), controls, mentions=asked)


def to_leaver(match: Match, seat: Seat, language: NullTranslations) -> Reply:
    """To the player of a seat which the managers of a server have offered, and why."""
    names = match.game.seat_names(match.setup)
    lines = [match_text.header(match, language), say(LEFT, {"seat": seat}, names, language)]
    lines += [] if match.hints_allowed else [language.gettext(LEFT_RATED)]
    lines += [] if match.clock is None else [language.gettext(LEFT_TIMED)]
    return Reply("\n".join(lines), (act_button(match, KEEP, "keep", language),))


def sentence(match: Listing, offer: SeatOffer, language: NullTranslations) -> str:
    """Who may take the seat over, and from whom."""
    fields: Fields = {
        "seat": offer.seat,
        "player": match_text.player_of(match, match.players[offer.seat - 1], language),
        "other_player": match_text.player_of(match, offer.to, language),
    }
    names = match.game.seat_names(match.setup)
    return say(FREE if offer.anyone else ASKED, fields, names, language)


def terms(match: Listing, language: NullTranslations) -> Iterator[str]:
    """What whoever takes a seat over should know."""
    if match.clock is not None:
        yield from clock_text.chosen(match, language)
        least = match.clock.for_newcomer(match.clock.time * 0)
        fields = {"time": clock_text.duration(least, language)}
        yield f"-# {say(AT_LEAST if least else GOES_ON, fields, language=language)}"
    yield f"-# {language.gettext(UNRATED if match.hints_allowed else RATED)}"
    if match.reliability is not None:
        yield f"-# {say(RELIABLE, {'share': match.reliability}, language=language)}"


def buttons(
    match: Listing, offers: Iterable[SeatOffer], language: NullTranslations
) -> Iterator[Control]:
    """The buttons to take seats over, and to decline one that is offered by name."""
    for one in offers:
        to = custom_id("seat-take", match.id, match.seq, str(one.seat))
        yield button(take(match, one.seat, language), to, style=ButtonStyle.success)
        if one.to is not None:
            to = custom_id("seat-decline", match.id, match.seq, str(one.seat))
            yield button(language.gettext(DECLINE), to)


def take(match: Listing, seat: Seat, language: NullTranslations) -> str:
    """The label of the button that takes a seat over."""
    return say(TAKE, {"seat": seat}, match.game.seat_names(match.setup), language)


def look_button(match: Listing, language: NullTranslations) -> Control:
    """The button to the board, and from there to the seats."""
    return button(language.gettext(LOOK), custom_id("seat-look", match.id, match.seq))
