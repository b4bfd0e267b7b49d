"""Rows of competitions. Each function runs on a connection; those that write need a transaction."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    and_,
    bindparam,
    delete,
    func,
    insert,
    literal,
    or_,
    select,
    update,
)

from storage.downtime import (
    DOWNTIME_BEFORE_HARD_END,
    latest_downtime,
    to_real,
    to_stored,
    total_downtime,
)
from storage.errors import LostRace
from storage.ids import CompetitionNumber, MatchNumber, PlayerId
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


@dataclass(frozen=True, slots=True)
class CompetitionEntry:
    """One entry of a competition's log; `player_id` is who did it, if that may be known."""

    seq: int
    kind: str
    text: str
    at: datetime
    player_id: PlayerId | None = None
    interaction: int | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody of an entrant, at a place in the team, from entry `since` until just before entry
    `until`; None is a former player.
    """

    entrant: int
    place: int
    player_id: PlayerId | None
    since: int
    until: int | None = None
    agreed: bool = True

    def there(self, seq: int) -> bool:
        """Whether they were one of the entrant after that entry."""
        return self.since <= seq and (self.until is None or self.until > seq)


class Played(NamedTuple):
    """The match of a game, its status, and when it last changed."""

    number: MatchNumber
    status: str
    moved_at: datetime
    official: bool


# Reading

_ROW = select(competition, DOWNTIME_BEFORE_HARD_END.label("downtime")).where(
    competition.c.id == bindparam("number")
)
_LOCKED = _ROW.with_for_update(key_share=True, of=competition)
_ENTRIES = (
    select(
        competition_entry.c.seq,
        competition_entry.c.kind,
        competition_entry.c.text,
        competition_entry.c.at,
        competition_entry.c.player_id,
        competition_entry.c.interaction,
        competition_entry.c.reason,
    )
    .where(
        competition_entry.c.competition_id == bindparam("number"),
        competition_entry.c.seq > bindparam("after"),
        competition_entry.c.seq <= bindparam("until"),
    )
    .order_by(competition_entry.c.seq)
)
_MEMBERS = (
    select(
        entrant_member.c.entrant,
        entrant_member.c.place,
        entrant_member.c.player_id,
        entrant_member.c.since,
        entrant_member.c.until,
        entrant_member.c.agreed,
    )
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
_OF_INTERACTION = select(competition_entry.c.competition_id).where(
    competition_entry.c.interaction == bindparam("interaction")
)
_OF_MATCH = select(
    competition_game.c.competition_id,
    competition_game.c.round,
    competition_game.c.pairing,
    competition_game.c.game,
).where(competition_game.c.match_id == bindparam("number"))


def row(
    connection: Connection, number: CompetitionNumber, *, lock: bool = False
) -> Row[Any] | None:
    """The row of a competition; with `lock` nobody else changes it until the end of the
    transaction.
    """
    return connection.execute(_LOCKED if lock else _ROW, {"number": number}).first()


def entries(
    connection: Connection, number: CompetitionNumber, after: int, until: int
) -> list[CompetitionEntry]:
    """Its log from behind entry `after` up to entry `until`."""
    span = {"number": number, "after": after, "until": until}
    return [CompetitionEntry(*one) for one in connection.execute(_ENTRIES, span)]


def ends_at(found: Row[Any]) -> datetime | None:
    """The hard end of a competition, as a time of day."""
    end: datetime | None = found.ends_at
    return to_real(end, found.downtime)


def members(connection: Connection, number: CompetitionNumber) -> list[Member]:
    """Who its entrants are and were, in order."""
    return [Member(*one) for one in connection.execute(_MEMBERS, {"number": number})]


def games(connection: Connection, number: CompetitionNumber) -> dict[Game, Played]:
    """The matches of its games that have been opened."""
    found = connection.execute(_GAMES, {"number": number})
    return {
        (one.round, one.pairing, one.game): Played(
            MatchNumber(one.match_id), one.status, one.moved_at, one.official
        )
        for one in found
    }


def apart(connection: Connection, number: CompetitionNumber) -> set[tuple[int, int]]:
    """The entrants who were to be kept apart when it began."""
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


def of_interaction(connection: Connection, interaction: int) -> CompetitionNumber | None:
    """The competition in whose log this interaction stands."""
    return connection.execute(_OF_INTERACTION, {"interaction": interaction}).scalar()


def of_match(connection: Connection, number: MatchNumber) -> tuple[CompetitionNumber, Game] | None:
    """The competition of which a match is a game, and which game it is."""
    found = connection.execute(_OF_MATCH, {"number": number}).first()
    if found is None:
        return None
    return CompetitionNumber(found.competition_id), (found.round, found.pairing, found.game)


def numbers_after(
    connection: Connection, number: CompetitionNumber, limit: int
) -> list[CompetitionNumber]:
    """The numbers of all competitions behind this one, in their order."""
    query = (
        select(competition.c.id)
        .where(competition.c.id > number)
        .order_by(competition.c.id)
        .limit(limit)
    )
    return list(connection.execute(query).scalars())


# Writing


def create(
    connection: Connection, values: Mapping[str, Any], first: CompetitionEntry
) -> CompetitionNumber:
    """Stores a new competition with its first entry. Raises LostRace by commit."""
    stored = _as_stored(connection, values)
    key = connection.execute(insert(competition), stored).inserted_primary_key
    assert key is not None
    number = CompetitionNumber(key[0])
    connection.execute(insert(competition_entry), {"competition_id": number, **asdict(first)})
    return number


def _as_stored(connection: Connection, values: Mapping[str, Any]) -> dict[str, Any]:
    """With the hard end as uptime."""
    stored = dict(values)
    if stored.get("ends_at") is not None:
        total, latest = total_downtime(connection), latest_downtime(connection)
        stored["ends_at"] = to_stored(stored["ends_at"], total, latest)
    return stored


def append(
    connection: Connection,
    number: CompetitionNumber,
    seen: int,
    added: Sequence[CompetitionEntry],
    changes: Mapping[str, Any],
) -> None:
    """Lengthens a log that had `seen` entries, and updates the competition's own row. What is added
    is to be told at once; but if something is being told already, after that.

    Raises LostRace if it has grown since; the entries' primary key would refuse them too.
    """
    values = _as_stored(connection, changes)
    if added:
        last = literal(added[-1].at, competition.c.tell_at.type)
        tell_at = func.coalesce(competition.c.tell_at, last)
        values |= {"seq": added[-1].seq, "tell_at": tell_at}
    change = (
        update(competition)
        .where(competition.c.id == number, competition.c.seq == seen)
        .values(values)
    )
    if values and connection.execute(change).rowcount != 1:
        raise LostRace(f"competition {number} has more than {seen} entries")
    if added:
        rows = [{"competition_id": number, **asdict(one)} for one in added]
        connection.execute(insert(competition_entry), rows)


def add_members(
    connection: Connection, number: CompetitionNumber, joining: Iterable[Member]
) -> None:
    """Notes who entrants are. Raises LostRace by commit if one of them takes part already."""
    rows = [{"competition_id": number, **asdict(one)} for one in joining]
    if rows:
        connection.execute(insert(entrant_member), rows)


def end_members(
    connection: Connection, number: CompetitionNumber, leaving: Iterable[tuple[int, int]]
) -> None:
    """Notes that these are no entrants any more, each from an entry on."""
    for entrant, seq in leaving:
        connection.execute(
            update(entrant_member).where(_present(number), entrant_member.c.entrant == entrant),
            {"until": seq},
        )


def _present(number: CompetitionNumber) -> ColumnElement[bool]:
    return and_(entrant_member.c.competition_id == number, entrant_member.c.until.is_(None))


def agree(connection: Connection, number: CompetitionNumber, player: PlayerId) -> None:
    """Notes that somebody wants to be a partner."""
    here = entrant_member.c.player_id == player
    connection.execute(update(entrant_member).where(_present(number), here).values(agreed=True))


def keep_apart(
    connection: Connection, number: CompetitionNumber, pairs: Iterable[tuple[int, int]]
) -> None:
    """Notes who is to be kept apart."""
    rows = [
        {"competition_id": number, "one": one, "other": other}
        for one, other in sorted({(min(pair), max(pair)) for pair in pairs})
    ]
    if rows:
        connection.execute(insert(entrants_apart), rows)


def forget_apart(connection: Connection, number: CompetitionNumber, entrant: int) -> None:
    """An entrant is somebody else now, who need not be kept apart from those."""
    connection.execute(
        delete(entrants_apart).where(
            entrants_apart.c.competition_id == number,
            or_(entrants_apart.c.one == entrant, entrants_apart.c.other == entrant),
        )
    )


def take_back(connection: Connection, number: CompetitionNumber, round_: int) -> None:
    """The games of a round are to be paired anew; their matches are to be stopped."""
    here = and_(competition_game.c.competition_id == number, competition_game.c.round == round_)
    matches = select(competition_game.c.match_id, competition_game.c.competition_id).where(here)
    connection.execute(
        insert(match_taken_back).from_select(["match_id", "competition_id"], matches)
    )
    connection.execute(delete(competition_game).where(here))


def add_game(
    connection: Connection, number: CompetitionNumber, game: Game, played_in: MatchNumber
) -> None:
    """Notes in which match a game is played. Raises LostRace by commit if it has one."""
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
_DUE = (
    select(competition.c.id)
    .where(competition.c.next_at <= bindparam("now"))
    .order_by(competition.c.next_at, competition.c.id)
    .limit(bindparam("most"))
)
_UNTOLD = (
    select(competition.c.id)
    .where(competition.c.tell_at <= bindparam("now"))
    .order_by(competition.c.tell_at, competition.c.id)
    .limit(bindparam("most"))
)


def wake(connection: Connection, number: MatchNumber, now: datetime) -> None:
    """Has somebody see to the competition of a match that has just ended."""
    connection.execute(_WAKE, {"match": number, "now": now})


def is_due(connection: Connection, now: datetime, *, telling: bool = False) -> bool:
    """Whether there is anything to see to, or to tell. A look at an index."""
    query = _UNTOLD if telling else _DUE
    return connection.execute(query, {"now": now, "most": 1}).first() is not None


def lease(
    connection: Connection, now: datetime, until: datetime, limit: int, *, telling: bool = False
) -> list[CompetitionNumber]:
    """The competitions with something due, or to tell, which nobody else gets until that time."""
    query = (_UNTOLD if telling else _DUE).with_for_update(skip_locked=True)
    found = list(connection.execute(query, {"now": now, "most": limit}).scalars())
    if found:
        put_off = {"tell_at": until} if telling else {"next_at": until}
        connection.execute(update(competition).where(competition.c.id.in_(found)).values(put_off))
    return found


def renew(connection: Connection, number: CompetitionNumber, until: datetime) -> None:
    """Whoever is telling needs longer."""
    here = and_(competition.c.id == number, competition.c.tell_at.is_not(None))
    connection.execute(update(competition).where(here).values(tell_at=until))


def note_told(connection: Connection, number: CompetitionNumber, seq: int, now: datetime) -> None:
    """Notes that everything up to an entry was told. What has been added since is due at once."""
    here = update(competition).where(competition.c.id == number, competition.c.told < seq)
    connection.execute(here.where(competition.c.seq == seq).values(told=seq, tell_at=None))
    connection.execute(here.where(competition.c.seq > seq).values(told=seq, tell_at=now))
