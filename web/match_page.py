"""The page of a match: its board, after any turn, and the same in words."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from aiohttp import web

import matches
from bot.text import match as match_text
from games.words import N_, say
from matches.model.ids import MatchId
from matches.model.match import Match
from matches.pages import Page, pages
from render.cache import Cache
from web import people
from web.boards import Board, Boards
from web.frame import Preview, Reader, answer, fresh, page
from web.markup import Markup, joined, tag
from web.people import Shown
from web.words import plain

TURNS = N_("Turns")
START = N_("Starting position")
FIRST, BACK, ON, LAST = N_("Go to the start"), N_("Back"), N_("Forward"), N_("Go to the end")
STEP = N_("Step through the turns")
AT = N_("Turn {number} of {count}")
LIVE = N_("New turns appear here automatically.")
POSITION = N_("The position in words")
TITLE = N_("{game}, match {match}")
DIGITS = 6
"""The most digits of a turn's number."""


@dataclass(frozen=True)
class View:
    """A match as one reader sees it, after a turn or in its present state. `other`: the match with
    exchanged seats, if it has a page.
    """

    reader: Reader
    match: Match
    players: list[Shown]
    board: Board
    now: bool
    other: MatchId | None


async def shown(reader: Reader, boards: Boards, found: Page, turn: int | None) -> View | None:
    """The match after this turn, or as it stands; None if there is no such turn."""
    match = await matches.get(reader.site.database, found.match.id)
    players = await people.shown(reader, found)
    captions = [one.caption for one in players]
    board = await boards.board(match, turn, captions, reader.code, reader.language)
    if board is None:
        return None
    half = match.other_half
    seen = half is not None and await pages(reader.site.database, [half])
    return View(reader, match, players, board, turn is None, half if seen else None)


def response(request: web.Request, view: View, kept: Cache[Hashable, Markup]) -> web.Response:
    """The page; a cached one if nothing in it has changed."""
    reader, match = view.reader, view.match
    key = (
        reader.code,
        reader.chosen,
        reader.path,
        match.id,
        match.base,
        match.status,
        view.board,
        view.now,
        view.other,
        tuple(view.players),
    )
    return fresh(request, answer(kept.get(key) or kept.put(key, _document(view))))


def _document(view: View) -> Markup:
    reader, match, board = view.reader, view.match, view.board
    game = reader.say(match.game.info.name)
    title = say(TITLE, {"game": game, "match": match.id}, language=reader.language)
    sides = match_text.opposed(
        match, [f"{one.seat}: {one.name or one.seat}" for one in view.players]
    )
    mark = reader.site.mark(match.id, match.base)
    image = f"{reader.site.address.origin}{reader.site.url('m', match.id)}.png?v={mark}"
    preview = Preview(f"{sides}. {board.said}", image)
    running = match.status in ("running", "adjourned")
    events = f"{reader.site.url('m', match.id, 'events')}?seen={mark}"
    live = events if view.now and running else None
    seats = [joined(f"{one.seat}: ", one.linked(reader)) for one in view.players]
    body = [
        tag("h1", title),
        tag("p", *_between(seats, " · "), class_="players"),
        *(tag("p", line, class_="options") for line in match_text.options(match, reader.language)),
        *([] if view.other is None else [tag("p", _other_half(view), class_="options")]),
        *([tag("p", board.standing, class_="standing")] if board.standing else []),
        tag(
            "div",
            tag("figure", Markup(board.svg), class_="picture"),
            tag("div", *_beside(view, live is not None), class_="beside"),
            class_="match",
            data_live=live,
        ),
    ]
    return page(reader, title, body, preview)


def _other_half(view: View) -> Markup:
    """A link to the match with exchanged seats."""
    language = view.reader.language
    said = plain(match_text.other_half(view.match, language), {}, language)
    return view.reader.link(said, "m", view.other)


def _beside(view: View, live: bool) -> list[Markup]:
    reader, board = view.reader, view.board
    at = {"number": board.turn, "count": board.turns}
    where = say(AT, at, language=reader.language) if board.turns else reader.say(START)
    return [
        _steps(view),
        tag("p", where, class_="where"),
        *([tag("p", board.phase, class_="phase")] if board.phase else []),
        *([tag("p", _stopped(view), class_="standing")] if _stopped(view) else []),
        *([tag("p", reader.say(LIVE), class_="live")] if live else []),
        tag("h2", reader.say(POSITION)),
        tag("p", board.said, class_="state"),
        tag("h2", reader.say(TURNS)),
        _turns(view),
    ]


def _stopped(view: View) -> str:
    """That the match stands still, and why; nothing for any other, and after earlier turns."""
    if not view.now or view.match.status not in ("adjourned", "frozen"):
        return ""
    language = view.reader.language
    return plain(match_text.standing(view.match, language), {}, language)


def _steps(view: View) -> Markup:
    """Links to the turns before and after."""
    reader, board, match = view.reader, view.board, view.match
    links = (
        ("⇤", FIRST, 0, board.turn > 0),
        ("←", BACK, board.turn - 1, board.turn > 0),
        ("→", ON, board.turn + 1, board.turn < board.turns),
        ("⇥", LAST, None, board.turn < board.turns),
    )
    made = []
    for sign, said, to, there in links:
        label, parts = reader.say(said), (match.id,) if to is None else (match.id, to)
        if there:
            made.append(reader.link(sign, "m", *parts, aria_label=label, title=label))
        else:
            made.append(tag("span", sign, aria_hidden="true"))
    return tag("nav", *made, class_="steps", aria_label=reader.say(STEP))


def _turns(view: View) -> Markup:
    """All turns as links, each with its seat."""
    reader, match = view.reader, view.match
    seats = match_text.seats(match, reader.language)
    items = [
        tag(
            "li",
            reader.link(
                joined(tag("span", one.number, class_="number"), " ", tag("code", one.text)),
                "m",
                match.id,
                one.number,
                title=seats[one.seat - 1],
                aria_current="step" if one.number == view.board.turn else None,
            ),
        )
        for one in match.turns
    ]
    return tag("ol", *items, class_="turns")


def _between(parts: list[Markup], sign: str) -> list[Markup]:
    return [Markup(sign) if odd else part for part in parts for odd in (False, True)][:-1]
