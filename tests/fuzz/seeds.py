"""The fuzzer's first inputs: one sensible input of each kind."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import games
from bot.cogs.learning import _lesson, _puzzle
from games import play
from games.protocol import AnyGame, Setup
from games.record import record, to_json, to_text
from opponents.protocol import commands
from opponents.puzzles import collection

WORDS = {
    "clock": ("3d", "5d+12h/10d", "5m+5s", "5+5", "none"),
    "moment": ("2030-08-14", "14.8.", "14. 8. 2031", "22-8", "22:00 – 8:00"),
    "control": ("board:K7F2:12:", "move:-:0:22/1/x", "GAME-4pc-live/7/30/above/12/9"),
    "environment": (
        "DATABASE_URL=postgresql://me:secret@host/name\nSHARD_COUNT=2\nSHARD_IDS=0,1",
        "DATABASE_URL=sqlite:///x.db\nCOMPUTER_EFFORT=1.5\nLOG_FORMAT=json\nMETRICS_PORT=9464",
        "DISCORD_TOKEN=x\nDISCORD_API_URL=http://localhost:1/\nGUILD_IDS=1,2\nTABLE_HOURS=2",
    ),
    "log": ("postgresql+asyncpg://me:secret@host", "/interactions/12/token", "match=K7F2 seq=3"),
    "choices": (
        '{"language":"de","theme":"dark","confirm":true,"notices":"direct","quiet":"22-8"}',
        '{"zone":"Europe/Berlin","spoilers":true,"locale":"en-GB"}',
        '{"channels":[5],"threads":false,"boards":"kept","clock":"3d","games":["tyr"],"role":7}',
    ),
}


def of(target: str) -> Iterator[str]:
    """The first inputs for a target."""
    kind, _, key = target.partition("-")
    yield from WORDS.get(target, ())
    for game in games.all_games():
        if kind == "control":
            yield from (f"lesson:-:0:{_lesson.Place(game, one.key)}" for one in game.texts.lessons)
            yield from (
                f"puzzle:-:0:{_puzzle.Place(one, done=one.solution)}"
                for one in collection(game.info.key)[:2]
            )
            continue
        if key in ("", game.info.key):
            for seats in game.info.seats:
                setup = play.setup(game, seats, {}, Random(seats))
                yield from _played(kind, game, setup)


def _played(kind: str, game: AnyGame, setup: Setup) -> Iterator[str]:
    """The beginning of a random game in the format of this kind of target."""
    played = [str(move) for move in play.random_line(game, setup, Random(1), 30)]
    chosen = ";".join(f"{key}={value}" for key, value in setup.options.items())
    if kind == "options":
        yield f"{game.info.key}\n{setup.seats} {chosen}"
    if kind == "moves":
        yield "\n".join([f"{setup.seats} {chosen}", *played, "withdraw:1"])
        yield "\n".join([f"{setup.seats} {chosen}|30", "", "?", "agreement"])
    if kind == "position":
        for plies in range(0, 120, 12):
            tokens = map(str, play.random_line(game, setup, Random(plies), plies))
            yield str(play.replay(game, setup, [*tokens]).position)
    if kind == "record":
        result = play.replay(game, setup, played).position.result
        found = record(game, setup, played, result)
        yield to_text(found)
        yield to_json(found)
    if kind == "protocol":
        place = (commands.game_line(game, setup), commands.position_line(played))
        yield "\n".join(["ugi", *place, "query legal", "go nodes 9 seed 1", "isready", "quit"])
    if kind == "engine":
        options = dict(setup.options)
        yield json.dumps(
            {"game": game.info.key, "seats": setup.seats, "options": options, "moves": played}
        )
