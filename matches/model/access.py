"""Who may do what with a match, from where: the one rule behind every access to a match.

`docs/access.md` has it as a table, which a test checks. `bot.interactions.access` finds out a
user's standing towards a match. Deeds that need a seat, such as moving, are not decided here: each
use case looks for the seat itself.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from matches.model.computer_players import is_computer_player
from matches.model.ids import PlayerId
from matches.model.match import Listing, Match

Deed: TypeAlias = Literal["know", "read", "join", "take", "show", "rematch", "end"]
"""know: be told that there is such a match · read: look at it, in whatever form · join: sit down at
its table · take: take over a seat of it that is on offer · show: have its board shown to everybody
· rematch: have a table for one opened where it was played, which takes a seat besides · end: end it
as somebody who manages the server, or offer the seat of somebody who has left the server."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A user's standing towards a match, from where they ask. Anything unknown counts as no."""

    player: PlayerId
    here: bool = False
    """They ask from the match's server or, if that is unknown, from exactly the match's channel."""
    sees: bool = False
    """They may see the channel in which the match is played."""
    writes: bool = False
    """They may write there."""
    manages: bool = False
    """They may manage the server from which they ask."""
    public: bool = False
    """The match is public: anybody who has its id may read it."""


def may(deed: Deed, match: Listing, one: Standing) -> bool:
    """Whether somebody with this standing towards the match may do this."""
    return _RULES[deed](match, one)


def is_public(match: Listing, *, server: bool, willing: Collection[PlayerId]) -> bool:
    """Whether anybody who has the match's id may read it: its `server` must allow this, and
    everybody who plays in it, has played in it or is invited must be `willing`. Players who deleted
    their data can't be asked.
    """
    if match.apart or not server or (match.started_at is not None and not match.full):
        return False
    if None in _left(match):
        return False
    return {*concerned(match)} <= {*willing}


def is_on_web(
    match: Listing,
    *,
    left: Collection[PlayerId | None],
    server: datetime | None,
    players: Mapping[PlayerId, datetime],
) -> bool:
    """Whether a match has a page on the web. It must have begun after its `server` and everybody
    who plays or has played in it had agreed; the given times say when. `left` are the players who
    have had seats in it; None for a former player.
    """
    if match.apart or match.started_at is None or not match.full or server is None or None in left:
        return False
    everybody = {one for one in (*match.players, *left) if one and not is_computer_player(one)}
    if not everybody <= players.keys():
        return False
    return match.started_at >= max([server, *(players[one] for one in everybody)])


def gives_puzzles(match: Match, willing: Collection[PlayerId]) -> bool:
    """Whether puzzles may be made of its positions: it has a result and was played where others
    could see it, and all people who play or have played in it are `willing`. Players who deleted
    their data can't be asked.
    """
    if match.status != "finished" or match.apart or not match.full or None in _left(match):
        return False
    return set() < {*concerned(match)} <= {*willing}


def concerned(match: Listing) -> tuple[PlayerId, ...]:
    """The people who play in the match, have played in it or are invited; no computer players."""
    both = (*match.players, *match.kept, *_left(match))
    return tuple(
        dict.fromkeys(one for one in both if one is not None and not is_computer_player(one))
    )


def _left(match: Listing) -> tuple[PlayerId | None, ...]:
    """The players who have handed their seats over, or whose places computer players have taken;
    None for a former player, or where it was not noted who that was.
    """
    handovers = match.handovers if isinstance(match, Match) else ()
    return tuple(one.player for one in handovers)


def _reads(match: Listing, one: Standing) -> bool:
    return match.concerns(one.player) or (not match.private and (one.sees or one.public))


def _joins(match: Listing, one: Standing) -> bool:
    return match.concerns(one.player) or (not match.private and one.here and one.sees)


def _takes(match: Listing, one: Standing) -> bool:
    return match.concerns(one.player) or (not match.apart and one.here and one.sees)


def _shows(match: Listing, one: Standing) -> bool:
    return not match.apart and one.here and one.sees and one.writes


def _plays_again(match: Listing, one: Standing) -> bool:
    return _reads(match, one) and (match.apart or (one.sees and one.writes))


def _ends(match: Listing, one: Standing) -> bool:
    in_guild = match.place.guild is not None and not match.private
    return in_guild and one.here and one.manages


_RULES: Mapping[Deed, Callable[[Listing, Standing], bool]] = {
    "know": lambda match, one: _reads(match, one) or _ends(match, one),
    "read": _reads,
    "join": _joins,
    "take": _takes,
    "show": _shows,
    "rematch": _plays_again,
    "end": _ends,
}
