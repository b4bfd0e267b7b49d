"""The tables. Changes need a migration; a test compares the migrated schema with these tables."""

from storage.schema.clocks import heartbeat, standstill, vacation
from storage.schema.columns import PLAYER, SEALED, Number, Snowflake, UTCDateTime, metadata
from storage.schema.competitions import (
    competition,
    competition_entry,
    competition_game,
    competition_place,
    competition_table,
    entrant_member,
    entrants_apart,
    match_taken_back,
)
from storage.schema.gateways import gateway, shard, taken_interaction
from storage.schema.ladders import ladder, ladder_challenge, ladder_entry, ladder_member
from storage.schema.leagues import league, league_entry, league_member
from storage.schema.matches import (
    FROZEN,
    STANDING_REMATCH,
    analysis,
    draft,
    entry,
    former_holder,
    match,
    notice,
    seat,
)
from storage.schema.players import (
    approach,
    block,
    daily,
    guild,
    player,
    puzzle_rating,
    puzzle_try,
    sealed_block,
    secret,
)
from storage.schema.puzzles import match_puzzle, puzzle_search
from storage.schema.ratings import (
    conduct,
    rating,
    rating_change,
    seat_advantage,
    standing,
    tally,
)
from storage.schema.searches import search
from storage.schema.studies import study, variation
from storage.schema.touch import touch_link
from storage.schema.wishes import sought, wish, wish_member

__all__ = [
    "FROZEN",
    "PLAYER",
    "SEALED",
    "STANDING_REMATCH",
    "Number",
    "Snowflake",
    "UTCDateTime",
    "analysis",
    "approach",
    "block",
    "competition",
    "competition_entry",
    "competition_game",
    "competition_place",
    "competition_table",
    "conduct",
    "daily",
    "draft",
    "entrant_member",
    "entrants_apart",
    "entry",
    "former_holder",
    "gateway",
    "guild",
    "heartbeat",
    "ladder",
    "ladder_challenge",
    "ladder_entry",
    "ladder_member",
    "league",
    "league_entry",
    "league_member",
    "match",
    "match_puzzle",
    "match_taken_back",
    "metadata",
    "notice",
    "player",
    "puzzle_rating",
    "puzzle_search",
    "puzzle_try",
    "rating",
    "rating_change",
    "sealed_block",
    "search",
    "seat",
    "seat_advantage",
    "secret",
    "shard",
    "sought",
    "standing",
    "standstill",
    "study",
    "taken_interaction",
    "tally",
    "touch_link",
    "vacation",
    "variation",
    "wish",
    "wish_member",
]
