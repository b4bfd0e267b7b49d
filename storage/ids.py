"""Types for ids.

Each is a type of its own, so that nobody passes a player where a server is meant, or a public id
where a row is.
"""

from __future__ import annotations

from typing import NewType

MatchNumber = NewType("MatchNumber", int)
"""The number of a match's row. Outside, a match is known by its public id."""

PlayerId = NewType("PlayerId", int)
"""A Discord user's id, or the small number of a computer player."""

GuildId = NewType("GuildId", int)
"""A Discord server's id."""

ChannelId = NewType("ChannelId", int)
"""The id of a channel, or of a thread, which is a channel to Discord."""

MessageId = NewType("MessageId", int)
"""The id of a message on Discord."""

CompetitionNumber = NewType("CompetitionNumber", int)
"""The number of a competition's row. Outside, a competition is known by its public id."""

LadderNumber = NewType("LadderNumber", int)
"""The number of a ladder's row."""

LeagueNumber = NewType("LeagueNumber", int)
"""The number of a league's row."""

StudyNumber = NewType("StudyNumber", int)
"""The number of a study among those of its owner."""

WishNumber = NewType("WishNumber", int)
"""The number of a wish's row."""
