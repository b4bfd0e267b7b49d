"""Messages about wishes: the list of one's own, and what becomes of them."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from discord import ButtonStyle

from bot.messages.board import BOARD, act_button
from bot.messages.table import PLAYED_IN
from bot.text import clock as clock_text
from bot.text import match as match_text
from bot.text import wish as text
from bot.text.numbers import listed as in_words
from bot.ui.controls import Control, button, custom_id
from bot.ui.layout import RULE, Below, Part, Text, heading, ruled
from bot.ui.message import Reply
from games.words import N_, NN_, Fields, say
from matches.model.ids import PlayerId, WishNumber
from matches.model.match import Listing
from matches.wishes.wish import Wish

TITLE = N_("Your searches")
NONE = N_(
    "Tell me what you'd like to play. I'll look for players on all servers and start the match as "
    "soon as I've found them."
)
MORE = NN_("… and {count} more", "… and {count} more")
SHOWN = 5
"""The most wishes that are shown: a message has room for no more."""

WISHES, SEEK, NEW = N_("My searches"), N_("Find players for me…"), N_("New search")
CHANGE, WITHDRAW, RESUME = N_("Change"), N_("Cancel search"), N_("Resume")
AGREE, DECLINE = N_("I'm in"), N_("Decline")

ASKED = N_(
    "{player} would like to play with you: {tables}. If you agree, I'll look for the others and "
    "start the match as soon as I've found them."
)
AGREED = N_("You're in: {tables}. I'll tell you when the match begins.")
MADE = N_("I'm looking for players for you: {tables}. I'll tell you when the match begins.")
ASKING = N_("I'm asking {players}. Once they've agreed, I'll look for the others.")
OPEN = N_("You'll play in direct messages, so please allow mine.")
FOUND = N_("I've found you a match: you're playing with {players}.")
HERE = N_("It's played in our direct messages.")
UNREACHED = N_(
    "I've found you a match, but you don't accept direct messages from me. `/games` shows it."
)
OTHERS = N_("Your other searches are paused. You can resume them with `/seek`.")
EXPIRED = N_("I haven't found anybody for you, so the search has ended: {tables}.")
DECLINED = N_("Not everybody wants to play, so the search has ended: {tables}.")
WITHDRAWN = N_("{player} has cancelled a search that you were part of: {tables}.")
PAUSED = N_("Somebody in your search has just started a match, so it's paused: {tables}.")
ENDED = N_("The search has ended: {tables}.")


# Buttons


def list_button(language: NullTranslations, label: str = WISHES) -> Control:
    """The button to one's own wishes."""
    return button(language.gettext(label), custom_id("seek"))


def new_button(language: NullTranslations) -> Control:
    """The button to the form for a wish."""
    return button(language.gettext(NEW), custom_id("seek-new"), style=ButtonStyle.success)


def _about(
    label: str,
    action: str,
    number: WishNumber,
    language: NullTranslations,
    style: ButtonStyle = ButtonStyle.secondary,
) -> Control:
    return button(language.gettext(label), custom_id(action, rest=str(number)), style=style)


def _acts(wish: Wish, reader: PlayerId, language: NullTranslations) -> tuple[Control, ...]:
    """What the reader can do with a wish that stands."""
    if reader in wish.asked:
        return (
            _about(AGREE, "seek-agree", wish.id, language, ButtonStyle.success),
            _about(DECLINE, "seek-end", wish.id, language),
        )
    away = _about(WITHDRAW, "seek-end", wish.id, language)
    if reader != wish.leader:
        return (away,)
    change = _about(CHANGE, "seek-change", wish.id, language)
    if wish.status != "paused":
        return change, away
    resume = _about(RESUME, "seek-resume", wish.id, language, ButtonStyle.success)
    return resume, change, away


# The list


def listed(
    found: Sequence[Wish], reader: PlayerId, language: NullTranslations, said: str = ""
) -> Reply:
    """Somebody's wishes with what they can do with each, those first to which they are asked; above
    them what there is to say.
    """
    above: tuple[Part, ...] = (Text(said), RULE) if said else ()
    if not found:
        nothing: tuple[Part, ...] = (*above, Text(language.gettext(NONE)))
        return Reply("", (new_button(language),), parts=nothing)
    in_order = sorted(found, key=lambda wish: (reader not in wish.asked, wish.id))
    rows = [_row(wish, reader, language) for wish in in_order[:SHOWN]]
    parts: tuple[Part, ...] = (*above, heading(language.gettext(TITLE)), *ruled(rows))
    if rest := in_order[SHOWN:]:
        parts = (*parts, Text(f"-# {say(MORE, {'count': len(rest)}, language=language)}"))
    return Reply("", (new_button(language),), parts=parts)


def _row(wish: Wish, reader: PlayerId, language: NullTranslations) -> Below:
    first, *more = _acts(wish, reader, language)
    return Below("\n".join(text.lines(wish, reader, language)), first, tuple(more))


# What becomes of wishes


def done(wish: Wish, reader: PlayerId, language: NullTranslations) -> str:
    """What somebody reads who has just made a wish, changed it, agreed to it or ended it. If the
    wish has no channel, its news come by direct message, so they are reminded to accept those.
    """
    fields = {"tables": text.tables(wish.terms, language)}
    if not wish.stands:
        return say(ENDED, fields, language=language)
    if wish.status == "paused":
        return say(PAUSED, fields, language=language)
    said = say(MADE if reader == wish.leader else AGREED, fields, language=language)
    if wish.status == "asking" and reader == wish.leader:
        asked = in_words([match_text.mention(one, language) for one in wish.asked], language)
        said = say(ASKING, {"players": asked}, language=language)
    return said if wish.meeting is not None else f"{said} {language.gettext(OPEN)}"


def news(
    wish: Wish,
    reader: PlayerId,
    language: NullTranslations,
    match: Listing | None = None,
    *,
    others: bool = False,
) -> Reply:
    """Tells a member of its party the status of a wish. For one that has come true, `match` is its
    match, and `others` says whether the reader has further wishes.
    """
    if match is not None:
        return _found(match, reader, language, others=others)
    leader = match_text.mention(wish.leader, language)
    fields = {"player": leader, "tables": text.tables(wish.terms, language)}
    if wish.status == "asking":
        asked = say(ASKED, fields, language=language)
        clocks = f"⏱ {text.clocks(wish.terms, language)}"
        said = f"{asked}\n{clocks}"
        return Reply(said, _acts(wish, reader, language), mentions=(reader,))
    if wish.status == "paused":
        said = say(PAUSED, fields, language=language)
        return Reply(said, _acts(wish, reader, language))
    ended = {"expired": EXPIRED, "declined": DECLINED}.get(wish.status, WITHDRAWN)
    buttons = (list_button(language), new_button(language))
    return Reply(say(ended, fields, language=language), buttons)


def come_true(reader: PlayerId, language: NullTranslations) -> Reply:
    """What stands in a channel for somebody whose match only its players see."""
    return Reply(language.gettext(UNREACHED), mentions=(reader,))


def _found(match: Listing, reader: PlayerId, language: NullTranslations, *, others: bool) -> Reply:
    with_them = [match_text.mention(one, language) for one in match.seated if one != reader]
    fields: Fields = {"players": in_words(with_them, language)}
    assert match.clock is not None
    where = language.gettext(HERE)
    if not match.apart:
        where = say(PLAYED_IN, {"channel": f"<#{match.place.where}>"}, language=language)
    lines = [
        match_text.title(match, language),
        say(FOUND, fields, language=language),
        f"⏱ {clock_text.control(match.clock, language)}",
        where,
    ]
    if others:
        lines.append(f"-# {language.gettext(OTHERS)}")
    look = act_button(match, BOARD, "board", language)
    return Reply("\n".join(lines), (look, list_button(language)), mentions=(reader,))
