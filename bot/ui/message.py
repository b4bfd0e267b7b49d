"""A message as a value."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import discord
from discord import ui

from bot.pictures.board import Picture
from bot.text import match as match_text
from bot.ui import layout
from bot.ui.controls import Control, Link, item_of, view
from bot.ui.layout import Below, Part, Row, Text
from matches.model.computer_players import is_computer_player
from matches.model.ids import PlayerId


@dataclass(frozen=True, slots=True)
class Reply:
    """A message to send, or to replace another one. It may notify `mentions` only.

    With `parts` it is laid out: in a frame, its text comes first, then the parts, the picture and
    the controls. Discord never turns such a message into a plain one again, so whatever replaces it
    has to be laid out, too.
    """

    text: str
    controls: tuple[Control | Link, ...] = ()
    picture: Picture | None = None
    mentions: tuple[PlayerId, ...] = ()
    embed: discord.Embed | None = None
    parts: tuple[Part, ...] = ()

    def sent(self) -> dict[str, Any]:
        """The arguments for sending it."""
        found = self._common()
        if self.parts:
            found["view"] = self._layout()
        else:
            found["content"] = match_text.cut(self.text)
        if self.controls and not self.parts:
            found["view"] = view(*self.controls)
        if self.picture:
            found["file"] = self.picture.file()
        if self.embed:
            found["embed"] = self.embed
        return found

    def edited(self) -> dict[str, Any]:
        """The arguments for replacing another message."""
        shown: ui.View | ui.LayoutView | None = None
        if self.parts:
            shown = self._layout()
        elif self.controls:
            shown = view(*self.controls)
        files = [self.picture.file()] if self.picture else []
        embeds = [self.embed] if self.embed else []
        text = None if self.parts else match_text.cut(self.text)
        return {"content": text, "view": shown, "attachments": files, "embeds": embeds} | (
            self._common()
        )

    def adding(self, line: str) -> Reply:
        """The same with one more line."""
        return replace(self, text=f"{self.text}\n{line}")

    def offering(self, *more: Control | Link) -> Reply:
        """The same with these controls after its own, but for those that it has already: Discord
        refuses a message in which two do the same.
        """
        own = {_does(one) for one in self.controls}
        return replace(
            self, controls=(*self.controls, *(one for one in more if _does(one) not in own))
        )

    def laid_out(self) -> Reply:
        """The same in a frame, to replace a message that is laid out."""
        return self if self.parts else replace(self, text="", parts=(Text(self.text),))

    def without_emojis(self) -> Reply:
        """The same with plain buttons and menus."""
        rows = [part.button for part in self.parts if isinstance(part, Row | Below)]
        rows += [one for part in self.parts if isinstance(part, Below) for one in part.more]
        for control in (*self.controls, *rows):
            item = item_of(control)
            if isinstance(item, ui.Select):
                for option in item.options:
                    option.emoji = None
            elif isinstance(item, ui.Button):
                item.emoji = None
        return self

    def in_words(self) -> Reply:
        """The same with its picture replaced by a description."""
        assert self.picture is not None
        return replace(self.adding(f"\n{self.picture.alt}"), picture=None)

    def _layout(self) -> ui.LayoutView:
        above = (Text(self.text),) if self.text else ()
        return layout.view((*above, *self.parts), self.picture, self.controls)

    def _common(self) -> dict[str, Any]:
        users = [
            discord.Object(player) for player in self.mentions if not is_computer_player(player)
        ]
        allowed = discord.AllowedMentions.none()
        if users:
            allowed.users = users
        return {"allowed_mentions": allowed}


def _does(control: Control | Link) -> object:
    """What a control does: its `custom_id`, or the address to which it leads."""
    item = item_of(control)
    return item.url or item.custom_id if isinstance(item, ui.Button) else id(item)
