"""Playing by touch, as the page does: by what the server says can be chosen, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import games
from tests.support.picking import leads
from tests.web.conftest import Answer, Visitor

Seen = dict[str, Any]


class Hand:
    """The holder of a link."""

    def __init__(self, visitor: Visitor, secret: str) -> None:
        self.visitor, self.secret = visitor, secret
        self.picks = 0
        """How many choices were made."""

    @property
    def headers(self) -> dict[str, str]:
        """What the page sends with each request."""
        return {"Authorization": f"Bearer {self.secret}"}

    async def send(self, body: object, headers: Mapping[str, str] | None = None) -> Answer:
        """Sends a request as it is."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        given = self.headers if headers is None else headers
        return await self.visitor.get("t", "turn", method="POST", data=data, headers=dict(given))

    async def ask(self, act: str, seen: Seen | None = None, value: str = "") -> Seen:
        """Does something with the turn that was seen."""
        answer = await self.send(request(act, seen, value))
        assert answer.status == 200, answer.text
        found: Seen = json.loads(answer.text)
        return found

    async def look(self) -> Seen:
        """The board as it stands."""
        return await self.ask("look")

    async def pick(self, seen: Seen, value: str) -> Seen:
        """Chooses something that is offered."""
        assert value in offered(seen), (value, offered(seen))
        self.picks += 1
        return await self.ask("pick", seen, value)

    async def turn(self, game: str, text: str) -> Seen:
        """A whole turn, by what leads to it."""
        seen = await self.look()
        while not is_whole(seen, text):
            seen = await self.pick(seen, towards(game, seen, text))
        return await self.ask("confirm", seen)


def request(act: str, seen: Seen | None = None, value: str = "") -> dict[str, object]:
    """What the page sends to do something with the turn that was seen."""
    known = {name: (seen or {}).get(name, 0) for name in ("seq", "length")}
    return {"act": act, **known, "stem": (seen or {}).get("stem", ""), "value": value}


def offered(seen: Seen) -> list[str]:
    """All that can be chosen."""
    return [one["value"] for one in (*seen["points"], *seen["buttons"])]


def is_whole(seen: Seen, text: str) -> bool:
    """Whether this turn only waits to be confirmed."""
    begun = seen["length"] >= len([one for one in text.split() if one != "end"])
    return bool(seen["confirm"]) and begun


def towards(game: str, seen: Seen, text: str) -> str:
    """What leads on to the next move of a turn."""
    token = text.split()[seen["length"]]
    fitting = [one for one in offered(seen) if leads(games.get(game), token, one)]
    assert fitting, (token, offered(seen))
    return max(fitting, key=len)
