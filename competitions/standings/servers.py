"""The standings of a cup of servers: each has the points of its best players.

Of every server as many players count as the smallest of them has, but four at most: so nobody wins
by coming in large numbers, and a single strong player is not enough. Servers with one player don't
count: of the others only the best one would.

Entrants have the points of the table, also in a knockout, which needs none otherwise: one for each
win, and for a bye. A team is one player here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.standings.points import tally, total

FEWEST, MOST = 2, 4
"""The fewest players with which a server counts, and the most of a server who do."""


@dataclass(frozen=True, slots=True)
class ServerRow:
    """Where a server stands, and the points of its best players. Equals share a rank."""

    rank: int
    server: int
    points: Fraction


@dataclass(frozen=True, slots=True)
class ServerStandings:
    """The servers, best first, of each of which the best `count` players count."""

    count: int
    rows: tuple[ServerRow, ...]


def server_standings(
    competition: Competition, servers: Mapping[EntrantId, int]
) -> ServerStandings | None:
    """Who stands where, if these entrants play for servers; None unless at least two count."""
    ids = competition.seeding
    points = tally(competition, ids, chain.from_iterable(competition.rounds)).points
    players: dict[int, list[Fraction]] = {}
    for id_ in ids:
        if id_ in servers:
            players.setdefault(servers[id_], []).append(points[id_])
    players = {server: found for server, found in players.items() if len(found) >= FEWEST}
    if len(players) < 2:
        return None
    count = min(MOST, *map(len, players.values()))
    sums = {server: total(sorted(found)[-count:]) for server, found in players.items()}
    order = sorted(sums, key=lambda server: (-sums[server], server))
    best = [sums[server] for server in order]
    rows = (ServerRow(1 + best.index(sums[server]), server, sums[server]) for server in order)
    return ServerStandings(count, tuple(rows))
