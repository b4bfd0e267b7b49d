"""Records and privacy, end to end: export, import, replay, and deleting one's data."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from PIL import Image

import games
from bot.cli.database import _other_rules
from bot.cogs.privacy._policy import DOCS, FILES, policy
from games.record import from_json, from_text
from playground.answers import Message
from playground.client import Channel, File, Playground, User
from tests.support.matches import Game, announced, begin, named, open_table
from tests.support.postgres import EMPTY, Cluster
from tests.support.stack import Stack, run

MOVES = ("c3", "d3", "a1", "e5")


async def _played(channel: Channel, *players: User) -> Game:
    """A match of four turns that Black has resigned."""
    game = await begin(channel, "attangle", *players)
    await game.play(*MOVES)
    question = await game.players[1].command("resign", channel, match=game.id)
    await question.click("Aufgeben" if "Aufgeben" in question.labels else "Resign")
    return game


async def _files(message: Message) -> dict[str, bytes]:
    return {one.filename: await one.read() for one in message.attachments}


def _shows(message: Message, text: str) -> None:
    """The message says this, above its own picture."""
    assert text in message.content
    assert [one.filename for one in message.attachments if one.description] == ["board.png"]


async def test_export_sends_both_forms_to_the_user_alone(
    general: Channel, ben: User, david: User, emma: User
) -> None:
    """Spectators, too, get the record as text and as JSON, ephemerally. Both replay to the same
    ending.
    """
    game = await _played(general, ben, david)
    reply = await emma.command("export", general, match=game.id)
    assert reply.ephemeral
    files = await _files(reply)
    assert set(files) == {f"{game.id}.txt", f"{game.id}.json"}
    record = from_text(files[f"{game.id}.txt"].decode())
    assert record == from_json(files[f"{game.id}.json"].decode())
    assert record.turns == (*MOVES, "withdraw:2")
    assert str(record.result) == "1,2:resignation"


async def test_replay_steps_through_a_match(general: Channel, ben: User, david: User) -> None:
    """The buttons go to the start, back, forward and to the end, and each step shows another
    picture.
    """
    game = await _played(general, ben, david)
    view = await ben.command("replay", general, match=game.id)
    assert view.ephemeral
    _shows(view, "The start · 4 turns")
    assert view.labels == ["▶", "⏭", "Turn…", "Animate", "Try it out"]
    pictures = {await view.attachments[0].read()}
    for number, move in enumerate(MOVES, start=1):
        view = await view.click("▶")
        _shows(view, f"Turn {number} of 4")
        assert f"`{move}`" in view.content
        pictures.add(await view.attachments[0].read())
    assert "White is to move." not in view.content
    assert f"🏆 {game.players[0].mention}" in view.content
    assert len(pictures) == 5
    [picture] = view.attachments
    assert "is to move" not in picture.description
    view = await view.click("▶")
    assert "has resigned" in view.content
    assert await view.attachments[0].read() == await picture.read(), "the end is shown on both"
    assert f"🏆 {game.players[0].mention}" in view.content
    assert view.labels == ["⏮", "◀", "Turn…", "Animate", "Try it out"]
    view = await (await view.click("◀")).click("◀")
    assert "Turn 3 of 4" in view.content
    assert "🏆" not in view.content
    _shows(await view.click("⏮"), "The start")
    view = await view.click("⏭")
    assert "🏆" in view.content
    assert len([one for one in await general.messages() if one.id == view.id]) == 1


async def test_replay_jumps_to_a_turn(general: Channel, ben: User, david: User) -> None:
    """The command's option and a form go to any turn. Nonsense is refused."""
    game = await _played(general, ben, david)
    view = await ben.command("replay", general, match=game.id, turn=2)
    _shows(view, "Turn 2 of 4")
    for typed, shown in (("4", "Turn 4 of 4"), ("0", "The start"), ("99", "Turn 4 of 4")):
        form = (await view.click("Turn…")).modal
        assert form is not None
        await form.submit(text=typed)
        _shows(await view.refresh(), shown)
    form = (await view.click("Turn…")).modal
    assert form is not None
    refused = await form.submit(text="*x*")
    assert "isn't a turn number" in refused.followups[0].content
    _shows(await view.refresh(), "Turn 4 of 4")


async def test_running_match_is_stepped_to_its_present_end(
    general: Channel, ben: User, david: User, emma: User
) -> None:
    """Anybody may replay the public turns. The last step includes those that came in meanwhile."""
    game = await begin(general, "attangle", ben, david)
    await game.move(1, "c3")
    view = await emma.command("replay", general, match=game.id)
    await game.move(2, "d3")
    view = await view.click("⏭")
    _shows(view, "Turn 2 of 2")
    assert "White is to move." in view.content


async def test_table_is_no_match_to_replay_or_export(general: Channel, ben: User) -> None:
    """Before the start both commands say so."""
    table = await open_table(ben, general, "attangle")
    for command in ("replay", "export"):
        reply = await ben.command(command, general, match=named(table))
        assert "hasn't begun yet" in reply.content


async def test_record_is_opened_and_stepped_through_without_memory(
    stack: Stack, pg: Playground, general: Channel, ben: User, emma: User
) -> None:
    """An imported record is ephemeral. Its buttons and its form still work after the bot was
    killed, since the record is attached to the message.
    """
    game = await _played(general, ben, pg.user("david"))
    exported = await _files(await ben.command("export", general, match=game.id))
    data = exported[f"{game.id}.json"]
    view = await emma.command("import", general, file=File("mine.json", data))
    assert view.ephemeral
    assert "from a file" in view.content
    assert ben.mention not in view.content
    _shows(view, "The start · 4 turns")
    view = await view.click("▶")
    _shows(view, "Turn 1 of 4")
    form = (await view.click("Turn…")).modal
    stack.kill()
    stack.start()
    await pg.wait_online()
    assert form is not None
    await form.submit(text="3")
    _shows(await view.refresh(), "Turn 3 of 4")
    last = await (await view.click("▶")).refresh()
    _shows(last, "Turn 4 of 4")
    assert not [one for one in last.attachments if "is to move" in one.description]
    view = await last.click("⏭")
    assert "🏆" in view.content
    files = await _files(view)
    assert from_text(files["record.txt"].decode()) == from_json(data.decode())
    assert Image.open(BytesIO(files["board.png"])).format == "PNG"


@pytest.mark.parametrize(
    "data",
    [b"Dear Ann", b'[game "attangle"]', b"\x89PNG\xff", b"{" * 90_000, b"x" * 200_000],
    ids=["letter", "torso", "picture", "braces", "large"],
)
async def test_other_files_are_refused(general: Channel, ben: User, data: bytes) -> None:
    """Anything that is not a record is refused, ephemerally."""
    reply = await ben.command("import", general, file=File("x.txt", data))
    assert reply.ephemeral
    assert "Reference" not in reply.content
    assert "I can't open this file. " in reply.content or "too large" in reply.content
    assert "Error" not in reply.content


async def test_completion_offers_matches_that_are_over(
    general: Channel, ben: User, david: User
) -> None:
    """For records, autocomplete also suggests a player's finished matches."""
    game = await _played(general, ben, david)
    for command in ("replay", "export"):
        found = await ben.autocomplete(command, "match", game.id.lower(), channel=general)
        assert [one.value for one in found] == [game.id]


# Privacy


@pytest.mark.parametrize(
    ("code", "named"),
    [
        ("en", {"/privacy export", "/privacy delete"}),
        ("de", {"/datenschutz exportieren", "/datenschutz löschen"}),
    ],
)
def test_policy_fits_a_message(code: str, named: set[str]) -> None:
    """Each language has its own text, which fits one embed and names the commands."""
    title, text = policy(code)
    assert (DOCS / FILES[code]).is_file()
    assert 0 < len(title) <= 256
    assert len(text) <= 4096
    assert not title.startswith("#")
    assert named <= set(re.findall(r"`(/[\w ]+)`", text))


async def test_policy_is_shown_in_the_users_language(
    general: Channel, anna: User, ben: User
) -> None:
    """The text is the one in the documentation."""
    for user, code in ((anna, "de"), (ben, "en")):
        reply = await user.command("privacy policy", general)
        assert reply.ephemeral
        title, text = policy(code)
        assert reply.embeds[0]["title"] == title
        assert reply.embeds[0]["description"] == text


async def test_everything_stored_is_sent_as_a_file(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """The file is JSON and ephemeral. If it is too large for Discord it is compressed."""
    game = await _played(general, ben, david)
    await announced(stack, pg, game.id)
    reply = await ben.command("privacy export", general)
    assert reply.ephemeral
    files = await _files(reply)
    found = json.loads(files["dreierlei.json"])
    assert found["player"] == int(ben.id)
    assert game.id in {row["match"] for row in found["tables"]["match"]}
    assert david.id not in files["dreierlei.json"].decode()
    await pg.settings(attachment_limit=4_000)
    packed = await _files(await ben.command("privacy export", general))
    await pg.settings(attachment_limit=10 * 1024 * 1024)
    with ZipFile(BytesIO(packed["dreierlei.json.zip"])) as archive:
        again = json.loads(archive.read("dreierlei.json"))
    assert again["tables"] == found["tables"]


def _traces(stack: Stack, player: str) -> list[str]:
    with sqlite3.connect(stack.folder / "bot.db") as database:
        return [line for line in database.iterdump() if player in line]


async def test_forgotten_after_a_question(
    stack: Stack, general: Channel, david: User, emma: User
) -> None:
    """Deleting asks first. Then opponents see how their matches ended, and no trace is left."""
    over = await _played(general, emma, david)
    running = await begin(general, "attangle", emma, david)
    await running.move(1, "c3")
    table = await open_table(emma, general, "attangle")
    asked = await emma.command("privacy delete", general)
    assert asked.ephemeral
    kept = await asked.click("Cancel")
    assert kept.content == "Everything stays as it is."
    assert _traces(stack, emma.id)
    asked = await emma.command("privacy delete", general)
    done = await asked.click("Delete everything")
    assert done.content.startswith("Your data has been deleted.")
    assert done.labels == []
    assert _traces(stack, emma.id) == []
    board = await running.board()
    assert f"🏆 {david.mention}" in board.content
    refused = await table.click("Join", by=david)
    assert "is no longer waiting for players" in refused.followups[0].content
    seen = await david.command("board", general, match=over.id)
    assert "former player" in seen.content
    assert emma.mention not in seen.content
    assert "Reference" not in (await emma.command("games", general, over=True)).content


# The command line


@pytest.fixture
def postgres_url(cluster: Cluster) -> Iterator[str]:
    """The address of an empty PostgreSQL database."""
    with cluster.database(EMPTY) as address:
        yield address


async def test_growing_from_sqlite_to_postgresql(
    stack: Stack, general: Channel, ben: User, david: User, postgres_url: str
) -> None:
    """A bot's SQLite file can be copied into an empty PostgreSQL database, where everything
    reproduces.
    """
    await _played(general, ben, david)
    url = f"sqlite:///{stack.folder / 'bot.db'}"
    before = run(stack.folder, "verify", DATABASE_URL=url)
    copied = run(stack.folder, "db", "copy", url, postgres_url)
    assert (copied.returncode, copied.stderr) == (0, "")
    after = run(stack.folder, "verify", DATABASE_URL=postgres_url)
    assert (after.returncode, after.stdout) == (0, before.stdout)


async def test_verify_and_copy_while_there_are_matches(
    stack: Stack, general: Channel, ben: User, david: User, tmp_path: Path
) -> None:
    """Everything stored reproduces, and so does a copy of it. Damage is reported with the match and
    the turn, and an exit status.
    """
    game = await _played(general, ben, david)
    url = f"sqlite:///{stack.folder / 'bot.db'}"
    clean = run(tmp_path, "verify", DATABASE_URL=url)
    assert (clean.returncode, clean.stderr) == (0, "")
    assert re.fullmatch(
        r"\d+ matches \(.*\d finished.*\), \d+ turns: all reproduce\n", clean.stdout
    )
    copy = tmp_path / "copy.db"
    copied = run(tmp_path, "db", "copy", url, f"sqlite:///{copy}")
    assert (copied.returncode, copied.stderr) == (0, "")
    assert copied.stdout.endswith(clean.stdout)
    assert re.search(r"^match: \d+ rows$", copied.stdout, re.MULTILINE)
    again = run(tmp_path, "db", "copy", url, f"sqlite:///{copy}")
    assert again.returncode == 2
    assert "is not empty" in again.stderr
    with sqlite3.connect(copy) as database:
        database.execute("UPDATE entry SET text = 'd4' WHERE text = 'a1'")
    database.close()
    damaged = run(tmp_path, "verify", DATABASE_URL=f"sqlite:///{copy}")
    assert damaged.returncode == 1
    assert f"{game.id}: turn 3 (d4): " in damaged.stdout
    assert "do not reproduce" in damaged.stdout


async def test_verify_says_what_to_do_about_other_rules_and_models(
    stack: Stack, general: Channel, ben: User, david: User, tmp_path: Path
) -> None:
    """Matches of earlier and of later rules, and ratings of another model."""
    await _played(general, ben, david)
    copy = f"sqlite:///{tmp_path / 'copy.db'}"
    copied = run(tmp_path, "db", "copy", f"sqlite:///{stack.folder / 'bot.db'}", copy)
    assert copied.returncode == 0
    present = games.get("attangle").info.rules_version
    with sqlite3.connect(tmp_path / "copy.db") as database:
        database.execute("UPDATE match SET rules_version = ?", [present + 1])
        database.execute("UPDATE rating_change SET model = 'guesses 1'")
    database.close()
    out = run(tmp_path, "verify", DATABASE_URL=copy).stdout
    newer = rf"under version {present + 1} of the rules, and this program knows {present}"
    assert re.search(
        rf"^attangle: \d+ matches were opened {newer}: install the newer program again$",
        out,
        re.MULTILINE,
    )
    assert (
        "ratings: some come from another model (guesses 1): `dreierlei ratings recompute` "
        "computes all by the present one; they were not compared\n"
    ) in out
    assert _other_rules("attangle", 1, 2, 3) == (
        "attangle: 3 matches were opened under version 1 of the rules, and are played by version "
        "2: nothing has to be done for those that reproduce; the others need the program that "
        "they were played with"
    )


def test_copy_needs_two_databases(tmp_path: Path) -> None:
    """A missing source, the same address twice and no address are refused in one line, and nothing
    is created.
    """
    here, there = f"sqlite:///{tmp_path / 'a.db'}", f"sqlite:///{tmp_path / 'b.db'}"
    for from_, to, said in (
        (here, there, "there is no file"),
        (here, here, "the same database"),
        ("nonsense", there, "sqlite:///FILE"),
    ):
        ended = run(tmp_path, "db", "copy", from_, to)
        assert ended.returncode == 2
        assert said in ended.stderr
        assert ended.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_verify_needs_a_database(tmp_path: Path) -> None:
    """Without a database the exit status differs from that for matches that do not reproduce."""
    (tmp_path / "letter").write_text("Dear Ann, " * 300)
    ended = run(tmp_path, "verify", DATABASE_URL=f"sqlite:///{tmp_path / 'letter'}")
    assert ended.returncode == 2
    assert ended.stderr.startswith("DATABASE_URL")
