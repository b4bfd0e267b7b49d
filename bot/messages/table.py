"""Tables as messages."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import NullTranslations

import discord
from discord import ButtonStyle

from bot.messages.board import BOARD, REMATCH, TO_BOARD, act_button, rules_button
from bot.text import clock as clock_text
from bot.text import match as match_text
from bot.text.match import options
from bot.text.numbers import listed
from bot.ui.controls import Control, Link, button, custom_id, link
from bot.ui.message import Reply
from games.words import N_, NN_, Fields, say
from matches.model.ids import PlayerId
from matches.model.match import Listing, Match, Seating
from matches.model.turns import holders

FREE = N_("free")
INVITED = N_("{player} (invited)")
HOST = N_("{player} opens a table.")
INVITES = N_("{player} opens a table and invites {others}.")
CHALLENGES = N_("{player} challenges {others}.")
AGAIN = N_("{player} challenges {others} to a rematch.")
STARTED, PLAYED_IN = N_("The match has begun."), N_("It's being played in {channel}.")
TO_TABLE, LAST_BOARD = N_("Go to the table"), N_("Go to the last board")
DRAWN_LOTS = N_("Seats are assigned at random when the match begins.")
ORDERS: dict[Seating, str] = {
    "random": DRAWN_LOTS,
    "chosen": N_("Take the seat you like. You can still change it."),
    "youngest": N_("The youngest player goes first. Then play moves around the table."),
}
RATED, UNRATED = N_("This match is rated."), N_("This match is unrated.")
STAND_IN = N_("A computer player (level {level}) steps in for anyone who withdraws.")
RELIABLE = N_("For people who play at least {share} percent of their matches to the end.")
PRIVATE = N_("🔒 Only the players can see this match.")
EXPIRES = N_("Unless somebody joins, the table closes {time}.")
CHALLENGE_EXPIRES = NN_(
    "Unless {players} accepts, the challenge expires {time}.",
    "Unless {players} all accept, the challenge expires {time}.",
)
FULL_EXPIRES = N_("Unless the match begins, the table closes {time}.")
WHO_IS_YOUNGEST = N_("{players}: everyone is here. The youngest goes first: who is it?")

JOIN, LEAVE, START = N_("Join"), N_("Leave"), N_("Start")
ACCEPT, DECLINE, WITHDRAW = N_("Accept"), N_("Decline"), N_("Withdraw challenge (host)")
SIT = N_("Play as {seat}")
YOUNGEST = N_("I'm the youngest")
FILL = N_("Computer players…")
OPEN_ONE = N_("Open a table…")


def message(match: Listing, language: NullTranslations, *, last_board: str | None = None) -> Reply:
    """A table that waits for players, or what became of it: where its match is played or how it has
    ended, with a link to the last board.
    """
    lines = [match_text.title(match, language), _opened(match, language)]
    lines.append(f"*{language.gettext(match.game.texts.summary)}*")
    lines += options(match, language)
    lines += clock_text.chosen(match, language)
    lines += filter(None, [match_text.other_half(match, language)])
    lines += [f"{number}. {one}" for number, one in enumerate(_chairs(match, language), start=1)]
    if not _waits(match):
        lines.append(_became(match, language))
        return Reply("\n".join(lines), tuple(_afterwards(match, last_board, language)))
    lines += [f"-# {line}" for line in _remarks(match, language)]
    return Reply("\n".join(lines), tuple(_buttons(match, language)), mentions=match.invited)


def _waits(match: Listing) -> bool:
    """Whether it has not become anything yet. A frozen table keeps its buttons, with which it goes
    on once somebody knows what has happened there.
    """
    return match.started_at is None and match.ending is None


def _became(match: Listing, language: NullTranslations) -> str:
    """How the match has ended; that it has begun, and its thread if it has one."""
    if match.ending is not None:
        return match_text.ending(match, language)
    thread = match.place.own_thread
    where = {"channel": f"<#{thread}>"}
    there = "" if thread is None else f"\n{say(PLAYED_IN, where, language=language)}"
    return f"{language.gettext(STARTED)}{there}"


def _opened(match: Listing, language: NullTranslations) -> str:
    """A sentence that names the host, and the players who are, or were, invited."""
    host = match.host or None  # Those who have deleted their data are nobody.
    others: list[PlayerId | None] = [*match.invited]
    sentence = CHALLENGES if match.challenge else INVITES if match.invited else HOST
    if isinstance(match, Match) and match.challenged:
        # Those who sat down then, whoever has their seats now.
        others = [*holders(match, 0)]
        if host in others:
            others.remove(host)
        sentence = CHALLENGES
    fields = {
        "player": match_text.mention(host, language),
        "others": listed([match_text.mention(player, language) for player in others], language),
    }
    return say(sentence, fields, language=language)


def rematch(match: Listing, language: NullTranslations) -> Reply:
    """The offer of a rematch in short, for the place where the people are who were challenged."""
    others = listed([match_text.mention(player, language) for player in match.invited], language)
    fields = {"player": match_text.mention(match.host, language), "others": others}
    lines = [match_text.title(match, language), say(AGAIN, fields, language=language)]
    lines += filter(None, [match_text.other_half(match, language)])
    return Reply("\n".join(lines), tuple(_answers(match, language)))


def rematch_controls(match: Listing) -> set[str]:
    """What the buttons of `rematch` carry."""
    return {_answer_id(match, action) for action, _, _ in _ANSWERS}


def _remarks(match: Listing, language: NullTranslations) -> Iterator[str]:
    """Further facts about an open table."""
    if match.status == "frozen":
        yield language.gettext(match_text.FROZEN)
    if match.seating != "chosen" or not match.challenge:
        yield language.gettext(ORDERS[match.seating])
    yield language.gettext(RATED if match.rated else UNRATED)
    if isinstance(match, Match) and match.stand_in is not None:
        yield say(STAND_IN, {"level": match.stand_in}, language=language)
    if match.reliability is not None:
        yield say(RELIABLE, {"share": match.reliability}, language=language)
    if match.private:
        yield language.gettext(PRIVATE)
    if match.expires_at is not None:
        yield _expires(match, discord.utils.format_dt(match.expires_at, "R"), language)


def _expires(match: Listing, time: str, language: NullTranslations) -> str:
    """Until when the table waits, and for what."""
    waited = [player for player in match.invited if player not in match.seated]
    if match.full or not (match.challenge and waited):
        return say(FULL_EXPIRES if match.full else EXPIRES, {"time": time}, language=language)
    players = listed([match_text.mention(player, language) for player in waited], language)
    fields: Fields = {"players": players, "count": len(waited), "time": time}
    return say(CHALLENGE_EXPIRES, fields, language=language)


def _chairs(match: Listing, language: NullTranslations) -> list[str]:
    """The seats: who has them, or may take them."""
    chairs: list[str] = []
    names = match_text.seats(match, language)
    for name, player, kept in zip(names, match.players, match.kept, strict=True):
        who = language.gettext(FREE)
        if player is not None:
            who = match_text.mention(player, language)
        elif kept is not None:
            who = say(INVITED, {"player": match_text.mention(kept, language)}, language=language)
        settled = not _waits(match) or match.seating == "chosen"
        chairs.append(f"{name}: {who}" if settled else who)
    return chairs


def _buttons(match: Listing, language: NullTranslations) -> Iterator[Control]:
    """The buttons of an open table."""

    def to(action: str, label: str, style: ButtonStyle, rest: str = "") -> Control:
        return button(label, custom_id(action, match.id, 0, rest), style=style)

    if {*match.invited} - {*match.seated}:
        yield from _answers(match, language)
    if match.seating == "chosen":
        for seat in match.open_seats:
            yield to("join", sit_as(match, seat, language), ButtonStyle.success, str(seat))
    elif match.open_seats:
        yield to("join", language.gettext(JOIN), ButtonStyle.success)
    if match.full:
        yield _youngest(match, language)
    away = WITHDRAW if match.challenge else LEAVE
    yield to("leave", language.gettext(away), ButtonStyle.secondary)
    fewer = min(match.game.info.seats) < match.setup.seats
    if fewer and not match.full and not match.challenge:
        yield to("start", language.gettext(START), ButtonStyle.primary)
    if match.open_seats:
        yield to("fill", language.gettext(FILL), ButtonStyle.secondary)
    yield rules_button(match.game, language)


def _afterwards(
    match: Listing, last_board: str | None, language: NullTranslations
) -> Iterator[Control | Link]:
    """To the board of a match that has begun: without a link in direct messages, where each player
    has another one; to a rematch of one that is over.
    """
    if match.started_at is None:
        return
    over = match.ending is not None
    if over and match.full:
        yield button(language.gettext(REMATCH), custom_id("rematch", match.id, match.seq))
    if last_board is not None:
        yield link(language.gettext(LAST_BOARD if over else TO_BOARD), last_board)
    elif match.apart and not over:
        yield act_button(match, BOARD, "board", language)


_ANSWERS = (("accept", ACCEPT, ButtonStyle.success), ("decline", DECLINE, ButtonStyle.danger))


def _answers(match: Listing, language: NullTranslations) -> Iterator[Control]:
    """The buttons for those who are invited."""
    for action, label, style in _ANSWERS:
        yield button(language.gettext(label), _answer_id(match, action), style=style)


def _answer_id(match: Listing, action: str) -> str:
    return custom_id(action, match.id, 0)


def sit_as(match: Listing, seat: int, language: NullTranslations) -> str:
    """The label of the button to a seat."""
    return say(SIT, {"seat": seat}, match.game.seat_names(match.setup), language)


def _youngest(match: Listing, language: NullTranslations) -> Control:
    to = custom_id("youngest", match.id, 0)
    return button(language.gettext(YOUNGEST), to, style=ButtonStyle.primary)


def open_button(language: NullTranslations) -> Control:
    """The button to a table of one's own: it asks for the game, and for everything else."""
    return button(language.gettext(OPEN_ONE), custom_id("find"))


def question(match: Listing, language: NullTranslations) -> Reply:
    """Asks the players of a full table who begins."""
    players = listed([match_text.mention(player, language) for player in match.seated], language)
    asked = say(WHO_IS_YOUNGEST, {"players": players}, language=language)
    text = f"{match_text.title(match, language)}\n{asked}"
    return Reply(text, (_youngest(match, language),), mentions=match.seated)
