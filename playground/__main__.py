"""`python -m playground`: serve the playground until interrupted."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys

from .address import (
    DEFAULT_HOST,
    DEFAULT_PORT,
    DEFAULT_TOKEN,
    OPEN_TO_ALL,
    TOKEN,
    is_loopback,
)
from .sample import default_world
from .server import serve


def arguments(argv: list[str] | None = None) -> argparse.Namespace:
    """The checked command line. Wrong usage ends the process with status 2."""
    parser = argparse.ArgumentParser(
        "python -m playground",
        description="A local Discord for one bot and some people.",
        epilog=f"The bot's token comes from the environment variable {TOKEN}, by default "
        f"{DEFAULT_TOKEN!r}, since all users of a machine can read its command lines.",
    )
    parser.add_argument(
        "--host",
        default=DEFAULT_HOST,
        help="address to listen on (default: %(default)s, loopback only)",
    )
    parser.add_argument(
        "--public",
        action="store_true",
        help="also listen where other machines can connect; there are no passwords: anybody who "
        "connects can be any user and read everything",
    )
    parser.add_argument(
        "--port", type=int, default=DEFAULT_PORT, help="0 picks a free one (default: %(default)s)"
    )
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="another host name of this server",
    )
    parser.add_argument(
        "--until-eof",
        action="store_true",
        help="end when standard input is closed, as it is when the parent process ends",
    )
    parser.add_argument(
        "--new", action="store_true", help="the bot has just been added to its servers"
    )
    options = parser.parse_args(argv)
    options.token = os.environ.get(TOKEN) or DEFAULT_TOKEN
    if not (options.public or is_loopback(options.host)):
        host = options.host or "Every address"
        parser.error(OPEN_TO_ALL.format(host=host, flag="add --public"))
    if not 0 <= options.port <= 65535:
        parser.error("--port must be between 0 and 65535")
    return options


async def run(options: argparse.Namespace) -> None:
    """Serve until SIGINT or SIGTERM, and optionally until standard input ends."""
    server = await serve(
        options.host,
        options.port,
        options.token,
        default_world(new=options.new),
        allowed_hosts=tuple(options.allow_host),
        public=options.public,
    )
    _say(f"Playground: {server.url}")
    token = DEFAULT_TOKEN if options.token == DEFAULT_TOKEN else "(as given)"
    _say(f"For the bot: DISCORD_API_URL={server.api_url} DISCORD_TOKEN={token}")
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    if options.until_eof:
        await _open_input(stop)
    await stop.wait()
    await server.close()


class _Input(asyncio.Protocol):
    """Sets an event when the input ends."""

    def __init__(self, ended: asyncio.Event) -> None:
        self._ended = ended

    def connection_lost(self, exc: Exception | None) -> None:
        """The other end was closed, or its process died."""
        self._ended.set()


async def _open_input(ended: asyncio.Event) -> None:
    await asyncio.get_running_loop().connect_read_pipe(lambda: _Input(ended), sys.stdin)


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> int:
    """Return the exit status: 0, or 2 if the address is not available."""
    options = arguments()
    try:
        asyncio.run(run(options))
    except OSError as error:
        sys.stderr.write(f"playground: cannot listen on {options.host}:{options.port}: {error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
