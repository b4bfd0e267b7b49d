"""Boards that are touched: who may, what they are offered, and that no turn is lost or doubled."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable

import pytest

import matches
from games import all_games
from games.protocol import AnyGame
from matches import Match
from matches.model.ids import PlayerId
from matches.settings import players
from matches.touch import LASTS, new_link
from storage.database import Database
from tests.matches.conftest import ANN, BOB, CAT, HERE, Clock
from tests.web.conftest import HOST, Visitor, begun
from tests.web.test_live import told
from tests.web.touching import Hand, is_whole, offered
from web.guard import BODY

Link = Callable[[Match, PlayerId], Awaitable[Hand]]


@pytest.fixture
def link(db: Database, visitor: Visitor) -> Link:
    """Gives a player a new link."""

    async def give(match: Match, player: PlayerId) -> Hand:
        return Hand(visitor, await new_link(db, match.id, player))

    return give


@pytest.fixture
async def match(db: Database) -> Match:
    """A running match that nobody may see on the web, with Bob to move."""
    return await begun(db, "attangle", 2, 3)


async def test_the_page_is_the_same_for_everybody(visitor: Visitor) -> None:
    """It knows of no match; the secret is not sent with it."""
    page = await visitor.get("t")
    assert page.status == 200
    assert 'name="robots" content="noindex"' in page.text
    assert "touch.js" in page.text
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", page.text)
    assert 'href="#' not in page.text  # It would take the place of the secret.
    assert "Dein Brett" in (await visitor.get("t", headers={"Accept-Language": "de"})).text


async def test_a_link_suffices(db: Database, visitor: Visitor, link: Link, match: Match) -> None:
    """Nobody else sees anything of the match: its players never agreed to pages."""
    assert (await visitor.get("m", match.id)).status == 404
    hand = await link(match, BOB)
    seen = await hand.look()
    assert seen["standing"] == "It's your turn as Black."
    assert seen["players"] == "White Änne <b>& – Black Bob"
    assert len(offered(seen)) > 20
    assert str(ANN) not in json.dumps(seen)
    assert seen["svg"].startswith("<svg")
    for answer in (await hand.send({"act": "look"}), await visitor.get("t")):
        assert hand.secret not in answer.text


async def test_who_has_no_link(db: Database, visitor: Visitor, match: Match, clock: Clock) -> None:
    """All are told the same: those without one, and those whose link is old or void."""
    old = await new_link(db, match.id, BOB)
    clock.turn(hours=LASTS.total_seconds() / 3600)
    replaced = await new_link(db, match.id, BOB)
    taken_back = await new_link(db, match.id, BOB)
    await players.prefer(db, BOB, touch=False)
    answers = set()
    for given in (
        *({}, {"Authorization": ""}, {"Authorization": "Bearer"}, {"Authorization": "Basic eA=="}),
        *({"Authorization": f"Bearer {one}"} for one in ("x" * 5000, old, replaced, taken_back)),
    ):
        answer = await Hand(visitor, "").send({"act": "look"}, given)
        stream = await visitor.get("t", "events", headers=given)
        for one in (answer, stream):
            assert one.headers["Cache-Control"] == "no-store"
            answers.add((one.status, one.text))
    assert answers == {(401, "Unauthorized")}


async def test_whose_turn_it_is_not(db: Database, link: Link, match: Match) -> None:
    """They see the board, and can choose nothing; what they send all the same is refused."""
    hand, bob = await link(match, ANN), await link(match, BOB)
    seen = await hand.look()
    assert seen["standing"] == "Bob is to move as Black."
    assert offered(seen) == []
    assert not any(seen[one] for one in ("confirm", "back", "reset"))
    value = offered(await bob.look())[0]
    for act in ("pick", "back", "reset", "confirm"):
        after = await hand.ask(act, seen, value)
        assert after["refused"]
        assert after["said"].startswith(f"It's Bob's turn in match {match.id}.")
    assert (await matches.get(db, match.id)).seq == match.seq


@pytest.mark.parametrize("game", all_games(), ids=lambda game: str(game.info.key))
async def test_every_choice_has_a_name(db: Database, visitor: Visitor, game: AnyGame) -> None:
    """What it is asked for, and how it is called; at points that the board has."""
    match = await begun(db, game.info.key, game.info.seats[0], 9)
    assert match.player_to_move is not None
    hand = Hand(visitor, await new_link(db, match.id, match.player_to_move))
    seen = await hand.look()
    while not seen["confirm"]:
        points = {*re.findall(r'data-point="([^"]+)"', seen["svg"])}
        assert {one["point"] for one in seen["points"]} <= points
        for one in (*seen["points"], *seen["buttons"]):
            assert one["asked"]
            assert one["name"]
        seen = await hand.pick(seen, offered(seen)[0])


async def test_what_is_asked_is_what_is_left_to_choose(db: Database, link: Link) -> None:
    """First the whole move; once its man is picked, only where it goes."""
    match = await begun(db, "3stein", 3, 9)
    assert match.player_to_move is not None
    hand = await link(match, match.player_to_move)
    seen = await hand.look()
    assert seen["asked"] == "Which of your men do you want to move, and where to?"
    for man in offered(seen):
        picked = await hand.pick(seen, man)
        if picked["stem"]:
            break
        seen = await hand.ask("back", picked)
    assert picked["asked"] == "Go to …"


async def test_what_stands_there_is_said(db: Database, link: Link) -> None:
    """For people who don't see the board: with each point at which there is something."""
    match = await begun(db, "attangle", 2, 0)
    for player, point in ((ANN, "c3"), (BOB, "c4"), (ANN, "e3"), (BOB, "a1")):
        await matches.play(db, match.id, player, point)
    seen = await (await link(match, ANN)).look()
    said = {one["point"]: one["thing"] for one in seen["points"]}
    assert said["b2"] == ""
    attackers = [one for one in seen["points"] if one["point"] in ("c3", "e3")]
    assert len(attackers) == 2
    assert all(one["thing"] == f"(White: 1 single on {one['point']}.)" for one in attackers)


async def test_a_draft_is_shared(db: Database, link: Link) -> None:
    """What is begun in Discord goes on by touch, and the reverse."""
    match = await begun(db, "tyr", 2, 9)
    mover = match.player_to_move
    assert mover is not None
    hand = await link(match, mover)
    seen = await hand.look()
    while seen["length"] == 0:
        seen = await hand.pick(seen, offered(seen)[0])
    draft = await matches.draft(db, match.id, mover)
    assert draft.length == seen["length"]
    assert draft.text in seen["draft"]
    await matches.reset_draft(db, match.id, mover, seq=match.seq)
    assert (await hand.look())["length"] == 0
    token = draft.text.split()[0]
    kept = await matches.extend_draft(db, match.id, mover, token, seq=match.seq, length=0)
    assert kept.draft is not None
    again = await hand.look()
    assert again["length"] >= 1
    assert token in again["draft"]
    if not again["confirm"]:
        again = await hand.pick(again, offered(again)[0])


async def test_back_and_from_the_start(db: Database, link: Link) -> None:
    """A step is taken back, also a part of a move; or all of them."""
    match = await begun(db, "tyr", 2, 0)
    hand = await link(match, ANN)
    first = await hand.look()
    second = await hand.pick(first, "4")
    third = await hand.pick(second, "4=8")
    assert (second["stem"], third["stem"]) == ("4", "4=8")
    back = await hand.ask("back", third)
    assert (back["stem"], offered(back)) == ("4", offered(second))
    assert (await hand.ask("back", back))["stem"] == ""
    fourth = await hand.pick(third, next(one for one in offered(third) if one))
    assert fourth["confirm"]
    emptied = await hand.ask("back", fourth)
    assert (emptied["length"], emptied["back"]) == (0, False)
    whole = await hand.pick(third, offered(third)[0])
    assert (await hand.ask("reset", whole))["length"] == 0


async def test_what_is_begun_stays_while_others_prepare(db: Database, link: Link) -> None:
    """The page looks again whenever something has happened; the position is the same."""
    match = await begun(db, "tyr", 2, 0)
    hand = await link(match, ANN)
    seen = await hand.pick(await hand.look(), "4")
    await matches.prepare(db, match.id, BOB, "4=2@12")
    again = await hand.ask("look", seen)
    assert again["seq"] > seen["seq"]
    assert (again["stem"], offered(again)) == ("4", offered(seen))


async def test_outdated_pages_are_refused(db: Database, link: Link, match: Match) -> None:
    """Whatever was chosen for another position, or another draft, changes nothing; the page is told
    how things stand now.
    """
    hand = await link(match, BOB)
    seen = await hand.look()
    value = offered(seen)[0]
    begun_turn = await hand.pick(seen, value)
    again = await hand.ask("pick", seen, value)
    assert again["refused"]
    assert again["length"] == begun_turn["length"]
    await matches.play(db, match.id, BOB, value)
    await matches.play(db, match.id, ANN, "g1")
    now = await matches.get(db, match.id)
    for act in ("pick", "back", "reset", "confirm"):
        late = await hand.ask(act, begun_turn, value)
        assert late["refused"]
        assert late["said"] == f"Match {match.id} has moved on since. Look at the board first."
        assert late["seq"] == now.seq
    forged = await hand.ask("confirm", {**begun_turn, "seq": now.seq + 1})
    assert forged["refused"]
    assert (await matches.get(db, match.id)).turns == now.turns


async def test_a_turn_is_played_once(db: Database, link: Link, match: Match) -> None:
    """However often and however fast *Confirm* is pressed."""
    hand = await link(match, BOB)
    seen = await hand.look()
    whole = await hand.pick(seen, offered(seen)[0])
    assert whole["confirm"]
    answers = await asyncio.gather(*(hand.ask("confirm", whole) for _ in range(6)))
    assert [one["refused"] for one in answers].count(False) == 1
    after = await matches.get(db, match.id)
    assert after.turn_count == match.turn_count + 1
    picked = await asyncio.gather(*(hand.ask("pick", seen, offered(seen)[1]) for _ in range(3)))
    assert all(one["refused"] for one in picked)


async def test_at_once(db: Database, link: Link, match: Match) -> None:
    """Players who want that play with the last choice."""
    await players.prefer(db, BOB, instant=True)
    hand = await link(match, BOB)
    seen = await hand.look()
    value = next(one for one in offered(seen) if re.fullmatch(r"[a-g]\d", one))
    while not (seen := await hand.pick(seen, value))["said"]:
        value = offered(seen)[0]
    assert seen["said"].startswith("You played ")
    assert (await matches.get(db, match.id)).turn_count == match.turn_count + 1


async def test_refusals_are_in_the_players_language(db: Database, link: Link, match: Match) -> None:
    """Whatever language their browser asks for."""
    await players.prefer(db, ANN, language="de")
    hand = await link(match, ANN)
    seen = await hand.look()
    assert seen["language"] == "de"
    said = (await hand.ask("confirm", seen))["said"]
    assert "Bob" in said
    assert "am Zug" in said
    assert not re.search(r"[`*<]", said)


async def test_from_elsewhere_nothing_is_changed(link: Link, match: Match) -> None:
    """Other pages have no say, and nobody can send much."""
    hand = await link(match, BOB)
    body = {"act": "look"}
    for foreign in (
        {"Origin": "https://evil.test"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ):
        assert (await hand.send(body, {**hand.headers, **foreign})).status == 403
    assert (await hand.send(b" " * (BODY + 1))).status == 413
    assert (await hand.visitor.get("t", "turn", headers=hand.headers)).status == 405


async def test_what_happens_is_told(db: Database, link: Link, match: Match) -> None:
    """Turns and one's own drafts, at once, also in matches that nobody else may see; and that the
    link is void.
    """
    hand = await link(match, BOB)
    seen = await hand.look()
    url = f"{hand.visitor.base}{hand.visitor.site.address.path}/t/events"
    headers = {"Host": HOST, **hand.headers, "Last-Event-ID": seen["mark"]}
    async with hand.visitor.session.get(url, headers=headers) as stream:
        assert stream.status == 200
        assert await told(stream) == "retry: 5000"
        token = offered(seen)[0]
        whole = await hand.pick(seen, token)
        assert whole["mark"] != seen["mark"]
        assert await told(stream) == f"id: {whole['mark']}\ndata: {whole['mark']}"
        done = await hand.ask("confirm", whole)
        assert await told(stream) == f"id: {done['mark']}\ndata: {done['mark']}"
        await players.prefer(db, BOB, touch=False)
        assert (await told(stream)).startswith("event: gone")


async def test_a_match_that_is_over(db: Database, link: Link, match: Match) -> None:
    """Its last board can be looked at for as long as the link is valid."""
    hand = await link(match, ANN)
    await matches.resign(db, match.id, BOB)
    seen = await hand.look()
    assert "Änne <b>& (White) wins" in seen["standing"]
    assert offered(seen) == []
    refused = await hand.ask("confirm", seen)
    assert refused["said"] == f"Match {match.id} is over."


async def test_strangers_have_no_way_in(db: Database, visitor: Visitor, match: Match) -> None:
    """A link of another match is of no use in this one: it says which match it is for."""
    other = await begun(db, "attangle", 2, 0)
    hand = Hand(visitor, await new_link(db, other.id, ANN))
    seen = await hand.look()
    assert other.id in seen["title"]
    assert match.id not in json.dumps(seen)
    assert CAT not in match.players


async def test_a_forced_move_is_not_asked_for(db: Database, link: Link) -> None:
    """As in Discord, what has to follow is added by itself."""
    match = await begun(db, "turnier", 2, 0)
    hand = await link(match, ANN)
    seen = await hand.pick(await hand.look(), "Sh")
    assert is_whole(seen, "Sh@0,0")  # The first board lies at 0,0.
    assert "Sh@0,0" in seen["draft"]


async def test_a_board_is_turned_before_it_is_laid(db: Database, link: Link) -> None:
    """Its outline is told, to be dragged to its place; and what could be laid instead."""
    match = await begun(db, "turnier", 2, 1)
    hand = await link(match, BOB)
    first = await hand.look()
    assert first["ghost"] is None
    laying = await hand.pick(first, "Cne")
    assert len(laying["ghost"]) > 20
    assert all(one["name"] == one["point"] for one in laying["points"])  # As on the grid's edges.
    assert [one["value"] for one in laying["instead"]] == offered(first)
    turned = await hand.ask("pick", {**laying, "stem": ""}, "Csw")
    assert turned["ghost"] != laying["ghost"]
    assert (await hand.pick(turned, offered(turned)[0]))["confirm"]


async def test_the_return_match_is_named(db: Database, link: Link) -> None:
    """On the boards of both halves."""
    table = await matches.open_table(
        db, game="attangle", host=ANN, place=HERE, invited=[BOB], with_return=True
    )
    first = await matches.accept(db, table.id, BOB)
    assert first.other_half is not None
    seen = await (await link(first, ANN)).look()
    assert seen["players"].endswith(
        f" · At the same time, with seats swapped: match {first.other_half}."
    )


async def test_fighters_are_drawn_up_together(db: Database, link: Link) -> None:
    """Where turns hardly depend on each other several can be chosen at once, as in Discord: the
    first waits to be confirmed, the others follow by themselves. They are taken back one by one.
    """
    match = await begun(db, "turnier", 2, 5)
    assert match.player_to_move is not None
    mover = match.player_to_move
    hand = await link(match, mover)
    seen = await hand.look()
    points = offered(seen)[:3]
    for point in points:
        seen = await hand.pick(seen, point)
        assert not seen["refused"]
        assert seen["confirm"]
        assert point not in offered(seen)
    assert seen["draft"].endswith(f"Then, on your next 2 turns: {points[1]}, {points[2]}")
    twice = await asyncio.gather(*(hand.ask("pick", seen, offered(seen)[0]) for _ in range(4)))
    assert [one["refused"] for one in twice].count(False) == 1
    emptied = await hand.look()
    for later in (3, 2, 1):
        assert emptied["draft"].partition("Then")[2].count(", ") == later
        emptied = await hand.ask("back", emptied)
        assert points[0] in emptied["draft"]
    assert "Then" not in emptied["draft"]
    emptied = await hand.ask("back", emptied)
    assert (emptied["length"], emptied["draft"]) == (0, "")
    for point in points:
        emptied = await hand.pick(emptied, point)
    await hand.ask("confirm", emptied)
    assert (await matches.prepared(db, match.id, mover)) == (points[1], points[2])
