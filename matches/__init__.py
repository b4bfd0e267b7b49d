"""Matches: everything that players can do at a table, without knowing how they ask for it."""

from __future__ import annotations

from matches.clocks.downtime import alive, credit_downtime, heartbeat
from matches.clocks.timeouts import claim, due_now, expire
from matches.clocks.vacations import days_left, end_vacation, take_vacation, vacations_of
from matches.course.acts import possible
from matches.course.conditions import choose_answer, conditions, drop_conditions
from matches.course.consent import ask_to_adjourn, ask_to_take_back, deny, grant, resume
from matches.course.drafts import (
    back,
    carried_out,
    confirm_draft,
    draft,
    extend_draft,
    reset_draft,
)
from matches.course.endings import (
    abort,
    accept_draw,
    decline_draw,
    end,
    offer_draw,
    played_by,
    require_beginning,
    require_unfinished,
    resign,
)
from matches.course.outcomes import declined_by
from matches.course.prepared import PREPARED_LIMIT, clear_prepared, prepare, prepared
from matches.course.seeds import seed_of
from matches.course.turns import play
from matches.lobby.admission import LIMITS, Limits, blocked_and_gone, unblock_gone
from matches.lobby.computer_players import fill, seat_invited
from matches.lobby.creation import open_table
from matches.lobby.expiry import expire_tables
from matches.lobby.handover import decline_seat, keep_seat, offer_for, offer_seat, take_over
from matches.lobby.rematch import rematch
from matches.lobby.table import (
    accept,
    begin_as_youngest,
    decline,
    join,
    leave,
    move_to,
    start,
)
from matches.model.consent import asked
from matches.model.errors import TableError
from matches.model.match import (
    Ending,
    Listing,
    Match,
    Place,
)
from matches.model.played import Draft, Played
from matches.model.requirements import require_host
from matches.model.turns import holder, since, turns_of
from matches.settings.blocks import block, blocked, unblock
from matches.unit_of_work.queries import (
    awaiting,
    bases,
    find,
    get,
    in_channel,
    in_thread,
    is_thread_of_match,
    matches_of,
    open_seats,
    open_tables,
    seat_channels,
    seqs,
    table_channels,
)

__all__ = [
    "LIMITS",
    "PREPARED_LIMIT",
    "Draft",
    "Ending",
    "Limits",
    "Listing",
    "Match",
    "Place",
    "Played",
    "TableError",
    "abort",
    "accept",
    "accept_draw",
    "alive",
    "ask_to_adjourn",
    "ask_to_take_back",
    "asked",
    "awaiting",
    "back",
    "bases",
    "begin_as_youngest",
    "block",
    "blocked",
    "blocked_and_gone",
    "carried_out",
    "choose_answer",
    "claim",
    "clear_prepared",
    "conditions",
    "confirm_draft",
    "credit_downtime",
    "days_left",
    "decline",
    "decline_draw",
    "decline_seat",
    "declined_by",
    "deny",
    "draft",
    "drop_conditions",
    "due_now",
    "end",
    "end_vacation",
    "expire",
    "expire_tables",
    "extend_draft",
    "fill",
    "find",
    "get",
    "grant",
    "heartbeat",
    "holder",
    "in_channel",
    "in_thread",
    "is_thread_of_match",
    "join",
    "keep_seat",
    "leave",
    "matches_of",
    "move_to",
    "offer_draw",
    "offer_for",
    "offer_seat",
    "open_seats",
    "open_table",
    "open_tables",
    "play",
    "played_by",
    "possible",
    "prepare",
    "prepared",
    "rematch",
    "require_beginning",
    "require_host",
    "require_unfinished",
    "reset_draft",
    "resign",
    "resume",
    "seat_channels",
    "seat_invited",
    "seed_of",
    "seqs",
    "since",
    "start",
    "table_channels",
    "take_over",
    "take_vacation",
    "turns_of",
    "unblock",
    "unblock_gone",
    "vacations_of",
]
