"""What the ids are ids of.

Match numbers are a type of their own, so that nobody passes an id that Discord gave out, or a
public id, where a row is meant. The others are names for what they are.
"""

from __future__ import annotations

from typing import NewType, TypeAlias

MatchNumber = NewType("MatchNumber", int)
"""The number of a match's row. Outside, a match is known by its public id."""

PlayerId: TypeAlias = int
"""A Discord user's id, or the small number of a computer player."""

GuildId: TypeAlias = int
"""A Discord server's id."""

ChannelId: TypeAlias = int
"""The id of a channel, or of a thread, which is a channel to Discord."""
