"""A database with very many matches, and with competitions, ladders and leagues: made in SQL."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection

from storage.transactions import transaction

SEQUENCES = (
    *("match", "rating_change", "approach", "competition", "ladder", "league"),
    "wish",
)
"""Tables whose sequence in PostgreSQL has to continue after the filled rows."""

_AFTER = "'2030-01-01'"
_TERMS = '{"kinds": ["attangle-2"], "clocks": ["3d"], "within": null, "where": "direct"}'
_KEPT_BEFORE = (4 * 365 + 2) * 24 * 60
"""Minutes from the day before the tour until the tour. What is kept for a day begins there."""
_CACHE = 4_000_000
"""Kilobytes that SQLite may keep in memory meanwhile, enough for a million matches."""

_COLUMNS = {
    "match": """(id, game, rules_version, seats, options, seating, rated, clock, at_end, status,
        ending, host, guild, channel, thread, seq, base, turn_count, to_move, due_at,
        created_at, started_at, moved_at, finished_at, expires_at, rematch_of)""",
    "seat": "(match_id, seat, player_id, joined, invited, rank, clock, offer, offered_to)",
    "approach": "(kind, who, whom, guild, at)",
    "competition": """(id, name, guild, channel, host, game, options, clock, at_end, settings,
        status, seq, told, created_at, next_at, anywhere, team, unfinished, league, season,
        division)""",
    "ladder": """(id, name, guild, channel, host, game, options, clock, at_end, settings, status,
        seq, told, created_at, next_at, anywhere, members)""",
    "league": """(id, name, guild, channel, host, game, options, clock, at_end, settings, status,
        seq, told, created_at, next_at, anywhere, starts_at, unfinished, season, signed)""",
    "entrant_member": "(competition_id, entrant, place, since, player_id, agreed)",
    "ladder_member": "(ladder_id, member, player_id, since)",
    **{
        f"{kind}_entry": f"({kind}_id, seq, kind, text, at, player_id)"
        for kind in ("competition", "ladder", "league")
    },
    "wish": "(id, terms, status, seq, since, changed_at, expires_at, next_at)",
    "wish_member": "(wish_id, player_id, place, agreed)",
}
"""The columns that are filled, in tables where the others stay empty."""


def _values(size: int, *, lite: bool) -> dict[str, str]:
    """What to select for the rows of each table, from the numbers `i` in `n`."""

    def at(minutes: str) -> str:
        if lite:
            return f"strftime('%Y-%m-%d %H:%M:%S.000000', {_AFTER}, ({minutes}) || ' minutes')"
        return f"TIMESTAMPTZ {_AFTER} + ({minutes}) * INTERVAL '1 minute'"

    def made(value: str) -> str:
        return f"'{value}'" if lite else f"CAST('{value}' AS JSON)"

    people = max(size // 10, 20)
    one, two = f"1000 + i % {people}", f"1000 + (i * 7 + 3) % {people}"
    live = f"i % 20 < 3 AND i % {people} > 9 AND (i * 7 + 3) % {people} > 9"
    status = (
        f"CASE WHEN NOT ({live}) THEN 'finished' WHEN i % 20 = 2 THEN 'open' ELSE 'running' END"
    )
    ending = made('{"reason": "line", "ranks": [1, 2], "seat": null}')
    pool = "'attangle-2-correspondence'"
    true, false = ("1", "0") if lite else ("true", "false")
    return {
        "match": f"""i, 'attangle', 1, 2, {made("{}")}, 'chosen', {true}, '3d', 'automatic',
            {status}, CASE WHEN {live} THEN NULL ELSE {ending} END, {one}, 700 + i % 50,
            9000 + i % {people}, CASE WHEN i % 2 = 0 THEN 90000000 + i END, 4, 4, 2,
            CASE WHEN {status} = 'running' THEN 1 + i % 2 END,
            CASE WHEN {status} = 'running' THEN {at("i")} END, {at("i - 9999999")},
            {at("i - 9999998")}, {at("i - 9999997")},
            CASE WHEN {live} THEN NULL ELSE {at("i - 9999997")} END,
            CASE WHEN {status} = 'open' THEN {at("i")} END,
            CASE WHEN i % 9 = 0 THEN i - 1 END FROM n""",
        "seat 1": f"""i, 1, {one}, {true}, {false}, CASE WHEN {live} THEN NULL ELSE 1 END, 9,
            CASE WHEN i % 500 = 101 THEN 'anyone' END, NULL FROM n""",
        "seat 2": f"""i, 2, {two}, {true}, {false}, CASE WHEN {live} THEN NULL ELSE 2 END, 9,
            NULL, NULL FROM n""",
        **{
            f"entry {seq}": f"""i, {seq}, {seq}, '{kind}', {seat}, 'a1', {at("i - 9999998")},
            i * 10 + {seq} FROM n"""
            for seq, kind, seat in ((1, "open", 1), (2, "start", "NULL"), (3, "turn", 1))
        },
        "draft": f"i, 1, 4, 'a1', i * 10 + 9 FROM n WHERE {live}",
        "notice": f"""'some.' || i, i, CASE WHEN i % 3 = 0 THEN 'reminder' ELSE 'board' END, NULL,
            4, 4, 60, {at("i + 9")}, 0, CASE WHEN i % 9 = 0 THEN 3 END, {false}
            FROM n WHERE {live}""",
        "rating_change": f"""i, i, 1, {one}, {pool}, 1, 25, 8, 1200, 26, 7, 1210, 'some',
            {at("i - 9999997")}, 0, 0, 0 FROM n WHERE NOT ({live})""",
        "former_holder": f"i, 3, 2, {one} + 1 FROM n WHERE i % 10 = 3",
        "conduct": f"{one}, i, {at('i - 9999997')}, {true}, 60 FROM n WHERE NOT ({live})",
        "analysis": f"i, {made('{}')}, {at('0')} FROM n WHERE i % 10 = 0",
        "player": f"""1000 + i, {made('{"notices": "direct"}')} FROM n WHERE i < {people}""",
        "rating": f"999 + i, {pool}, 25, 8, 1200, 9, 3, 3, 1, 1 FROM n WHERE i <= {people}",
        "standing": f"999 + i, {pool}, 0, 0, 1200 + i % 999, 9 FROM n WHERE i <= {people}",
        "standing 2": f"999 + i, {pool}, 700, 30, i % 99, 9 FROM n WHERE i <= {people}",
        "tally": f"0, {pool}, 0, 1, i, 1 FROM n WHERE i <= 900",
        "vacation": f"""999 + i, {at("i - 19999999")},
            CASE WHEN i % 200 = 0 THEN {at("i")} ELSE {at("i - 9999999")} END
            FROM n WHERE i <= {people}""",
        "puzzle_try": f"""1000 + i % {people}, 'some-' || i, 'attangle', 'open', {true}, {at("0")},
            NULL, NULL FROM n WHERE i <= {people} * 10""",
        "puzzle_rating": "'found-' || i, 'game-' || (i % 5), 1, 1 FROM n WHERE i % 2 = 0",
        "puzzle_search": f"i, CASE WHEN i % 4 = 0 THEN {at('i - 9999997')} END FROM n",
        "match_puzzle": "'found-' || i, i, 'game-' || (i % 5), 'some' FROM n WHERE i % 2 = 0",
        "block": f"1000 + i % {people}, 9999999 - i FROM n WHERE i <= {people} * 10",
        "sealed_block": f"999 + i, 'seal-' || i FROM n WHERE i <= {people}",
        "approach": f"""CASE WHEN i % 5 = 0 THEN 'departure' ELSE 'invitation' END,
            'seal-' || (i % {people}), CASE WHEN i % 5 > 0 THEN 'seal-' || (i * 7 % {people}) END,
            700 + i % 50, {at(f"i * 1440 / {size} - {_KEPT_BEFORE}")} FROM n""",
        "wish": f"""i, {made(_TERMS)}, CASE WHEN i % 4 = 0 THEN 'open' ELSE 'paused' END, 1,
            {at("i - 9999998")}, {at("i - 9999998")}, {at("i + 9")},
            CASE WHEN i % 4 = 0 THEN {at("i + 9")} END FROM n""",
        "wish_member": f"i, 2000000 + i, 1, {true} FROM n",
        "study": f"""1000 + i % {people}, 1 + i / {people}, i, 'attangle', 2, {made("{}")}, '-', 0,
            '', '[0,[]]', 0, '', 1, {at("i - 9999998")} FROM n""",
        "variation": f"i, 1000 + i % {people}, 0, '[0,[]]', {at('i - 9999998')} FROM n",
        "sought": "'attangle', 2, 0, i FROM n WHERE i % 4 = 0",
        **_held(size, one, two, at, made, true, false),
    }


def _held(  # noqa: PLR0917 - what all of these rows are made of
    size: int,
    one: str,
    two: str,
    at: Callable[[str], str],
    made: Callable[[str], str],
    true: str,
    false: str,
) -> dict[str, str]:
    """As many competitions, ladders and leagues, each with two members. One in nine is running, and
    few are open to people of all guilds. Half of the competitions are divisions.
    """

    def row(name: str, settings: str) -> str:
        return f"""i, '{name}', 700 + i % {size // 10}, 9000 + i, {one}, 'attangle', {made("{}")},
            '3d', 'automatic', '{settings}', CASE WHEN i % 9 = 0 THEN 'running' ELSE 'over' END,
            3, 3, {at("i - 9999998")}, CASE WHEN i % 9 = 0 THEN {at("i")} END,
            CASE WHEN i % 500 = 0 THEN {true} ELSE {false} END"""

    logs = {  # What the first entry says, the kind of the next two, and what follows the member.
        "competition": ("round-robin", "join", " 1 -"),
        "ladder": ("", "join", ""),
        "league": ("", "enter", ""),
    }
    return {
        "competition": f"""{row("Competition", "round-robin")}, 1, 'draw',
            CASE WHEN i % 2 = 0 THEN i END, CASE WHEN i % 2 = 0 THEN 1 END,
            CASE WHEN i % 2 = 0 THEN 1 END FROM n""",
        "ladder": f"{row('Ladder', '')}, 2 FROM n",
        "league": f"{row('League', '')}, {at('i + 9')}, 'draw', 0, 2 FROM n",
        **{
            f"{kind}_entry {seq}": f"""i, {seq}, '{event}', '{text}', {at("i - 9999998")}, {player}
            FROM n"""
            for kind, (settings, joined, more) in logs.items()
            for seq, event, text, player in (
                (1, "open", settings, one),
                (2, joined, f"1{more}", one),
                (3, joined, f"2{more}", two),
            )
        },
        "entrant_member 1": f"i, 1, 1, 2, {one}, {true} FROM n",
        "entrant_member 2": f"i, 2, 1, 3, {two}, {true} FROM n",
        "competition_game": "i, 1, 1, 0, i FROM n",
        "entrants_apart": "i, 1, 2 FROM n",
        "match_taken_back": "i, i FROM n WHERE i % 5 = 0",
        "competition_table": f"i, 3, 2, {false}, {false} FROM n",
        "competition_place 1": "i, 1, 1, 1, '1', '' FROM n",
        "competition_place 2": "i, 2, 2, 2, '0', '' FROM n",
        "ladder_member 1": f"i, 1, {one}, 2 FROM n",
        "ladder_member 2": f"i, 2, {two}, 3 FROM n",
        "ladder_challenge": f"i, 1, 3, 4, i, CASE WHEN i % 9 = 0 THEN {at('i')} END FROM n",
        "league_member 1": f"i, 1, {one} FROM n",
        "league_member 2": f"i, 2, {two} FROM n",
    }


def fill(connection: Connection, size: int) -> None:
    """Generates this many matches in SQL, most of them finished, with all their rows.

    There are a tenth as many players. The first, `1000`, has only finished matches.
    """
    lite = connection.dialect.name == "sqlite"
    if lite:  # Rows of many indexes come in any order.
        connection.exec_driver_sql(f"PRAGMA cache_size = -{_CACHE}")
    series = f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {size})"
    with transaction(connection):
        for name, values in _values(size, lite=lite).items():
            table = name.partition(" ")[0]
            into = f"INSERT INTO {table} {_COLUMNS.get(table, '')}"
            connection.exec_driver_sql(f"{into} {series} SELECT {values}")
        if not lite:
            for table in SEQUENCES:
                sequence = f"pg_get_serial_sequence('{table}', 'id')"
                connection.exec_driver_sql(f"SELECT setval({sequence}, {size})")
    with transaction(connection):
        connection.exec_driver_sql("ANALYZE")
