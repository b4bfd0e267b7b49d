"""Boards in words, for screen readers: the whole board, or one point and what can be done there."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable, Iterable, Sequence
from gettext import NullTranslations
from itertools import takewhile

from bot.context import Bot
from bot.errors import Refused
from bot.messages import board as board_message
from bot.messages import clock as clock_message
from bot.pictures import board
from bot.text import match as match_text
from bot.text.discord_limits import MESSAGE
from bot.text.position import phrase, phrases
from bot.text.verbatim import verbatim
from bot.ui.layout import Text
from bot.ui.message import Reply
from games.around import Around, around, at
from games.protocol import AnyGame, Part
from games.scene import Mark
from games.shot import Shot
from games.words import N_, NN_, Fields, say
from matches.model.ids import PlayerId
from matches.model.match import Match
from matches.model.turns import since

NO_POINT = N_("“{point}” isn't on this board. Names there look like {example}.")
NOBODY = N_("There is nothing on {point}.")
LEAVING = NN_(
    "From {point}, {seat} has {count} move, to {points}: {moves}",
    "From {point}, {seat} has {count} moves, to {points}: {moves}",
)
LEAVING_TURN = NN_(
    "With {point}, {seat} has {count} move: {moves}",
    "With {point}, {seat} has {count} moves: {moves}",
)
ARRIVING = NN_(
    "At {point}, {seat} has {count} move: {moves}",
    "At {point}, {seat} has {count} moves: {moves}",
)
NO_WAY = N_("{seat} has no move from or to {point}.")
MORE = N_("{count} more")
EXAMPLES = 3
"""How many points are suggested to somebody who names one that doesn't exist."""
MOVES, POINTS = 700, 300
"""The most characters of a list of moves, and of a list of points."""


# The whole board


def in_lines(match: Match, language: NullTranslations, reader: PlayerId | None = None) -> list[str]:
    """The whole state: seats, phase, all men, the turns since the mover's last one, whose turn.
    `reader` is as in `match_text.standing`.
    """
    lines = [match_text.header(match, language), match_text.phase(match, language)]
    lines += [f"• {said}" for said in phrases(match.game, match.setup, match.position, language)]
    lines += match_text.turns(match, since(match, match.to_move), language)
    return [*filter(None, lines), match_text.standing(match, language, reader)]


async def as_text(bot: Bot, match: Match, player: PlayerId, language: NullTranslations) -> Reply:
    """The board in words for a player, complete enough to play without seeing it."""
    lines = [*in_lines(match, language, player), *await clock_message.lines(bot, match, language)]
    text = "\n".join(filter(None, lines))
    if len(text) <= MESSAGE:
        return Reply(text)
    return Reply("", parts=(Text(text),))


# One point


def points(match: Match) -> list[str]:
    """The names of all points. Those that the seat to move can use come first."""
    game, position = match.game, match.position
    spots = game.scene(position, ()).board.spots
    useful = [
        part.point
        for move in game.legal_moves(position)
        for part in game.spellings(move)[0]
        if part.point and part.point in spots
    ]
    return list(dict.fromkeys((*useful, *spots)))


def find_point(match: Match, typed: str) -> str:
    """The point that was typed, in upper or lower case. Raises Refused."""
    spots = match.game.scene(match.position, ()).board.spots
    wanted = "".join(typed.split()).casefold()
    found = next((name for name in spots if name.casefold() == wanted), None)
    if found is None:
        example = ", ".join(list(spots)[:EXAMPLES])
        raise Refused(NO_POINT, point=verbatim(typed[:20]), example=example)
    return found


async def at_point(
    bot: Bot, match: Match, player: PlayerId, typed: str, language: NullTranslations
) -> Reply:
    """What is on a point, and what the seat to move can do there: in words, and highlighted.

    Raises Refused.
    """
    point = find_point(match, typed)
    game, position = match.game, match.position
    found = await asyncio.to_thread(around, game, position, point)
    lines = [match_text.header(match, language)]
    lines += _who(match, point, language)
    lines += _ways(match, point, found, language)
    lines.append(match_text.standing(match, language, player))
    reach = (Mark(other, "reach") for other in found.targets)
    shot = Shot(position, (), (Mark(point, "choice"), *reach))
    picture = await board.of_match(bot, match, language, shot, viewer=player)
    mine = match.player_to_move == player
    controls = board_message.move_button(match, language) if mine else ()
    return Reply("\n".join(filter(None, lines)), controls, picture)


def _who(match: Match, point: str, language: NullTranslations) -> list[str]:
    """The men on the point, and whatever else the position says about it."""
    position = match.position
    figures = match.game.scene(position, ()).figures
    words = at(match.game.words(position), point)
    said = [phrase(match.game, match.setup, one, language) for one in words]
    if all(figure.point != point for figure in figures):
        said.insert(0, say(NOBODY, {"point": point}, language=language))
    return said


def _ways(match: Match, point: str, found: Around[object], language: NullTranslations) -> list[str]:
    """The moves from and to a point."""
    seat = match.position.to_move
    if seat is None:
        return []
    names = match.game.seat_names(match.setup)
    lines = []
    targets = _listed(found.targets, POINTS, language)
    for sentence, moves in (
        (LEAVING if targets else LEAVING_TURN, found.leaving),
        (ARRIVING, found.arriving),
    ):
        if moves:
            texts = texts_of(match.game, moves)
            tokens = _listed([f"`{text}`" for text in texts], MOVES, language)
            fields: Fields = {"seat": seat, "point": point, "count": len(texts), "moves": tokens}
            lines.append(say(sentence, {**fields, "points": targets}, names, language))
    return lines or [say(NO_WAY, {"seat": seat, "point": point}, names, language)]


def texts_of(game: AnyGame, moves: Iterable[Hashable]) -> list[str]:
    """Moves as they are listed for a point, without anything that is chosen separately once all
    points are. Whether there is such a choice may reveal what a move is worth.
    """
    return [*dict.fromkeys(_text(game.spellings(move)[0]) for move in moves)]


def _text(parts: Sequence[Part]) -> str:
    named = takewhile(lambda part: part.point or not part.apart, parts)
    return "".join(part.text for part in named)


def _listed(items: Sequence[str], most: int, language: NullTranslations) -> str:
    """The items, separated by commas. If there are too many: the first ones, and how many more."""
    shown = list(_fitting(items, most))
    more = len(items) - len(shown)
    if more:
        shown.append(say(MORE, {"count": more}, language=language))
    return ", ".join(shown)


def _fitting(items: Iterable[str], most: int) -> Iterable[str]:
    for item in items:
        most -= len(item) + 2
        if most < 0:
            return
        yield item
