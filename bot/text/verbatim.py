"""People's own words as they wrote them."""

from __future__ import annotations

import re

import discord

_PILL = re.compile(r"<|@(everyone|here)")
"""What mentions, times, commands and emojis begin with, which discord.py leaves as they are."""


def verbatim(words: str) -> str:
    """The words so that Discord shows each character as it is: no markdown, and no mention of
    anybody or anything, which would look as if the bot had written it. Messages don't notify
    anybody on account of a text in any case: they say whom they may mention.
    """
    return _PILL.sub(r"\\\g<0>", discord.utils.escape_markdown(words))
