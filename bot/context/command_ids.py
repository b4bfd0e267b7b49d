"""The ids under which Discord knows the commands, so that texts can mention them.

A mentioned command can be clicked. Discord finds it only by its English name, so readers who have
other names see theirs beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from matches.model.ids import GuildId


class CommandIds:
    """The commands of each guild, and the global ones (None), as last reported by Discord."""

    def __init__(self) -> None:
        self._known: dict[GuildId | None, dict[str, int]] = {}

    def note(self, guild_id: GuildId | None, commands: Iterable[Mapping[str, Any]]) -> None:
        """Notes all commands of a guild."""
        self._known[guild_id] = {
            str(one["name"]): int(one["id"]) for one in commands if "id" in one
        }

    def mention(self, name: str, shown: str, guild_id: GuildId | None) -> str:
        """A slash command for a reader in a guild, or elsewhere (None): `name` in full, such as
        `play attangle`, and the name that is `shown` to them. Plain text if its id is not known.
        """
        root = name.partition(" ")[0]
        for scope in (guild_id, None):
            if found := self._known.get(scope, {}).get(root):
                mentioned = f"</{name}:{found}>"
                return mentioned if shown == name else f"{mentioned} `/{shown}`"
        return f"`/{shown}`"
