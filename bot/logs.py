"""What is written to the log, and what never is."""

from __future__ import annotations

import logging
import re
import sys

_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_SECRETS = re.compile(r"(/(?:interactions|webhooks)/\d+/)[\w.\-]+")


class Formatter(logging.Formatter):
    """Leaves out the tokens of interactions, which stand in the addresses of requests."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, and the traceback of an error."""
        return _SECRETS.sub(r"\1…", super().format(record))


def set_up(level: str) -> None:
    """Logs to standard error: our own lines from this level on, those of libraries from INFO."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Formatter(_FORMAT))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for library in ("aiohttp", "alembic", "asyncio", "discord", "PIL"):
        logging.getLogger(library).setLevel(max(logging.INFO, logging.getLevelName(level)))
    logging.getLogger("alembic").setLevel(max(logging.WARNING, logging.getLevelName(level)))
