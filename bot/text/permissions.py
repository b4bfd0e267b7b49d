"""The names of Discord's permissions, as Discord shows them."""

from __future__ import annotations

from games.words import N_

ATTACH_FILES = N_("Attach Files")
PERMISSIONS = {
    "view_channel": N_("View Channel"),
    "send_messages": N_("Send Messages"),
    "send_messages_in_threads": N_("Send Messages in Threads"),
    "create_public_threads": N_("Create Public Threads"),
    "attach_files": ATTACH_FILES,
    "embed_links": N_("Embed Links"),
}
"""The permissions that the bot needs in a channel, by their names in Discord."""
