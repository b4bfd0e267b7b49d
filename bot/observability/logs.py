"""The format of the log, and what it never contains.

Each event is one line: a message that names its values as `match=… seq=…`, and its interaction.
Only errors are followed by a traceback, which in JSON is a value like the others.
"""

from __future__ import annotations

import json
import logging
import re
import secrets
import sys
from collections.abc import Iterable, Iterator
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, Literal

Format = Literal["text", "json"]

interaction: ContextVar[int | None] = ContextVar("interaction", default=None)
"""The id of the interaction that the current task, and those that it started, work for."""
match: ContextVar[str] = ContextVar("match", default="-")
"""The id of the match that it is about; a hyphen if none is known."""

_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_SECRETS = (
    (re.compile(r"(/(?:interactions|webhooks)/\d+/)[\w.\-]+"), r"\1…"),
    (re.compile(r"(://[^\s/:@]*:)[^\s@/]+@"), r"\1…@"),
)
"""Tokens of interactions in the addresses of requests, and passwords in any address.

Each pattern begins with text that is rare in a line, so that matching takes linear time.
"""
_VALUES = re.compile(r"(?:\b(\w+)=)?%(%|[-+ #0]*(?:[1-9]\d*)?(?:\.\d+)?[a-z])")


class Formatter(logging.Formatter):
    """Writes each event as one line, without the given secrets."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        super().__init__(_FORMAT)
        self._secrets = [secret for secret in secrets if secret]

    def format(self, record: logging.LogRecord) -> str:
        """The line, and the traceback of an error."""
        return self.clean(super().format(record))

    def formatMessage(self, record: logging.LogRecord) -> str:
        """The line. Nothing that a user has typed can start a new line."""
        line = super().formatMessage(record).replace("\r", "\\r").replace("\n", "\\n")
        number = interaction.get()
        return line if number is None else f"{line} interaction={number}"

    def clean(self, text: str) -> str:
        """The text without secrets."""
        for secret in self._secrets:
            text = text.replace(secret, "…")
        for pattern, instead in _SECRETS:
            text = pattern.sub(instead, text)
        return text


class JSONFormatter(Formatter):
    """Writes each event as one JSON object. Values that a message names become keys."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        said: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": self.clean(record.getMessage()),
        }
        number = interaction.get()
        if number is not None:
            said["interaction"] = str(number)  # Too large a number for some JSON parsers.
        if record.exc_info:
            said["traceback"] = self.clean(self.formatException(record.exc_info))
        values = {name: self._value(value) for name, value in _values(record)}
        return json.dumps(values | said, ensure_ascii=False)

    def _value(self, value: object) -> object:
        small = isinstance(value, int | float) and abs(value) < 1 << 53
        return value if small else self.clean(str(value))


def _values(record: logging.LogRecord) -> Iterator[tuple[str, object]]:
    """The arguments that the message names. Names inside an argument's own text don't count."""
    if not isinstance(record.args, tuple):
        return
    found = [name for name, kind in _VALUES.findall(str(record.msg)) if kind != "%"]
    for name, value in zip(found, record.args, strict=False):
        if name:
            yield name, value


def set_up(level: str, form: Format = "text", secrets: Iterable[str] = ()) -> None:
    """Logs to standard error: our own lines from this level on, those of libraries from INFO on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter((JSONFormatter if form == "json" else Formatter)(secrets))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    # No line shows these, and looking them up costs time for each record.
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
    for library in ("aiohttp", "aiosqlite", "alembic", "asyncio", "discord", "PIL"):
        logging.getLogger(library).setLevel(max(logging.INFO, logging.getLevelName(level)))
    logging.getLogger("alembic").setLevel(max(logging.WARNING, logging.getLevelName(level)))


def reference() -> str:
    """A new number for an error. It is logged with the error, and the user can quote it."""
    return secrets.token_hex(4).upper()
