"""What the pages show, and to whom."""

from __future__ import annotations

import asyncio
import re
from xml.etree import ElementTree as ET

import pytest
from sqlalchemy import Connection, update

import matches
from games import all_games
from games.protocol import AnyGame
from matches.model.ids import PlayerId
from matches.privacy import forget
from matches.settings import players
from matches.unit_of_work.cache import resize
from storage.database import Database
from storage.schema import entry
from storage.transactions import transaction
from tests.matches.conftest import ANN, BOB, CAT, DAN, EVE, HERE
from tests.web.conftest import HOST, NAMES, PATH, Visitor, agree, begun, visited
from web.server import STEADY

WEIGHT = 100_000
"""The most bytes of a page with everything that it needs."""


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.info.key)
async def test_a_match_has_a_page(db: Database, visitor: Visitor, game: AnyGame) -> None:
    """With its board, its players, and each of its turns as a link; light enough for a phone."""
    seats = max(game.info.seats)
    await agree(db, ANN, BOB, CAT, DAN)
    match = await begun(db, game.info.key, seats, 12)
    answer = await visitor.get("m", match.id)
    assert answer.status == 200
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert "Änne &lt;b&gt;&amp;" in answer.text
    assert "Änne <b>" not in answer.text
    for turn in match.turns:
        assert f'href="{PATH}/m/{match.id}/{turn.number}"' in answer.text
        assert f"<code>{turn.text}</code>" in answer.text
    spots = game.scene(match.position, ()).board.spots
    shown = re.findall(r'data-point="([^"]+)"', answer.text)
    assert len(shown) == len(spots)
    standing = re.findall(r'<p class="standing">([^<]+)</p>', answer.text)
    assert len(standing) == 1
    assert answer.text.index(standing[0]) < answer.text.index("<svg")
    files = re.findall(rf'(?:href|src)="({PATH}/static/[^"]+)"', answer.text)
    weights = [len((await visitor.get(raw=one)).body) for one in files]
    assert len(answer.body) + sum(weights) <= WEIGHT


async def test_a_match_is_stepped_through(db: Database, visitor: Visitor) -> None:
    """By links, without a script: the start, each turn, and no turn that isn't there."""
    await agree(db, ANN, BOB)
    match = await begun(db, "attangle", 2, 5)
    seen = set()
    for turn in range(6):
        answer = await visitor.get("m", match.id, turn)
        assert answer.status == 200
        assert (f'href="{PATH}/m/{match.id}/{turn - 1}"' in answer.text) == (turn > 0)
        assert "data-live" not in answer.text
        seen.add(re.findall(r"<svg.*</svg>", answer.text)[0])
    assert len(seen) == 6
    for wrong in ("6", "999999", "9999999", "-1", "1x", "½"):
        assert (await visitor.get("m", match.id, wrong)).status == 404


async def test_a_match_and_its_return_match_name_each_other(db: Database, visitor: Visitor) -> None:
    """Each by a link, as long as the other one has a page, too."""
    await agree(db, ANN, BOB)
    table = await matches.open_table(
        db, game="die-drei", host=ANN, place=HERE, invited=[BOB], with_return=True
    )
    first = await matches.accept(db, table.id, BOB)
    assert first.other_half is not None
    for one, other in ((first.id, first.other_half), (first.other_half, first.id)):
        page = (await visitor.get("m", one)).text
        said = f'href="{PATH}/m/{other}">At the same time, with seats swapped: match {other}.</a>'
        assert said in page
    alone = await begun(db, "die-drei", 2, 0)
    assert "seats swapped" not in (await visitor.get("m", alone.id)).text


async def test_languages(db: Database, visitor: Visitor) -> None:
    """As the browser asks, or as the address says; then links keep it."""
    await agree(db, ANN, BOB)
    match = await begun(db, "attangle", 2, 3)
    english = await visitor.get("m", match.id)
    assert '<html lang="en">' in english.text
    german = await visitor.get("m", match.id, headers={"Accept-Language": "fr, de-AT;q=0.8, en"})
    assert '<html lang="en">' in german.text  # English without a weight comes first.
    german = await visitor.get("m", match.id, headers={"Accept-Language": "de-AT, en;q=0.5"})
    assert '<html lang="de">' in german.text
    assert "Züge" in german.text
    chosen = await visitor.get("m", f"{match.id}?lang=de")
    assert "Content-Transfer-Encoding" not in chosen.text  # An empty text's translation.
    assert f"{PATH}/m/{match.id}/1?lang=de" in chosen.text


async def test_a_match_without_turns_shows_where_it_starts(db: Database, visitor: Visitor) -> None:
    """It names the position. The button that starts a match has a word of its own in German."""
    await agree(db, ANN, BOB)
    match = await begun(db, "attangle", 2, 0)
    for code, said in (("en", "Starting position"), ("de", "Anfangsstellung")):
        page = (await visitor.get("m", f"{match.id}?lang={code}")).text
        assert f'<p class="where">{said}</p>' in page


async def test_a_link_has_a_preview(db: Database, visitor: Visitor) -> None:
    """The painted board, under the public address."""
    await agree(db, ANN, BOB)
    match = await begun(db, "attangle", 2, 3)
    page = (await visitor.get("m", match.id)).text
    mark = visitor.site.mark(match.id, match.base)
    (image,) = re.findall(r'property="og:image" content="([^"]+)"', page)
    assert image == f"https://{HOST}{PATH}/m/{match.id}.png?v={mark}"
    picture = await visitor.get(raw=image.removeprefix(f"https://{HOST}"))
    assert picture.headers["Content-Type"] == "image/png"
    assert picture.body.startswith(b"\x89PNG")


async def test_what_is_not_to_be_seen_is_as_if_it_were_not_there(
    db: Database, visitor: Visitor
) -> None:
    """The same answer for private matches and ids of none, after at least the same time."""
    private = await begun(db, "attangle", 2, 3)
    places = ("m/{}", "m/{}/1", "m/{}/events", "m/{}.png")
    for place in (*places, "api/v1/matches/{}", "api/v1/matches/{}/positions"):
        answers = []
        for one in (private.id, "ZZZZ"):
            before = asyncio.get_running_loop().time()
            answers.append(await visitor.get(place.format(one)))
            assert asyncio.get_running_loop().time() - before >= STEADY, place
        first, second = answers
        assert first.status == second.status == 404
        assert first.body == second.body
        dates = {"Date"}
        assert {*first.headers.items()} ^ {*second.headers.items()} <= {
            one for each in answers for one in each.headers.items() if one[0] in dates
        }


async def test_a_match_that_does_not_replay(db: Database, visitor: Visitor) -> None:
    """It is shown as far as it replays; everything that can be asked for is answered."""
    await agree(db, ANN, BOB)
    match = await begun(db, "attangle", 2, 3)
    spoilt = update(entry).where(entry.c.kind == "turn").values(text="a1-a1")

    def spoil(connection: Connection) -> None:
        with transaction(connection):
            connection.execute(spoilt)

    await db.write(spoil)
    resize(db, 0)
    assert (await matches.get(db, match.id)).status == "frozen"
    for place in ("m/{}", "m/{}/0", "m/{}.png", "api/v1/matches/{}", "api/v1/matches/{}/positions"):
        assert (await visitor.get(place.format(match.id))).status == 200, place
    assert (await visitor.get("m", match.id, 2)).status == 404
    assert "The match is frozen" in (await visitor.get("m", match.id)).text


async def test_a_match_that_is_adjourned(db: Database, visitor: Visitor) -> None:
    """Its page says so, where it shows how the match stands; it stays live, for when it goes on."""
    await agree(db, ANN, BOB)
    match = await begun(db, "attangle", 2, 3)
    for one in (ANN, BOB):
        await matches.ask_to_adjourn(db, match.id, one)
    page = (await visitor.get("m", match.id)).text
    assert "The match is adjourned" in page
    assert "data-live" in page
    assert "adjourned" not in (await visitor.get("m", match.id, 3)).text


async def test_opting_out_holds_at_once(db: Database, visitor: Visitor) -> None:
    """Also for what a browser has kept."""
    await agree(db, ANN, BOB)
    match = await begun(db, "attangle", 2, 3)
    answer = await visitor.get("m", match.id)
    tag = {"If-None-Match": answer.headers["ETag"]}
    assert (await visitor.get("m", match.id, headers=tag)).status == 304
    await players.prefer(db, BOB, web=None)
    assert (await visitor.get("m", match.id, headers=tag)).status == 404
    assert (await visitor.get("m", f"{match.id}.png")).status == 404


async def _won(db: Database) -> matches.Match:
    await agree(db, ANN, BOB, CAT)
    match = await begun(db, "attangle", 2, 5)
    return (await matches.resign(db, match.id, BOB)).match


async def test_leaderboards_show_those_who_want_it(db: Database, visitor: Visitor) -> None:
    """By name and with a link to their page; others are left out."""
    assert "<table>" not in (await visitor.get("g", "attangle")).text
    await _won(db)
    shown = (await visitor.get("g", "attangle")).text
    keys = re.findall(rf'href="{PATH}/p/([0-9a-f]+)"', shown)
    assert keys == [visitor.site.player_key(ANN), visitor.site.player_key(BOB)]
    await players.prefer(db, BOB, web="unnamed")
    shown = (await visitor.get("g", "attangle")).text
    assert visitor.site.player_key(BOB) not in shown
    assert "Bob" not in shown
    assert (await visitor.get("g", "no-game")).status == 404


async def test_names_are_asked_for_together(db: Database) -> None:
    """However many a page has, it waits no longer than for one."""
    match = await _won(db)
    asked, everybody = set[PlayerId](), asyncio.Event()

    async def name(_: int | None, player: PlayerId) -> str | None:
        asked.add(player)
        if asked == {ANN, BOB}:
            everybody.set()
        await everybody.wait()
        return NAMES[player]

    async with visited(db, name=name) as visitor:
        player = f"p/{visitor.site.player_key(ANN)}"
        for place in (f"m/{match.id}", "g/attangle", player, f"{player}/matches.atom"):
            asked.clear()
            everybody.clear()
            page = (await visitor.get(place)).text
            assert "Änne &lt;b&gt;&amp;" in page, place
            assert asked == {ANN, BOB}


async def test_players_have_pages_with_feeds(db: Database, visitor: Visitor) -> None:
    """Their ratings and finished matches; the feed is well-formed."""
    match = await _won(db)
    page = await visitor.get("p", visitor.site.player_key(ANN))
    assert page.status == 200
    assert f'href="{PATH}/m/{match.id}"' in page.text
    (feed,) = re.findall(r'type="application/atom\+xml" href="([^"]+)"', page.text)
    assert feed.endswith("?lang=en")
    answer = await visitor.get(raw=feed)
    assert answer.headers["Content-Type"].startswith("application/atom+xml")
    space = "{http://www.w3.org/2005/Atom}"
    root = ET.fromstring(answer.body)
    (entry,) = root.findall(f"{space}entry")
    assert entry.findtext(f"{space}id") == f"https://{HOST}{PATH}/m/{match.id}"
    assert entry.findtext(f"{space}updated")
    assert "Änne <b>&" in (root.findtext(f"{space}title") or "")
    chosen = (await visitor.get("p", f"{visitor.site.player_key(ANN)}?lang=de")).text
    (german,) = re.findall(r'type="application/atom\+xml" href="([^"]+)"', chosen)
    assert 'xml:lang="de"' in (await visitor.get(raw=german)).text


async def test_keys_of_players_tell_nothing(db: Database, visitor: Visitor) -> None:
    """Who doesn't want to be named has no page; a key can't be guessed, and holds no id."""
    await _won(db)
    site = visitor.site
    assert len({site.player_key(one) for one in (ANN, BOB, CAT, DAN, EVE)}) == 5
    for one in (CAT, EVE):
        assert site.player_of(site.player_key(one)) == one
        assert (await visitor.get("p", site.player_key(one))).status == 404
    good = site.player_key(ANN)
    flipped = good[:-1] + ("0" if good[-1] != "0" else "1")
    for wrong in (flipped, good[:-2], good + "00", good.upper(), str(ANN), "", "x" * 32, "½"):
        assert site.player_of(wrong) is None or wrong == good
        assert (await visitor.get("p", wrong or "-")).status == 404
    await forget(db, ANN)
    assert (await visitor.get("p", good)).status == 404


async def test_the_first_page_leads_to_the_games(visitor: Visitor) -> None:
    """With and without a slash at its end."""
    for raw in (PATH, PATH + "/"):
        answer = await visitor.get(raw=raw)
        assert answer.status == 200
        for game in all_games():
            assert f'href="{PATH}/g/{game.info.key}"' in answer.text
