"""How the requests that the bot makes of Discord look, for faults that are planned for them."""

from __future__ import annotations

from bot.text.discord_codes import Request

REQUESTS: dict[Request, tuple[str, str]] = {
    "answer": ("POST", r"^/interactions/\d+/*/callback$"),
    "edit": ("PATCH", r"^/webhooks/\d+/*/messages"),
    "follow": ("POST", r"^/webhooks/\d+/*$"),
    "message": ("POST", r"^/channels/\d+/messages$"),
    "change": ("PATCH", r"^/channels/\d+/messages/\d+$"),
    "thread": ("POST", r"/messages/\d+/threads$"),
    "apart": ("POST", r"^/channels/\d+/threads$"),
    "post": ("POST", r"^/channels/\d+/threads$"),
    "reopen": ("PATCH", r"^/channels/\d+$"),
    "rename": ("PATCH", r"^/channels/\d+$"),
    "tags": ("PATCH", r"^/channels/\d+$"),
    "direct": ("POST", r"^/users/@me/channels$"),
    "look": ("GET", r"^/*/\d+"),
    "channel": ("GET", r"^/channels/\d+$"),
    "read": ("GET", r"^/channels/\d+/messages/\d+$"),
    "active": ("GET", r"^/guilds/\d+/threads/active$"),
    "commands": ("", r"/commands$"),
    "emojis": ("", r"^/applications/\d+/emojis"),
    "event": ("", r"^/guilds/\d+/scheduled-events"),
    "delete": ("DELETE", r"/messages/*$"),
}
"""For each purpose the method, unless there are several, and a pattern of the path, with `*` for
any part of it.
"""
