"""How people play the matches that they have begun: whether to the end, and how fast.

Only matches between people, with a clock and a result, count: nobody has to finish others.
`docs/ratings.md` says what is counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median_low

from games.play import HANDOVER, event_token
from games.protocol import Seat
from matches.model.computer_players import is_computer_player
from matches.model.ids import PlayerId
from matches.model.match import LoggedTurn, Match
from storage.conduct import Conduct

LAST = 50
"""From how many of the last matches reliability is computed."""
FEWEST = 10
"""With fewer matches reliability is unknown: newcomers may play everywhere."""

_SECOND = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class Reliability:
    """How many matches a player has played lately, and how many of them to the end. `pace` is how
    long they usually take for a turn, if they have played any.
    """

    matches: int = 0
    kept: int = 0
    pace: timedelta | None = None

    @property
    def percent(self) -> int | None:
        """The share of matches that were played to the end, rounded down; None for newcomers."""
        return None if self.matches < FEWEST else 100 * self.kept // self.matches

    def suffices(self, needed: int | None) -> bool:
        """Whether that is at least the percentage needed. Newcomers are trusted."""
        return needed is None or self.percent is None or self.percent >= needed


def reliability(found: Sequence[tuple[bool, int | None]]) -> Reliability:
    """The reliability that follows from a player's last matches: whether they finished each one,
    and their pace in it.
    """
    paces = [pace for _, pace in found if pace is not None]
    pace = median_low(paces) * _SECOND if paces else None
    return Reliability(len(found), sum(kept for kept, _ in found), pace)


def conduct_of(match: Match) -> list[Conduct]:
    """How each person in a match that is over has played it; nothing if it does not count."""
    ranks = match.ending.ranks if match.ending else ()
    if match.clock is None or match.finished_at is None or not ranks:
        return []
    times = list(_times(match))
    found = [
        Conduct(one.player, match.finished_at, one.kept, one.pace(times))
        for one in _holdings(match)
        if one.player is not None and not is_computer_player(one.player)
    ]
    people = [one.player for one in _holdings(match) if not is_computer_player(one.player)]
    return sorted(found, key=lambda one: one.player_id) if len(people) > 1 else []


@dataclass(frozen=True, slots=True)
class _Holding:
    """A player who has or had a seat, after entry `since` up to and including entry `until`."""

    player: PlayerId | None
    seat: Seat
    since: int
    until: int
    kept: bool

    def pace(self, times: Sequence[tuple[LoggedTurn, timedelta]]) -> int | None:
        """The median time, in seconds, of the turns that a player has played by hand."""
        mine = [
            time // _SECOND
            for turn, time in times
            if turn.seat == self.seat and self.since < turn.seq < self.until
        ]
        return median_low(mine) if mine else None


def _holdings(match: Match) -> Iterator[_Holding]:
    since = dict.fromkeys(range(1, match.setup.seats + 1), 0)
    for one in match.handovers:
        kept = one.reason not in (HANDOVER, "timeout")
        yield _Holding(one.player, one.seat, since[one.seat], one.seq, kept)
        since[one.seat] = one.seq
    late = {event.token for event in match.events}
    for seat, player in enumerate(match.players, start=1):
        kept = event_token("timeout", seat) not in late
        yield _Holding(player, seat, since[seat], match.seq + 1, kept)


def _times(match: Match) -> Iterator[tuple[LoggedTurn, timedelta]]:
    """The turns that were played by hand, each with the time since the entry before."""
    assert match.started_at is not None
    before: datetime = match.started_at
    for entry in match.logged:
        if isinstance(entry, LoggedTurn) and entry.origin == "played":
            yield entry, max(entry.at - before, timedelta())
        before = entry.at
