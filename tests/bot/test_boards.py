"""Views of boards: points, words, highlighted turns, themes, animations."""

from __future__ import annotations

import re
from io import BytesIO
from random import Random

import pytest
from PIL import Image, ImageSequence

import games
from bot.cogs.play import _board_text
from bot.i18n import catalogues
from bot.pictures import board as pictures
from bot.text.discord_limits import LAYOUT_TEXT
from bot.text.position import ALT_LIMIT
from games import play
from games.protocol import AnyGame
from games.record import Record
from games.shot import scene_of
from matches.model import shots
from matches.model.match import Match
from matches.unit_of_work import work
from playground.client import Channel, File, User
from render import THEMES
from render.theme import RGB
from tests.support.matches import begin, private
from tests.support.viewed import at_stop, viewed

pytestmark = pytest.mark.shared_bot

TABLES = [(game, seats) for game in games.all_games() for seats in game.info.seats]
IDS = [f"{game.info.key}-{seats}" for game, seats in TABLES]


def midgame(game: AnyGame, seats: int, part: float = 0.6) -> Match:
    """A match in the middle of a random game, as in a record."""
    rng = Random(f"{game.info.key} {seats}")
    setup = play.setup(game, seats, {}, rng)
    line, turns = play.Line.begin(game, setup), list[str]()
    moves = play.random_line(game, setup, rng, 400)
    for move in moves[: int(len(moves) * part)]:
        if line.played:
            turns[-1] += f" {move}"
        else:
            turns.append(str(move))
        line = line.push(move)
    if line.played:
        turns.pop()
    return viewed(Record(game, setup, tuple(turns), None, 1))


@pytest.mark.parametrize("code", catalogues.languages())
@pytest.mark.parametrize(("game", "seats"), TABLES, ids=IDS)
def test_a_board_in_words_is_complete(game: AnyGame, seats: int, code: str) -> None:
    """Every occupied point is named, and the text fits a message."""
    for part in (0.2, 0.6, 0.9):
        match = midgame(game, seats, part)
        text = "\n".join(_board_text.in_lines(match, catalogues.language(code)))
        assert len(text) < LAYOUT_TEXT - 400
        named = set(re.findall(r"-?\d+,-?\d+|\w+", text))
        assert {figure.point for figure in game.scene(match.position, ()).figures} <= named


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=IDS)
def test_points_that_can_be_used_come_first(game: AnyGame, seats: int) -> None:
    """Autocomplete has all points of the board, those of legal moves first."""
    match = midgame(game, seats)
    known = _board_text.points(match)
    assert sorted(known) == sorted(game.scene(match.position, ()).board.spots)
    useful = {
        part.point for move in game.legal_moves(match.position) for part in game.spellings(move)[0]
    } - {None}
    assert set(known[: len(useful)]) == useful


def test_what_others_did_is_marked() -> None:
    """In a game of three, the picture for the player to move marks both previous turns, one of them
    faintly.
    """
    match = midgame(games.get("3stein"), 3)
    played = at_stop(match, len(match.logged) - 1)
    turns = (*played.recent, *match.recent)
    scene = scene_of(match.game, shots.after(match.position, turns))
    roles = {mark.role for mark in scene.marks}
    assert {"last", "from", "earlier", "earlier-from"} <= roles
    assert [trail.role for trail in scene.trails] == ["earlier", "last"]
    alone = scene_of(match.game, shots.after(match.position, turns[-1:]))
    assert {mark.role for mark in alone.marks} <= {"last", "from", "captured"}


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=IDS)
def test_an_unconfirmed_turn_is_still_its_players(game: AnyGame, seats: int) -> None:
    """A complete turn that waits for confirmation shows its player as to move."""
    match = midgame(game, seats)
    assert match.to_move is not None
    draft = work.draft_of(match, match.to_move, None)
    while not draft.complete:
        token = game.legal_moves(draft.line.position)[0]
        draft = work.draft_of(match, match.to_move, f"{draft.text} {token}".strip())
    assert draft.line.position.to_move != match.to_move
    assert scene_of(game, shots.of_draft(draft)).to_move == match.to_move


def test_unknown_themes() -> None:
    """Without a theme, or with one that no longer exists, the default is used."""
    assert pictures.known_theme(None) == pictures.known_theme("sepia") == "light"
    assert {pictures.known_theme(name) for name in THEMES} == set(THEMES)


def _corner(data: bytes) -> RGB:
    """The background colour of a picture."""
    with Image.open(BytesIO(data)) as image:
        red, green, blue = image.convert("RGB").getpixel((2, 2))  # type: ignore[misc]
        return red, green, blue


async def test_one_point_in_words(
    general: Channel, ben: User, david: User, emma: User, anna: User
) -> None:
    """Who stands there and what the seat to move can do, for players and others, and in German."""
    game = await begin(general, "attangle", ben, david)
    await game.play("c3", "d3", "c4", "e5")
    white = game.players[0]
    plain = await white.command("board", general, match=game.id)
    own = await white.command("board", general, match=game.id, point=" C3 ")
    assert own.ephemeral
    assert "White: 1 single on c3." in own.content
    assert "Move" in own.labels
    assert await own.attachments[0].read() != await plain.attachments[0].read()
    free = await emma.command("board", general, match=game.id, point="a1")
    assert "There is nothing on a1." in free.content
    assert "At a1, White has 1 move: `a1`" in free.content
    assert free.labels == []
    german = await anna.command("board", general, match=game.id, point="a1")
    assert "Auf a1 steht nichts." in german.content
    wrong = await ben.command("board", general, match=game.id, point="*z9*")
    assert "isn't on this board" in wrong.content
    assert "a1, " in wrong.content


async def test_points_are_completed(general: Channel, ben: User, david: User) -> None:
    """While a point is typed, matching points are suggested."""
    game = await begin(general, "attangle", ben, david)

    async def offered(typed: str, match: str) -> list[str]:
        choices = await ben.autocomplete("board", "point", typed, channel=general, match=match)
        return [choice.name for choice in choices]

    assert await offered("B", game.id) == [f"b{number}" for number in range(1, 6)]
    assert len(await offered("", game.id)) == 25
    assert await offered("x", game.id) == []
    assert await offered("a", "0000") == []


async def test_a_board_for_oneself_speaks_to_nobody_else(
    general: Channel, ben: User, david: User
) -> None:
    """Whoever else is to move can't read it. The public board calls them."""
    game = await begin(general, "attangle", ben, david)
    white, black = game.players
    called, told = f"{white.mention}, it's your turn", f"{white.mention} is to move as White."
    assert called in (await game.board()).content
    assert called in (await white.command("board", general, match=game.id)).content
    assert told in (await black.command("board", general, match=game.id)).content
    for button in ("Board as text", "More…"):
        (shown,) = await private(await (await game.board()).click(button, by=black), number=1)
        assert told in shown.text


async def test_the_theme_of_who_looks(general: Channel, ben: User, david: User) -> None:
    """A player's own pictures use their theme; the public board does not."""
    game = await begin(general, "attangle", ben, david)
    await david.command("settings", general, theme="dark")
    seen = {}
    for user in (ben, david):
        board = await user.command("board", general, match=game.id)
        seen[user.name] = _corner(await board.attachments[0].read())
    public = _corner(await (await game.board()).attachments[0].read())
    light, dark = (THEMES[name].colour("background") for name in ("light", "dark"))
    assert (seen[ben.name], seen[david.name], public) == (light, dark, light)
    await david.command("settings", general, reset="theme")


async def test_films(general: Channel, ben: User, david: User, emma: User) -> None:
    """A whole match, or its last turns, as an ephemeral animation with a description."""
    game = await begin(general, "attangle", ben, david)
    early = await ben.command("replay", general, match=game.id, animate=0)
    assert "nothing to animate" in early.content
    await game.play("c3", "d3", "a1", "e5")
    frames = {}
    for last in (0, 2, 1):
        film = await emma.command("replay", general, match=game.id, animate=last)
        assert film.ephemeral
        (file,) = film.attachments
        assert file.filename == "replay.webp"
        assert file.description is not None
        assert "White: 2 singles on a1, c3." in file.description
        assert len(file.description) <= ALT_LIMIT
        with Image.open(BytesIO(await file.read())) as image:
            frames[last] = len(ImageSequence.all_frames(image))
    assert frames == {0: 5, 2: 3, 1: 2}
    assert film.content == f"**Attangle** · match `{game.id}`: turn 4"
    view = await ben.command("replay", general, match=game.id)
    film = await view.click("Animate")
    assert [one.filename for one in film.attachments] == ["replay.webp"]


async def test_a_film_of_a_file(general: Channel, ben: User, david: User, emma: User) -> None:
    """A match opened from a file can be animated, too."""
    game = await begin(general, "attangle", ben, david)
    await game.move(1, "c3")
    exported = await ben.command("export", general, match=game.id)
    data = await exported.attachments[0].read()
    view = await emma.command("import", general, file=File("record.txt", data))
    film = await view.click("Animate")
    assert film.ephemeral
    assert [one.filename for one in film.attachments] == ["replay.webp"]


async def test_nobody_is_to_move_in_the_picture_of_an_aborted_match(
    general: Channel, ben: User, david: User, emma: User
) -> None:
    """Neither on its last board, nor at the end of its replay, stored or from a file."""
    game = await begin(general, "attangle", ben, david)
    await game.move(1, "c3")
    running = (await emma.command("replay", general, match=game.id, turn=1)).attachments[0]
    await (await david.command("abort", game.channel)).click("Abort match")
    exported = await emma.command("export", general, match=game.id)
    file = File("record.txt", await exported.attachments[0].read())
    opened = await emma.command("import", general, file=file)
    shown = [
        await emma.command("board", general, match=game.id),
        await emma.command("replay", general, match=game.id, turn=1),
        await opened.click("⏭"),
    ]
    pictures = [
        next(one for one in message.attachments if one.filename == "board.png") for message in shown
    ]
    assert [one.description.partition(".")[0] for one in pictures] == ["The match is over"] * 3
    assert "Black is to move" in running.description
    assert await pictures[1].read() != await running.read()
