"""A bare aiohttp program that sends one prepared page.

`python -m benchmarks.bare_page FILE` prints the port at which it listens.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from aiohttp import web


async def _run(body: bytes) -> None:
    async def page(_: web.Request) -> web.Response:
        return web.Response(body=body, content_type="text/html", charset="utf-8")

    app = web.Application()
    app.add_routes([web.get("/", page)])
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    print(runner.addresses[0][1], flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_run(Path(sys.argv[1]).read_bytes()))
