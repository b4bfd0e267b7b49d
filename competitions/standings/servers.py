"""The standings of a cup of servers: each has the points of its best players.

Of every server as many players count as the smallest of them has, but four at most: so nobody wins
by coming in large numbers, and a single strong player is not enough. Servers with one player don't
count: of the others only the best one would.

Where it is divided into sections, the best of a server are those with the most points, in whichever
sections they are.

Entrants have the points of the table, also in a knockout, which needs none otherwise: one for each
win, and for a bye. A team is one player here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
    """Where a server stands, the points of its best players, and how many play for it. Equals share
    a rank.
    """

    rank: int
    server: int
    points: Fraction
    players: int


@dataclass(frozen=True, slots=True)
class ServerStandings:
    """The servers, best first, of each of which the best `count` players count."""

    count: int
    rows: tuple[ServerRow, ...]


def server_standings(
    sections: Iterable[tuple[Competition, Mapping[EntrantId, int]]],
) -> ServerStandings | None:
    """Who stands where in all sections together, each with the servers for which its entrants play;
    None unless at least two servers count.
    """
    players: dict[int, list[Fraction]] = {}
    for section, servers in sections:
        points = tally(section, section.seeding, chain.from_iterable(section.rounds)).points
        for id_ in section.seeding:
            if id_ in servers:
                players.setdefault(servers[id_], []).append(points[id_])
    players = {server: found for server, found in players.items() if len(found) >= FEWEST}
    if len(players) < 2:
        return None
    count = min(MOST, *map(len, players.values()))
    sums = {server: total(sorted(found)[-count:]) for server, found in players.items()}
    order = sorted(sums, key=lambda server: (-sums[server], server))
    best = [sums[server] for server in order]
    rows = (
        ServerRow(1 + best.index(sums[server]), server, sums[server], len(players[server]))
        for server in order
    )
    return ServerStandings(count, tuple(rows))
