"""Playing by a link to touch, as its page does, without a browser."""

from __future__ import annotations

import aiohttp


async def ask(url: str, **body: object) -> dict[str, object]:
    """Sends what the page would, and returns what it would show."""
    address, _, secret = url.partition("#")
    headers = {"Authorization": f"Bearer {secret}"}
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"{address}/turn", json=body, headers=headers) as answer,
    ):
        found: dict[str, object] = await answer.json()
        return found


async def play(url: str, move: str) -> None:
    """Plays a turn of one choice, and confirms it."""
    seen = await ask(url, act="look")
    picked = await ask(url, act="pick", value=move, seq=seen["seq"], length=0, stem="")
    done = await ask(url, act="confirm", seq=picked["seq"], length=picked["length"])
    assert done["said"] == f"You played {move}."
