"""A walk through `docs/access.md`: a way to try each cell of a row, with all that leads there."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from typing import Any

from bot.cogs.lobby import managers
from bot.interactions import access
from bot.interactions.error_handler import NOT_ALLOWED
from matches.model import texts
from playground.answers import Message
from playground.client import Channel, Playground, PlaygroundError, User
from tests.bot.access_scene import PEOPLE, Row, Scene, prepared, said, scene_of, table_of, unknown
from tests.bot.test_security import Stored
from tests.support.forger import Forger
from tests.support.launcher import ROOT
from tests.support.matches import known, named
from tests.support.stack import Stack

DEEDS = ("read", "play", "join", "take", "show", "rematch", "end", "link")
YES, NO, NOTHING = "yes", "no", "–"
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


class Walk:
    """The person of the row, at one of the places it names."""

    def __init__(self, stack: Stack, row: Row, who: User, scene: Scene, forger: Forger) -> None:
        self.stack, self.row, self.who, self.scene = stack, row, who, scene
        self.forger, self.place = forger, forger.channel
        self.forges = self.place.guild != "Elsewhere"
        """Where the bot may post. Elsewhere it has no controls to press."""

    async def walk(self, deed: str) -> None:
        """Tries one cell."""
        cell = self.row.cells[deed]
        assert cell in (YES, NO, NOTHING)
        if cell != NOTHING:
            await getattr(self, deed)(allowed=cell == YES)

    async def told(self, match: str, *controls: str, **commands: dict[str, Any]) -> list[Message]:
        """The answers to these commands and forged buttons of the match."""
        asked = [self.run(name, match, **given) for name, given in commands.items()]
        if self.forges:
            asked += [self.press(match, control) for control in controls]
        return [await one for one in asked]

    async def run(self, command: str, match: str, **given: Any) -> Message:
        """The answer to a command."""
        return await said(await self.who.command(command, self.place, match=match, **given))

    async def press(self, match: str, control: str) -> Message:
        """The answer to a forged button."""
        action, _, rest = control.partition(":")
        return await said(await self.forger.press(self.who, f"{action}:{match}:9:{rest}"))

    def refused(self, match: str, answers: Iterable[Message], *otherwise: str) -> None:
        """All of it was refused, with the same words as for an unknown match. If the person may
        know of the match and `otherwise` is true, the real reason is given.
        """
        known = otherwise and YES in (self.row.cells["read"], self.row.cells["end"])
        for answer in answers:
            if not known:
                assert answer.content == unknown(match)
                assert not answer.attachments
            else:
                fields = {"match": match, "player": self.who.pg.user("ben").mention}
                assert answer.content in {one.format(**fields) for one in otherwise}

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
                answers.append(await said(await self.forger.choose(self.who, to, value)))
            answers.append(await self.form(match, allowed=allowed))
            analyses.append(await self.on_message("Analyse", over))
        if not allowed:
            self.refused(match, answers)
            self.refused(over, [*analyses, *published])
            return
        assert all(over in one.content and one.content != unknown(over) for one in published)
        for shown, found in ((match, answers), (over, analyses)):
            for answer in found:
                assert answer.attachments or f"`{shown}`" in answer.text, answer.text
                assert "There is no match" not in answer.content

    async def on_message(self, name: str, match: str) -> Message:
        """The answer to a command from the menu on a message about the match."""
        return await said(await self.forger.menu(self.who, name, f"more:{match}:9:"))

    async def form(self, match: str, *, allowed: bool) -> Message:
        """The answer of the form that asks for a turn, or of the button that would open it."""
        opened = await self.forger.press(self.who, f"replay-turn:{match}:9:")
        assert (opened.modal is not None) == allowed
        return await said(opened if opened.modal is None else await opened.modal.submit(turn="1"))

    async def play(self, *, allowed: bool) -> None:
        """Everything that needs a seat. Without one it changes nothing."""
        match = self.scene.running.id
        before = Stored.of(self.stack, match)
        answers = await self.told(match, "act:prepared/", prepared={}, resign={})
        ways = await self.who.autocomplete("move", "turn", channel=self.place, match=match)
        to_move = self.who.id == self.scene.running.players[1].id
        assert bool(ways) == (allowed and to_move)
        if allowed:
            assert all(match in one.content for one in answers)
            assert sum("Do you really want to resign" in one.content for one in answers) == 1
        else:
            answers += await self.told(
                match,
                *("confirm:0/0/-/", "play:c4", "act:move/c4", "act:draw/", "resign:", "abort:"),
                *("claim:", "draw-accept:", "request-accept:", "clear:", "hint:1", "leave:"),
                *("act:conditions/", "conditions:0", "conditions-clear:"),
                move={"turn": "c4"},
                draw={},
                takeback={},
                adjourn={},
                hint={},
                claim={},
                abort={},
            )
            self.refused(match, answers, *_SEATLESS)
        assert Stored.of(self.stack, match) == before

    async def join(self, *, allowed: bool) -> None:
        """A seat at an open table to which players of the row are invited."""
        async with self.table() as table:
            if self.place.guild == "Playground":
                listed = await self.who.command("tables", self.place)
                assert (table in listed.content) == (allowed and self.row.match != "apart")
            before = Stored.of(self.stack, table)
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
        sat = await self.forger.choose(self.who, "sit:-:0:", f"{table}/")
        return [
            await said(sat),
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
            await said(await forger.press(host, f"leave:{table}:1:"))

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
            chosen = await self.forger.choose(self.who, "which:-:0:show/", game.id)
            answers += [await said(chosen), await self.on_message("Show the board here", game.id)]
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
            answers = [await said(await self.who.command("end", self.place, match=match))]
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
_SEATLESS = tuple(
    str(texts.REFUSALS[code]) for code in ("not-seated", "not-open", "not-host", "not-invited")
)


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
        if who.name == "clara":
            await who.leave(scene.channel)
        for place in await _places(row, who, scene):
            one = Walk(stack, row, who, scene, forger.moved(place))
            if row.cells["read"] == YES:
                await known(who, place, scene.running.id)
            for deed in DEEDS:
                await one.walk(deed)
