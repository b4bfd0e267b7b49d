"""Log lines: one per event, with machine-readable values, and without secrets."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from bot.config.settings import load
from bot.observability import logs
from bot.observability.logs import Formatter, JSONFormatter

TOKEN = "aW50ZXJhY3Rpb24.6-secret_"
URL = "postgresql://anna:hunter2@db.example/matches"


@pytest.fixture(autouse=True)
def _working_for() -> Iterator[None]:
    before = logs.interaction.set(1234567890123456789)
    yield
    logs.interaction.reset(before)


def _record(message: str, *args: object, error: BaseException | None = None) -> logging.LogRecord:
    info = None if error is None else (type(error), error, error.__traceback__)
    return logging.LogRecord("bot.delivery.matches.turns", logging.INFO, "", 1, message, args, info)


def _json(message: str, *args: object, error: BaseException | None = None) -> dict[str, Any]:
    line = JSONFormatter(["hunter2"]).format(_record(message, *args, error=error))
    assert "\n" not in line
    found: dict[str, Any] = json.loads(line)
    return found


def test_a_long_word_is_tried_from_its_beginning_only() -> None:
    """Cleaning a line takes time linear in its length, whatever somebody has typed: a pattern for a
    word is tried only where a word begins.
    """
    patterns = [pattern for pattern, _ in logs._SECRETS] + [logs._VALUES]
    starts = [pattern.pattern for pattern in patterns if "\\w+" in pattern.pattern]
    assert starts
    assert all("\\b\\w+" in text or "\\b(\\w+)" in text for text in starts)
    assert (
        Formatter()
        .clean("x" * 200_000 + f" see {URL}")
        .endswith(" see postgresql://anna:…@db.example/matches")
    )


def _failed(text: str) -> BaseException:
    try:
        int(text)
    except ValueError as error:
        return error
    raise AssertionError


def test_a_line_names_its_interaction() -> None:
    """Every line logged for an interaction ends with its id; other lines have none."""
    line = Formatter().format(_record("match=%s seq=%d turn", "K7F2", 12))
    said = "INFO bot.delivery.matches.turns: match=K7F2 seq=12 turn"
    assert line.endswith(f"{said} interaction=1234567890123456789")
    logs.interaction.set(None)
    assert Formatter().format(_record("match=%s seq=%d turn", "K7F2", 12)).endswith(said)


def test_nobody_begins_a_line() -> None:
    """Text that somebody typed stays within the line of its event."""
    forged = "c3\r\n2030-01-01 INFO bot.delivery.matches.turns: match=K7F2"
    assert len(Formatter().format(_record("said %s", forged)).splitlines()) == 1


def test_json_has_the_values_that_a_message_names() -> None:
    """Values have their own keys, and numbers stay numbers. Text within a value makes no key, and
    no value replaces a standard key.
    """
    found = _json("%d%% of match=%s seq=%d level=%s: %s", 5, "K7F2", 12, "x", "seat=3 user=1")
    assert found.pop("time").endswith("+00:00")
    assert found == {
        "level": "INFO",
        "logger": "bot.delivery.matches.turns",
        "message": "5% of match=K7F2 seq=12 level=x: seat=3 user=1",
        "match": "K7F2",
        "seq": 12,
        "interaction": "1234567890123456789",
    }


def test_json_keeps_a_traceback_in_its_line() -> None:
    """An error's traceback is a value of its event."""
    found = _json("reference=%s: %s", "0A1B", "wrong", error=_failed("wrong"))
    assert found["reference"] == "0A1B"
    assert found["traceback"].startswith("Traceback ")
    assert found["traceback"].endswith("literal for int() with base 10: 'wrong'")


@pytest.mark.parametrize("form", [Formatter, JSONFormatter])
def test_logs_hold_no_secrets(form: type[Formatter]) -> None:
    """Messages, values and tracebacks contain no interaction token, no bot token, and neither the
    database's address nor its password.
    """
    settings = load(discord_token="the-bots-own.token", database_url=URL)
    said = f"PATCH https://x/api/v10/webhooks/123/{TOKEN}/messages/@original {URL}"
    said += " postgresql+asyncpg://anna:other@db the-bots-own.token"
    record = _record("url=%s", said, error=_failed(said))
    line = form(settings.secrets).format(record)
    for secret in (TOKEN, "hunter2", "other@", "the-bots-own.token", URL):
        assert secret not in line
        assert secret not in repr(settings)
    assert "/webhooks/123/…/messages/@original" in line


def test_setting_up(capsys: pytest.CaptureFixture[str]) -> None:
    """Lines go to standard error in the chosen format. Steps of libraries are none."""
    root, before = logging.getLogger(), list(logging.getLogger().handlers)
    level = root.level
    try:
        logs.set_up("DEBUG", "json", ["secret"])
        logging.getLogger("bot.delivery.matches.turns").debug("match=%s is secret", "K7F2")
        for library in ("aiohttp.client", "aiosqlite", "asyncio", "discord.http", "PIL.Image"):
            logging.getLogger(library).debug("each step")
    finally:
        root.handlers[:] = before
        root.setLevel(level)
    line = json.loads(capsys.readouterr().err)
    assert (line["match"], line["message"]) == ("K7F2", "match=K7F2 is …")
