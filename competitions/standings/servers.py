"""The standings of a cup of servers: each server has the points of its best players.

As many players count for every server as the smallest one has, but at most four. So no server wins
by sending many, and a single strong player is not enough. Servers with one player don't count, or
only the best player of every other server would.

If the competition is divided into sections, a server's best players are those with the most points,
whichever sections they are in.

Entrants have the points of the table, even in a knockout, which otherwise has none: one for each
win and for a bye. A team is one player here.
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
"""The fewest players with whom a server counts, and the most players who count for one."""


@dataclass(frozen=True, slots=True)
class ServerRow:
    """A server's rank, the points of its best players, and how many play for it. Equals share a
    rank.
    """

    rank: int
    server: int
    points: Fraction
    players: int


@dataclass(frozen=True, slots=True)
class ServerStandings:
    """The servers, best first. For each, its best `count` players count."""

    count: int
    rows: tuple[ServerRow, ...]


def server_standings(
    sections: Iterable[tuple[Competition, Mapping[EntrantId, int]]],
) -> ServerStandings | None:
    """The standings of servers over all sections, each given with the servers of its entrants. None
    unless at least two servers count.
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
