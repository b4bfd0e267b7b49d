"""The privacy policy names everything that is stored about people."""

from __future__ import annotations

from pathlib import Path

from storage.privacy import player_columns, sealed_columns
from storage.schema import metadata

DOCS = Path(__file__).parents[2] / "docs"
MATCHES = ("Your matches", "Deine Partien")
COMPETITIONS = ("Your tournaments, leagues and ladders", "Deine Turniere, Ligen und Rangleitern")
SETTINGS = ("Your settings, and your ratings", "deine Wertungen und was jede Partie daran ändert")
BLOCKS = ("Who you've blocked", "Wen du gesperrt hast")

NAMED = {
    **dict.fromkeys(("match", "seat"), MATCHES),
    "former_holder": ("seats you've handed over", "Plätze, die du abgegeben hast"),
    **dict.fromkeys(("competition", "ladder", "league"), COMPETITIONS),
    **dict.fromkeys(("entrant_member", "ladder_member", "league_member"), COMPETITIONS),
    **dict.fromkeys(
        ("competition_entry", "ladder_entry", "league_entry"),
        ("the reasons you gave", "Begründungen"),
    ),
    **dict.fromkeys(("player", "rating", "rating_change", "standing"), SETTINGS),
    "conduct": ("whether you played it to the end", "ob du sie zu Ende gespielt hast"),
    "puzzle_try": ("Which puzzles you have tried", "Welche Rätsel du versucht"),
    "vacation": ("Your vacations", "Deine Urlaube"),
    "study": ("What you try out", "Was du mit `/was-wäre-wenn` ausprobierst"),
    "variation": ("publish of it", "veröffentlichst"),
    "wish_member": ("Your searches", "Deine Suchen"),
    **dict.fromkeys(("block", "sealed_block"), BLOCKS),
    "touch_link": ("Your links to tap-to-play boards", "Deine Links zum Antippen"),
    "approach": ("For a day at most", "Höchstens einen Tag lang"),
}
"""How the policies call what stands in each table that has players, or seals of players."""


def test_all_that_is_stored_about_people_is_named() -> None:
    """A new table with players has a place in both policies."""
    about = {
        table.name
        for table in metadata.sorted_tables
        if player_columns(table) or sealed_columns(table)
    }
    assert about == NAMED.keys()
    for number, name in enumerate(("privacy.md", "datenschutz.md")):
        policy = " ".join((DOCS / name).read_text(encoding="utf-8").split())
        missing = {table for table, words in NAMED.items() if words[number] not in policy}
        assert not missing, name


def test_who_sees_puzzles_from_matches_is_said() -> None:
    """Each policy says that everybody sees them, without names, where it says who sees what."""
    for name, heading, words in (
        ("privacy.md", "## Who sees it", ("Everybody sees", "without names, puzzles from matches")),
        ("datenschutz.md", "## Wer es sieht", ("Rätsel aus Partien (ohne Namen) sehen alle",)),
    ):
        policy = (DOCS / name).read_text(encoding="utf-8")
        section = policy.partition(heading)[2].partition("\n## ")[0]
        assert all(one in section for one in words), name
