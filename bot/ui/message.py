"""A message as a value."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import discord
from discord import ui

from bot.pictures.board import Picture
from bot.text import match as match_text
from bot.ui.controls import Control, Link, view
from matches.model.computer_players import is_computer_player
from matches.model.ids import PlayerId


@dataclass(frozen=True, slots=True)
class Reply:
    """A message to send, or to replace another one. It may notify `mentions` only."""

    text: str
    controls: tuple[Control | Link, ...] = ()
    picture: Picture | None = None
    mentions: tuple[PlayerId, ...] = ()
    embed: discord.Embed | None = None

    def sent(self) -> dict[str, Any]:
        """The arguments for sending it."""
        found: dict[str, Any] = {"content": match_text.cut(self.text), **self._common()}
        if self.controls:
            found["view"] = view(*self.controls)
        if self.picture:
            found["file"] = self.picture.file()
        if self.embed:
            found["embed"] = self.embed
        return found

    def edited(self) -> dict[str, Any]:
        """The arguments for replacing another message."""
        shown: ui.View | None = view(*self.controls) if self.controls else None
        files = [self.picture.file()] if self.picture else []
        embeds = [self.embed] if self.embed else []
        text = match_text.cut(self.text)
        return {"content": text, "view": shown, "attachments": files, "embeds": embeds} | (
            self._common()
        )

    def adding(self, line: str) -> Reply:
        """The same with one more line."""
        return replace(self, text=f"{self.text}\n{line}")

    def in_words(self) -> Reply:
        """The same with its picture replaced by a description."""
        assert self.picture is not None
        return replace(self.adding(f"\n{self.picture.alt}"), picture=None)

    def _common(self) -> dict[str, Any]:
        users = [
            discord.Object(player) for player in self.mentions if not is_computer_player(player)
        ]
        allowed = discord.AllowedMentions.none()
        if users:
            allowed.users = users
        return {"allowed_mentions": allowed}
