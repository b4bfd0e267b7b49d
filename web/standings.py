"""Pages of leaderboards and players, and the feed of a player's finished matches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from aiohttp import web

import games
from bot.i18n.catalogues import day
from bot.text import match as match_text
from bot.text.rating import number
from games.protocol import AnyGame, Result
from games.words import N_, say
from matches.model.ids import PlayerId
from matches.model.ratings import MODES, Mode, Pool, tables_of
from matches.pages import Page, agreeing, finished
from matches.ratings.standings import Standing, leaderboard, profile
from web import people
from web.frame import NAME, Preview, Reader, answer, fresh, page
from web.markup import Markup, joined, tag, text
from web.match_page import TITLE
from web.people import Asked
from web.site import Site

WELCOME = N_(
    "Matches, leaderboards and players, shown here where everyone concerned has agreed. "
    "Matches are played on Discord."
)
LEADERBOARDS, LEADERBOARD = N_("Leaderboards"), N_("Leaderboard: {game}")
SEATS, PARTNERS = N_("{seats} seats"), N_("{seats} seats, partners")
NAMES: dict[Mode, str] = {"correspondence": N_("correspondence"), "live": N_("live")}
WITH_COMPUTER_PLAYERS = N_("with computer players")
NOBODY_HERE = N_("Nobody on this leaderboard has chosen to be shown on the web yet.")
RANK, PLAYER, POINTS, MATCHES = N_("Rank"), N_("Player"), N_("Points"), N_("Matches")
RATINGS, FINISHED = N_("Ratings"), N_("Finished matches")
RESULTS = N_("{wins} won, {draws} drawn, {losses} lost")
NO_RATINGS, NO_MATCHES = N_("No rated matches yet."), N_("None yet.")
FEED = N_("Finished matches of {player}")
MOST = 20
"""How many finished matches a page and a feed show."""
NO_ONE = PlayerId(0)


def start(reader: Reader, request: web.Request) -> web.Response:
    """The first page."""
    links = [
        tag("li", reader.link(game.info.name, "g", game.info.key)) for game in games.all_games()
    ]
    body = [
        tag("h1", NAME),
        tag("p", reader.say(WELCOME)),
        tag("h2", reader.say(LEADERBOARDS)),
        tag("ul", *links),
    ]
    return fresh(request, answer(page(reader, NAME, body, Preview(reader.say(WELCOME)))))


# Leaderboards


async def board(reader: Reader, request: web.Request, game: AnyGame) -> web.Response:
    """The leaderboards of a game: the top players of each, as far as they want to be shown."""
    name = reader.say(game.info.name)
    title = say(LEADERBOARD, {"game": name}, language=reader.language)
    shown = [(pool, await _willing(reader.site, pool)) for pool in _pools(game)]
    asked = [(None, one.player) for _, rows in shown for one in rows]
    names = await people.names_of(reader.site, asked)
    tables = [_table(reader, pool, rows, names) for pool, rows in shown if rows]
    body = [tag("h1", title), *tables]
    if len(body) == 1:
        body.append(tag("p", reader.say(NOBODY_HERE)))
    return fresh(request, answer(page(reader, title, body)))


def _pools(game: AnyGame) -> Iterator[Pool]:
    for computer, (seats, partners), mode in product((False, True), tables_of(game), MODES):
        yield Pool(game.info.key, seats, mode, partners, computer)


async def _willing(site: Site, pool: Pool) -> list[Standing]:
    """The top players of a leaderboard who want to be shown."""
    found = (await leaderboard(site.database, pool, NO_ONE)).page
    willing = await _named(site, [one.player for one in found])
    return [one for one in found if one.player in willing]


def _table(
    reader: Reader, pool: Pool, found: Iterable[Standing], names: Mapping[Asked, str | None]
) -> Markup:
    rows = []
    for one in found:
        name = names[None, one.player] or reader.say(people.SOMEBODY)
        who = reader.link(name, "p", _key(reader, one.player))
        cells = [one.rank, who, number(one.points, one.games), one.games]
        rows.append(tag("tr", *(tag("td", cell) for cell in cells)))
    head = tag("tr", *(tag("th", reader.say(said), scope="col") for said in _HEAD))
    caption = tag("caption", _called(reader, pool))
    return tag("table", caption, tag("thead", head), tag("tbody", *rows))


_HEAD = (RANK, PLAYER, POINTS, MATCHES)


def _key(reader: Reader, player: PlayerId) -> str:
    return reader.site.player_key(player)


async def _named(site: Site, players: list[PlayerId]) -> frozenset[PlayerId]:
    """The ones of these players who want their names to be shown."""
    willing = await agreeing(site.database, players)
    return frozenset(player for player, own in willing.items() if own.web == "named")


def _called(reader: Reader, pool: Pool) -> str:
    kind = PARTNERS if pool.partners else SEATS
    parts = [
        say(kind, {"seats": pool.seats}, language=reader.language),
        reader.say(NAMES[pool.mode]),
        *([reader.say(WITH_COMPUTER_PLAYERS)] if pool.with_computer else []),
    ]
    return ", ".join(parts)


# Players


async def named(site: Site, key: str) -> PlayerId | None:
    """The player with this key, if they have a page."""
    player = site.player_of(key)
    found = await _named(site, [player or NO_ONE])
    return player if player in found else None


async def player_page(reader: Reader, request: web.Request, player: PlayerId) -> web.Response:
    """What a player has reached, and their latest finished matches."""
    site = reader.site
    found = await finished(site.database, player, MOST)
    names = await people.names_of(site, [(None, player), *people.to_ask(found)])
    name = names[None, player] or reader.say(people.SOMEBODY)
    records = (await profile(site.database, player)).records
    lines = []
    for one in records:
        game = reader.say(games.get(one.pool.game).info.name)
        points = number(one.rating.points, one.rating.games)
        told = {"wins": one.rating.wins, "draws": one.rating.draws, "losses": one.losses}
        results = say(RESULTS, told, language=reader.language)
        where = f"{game} ({_called(reader, one.pool)})"
        lines.append(tag("li", tag("strong", where), f": {points} – {results}"))
    listed = [tag("li", _line(reader, one, names)) for one in found]
    # Programs that read feeds ask for no language.
    feed = f"{site.url('p', site.player_key(player), 'matches.atom')}?lang={reader.code}"
    body = [
        tag("h1", name),
        tag("h2", reader.say(RATINGS)),
        tag("ul", *lines) if lines else tag("p", reader.say(NO_RATINGS)),
        tag("h2", reader.say(FINISHED)),
        tag("ul", *listed) if listed else tag("p", reader.say(NO_MATCHES)),
        tag("p", tag("a", "Atom", href=feed, type="application/atom+xml")),
    ]
    return fresh(request, answer(page(reader, name, body, Preview(feed=feed))))


def _line(reader: Reader, found: Page, names: Mapping[Asked, str | None]) -> Markup:
    match = found.match
    assert match.finished_at is not None
    when = day(match.finished_at.date(), reader.language)
    link = reader.link(_title(reader, found), "m", match.id)
    return joined(link, f" · {when} · ", _outcome(reader, found, names))


def _title(reader: Reader, found: Page) -> str:
    game = reader.say(found.match.game.info.name)
    return say(TITLE, {"game": game, "match": found.match.id}, language=reader.language)


def _outcome(reader: Reader, found: Page, names: Mapping[Asked, str | None]) -> str:
    """Who has won, by name."""
    match = found.match
    if match.ending is None or not match.ending.ranks:
        return reader.say(match_text.OVER)
    players = [
        f"{one.name} ({one.seat})" if one.name else one.seat
        for one in people.among(reader, found, names)
    ]
    result = Result(match.ending.ranks, match.ending.reason)
    return match_text.verdict(match.game, match.setup, result, players, reader.language)


async def feed(reader: Reader, request: web.Request, player: PlayerId) -> web.Response:
    """The feed of a player's finished matches."""
    site = reader.site
    found = await finished(site.database, player, MOST)
    names = await people.names_of(site, [(None, player), *people.to_ask(found)])
    name = names[None, player] or reader.say(people.SOMEBODY)
    origin = site.address.origin
    here = origin + site.url("p", site.player_key(player))
    entries = []
    for one in found:
        url = origin + site.url("m", one.match.id)
        assert one.match.finished_at is not None
        parts = (
            tag("id", url),
            tag("title", _title(reader, one)),
            tag("link", href=url),
            tag("updated", one.match.finished_at.isoformat()),
            tag("summary", _outcome(reader, one, names)),
        )
        entries.append(tag("entry", *parts))
    ends = [one.match.finished_at for one in found if one.match.finished_at]
    updated = max(ends).isoformat() if ends else "1970-01-01T00:00:00+00:00"
    whole = tag(
        "feed",
        tag("id", here),
        tag("title", say(FEED, {"player": name}, language=reader.language)),
        tag("link", href=here),
        tag("link", "", rel="self", href=f"{here}/matches.atom?lang={reader.code}"),
        tag("updated", updated),
        tag("author", tag("name", name)),
        *entries,
        xmlns="http://www.w3.org/2005/Atom",
        xml__lang=reader.code,
    )
    head = text(Markup('<?xml version="1.0" encoding="utf-8"?>\n'))
    answer = web.Response(text=head + whole, content_type="application/atom+xml")
    return fresh(request, answer)
