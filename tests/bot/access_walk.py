"""A walk through `docs/access.md`: a way to try each cell of a row, with all that leads there."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

from bot.cogs.lobby import managers
from bot.cogs.seats import _leavers
from bot.errors import OUTDATED
from bot.interactions import access
from bot.interactions.error_handler import NOT_ALLOWED
from matches.model import texts
from playground.answers import Message
from playground.client import Channel, Playground, PlaygroundError, User
from tests.bot.access_scene import (
    PEOPLE,
    Row,
    Scene,
    prepared,
    restrict,
    said,
    scene_of,
    table_of,
    unknown,
)
from tests.bot.access_visit import NO, NOTHING, YES, Visit
from tests.bot.deeds import ACTIONS, ways
from tests.bot.test_security import Stored
from tests.support.forger import Forger
from tests.support.launcher import ROOT
from tests.support.matches import known, named
from tests.support.stack import Stack

DEEDS = ("read", "play", "join", "take", "show", "rematch", "end", "link")
_SEEN = ("ordinary", "apart")


def rows(*, seen: bool) -> list[Row]:
    """The rows about matches that all who are there may see, or those about the others."""
    return [row for row in _rows() if (row.match in _SEEN) == seen]


def _rows() -> Iterator[Row]:
    lines = (ROOT / "docs" / "access.md").read_text().splitlines()
    table = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in lines
        if line.startswith("|")
    ]
    assert table[0] == ["match", "who", "from", *DEEDS]
    for match, who, where, *cells in table[2:]:
        yield Row(match, who, where, dict(zip(DEEDS, cells, strict=True)))


class Walk(Visit):
    """A visit through all cells of the row."""

    async def walk(self, deed: str) -> None:
        """Tries one cell. Whoever may not do the deed tries all that leads to it."""
        cell = self.row.cells[deed]
        assert cell in (YES, NO, NOTHING)
        self.tried = set()
        if cell != NOTHING:
            await getattr(self, deed)(allowed=cell == YES)
        if cell == NO:
            forgotten = ways(deed, controls=self.forges) - self.tried
            assert not forgotten

    # The columns

    async def read(self, *, allowed: bool) -> None:
        """Boards, boards in words, files, animations, analyses, published studies, the form for a
        turn, autocomplete.
        """
        match, over = self.scene.running.id, self.scene.over.id
        answers = await self.told(
            match,
            *("act:board/", "act:export/", "act:replay/0", "act:animate/0", "more:", "text:"),
            *("replay:on", "animate:", "move:", "act:whatif/", "try:"),
            board={},
            replay={"turn": 1},
            export={},
            whatif={},
        )
        answers += await self.told(match, board={"point": "c3"}, replay={"animate": 1})
        analyses = await self.told(over, "act:analyse/", "review:on", "review-curve:", analyse={})
        published = await self.told(over, "tried:", "tried-page:0", "tried-at:1", "tried-delete:1")
        points = await self.who.autocomplete("board", "point", "c", channel=self.place, match=match)
        assert bool(points) == allowed
        if self.forges:
            for to, value in (("go:-:0:", match), ("which:-:0:board/", match)):
                answers.append(await self.choose(to, value))
            answers.append(await self.form(match, allowed=allowed))
            analyses.append(await self.on_message("Analyse", over))
        if not allowed:
            self.refused(match, answers)
            self.refused(over, [*analyses, *published])
            await self.strange(match)
            return
        assert all(over in one.content and one.content != unknown(over) for one in published)
        for shown, found in ((match, answers), (over, analyses)):
            for answer in found:
                assert answer.attachments or f"`{shown}`" in answer.text, answer.text
                assert "There is no match" not in answer.content

    async def strange(self, match_id: str) -> None:
        """All controls that only show something, to somebody who may see nothing."""
        if self.forges:
            controls = [f"{action}:" for action in sorted(ACTIONS["read"])]
            answers = await self.told(match_id, *controls)
            self.refused(match_id, answers, OUTDATED, _NO_STUDY, unknown(match_id))

    async def on_message(self, name: str, match_id: str) -> Message:
        """The answer to a command from the menu on a message about the match."""
        self.tried.add(name)
        return await said(await self.forger.menu(self.who, name, f"more:{match_id}:9:"))

    async def form(self, match_id: str, *, allowed: bool) -> Message:
        """The answer of the form that asks for a turn, or of the button that would open it."""
        opened = await self.pressed(match_id, "replay-turn:")
        assert (opened.modal is not None) == allowed
        return await said(opened if opened.modal is None else await opened.modal.submit(text="1"))

    async def play(self, *, allowed: bool) -> None:
        """Everything that needs a seat. Without one it changes nothing, and the match isn't offered
        where one is named.
        """
        match = self.scene.running.id
        before = Stored.of(self.stack, match)
        answers = await self.told(match, "act:prepared/", prepared={}, resign={})
        ways = await self.who.autocomplete("move", "turn", channel=self.place, match=match)
        to_move = self.who.id == self.scene.running.players[1].id
        assert bool(ways) == (allowed and to_move)
        offered = await self.who.autocomplete("board", "match", match, channel=self.place)
        assert (match in [one.value for one in offered]) == allowed
        if allowed:
            assert all(match in one.content for one in answers)
            assert sum("Do you really want to resign" in one.content for one in answers) == 1
        else:
            answers += await self.told(
                match,
                *("confirm:0/0/-/", "back:0/0/-/", "reset:0/0/-/", "page:0/0/-/", "play:c4"),
                *("page-on:0/0/-/", "act:move/c4", "act:draw/", "resign:", "abort:", "claim:"),
                *("draw-accept:", "draw-decline:", "draw-offer:", "request-accept:", "clear:"),
                *("request-decline:", "hint:1", "act:conditions/", "conditions:0", "resume:"),
                *("conditions-clear:", "prepare:", "touch:", "act:keep/", "act:resume/"),
                *("act:adjourn/", "act:takeback/", "act:claim/", "act:abort/", "act:hint/"),
                *("act:resign/", *_AT_TABLES),
                move={"turn": "c4"},
                draw={},
                takeback={},
                adjourn={},
                resume={},
                hint={},
                claim={},
                abort={},
            )
            if self.forges:
                answers += [
                    await self.choose(f"{action}:{match}:9:{rest}", "c4")
                    for action, rest in (("pick", "0/0/-/"), ("condition-drop", ""))
                ]
                answers.append(await self.choose(f"fill-level:{match}:9:", "1"))
            self.refused(match, answers, *_SEATLESS, unknown(match))
            await self.hand_over(match)
            await self.answer_in_a_study(match)
        assert Stored.of(self.stack, match) == before

    async def hand_over(self, match_id: str) -> None:
        """Somebody without a seat offers those of others."""
        asked = {"to": self.who.pg.user("emma")}
        answers = await self.told(match_id, "act:handover/", handover={})
        answers += await self.told(
            match_id, "seat-offer:1", "seat-offer:2", f"seat-offer:1/{self.who.id}", handover=asked
        )
        if self.forges:
            form = await self.pressed(match_id, "seat-ask:1")
            answers.append(
                await said(form if form.modal is None else await form.modal.submit(player=[]))
            )
        manages = self.row.cells["end"] == YES
        self.refused(match_id, answers, *(_OF_LEAVERS if manages else (*_SEATLESS, *_OF_OTHERS)))

    async def answer_in_a_study(self, match_id: str) -> None:
        """Somebody without a seat has an answer played, from a study of their own."""
        if not self.forges:
            return
        if self.row.cells["read"] == NO:
            answers = await self.told(match_id, "try-if:1/0/0/-/", "try-if-yes:1/0/0/1/")
            self.refused(match_id, answers, _NO_STUDY)
            return
        study = await self.run("whatif", match_id)
        turn = next(one for one in study.selects if one["custom_id"].startswith("try-pick:"))
        study = await said(await study.select(turn["custom_id"], [turn["options"][0]["value"]]))
        _, _, number, rest = study.selects[0]["custom_id"].split(":", 3)
        node, seq = rest.partition("/")[0], len(Stored.of(self.stack, match_id).entries)
        assert node != "0"
        answers = [
            await said(await self.pressed(match_id, f"{action}:{node}/0/0/{end}/", int(number)))
            for action, end in (("try-if", "-"), ("try-if-yes", seq))
        ]
        self.refused(match_id, answers, *_SEATLESS)

    async def join(self, *, allowed: bool) -> None:
        """A seat at an open table to which players of the row are invited."""
        async with self.table() as table:
            if self.place.guild == "Playground":
                listed = await self.who.command("tables", self.place)
                assert (table in listed.content) == (allowed and self.row.match != "apart")
            before = Stored.of(self.stack, table)
            if self.row.cells["play"] == NO:
                asked = await self.told(table, *_AT_TABLES)
                self.refused(table, asked, *_SEATLESS, unknown(table))
                assert Stored.of(self.stack, table) == before
            answers = await self.sat(table, allowed=allowed)
            after = Stored.of(self.stack, table)
            if allowed and answers:
                seated = [seat for seat in after.seats if int(self.who.id) in seat]
                assert seated != [seat for seat in before.seats if int(self.who.id) in seat]
            elif not allowed:
                self.refused(table, answers, access.JOINED_THERE)
                assert after == before

    async def sat(self, table: str, *, allowed: bool) -> list[Message]:
        """The answer to an attempt to sit down."""
        if not self.forges:
            if "player" in self.row.who:  # The invitation is answered where it was sent.
                return []
            shown = await table_of(self.scene.channel, self.who, table)
            return [await said(await shown.click("Join", by=self.who))]
        if allowed:
            return [await self.press(table, "accept:" if "player" in self.row.who else "join:")]
        return [
            await self.choose("sit:-:0:", f"{table}/"),
            *[await self.press(table, one) for one in ("join:", "accept:", "join:2")],
        ]

    async def take(self, *, allowed: bool) -> None:
        """A seat of the running match that its player has offered to anyone. It is looked at, and
        left alone: other rows need it.
        """
        match = self.scene.running.id
        before = Stored.of(self.stack, match)
        if self.place.guild == "Playground":
            listed = await self.who.command("seats", self.place)
            assert (match in listed.content) == allowed
        if self.forges and allowed:
            look = await self.press(match, "seat-look:")
            assert look.attachments
            assert [one for one in look.labels if one.startswith("Take over ")]
            refused = await self.press(match, "seat-take:4")
            assert refused.content == _NOT_OFFERED.format(match=match)
        elif self.forges:
            controls = ("seat-look:", "seat-take:1", "seat-take:2", "seat-decline:1")
            answers = await self.told(match, *controls)
            self.refused(match, answers, access.TAKEN_THERE, _NOT_OFFERED)
        assert Stored.of(self.stack, match) == before

    @asynccontextmanager
    async def table(self) -> AsyncIterator[str]:
        """An open table of the row's kind, closed in the end."""
        host, table = self.who.pg.user("ben"), await self.opened()
        noted = 1 if self.row.match in ("private", "apart") else 2
        await host.pg.wait_for(lambda: len(Stored.of(self.stack, table).entries) >= noted)
        try:
            yield table
        finally:
            forger = self.forger.moved(await host.dm())
            await said(await forger.press(host, f"leave:{table}:1:sure"))

    async def opened(self) -> str:
        """A table of the row's kind to which its player is invited."""
        host, options = self.who.pg.user("ben"), dict[str, Any]()
        game = "attangle" if self.row.match == "private" else "tyr"
        invited = self.who if "player" in self.row.who else None
        if self.row.match == "private":
            options = {"opponent": invited or self.who.pg.user("david"), "private": True}
        elif invited is not None:
            options = {"opponent1": invited, "seats": 3}
        else:
            options = {"seats": 3}
        return named(await host.command(f"play {game}", self.scene.channel, **options))

    async def show(self, *, allowed: bool) -> None:
        """A public board appears once for each way, or not at all."""
        game = self.scene.running
        before = len(await game.boards())
        answers = await self.told(game.id, "act:show/", "which:show/", board={"public": True})
        if self.forges:
            chosen = await self.choose("which:-:0:show/", game.id)
            answers += [chosen, await self.on_message("Show the board here", game.id)]
        shown = [one for one in answers if "everyone can see the board now" in one.content]

        async def appeared() -> bool:
            return len(await game.boards()) - before >= len(shown)

        await self.who.pg.wait_for(appeared)  # Each follows what its user alone reads.
        assert len(await game.boards()) - before == len(shown)
        if allowed:
            assert len(shown) == 4
        else:
            assert not shown
            self.refused(
                game.id,
                [one for one in answers if "older version" not in one.content],
                access.SHOWN_NOWHERE if self.row.match in ("private", "apart") else
                access.SHOWN_THERE,
            )  # fmt: skip

    async def rematch(self, *, allowed: bool) -> None:
        """A table for a rematch, which its host closes again."""
        over = self.scene.over.id
        self.tried.add("/rematch")
        reply = await self.who.command("rematch", self.place, match=over)
        answers = [await said(reply)]
        if allowed:
            assert "to a rematch" in reply.content, reply.content
            forger = self.forger.moved(await self.who.dm())
            await said(await forger.press(self.who, f"leave:{named(reply)}:1:"))
            return
        answers += await self.told(over, "rematch:")
        self.refused(over, answers, access.PLAYED_AGAIN_THERE, str(texts.REFUSALS["not-seated"]))

    async def end(self, *, allowed: bool) -> None:
        """`/end` asks before it ends a match. Its button ends one."""
        match = self.scene.running.id
        before = Stored.of(self.stack, match)
        try:
            answers = [await self.run("end", match)]
        except PlaygroundError:  # Discord offers it to nobody else.
            answers = []
        if allowed:
            assert [one.content.split("\n")[-1] for one in answers] == [managers.SURE]
            async with self.table() as table:
                ended = await self.press(table, "end:")
            assert ended.content == managers.ENDED.format(match=table)
            return
        assert {answer.content for answer in answers} <= {
            unknown(match), NOT_ALLOWED, managers.ELSEWHERE, access.ENDED_THERE.format(match=match)
        }  # fmt: skip
        if self.forges:
            pressed = [await self.press(match, control) for control in ("end:", "act:end/")]
            self.refused(match, pressed, NOT_ALLOWED, managers.ELSEWHERE)
        assert Stored.of(self.stack, match) == before

    async def link(self, *, allowed: bool) -> None:
        """A link to the board shows what Discord lets the person see."""
        try:
            seen = await self.scene.running.channel.messages(self.who)
        except PlaygroundError:
            seen = []
        assert bool(seen) == allowed


_NOT_OFFERED = str(texts.REFUSALS["seat-not-offered"])
_NO_STUDY = str(texts.REFUSALS["unknown-study"])
_SEATLESS = tuple(
    str(texts.REFUSALS[code]) for code in ("not-seated", "not-open", "not-host", "not-invited")
)
_OF_LEAVERS = (_leavers.NOBODY_LEFT, _leavers.NOT_LEFT)
_OF_OTHERS = (NOT_ALLOWED, _leavers.ELSEWHERE, access.ENDED_THERE)
_AT_TABLES = ("start:", "fill:", "youngest:", "leave:", "decline:")
"""What its host, its players and those invited do at a table."""


async def _places(row: Row, who: User, scene: Scene) -> list[Channel]:
    pg = who.pg
    if row.where == "its channel":
        return list({one.id: one for one in (scene.channel, scene.running.channel)}.values())
    if row.where == "its server":
        return [pg.channel("games")]
    return [pg.channel("spiele"), await who.dm()]


async def walk(stack: Stack, pg: Playground, forger: Forger, row: Row) -> None:
    """In every cell of a row, allowed actions work; others are refused and change nothing."""
    who, host = pg.user(PEOPLE[row.who]), pg.user("ben")
    guest = who if "player" in row.who else pg.user("david")
    await pg.user("anna").change(locale="en-US")
    await pg.user("clara").change(locale="en-US")
    async with prepared(pg, row):
        scene = await scene_of(pg, row.match, host, guest)
        await restrict(pg, row)
        if who.name == "clara":
            await who.leave(scene.channel)
        for place in await _places(row, who, scene):
            one = Walk(stack, row, who, scene, forger.moved(place))
            if row.cells["read"] == YES:
                await known(who, place, scene.running.id)
            for deed in DEEDS:
                await one.walk(deed)
