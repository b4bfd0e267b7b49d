"""Rows of competitions. Each function runs on a connection; those that write need a transaction."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import (
    ColumnElement,
    Connection,
    FromClause,
    Row,
    and_,
    bindparam,
    delete,
    insert,
    or_,
    select,
    update,
)

from storage.downtime import (
    DOWNTIME_BEFORE_HARD_END,
    DOWNTIME_BEFORE_ROUND_END,
    latest_downtime,
    require_total,
    to_real,
    to_stored,
    total_downtime,
)
from storage.ids import (
    ChannelId,
    CompetitionNumber,
    GuildId,
    LeagueNumber,
    MatchNumber,
    MessageId,
    PlayerId,
)
from storage.logs import Confirm, Log, always
from storage.schema import (
    competition,
    competition_entry,
    competition_game,
    entrant_member,
    entrants_apart,
    match,
    match_taken_back,
)

Game: TypeAlias = tuple[int, int, int]
"""The numbers of a game's round, its pairing, and the game."""

GOING = ("open", "running")

_ENDS = ("ends_at", "round_ends_at")
"""Columns with ends, which are stored as uptime."""


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who is an entrant, or one of its partners at their `place`, from entry `since` until
    just before entry `until`; None is a former player. Before they have `agreed` they were only
    asked to be a partner; those who have `withdrawn` don't play on. In a cup of servers they play
    for the `guild`.
    """

    entrant: int
    place: int
    player_id: PlayerId | None
    since: int
    until: int | None = None
    agreed: bool = True
    withdrawn: bool = False
    guild: GuildId | None = None

    def there(self, seq: int) -> bool:
        """Whether they belonged to the entrant after that entry."""
        return self.since <= seq and (self.until is None or self.until > seq)


class GameMatch(NamedTuple):
    """The match of a game, its status, and when it last changed."""

    number: MatchNumber
    status: str
    moved_at: datetime
    official: bool


def _as_stored(connection: Connection, values: Mapping[str, Any]) -> tuple[dict[str, Any], Confirm]:
    """Converts ends to uptime. The results are valid until another downtime is recorded."""
    stored = dict(values)
    ends = [name for name in _ENDS if stored.get(name) is not None]
    if not ends:
        return stored, always
    total, latest = total_downtime(connection), latest_downtime(connection)
    stored |= {name: to_stored(stored[name], total, latest) for name in ends}
    return stored, partial(require_total, total=total)


LOG: Log[CompetitionNumber] = Log(
    competition,
    competition_entry,
    extra=(
        DOWNTIME_BEFORE_HARD_END.label("downtime"),
        DOWNTIME_BEFORE_ROUND_END.label("round_downtime"),
    ),
    stored=_as_stored,
)
"""Their rows and their logs."""


# Reading


def member_columns(members: FromClause) -> list[ColumnElement[Any]]:
    """The columns of `entrant_member`, or of an alias, that make a `Member`, in its order."""
    return [members.c[one.name] for one in fields(Member)]


_MEMBERS = (
    select(*member_columns(entrant_member))
    .where(entrant_member.c.competition_id == bindparam("number"))
    .order_by(entrant_member.c.entrant, entrant_member.c.place, entrant_member.c.since)
)
_GAMES = (
    select(
        competition_game.c.round,
        competition_game.c.pairing,
        competition_game.c.game,
        competition_game.c.match_id,
        match.c.status,
        match.c.moved_at,
        match.c.official,
    )
    .join_from(competition_game, match, match.c.id == competition_game.c.match_id)
    .where(competition_game.c.competition_id == bindparam("number"))
    .order_by(competition_game.c.round, competition_game.c.pairing, competition_game.c.game)
)
_GAME = _GAMES.where(
    competition_game.c.round == bindparam("round_"),
    competition_game.c.pairing == bindparam("pairing_"),
    competition_game.c.game == bindparam("game_"),
)
_PRESENT = _MEMBERS.where(
    entrant_member.c.entrant.in_(bindparam("entrants", expanding=True)),
    entrant_member.c.until.is_(None),
)


def ends_at(found: Row[Any]) -> datetime | None:
    """The hard end of a competition, as a time of day."""
    end: datetime | None = found.ends_at
    return to_real(end, found.downtime)


def round_ends_at(found: Row[Any]) -> datetime | None:
    """The end of its present round, as a time of day."""
    end: datetime | None = found.round_ends_at
    return to_real(end, found.round_downtime)


def members(connection: Connection, number: CompetitionNumber) -> list[Member]:
    """Who its entrants are and were, in order."""
    return [Member(*one) for one in connection.execute(_MEMBERS, {"number": number})]


def present(
    connection: Connection, number: CompetitionNumber, entrants: Collection[int]
) -> list[Member]:
    """Who these entrants are now, in order."""
    these = {"number": number, "entrants": [*entrants]}
    return [Member(*one) for one in connection.execute(_PRESENT, these)]


def games(
    connection: Connection, number: CompetitionNumber, only: Game | None = None
) -> dict[Game, GameMatch]:
    """The matches that have been opened for its games, or for a single game."""
    if only is None:
        found = connection.execute(_GAMES, {"number": number})
    else:
        round_, pairing, game = only
        key = {"number": number, "round_": round_, "pairing_": pairing, "game_": game}
        found = connection.execute(_GAME, key)
    return {
        (one.round, one.pairing, one.game): GameMatch(
            MatchNumber(one.match_id), one.status, one.moved_at, one.official
        )
        for one in found
    }


def apart(connection: Connection, number: CompetitionNumber) -> set[tuple[int, int]]:
    """The entrants who had to be kept apart when it began."""
    query = select(entrants_apart.c.one, entrants_apart.c.other)
    found = connection.execute(query.where(entrants_apart.c.competition_id == number))
    return {(one, other) for one, other in found}


def taken_back(
    connection: Connection, number: CompetitionNumber, statuses: Collection[str]
) -> list[MatchNumber]:
    """The matches of pairings that were taken back, with one of these statuses."""
    query = (
        select(match.c.id)
        .join_from(match_taken_back, match, match.c.id == match_taken_back.c.match_id)
        .where(match_taken_back.c.competition_id == number, match.c.status.in_(list(statuses)))
        .order_by(match.c.id)
    )
    return [MatchNumber(one) for one in connection.execute(query).scalars()]


def any_turns(connection: Connection, numbers: Collection[MatchNumber]) -> bool:
    """Whether anybody has moved in one of these matches."""
    query = select(match.c.id).where(match.c.id.in_(list(numbers)), match.c.turn_count > 0)
    return connection.execute(query.limit(1)).first() is not None


# Writing


def add_members(
    connection: Connection, number: CompetitionNumber, joining: Iterable[Member]
) -> None:
    """Stores who the entrants are. Raises LostRace by commit if one takes part already."""
    rows = [{"competition_id": number, **asdict(one)} for one in joining]
    if rows:
        connection.execute(insert(entrant_member), rows)


def end_members(
    connection: Connection, number: CompetitionNumber, leaving: Iterable[tuple[int, int]]
) -> None:
    """Notes that these are no longer entrants, each from a given entry on."""
    for entrant, seq in leaving:
        connection.execute(
            update(entrant_member).where(_present(number), entrant_member.c.entrant == entrant),
            {"until": seq},
        )


def _present(number: CompetitionNumber) -> ColumnElement[bool]:
    return and_(entrant_member.c.competition_id == number, entrant_member.c.until.is_(None))


def note_withdrawn(
    connection: Connection,
    number: CompetitionNumber,
    entrants: Collection[int],
    *,
    withdrawn: bool,
) -> None:
    """Notes that entrants have withdrawn, or have come back."""
    if entrants:
        here = and_(_present(number), entrant_member.c.entrant.in_(list(entrants)))
        connection.execute(update(entrant_member).where(here).values(withdrawn=withdrawn))


def agree(
    connection: Connection, number: CompetitionNumber, player: PlayerId, guild: GuildId | None
) -> None:
    """Notes that somebody wants to be a partner, and plays for a guild in a cup of servers."""
    theirs = and_(_present(number), entrant_member.c.player_id == player)
    connection.execute(update(entrant_member).where(theirs).values(agreed=True, guild=guild))


def keep_apart(
    connection: Connection, number: CompetitionNumber, pairs: Iterable[tuple[int, int]]
) -> None:
    """Stores which entrants must be kept apart."""
    rows = [
        {"competition_id": number, "one": one, "other": other}
        for one, other in sorted({(min(pair), max(pair)) for pair in pairs})
    ]
    if rows:
        connection.execute(insert(entrants_apart), rows)


def forget_apart(connection: Connection, number: CompetitionNumber, entrant: int) -> None:
    """Deletes who an entrant is kept apart from, because somebody has taken their place."""
    connection.execute(
        delete(entrants_apart).where(
            entrants_apart.c.competition_id == number,
            or_(entrants_apart.c.one == entrant, entrants_apart.c.other == entrant),
        )
    )


def take_back(connection: Connection, number: CompetitionNumber, round_: int) -> None:
    """Takes back a round's pairings. The caller has to pair again and stop the matches."""
    here = and_(competition_game.c.competition_id == number, competition_game.c.round == round_)
    matches = select(competition_game.c.match_id, competition_game.c.competition_id).where(here)
    connection.execute(
        insert(match_taken_back).from_select(["match_id", "competition_id"], matches)
    )
    connection.execute(delete(competition_game).where(here))


def add_game(
    connection: Connection, number: CompetitionNumber, game: Game, played_in: MatchNumber
) -> None:
    """Notes the match of a game. Raises LostRace by commit if it has one already."""
    round_, pairing, one = game
    connection.execute(
        insert(competition_game),
        {
            "competition_id": number,
            "round": round_,
            "pairing": pairing,
            "game": one,
            "match_id": played_in,
        },
    )


# What is due

_WAKE = (
    update(competition)
    .where(
        competition.c.id.in_(
            select(competition_game.c.competition_id).where(
                competition_game.c.match_id == bindparam("match")
            )
        ),
        competition.c.status == "running",
    )
    .values(next_at=bindparam("now"))
)


def wake(connection: Connection, number: MatchNumber, now: datetime) -> None:
    """Makes the competition of a match due, because the match is over or stands still."""
    connection.execute(_WAKE, {"match": number, "now": now})


def note_poster(
    connection: Connection,
    number: CompetitionNumber,
    message: MessageId | None,
    channel: ChannelId | None = None,
) -> None:
    """Notes the message in which people sign up, or that there is none any more (None). With a
    `channel`, the competition is held there from now on.
    """
    moved = {} if channel is None else {"channel": channel}
    here = update(competition).where(competition.c.id == number)
    connection.execute(here.values(poster=message, **moved))


# Sections, and divisions of leagues


def sections(connection: Connection, number: CompetitionNumber) -> list[CompetitionNumber]:
    """The competitions into which a competition was divided, the strongest first."""
    query = select(competition.c.id).where(competition.c.whole == number)
    found = connection.execute(query.order_by(competition.c.section)).scalars()
    return [CompetitionNumber(one) for one in found]


def of_league(connection: Connection, number: LeagueNumber, season: int) -> list[CompetitionNumber]:
    """The divisions of a league's season, which are competitions, the highest first."""
    query = (
        select(competition.c.id)
        .where(competition.c.league == number, competition.c.season == season)
        .order_by(competition.c.division)
    )
    return [CompetitionNumber(one) for one in connection.execute(query).scalars()]


def change_divisions(
    connection: Connection, number: LeagueNumber, values: Mapping[str, Any]
) -> None:
    """Changes the rows of a league's divisions in all its seasons, because the results of a
    finished season can still be corrected.
    """
    here = competition.c.league == number
    connection.execute(update(competition).where(here).values(dict(values)))
