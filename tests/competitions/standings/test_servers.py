"""The standings of servers: by the points of their best players."""

from __future__ import annotations

from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.pairings import Game, Outcome
from competitions.model.settings import Settings
from competitions.standings.servers import server_standings
from tests.competitions.play import FIRST, SECOND, paired, started, to_the_end

A, B, C = 7, 8, 9


def _of(*servers: int | None) -> dict[EntrantId, int]:
    """The servers of entrants 1, 2, and so on. None plays for no server."""
    numbered = enumerate(servers, start=1)
    return {EntrantId(number): server for number, server in numbered if server is not None}


def _found(now: Competition, *servers: int | None) -> tuple[int, list[tuple[int, int, float]]]:
    """How many players count for each server, then the servers with their ranks and points."""
    table = server_standings([(now, _of(*servers))])
    assert table is not None
    return table.count, [(row.rank, row.server, float(row.points)) for row in table.rows]


def _table_of(count: int) -> Competition:
    """Everybody meets everybody, and the lower number wins. So the last one has no points, the one
    before has one, and so on.
    """
    begun = scheduled = started(Settings("round-robin"), count)
    for _ in range(count - 1):
        scheduled = paired(scheduled)

    def result(game: Game) -> Outcome:
        first, second = scheduled.pairing(game).seats
        return FIRST if first < second else SECOND

    return to_the_end(begun, result)[0]


EIGHT = _table_of(8)
"""Entrants 1 to 8 with 7 to 0 points."""


def test_the_best_of_each_server_count() -> None:
    """As many of each as the smallest server has, among servers with at least two players."""
    assert _found(EIGHT, A, B, B, B, A, A, A, A) == (3, [(1, B, 15), (2, A, 12)])
    assert _found(EIGHT, A, B, A, B, C, C, B, A) == (2, [(1, A, 12), (2, B, 10), (3, C, 5)])


def test_never_more_than_four_of_a_server_count() -> None:
    """Players behind the best four of a large server neither help nor harm it."""
    assert _found(_table_of(12), *[A] * 6, *[B] * 6) == (4, [(1, A, 38), (2, B, 14)])


def test_single_players_make_no_server() -> None:
    """Their points don't count for anybody, nor do those of players without a server."""
    assert _found(EIGHT, C, None, A, A, B, B, None, None) == (2, [(1, A, 9), (2, B, 5)])


def test_equal_servers_share_a_place() -> None:
    """The next one leaves a gap."""
    shared = _found(EIGHT, A, B, B, A, C, None, None, C)
    assert shared == (2, [(1, A, 11), (1, B, 11), (3, C, 3)])


def test_nothing_to_tell_before_two_servers_count() -> None:
    """A single server has nobody to play against."""
    assert server_standings([(EIGHT, _of(A, A, A, B))]) is None
    assert server_standings([(EIGHT, {})]) is None


def test_sections_are_summed() -> None:
    """The best of each server count, whichever section they are in. A server with one player in
    each of two sections counts.
    """
    six = _table_of(6)
    sections = [(EIGHT, _of(A, A, B, B, A, A, None, C)), (six, _of(B, C, None, None, A, B))]
    table = server_standings(sections)
    assert table is not None
    assert table.count == 2
    assert [(row.server, row.players, float(row.points)) for row in table.rows] == [
        (A, 5, 13),
        (B, 4, 10),
        (C, 2, 4),
    ]
    assert server_standings([]) is None


def test_points_of_a_knockout_are_wins_and_byes() -> None:
    """1 and 2 begin with a bye. The first seats win: then 1 has three points, 2 has two, 5 and 6
    have one.
    """
    now, _ = to_the_end(started(Settings("knockout", third=False), 6), lambda _: FIRST)
    assert _found(now, A, A, None, None, B, B) == (2, [(1, A, 5), (2, B, 2)])
