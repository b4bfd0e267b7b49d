"""Messages about matches: their text, picture and controls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from gettext import NullTranslations
from typing import TYPE_CHECKING, Any

import discord
from discord import ButtonStyle, ui

from bot import ahead, ratings, sentences, times
from bot.components import Control, button, custom_id, view
from bot.pictures import Picture, after, of_match
from games.words import N_, NN_, Fields, say
from matches.match import Dropped, Listing, LoggedEvent, Match, PlayedTurn
from matches.queries import since
from matches.requests import asked as consent_of
from matches.robots import is_robot

if TYPE_CHECKING:
    from bot.client import Dreierlei

BEGUN = N_("The match begins.")
GREETING = NN_("{players} wishes you a good match.", "{players} wish you a good match.")
ACCEPT, DECLINE = N_("Accept"), N_("Decline")
MOVE = N_("Move")
AS_TEXT, REPLAY, MORE = N_("Board as text"), N_("Replay"), N_("More …")
LATEST = 999_999
"""The number of a turn that is after all others."""
RESUME, REMATCH = N_("Resume"), N_("Rematch")
ASKS = {
    "takeback": N_(
        "{player} asks to take back turn {number} and all that came after it. The match would be "
        "unrated then."
    ),
    "adjourn": N_("{player} asks to adjourn, so that no time passes until somebody goes on."),
}
OFFERS = N_("{player} offers a draw.")
AGREED = N_("Agreed so far: {players}")
DROPPED = NN_(
    "{match}: a prepared turn was dropped, because it can't be played: {texts}\n{why}",
    "{match}: {count} prepared turns were dropped, because the first of them can't be played: "
    "{texts}\n{why}",
)


@dataclass(frozen=True, slots=True)
class Reply:
    """A message to be sent, or to replace another. `mentions` are those whom it may notify."""

    text: str
    controls: tuple[Control, ...] = ()
    picture: Picture | None = None
    mentions: tuple[int, ...] = ()
    embed: discord.Embed | None = None

    def sent(self) -> dict[str, Any]:
        """The arguments for sending it."""
        found: dict[str, Any] = {"content": sentences.cut(self.text), **self._common()}
        if self.controls:
            found["view"] = view(*self.controls)
        if self.picture:
            found["file"] = self.picture.file()
        if self.embed:
            found["embed"] = self.embed
        return found

    def edited(self) -> dict[str, Any]:
        """The arguments for putting it in the place of another message."""
        shown: ui.View | None = view(*self.controls) if self.controls else None
        files = [self.picture.file()] if self.picture else []
        embeds = [self.embed] if self.embed else []
        text = sentences.cut(self.text)
        return {"content": text, "view": shown, "attachments": files, "embeds": embeds} | (
            self._common()
        )

    def adding(self, line: str) -> Reply:
        """The same with a line more."""
        return replace(self, text=f"{self.text}\n{line}")

    def _common(self) -> dict[str, Any]:
        users = [discord.Object(player) for player in self.mentions if not is_robot(player)]
        allowed = discord.AllowedMentions.none()
        if users:
            allowed.users = users
        return {"allowed_mentions": allowed}


# Boards


async def board(
    bot: Dreierlei,
    match: Match,
    language: NullTranslations,
    turns: Sequence[PlayedTurn] = (),
    events: Sequence[LoggedEvent] = (),
    *,
    notify: bool = True,
) -> Reply:
    """The board for everybody: what has just happened, and who is to move or has won."""
    lines = [sentences.header(match, language), sentences.phase(match, language)]
    if match.status == "running" and not match.turns and not events:
        lines.append(language.gettext(BEGUN))
        lines += _greetings(match, language)
    lines += sentences.turns(match, turns, language)
    lines += [sentences.logged(match, event, language) for event in events]
    lines.append(sentences.standing(match, language))
    lines += await ratings.changed(bot.database, match, language)
    lines += await times.lines(bot, match, language)
    return Reply(
        "\n".join(filter(None, lines)),
        under_board(match, language),
        await ahead.board(bot, match, language),
        await bot.chosen.called(to_notify(match)) if notify else (),
    )


def _greetings(match: Listing, language: NullTranslations) -> list[str]:
    """What the computer players say at the start; they say nothing else."""
    robots = [sentences.mention(one, language) for one in match.seated if is_robot(one)]
    fields: Fields = {"players": ", ".join(robots), "count": len(robots)}
    return [say(GREETING, fields, language=language)] if robots else []


def line(
    match: Match,
    language: NullTranslations,
    turns: Sequence[PlayedTurn],
    events: Sequence[LoggedEvent],
    shown: Reply,
) -> Reply:
    """What has just happened and who is next, where the board itself is kept up to date: for those
    who are called by the board that is `shown`.
    """
    lines = sentences.turns(match, turns, language)
    lines += [sentences.logged(match, event, language) for event in events]
    lines = [sentences.title(match, language), *lines, sentences.standing(match, language)]
    return Reply("\n".join(filter(None, lines)), mentions=shown.mentions)


def to_notify(match: Listing) -> tuple[int, ...]:
    """Whom a turn concerns: the player to move, at the end all."""
    if match.status == "running":
        return () if match.player_to_move is None else (match.player_to_move,)
    return match.seated


def under_board(match: Match, language: NullTranslations) -> tuple[Control, ...]:
    """What stands under a board: the way to move, and to whatever else is possible."""
    return (*move_button(match, language), *beside_move(match, language))


def move_button(match: Match, language: NullTranslations) -> tuple[Control, ...]:
    """The way to move, to go on, or to play once more."""
    if match.status == "running":
        return (pick_button(match, language),)
    if match.status == "adjourned":
        return (button(language.gettext(RESUME), custom_id("resume", match.id, match.seq)),)
    if match.ending is not None and match.full and match.started_at:
        return (button(language.gettext(REMATCH), custom_id("rematch", match.id, match.seq)),)
    return ()


def pick_button(match: Match, language: NullTranslations) -> Control:
    """Leads to the menus in which a turn is picked."""
    to = custom_id("move", match.id, match.seq)
    return button(language.gettext(MOVE), to, style=ButtonStyle.primary)


def beside_move(match: Match, language: NullTranslations) -> tuple[Control, ...]:
    """The buttons that look at a match and lead to what else can be done."""
    made = [button(language.gettext(AS_TEXT), custom_id("text", match.id, match.seq))]
    if match.turn_count:
        made.append(act_button(match, REPLAY, "replay", language, str(LATEST)))
    made.append(button(language.gettext(MORE), custom_id("more", match.id, match.seq)))
    return tuple(made)


def act_button(
    match: Match,
    label: str,
    act: str,
    language: NullTranslations,
    text: str = "",
    *,
    style: ButtonStyle = ButtonStyle.secondary,
) -> Control:
    """Does what a command does (see `bot.choosing`) with this match."""
    to = custom_id("act", match.id, match.seq, f"{act}/{text}")
    return button(language.gettext(label), to, style=style)


async def own_board(bot: Dreierlei, match: Match, player: int, language: NullTranslations) -> Reply:
    """The board for one user, who sits at the bottom if he plays."""
    seat = match.seat_of(player)
    news = since(match, seat)
    lines = [sentences.header(match, language), sentences.phase(match, language)]
    lines += sentences.turns(match, news, language)
    lines.append(sentences.standing(match, language))
    lines += await times.lines(bot, match, language)
    shot = after(match.position, news, seat)
    picture = await of_match(bot, match, language, shot, viewer=player)
    mine = match.player_to_move == player
    controls = under_board(match, language) if mine else beside_move(match, language)
    return Reply("\n".join(filter(None, lines)), controls, picture)


def options(match: Listing, language: NullTranslations) -> list[str]:
    """The options of a match, a line each: what a value means, or its name and the value."""
    own = match.game.texts.options
    lines: list[str] = []
    for key, value in match.setup.options.items():
        meaning = own.get(f"{key}={value}")
        name = language.gettext(key).capitalize()
        lines.append(f"{name}: {value}" if meaning is None else language.gettext(meaning))
    return lines


# Draws and prepared turns


def draw_offer(match: Match, language: NullTranslations) -> Reply:
    """A standing offer of a draw, for everybody."""
    offer = match.draw_offer
    assert offer is not None
    who = {seat: sentences.mention(match.players[seat - 1], language) for seat in offer.agreed}
    lines = [sentences.title(match, language)]
    lines.append(say(OFFERS, {"player": who[offer.seat]}, language=language))
    agreed = [who[seat] for seat in offer.agreed if seat != offer.seat]
    if agreed:
        lines.append(say(AGREED, {"players": ", ".join(agreed)}, language=language))
    waiting = [
        seat
        for seat in range(1, match.setup.seats + 1)
        if seat not in offer.agreed and seat not in match.position.withdrawn
    ]
    return _question(match, lines, waiting, ("draw", match.seq), language)


def request(match: Match, language: NullTranslations) -> Reply:
    """What a player asks of others, for everybody."""
    asked = match.request
    assert asked is not None
    who = {seat: sentences.mention(match.players[seat - 1], language) for seat in asked.agreed}
    number = next((turn.number for turn in match.turns if turn.seq == asked.first), 0)
    fields: Fields = {"player": who[asked.seat], "number": number}
    lines = [sentences.title(match, language), say(ASKS[asked.kind], fields, language=language)]
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
    """A question to the players in these seats, with a button for each answer: to which action,
    and with which `seq`.
    """
    action, seq = answers
    players = [match.players[seat - 1] for seat in waiting]
    asked = tuple(player for player in players if player is not None)
    called = ", ".join(sentences.mention(player, language) for player in asked)
    controls = tuple(
        button(language.gettext(label), custom_id(f"{action}-{answer}", match.id, seq), style=style)
        for answer, label, style in (
            ("accept", ACCEPT, ButtonStyle.success),
            ("decline", DECLINE, ButtonStyle.danger),
        )
    )
    return Reply("\n".join([*lines, called]), controls, mentions=asked)


def dropped(match: Listing, what: Dropped, why: str, language: NullTranslations) -> Reply:
    """For their owner: prepared turns that were thrown away."""
    fields: Fields = {
        "match": match.id,
        "count": len(what.texts),
        "texts": sentences.cut("; ".join(map(sentences.code, what.texts)), 800),
        "why": why,
    }
    return Reply(say(DROPPED, fields, language=language))
