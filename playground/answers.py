"""What the test client's users see: messages, the bot's answers, forms, files."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Protocol, TypeVar

from .connection import PATIENCE, Connection
from .errors import Json

T = TypeVar("T")


class NoResponse(Exception):
    """The bot did not acknowledge an interaction in time."""


class Named(Protocol):
    """Anything that can be chosen in a menu: a user or a channel."""

    @property
    def id(self) -> str:
        """The snowflake, as text."""


class Person(Named, Protocol):
    """The user of a message: `playground.client.User`."""

    async def act(self, path: str, body: Json, wait: bool = True, /) -> Reply:
        """Post an interaction and, if `wait` is true, wait for its answer."""


class Message:
    """A message as `viewer` sees it (None: as the tests see it)."""

    def __init__(self, pg: Connection, data: Json, viewer: Person | None) -> None:
        self.pg = pg
        self.data = data
        self.viewer = viewer

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.content!r} {self.labels}>"

    @property
    def id(self) -> str:
        """The snowflake, as text."""
        return str(self.data["id"])

    @property
    def content(self) -> str:
        """The plain text; of a layout, that of its text components."""
        return "\n".join(self.texts) or str(self.data.get("content", ""))

    @property
    def texts(self) -> list[str]:
        """The texts of a layout, one for each of its parts."""
        return [str(part["content"]) for part in self.components if part["type"] == 10]

    @property
    def text(self) -> str:
        """All readable text: content, embeds and text components, one per line."""
        lines = [self.content]
        for embed in self.embeds:
            lines += [str(embed.get("title", "")), str(embed.get("description", ""))]
            lines += [f"{field['name']}: {field['value']}" for field in embed.get("fields", [])]
            lines.append(str(embed.get("footer", {}).get("text", "")))
        return "\n".join(line for line in lines if line)

    @property
    def ephemeral(self) -> bool:
        """Whether only one user can see it."""
        return bool(self.data.get("ephemeral"))

    @property
    def embeds(self) -> list[Json]:
        """The embeds in Discord's JSON."""
        return list(self.data.get("embeds", []))

    @property
    def mentions(self) -> list[str]:
        """The user names of the people whom it mentions and may notify."""
        return [str(each["username"]) for each in self.data.get("mentions", [])]

    @property
    def notified(self) -> list[str]:
        """The user names of the people whom it has notified, when it was new."""
        return [str(each["username"]) for each in self.data.get("notified", [])]

    @property
    def components(self) -> list[Json]:
        """Every component, at any depth."""
        return list(_walk(self.data.get("components", [])))

    @property
    def buttons(self) -> list[Json]:
        """The buttons in Discord's JSON, including disabled ones."""
        return [part for part in self.components if part["type"] == 2]

    @property
    def labels(self) -> list[str]:
        """The labels of the enabled buttons."""
        return [str(part.get("label")) for part in self.buttons if not part.get("disabled")]

    @property
    def selects(self) -> list[Json]:
        """The menus in Discord's JSON."""
        return [part for part in self.components if part["type"] in (3, 5, 6, 7, 8)]

    @property
    def attachments(self) -> list[Attachment]:
        """All pictures and files, including those in embeds and galleries."""
        found = [Attachment(self.pg, each) for each in self.data.get("attachments", [])]
        shown = [
            embed[key] for embed in self.embeds for key in ("image", "thumbnail") if key in embed
        ]
        for part in self.components:
            shown += [{**item, **item["media"]} for item in part.get("items", [])]
            shown += [{**part, **part[key]} for key in ("media", "file") if key in part]
        return found + [
            Attachment(self.pg, each) for each in shown if each["url"].startswith("/attachments/")
        ]

    def beside(self, text: str) -> Json:
        """The button in the section with this text. Raises LookupError if there is none."""
        rows = [
            part["accessory"]
            for part in self.components
            if part["type"] == 9
            and part["accessory"]["type"] == 2
            and any(text in str(one["content"]) for one in part["components"])
        ]
        return only(rows, f"button beside {text!r}")

    async def click(self, button: str, by: Person | None = None, *, wait: bool = True) -> Reply:
        """Press the button with this label or custom_id. Raises LookupError if there is none."""
        return await self._use(self.buttons, button, None, by, wait)

    async def select(
        self,
        menu: str | None,
        values: Iterable[str | Named],
        by: Person | None = None,
        *,
        wait: bool = True,
    ) -> Reply:
        """Choose in the menu with this custom_id or placeholder (None: the only one), by value or
        by label.
        """
        part = _part(self.selects, menu)
        labels = {option["label"]: option["value"] for option in part.get("options", [])}
        chosen = [each if isinstance(each, str) else each.id for each in values]
        return await self._use(
            [part], part["custom_id"], [labels.get(each, each) for each in chosen], by, wait
        )

    async def _use(
        self, parts: list[Json], name: str, values: list[str] | None, by: Person | None, wait: bool
    ) -> Reply:
        user = by or self.viewer
        if user is None:
            raise ValueError("say who does it: by=…")
        body: Json = {"user": user.id, "custom_id": _part(parts, name)["custom_id"]}
        if values is not None:
            body["values"] = values
        path = f"channels/{self.data['channel_id']}/messages/{self.id}/component"
        return await user.act(path, body, wait)

    async def refresh(self) -> Message:
        """The message in its current state. Raises LookupError if it is gone."""
        where = f"channels/{self.data['channel_id']}/messages"
        if self.viewer is None:
            found = await self.pg.request("GET", f"control/{where}")
        else:
            found = await self.pg.request("GET", where, user=self.viewer.id, limit=100)
        data = next((each for each in found["messages"] if each["id"] == self.id), None)
        if data is None:
            raise LookupError("the message is gone")
        self.data = data
        return self

    async def delete(self) -> None:
        """Delete it, as a moderator would."""
        await self.pg.request(
            "DELETE", f"control/channels/{self.data['channel_id']}/messages/{self.id}"
        )


class Reply(Message):
    """The bot's answer to an interaction: its message as the user sees it, `followups`, and `modal`
    if a form was opened.

    If a click changed the message that holds the button, that message is the answer.
    """

    def __init__(self, pg: Connection, data: Json, viewer: Person, interaction: str) -> None:
        super().__init__(pg, data, viewer)
        self.interaction = interaction
        self.followups: list[Message] = []
        self.modal: Modal | None = None
        self.response_type: int | None = None

    async def wait(self, within: float = PATIENCE) -> Reply:
        """Wait until the bot has really answered; a deferral alone is not an answer. Raises
        NoResponse.
        """
        end = time.monotonic() + within
        while True:
            left = end - time.monotonic()
            if self.read(await self._ask(max(left, 0.0))):
                return self
            # The server ends a request that waits long before its patience ends here.
            if left <= 0:
                raise NoResponse(f"no answer within {within} s")

    async def _ask(self, seconds: float) -> Json:
        where = f"control/interactions/{self.interaction}"
        state: Json = await self.pg.request("GET", where, wait=seconds)
        return state

    def read(self, state: Json) -> bool:
        """Take over what the playground says of the interaction. Returns whether the bot has really
        answered. Raises NoResponse if it never will.
        """
        self._take(state)
        if state["error"]:
            raise NoResponse(state["error"])
        return bool(state["answered"])

    def _take(self, state: Json) -> None:
        self.response_type = state["response_type"]
        self.followups = [Message(self.pg, data, self.viewer) for data in state["followups"]]
        self.modal = None if state["modal"] is None else Modal(self, state["modal"])
        first = self.followups[0].data if self.followups else {}
        self.data = state["message"] or first

    async def refresh(self) -> Reply:
        """The answer in its current state, with later follow-ups and edits."""
        self._take(await self._ask(0))
        return self


class Modal:
    """A form that the bot opened for a user."""

    def __init__(self, reply: Reply, data: Json) -> None:
        self.reply = reply
        self.data = data

    @property
    def title(self) -> str:
        """The heading of the form."""
        return str(self.data["title"])

    @property
    def fields(self) -> list[str]:
        """The custom_ids of its inputs."""
        return [
            str(part["custom_id"]) for part in _walk(self.data["components"]) if "custom_id" in part
        ]

    @property
    def components(self) -> list[Json]:
        """Every component, at any depth."""
        return list(_walk(self.data["components"]))

    async def submit(self, **values: str | bool | list[str]) -> Reply:
        """Submit it with these values, by custom_id; fields that are left out keep their values."""
        user = self.reply.viewer
        assert user is not None
        body: Json = {"user": user.id, "values": values}
        return await user.act(f"modals/{self.reply.interaction}", body)


class Attachment:
    """A file attached to a message."""

    def __init__(self, pg: Connection, data: Json) -> None:
        self.pg = pg
        self.data = data

    @property
    def filename(self) -> str:
        """Its name, as served."""
        return str(self.data.get("filename") or self.data["url"].rsplit("/", 1)[-1])

    @property
    def description(self) -> str:
        """The alt text."""
        return str(self.data.get("description") or "")

    async def read(self) -> bytes:
        """Its bytes."""
        return await self.pg.fetch(str(self.data["url"]))


def _walk(components: list[Json]) -> Iterable[Json]:
    for part in components:
        yield part
        yield from _walk(part.get("components", []))
        yield from _walk([part[key] for key in ("accessory", "component") if part.get(key)])


def _part(parts: list[Json], name: str | None) -> Json:
    """The component with this label, placeholder or custom_id; None stands for the only one."""
    keys = ("label", "placeholder", "custom_id")
    found = [part for part in parts if name is None or name in [part.get(key) for key in keys]]
    return only(
        found, f"component {name} among {[[part.get(key) for key in keys] for part in parts]}"
    )


def only(found: list[T], what: str) -> T:
    """The only one found. Raises LookupError if there are none or several."""
    if len(found) != 1:
        raise LookupError(f"{len(found)} × {what}")
    return found[0]
