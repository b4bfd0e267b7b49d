"""What can be entered into the log now, and what else is missing.

Everything here is derived from the database: from the log, and from the matches of the games.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from competitions.formats.rounds import planned
from competitions.formats.steps import Apart
from competitions.log.due import PORTION, SEEING_TO
from competitions.model.entrants import EntrantId
from competitions.model.events import Cancelled, Decided, Stalled, Withdrawn
from competitions.model.pairings import Game, Outcome
from competitions.tournaments import games
from competitions.tournaments.held import Held
from competitions.tournaments.repeats import hold_again
from competitions.tournaments.signup import take_out
from competitions.tournaments.start import begin
from competitions.tournaments.unit_of_work import UnitOfWork
from matches.course.official import ADJOURNED, UNDECIDED
from matches.model.ids import MatchId, PlayerId, number_of, public_id
from matches.model.match import GOING, Match
from matches.unit_of_work.cache import Cache
from matches.unit_of_work.repository import load
from storage import competitions as rows

TOO_FEW = "too-few"
"""The reason for cancelling if too few had signed up when it was to start."""

HARD_END = "hard-end"
"""The reason in the log if the time was up before the last round, or before the start."""


@dataclass(slots=True)
class Missing:
    """What has to be done besides entering something into the log.

    `stop`: matches that are to end without a result of their own · `resume`: matches that have been
    adjourned long enough · `resign`: players who have withdrawn and still play · `open`: games
    without a match · `apart`: the next round has to be paired, keeping these pairs apart (None: not
    now) · `read`: further results have to be entered first, after reading these matches (None: no
    results left).
    """

    stop: tuple[MatchId, ...] = ()
    resume: tuple[MatchId, ...] = ()
    resign: tuple[tuple[MatchId, PlayerId], ...] = ()
    open: tuple[Game, ...] = ()
    apart: Apart | None = None
    read: tuple[MatchId, ...] | None = None

    @property
    def anything(self) -> bool:
        """Whether there is anything to do."""
        of_matches = self.stop or self.resume or self.resign or self.open
        return bool(of_matches) or self.apart is not None or self.read is not None


def settle(unit: UnitOfWork, cache: Cache, read: Collection[MatchId] = ()) -> Missing:
    """Enters what has followed, up to a `PORTION` of results, and returns what is missing then. The
    matches whose results are entered must be in the `cache`, where the caller has `read` them:
    reading hundreds in here would make a long transaction.
    """
    missing = Missing()
    if unit.competition.status == "open":
        _end_sign_up(unit)
    if unit.competition.status == "running":
        missing = _run(unit, cache, read)
    unit.next_at = unit.now + SEEING_TO if missing.anything else _next(unit)
    return missing


def _next(unit: UnitOfWork) -> datetime | None:
    """When upkeep is next needed."""
    held, now = unit.held, unit.competition
    times = [held.terms.ends_at]
    if now.status == "open":
        times.append(held.terms.starts_at)
    elif now.status == "running":
        times.append(held.round_ends_at)
        times += [
            held.played[game].moved_at + ADJOURNED
            for game in now.undecided
            if game in held.played and held.played[game].status == "adjourned"
        ]
    return min((time for time in times if time is not None and time > unit.now), default=None)


def _end_sign_up(unit: UnitOfWork) -> None:
    """Starts or cancels the competition when its time has come, or when all places are taken and no
    time is set.
    """
    _remove_former(unit)
    now, starts_at = unit.competition, unit.held.terms.starts_at
    full = starts_at is None and now.full
    if unit.held.over_at(unit.now):
        unit.write(Cancelled(HARD_END))
        hold_again(unit)
    elif full or (starts_at is not None and starts_at <= unit.now):
        if len(now.entrants) < now.settings.least:
            unit.write(Cancelled(TOO_FEW))
            hold_again(unit)
        else:
            begin(unit)


def _remove_former(unit: UnitOfWork) -> None:
    """Takes former players off the list."""
    now = unit.competition
    for entrant in now.outside:
        if unit.held.gone(entrant.id):
            take_out(unit, entrant.id)


def _run(unit: UnitOfWork, cache: Cache, read: Collection[MatchId]) -> Missing:
    _remove_former(unit)
    for id_ in unit.competition.remaining:
        if unit.held.gone(id_):
            unit.write(Withdrawn(id_))
    held = replace(unit.held, competition=unit.competition)
    unread = _enter_results(unit, cache, held, read)
    if unread is not None:
        return Missing(read=unread)
    held = replace(held, competition=unit.competition)
    stalled = tuple(game for game in held.competition.undecided if _is_stalled(unit, held, game))
    if new := tuple(game for game in stalled if game not in held.competition.stalled):
        unit.write(Stalled(new))
    return _missing(unit, cache, held)


def _enter_results(
    unit: UnitOfWork, cache: Cache, held: Held, read: Collection[MatchId]
) -> tuple[MatchId, ...] | None:
    """Enters a portion of the results. Returns the matches that have to be read before the next
    portion; None if that was all.
    """
    entered, unread = 0, list[MatchId]()
    for game in held.competition.undecided:
        if PORTION in (entered, len(unread)):
            return tuple(unread)
        match = _asked(unit, held, game)
        if match is not None and match not in read and cache.get(number_of(match)) is None:
            unread.append(match)
            continue
        outcome = _outcome(unit, cache, held, game)
        if outcome is not None:
            unit.write(Decided(game, outcome))
            entered += 1
    return tuple(unread) or None


def _asked(unit: UnitOfWork, held: Held, game: Game) -> MatchId | None:
    """The match that the outcome of a game depends on; None if it is not needed yet."""
    played = held.played.get(game)
    if played is None or (played.status in UNDECIDED and not _is_late(unit, held)):
        return None
    return held.matches[game]


def _is_late(unit: UnitOfWork, held: Held) -> bool:
    """Whether unfinished games are decided now, and without the director."""
    return held.late(unit.now) and held.terms.unfinished != "director"


def _outcome(unit: UnitOfWork, cache: Cache, held: Held, game: Game) -> Outcome | None:
    """The outcome that a game has by now; None if it still has to be played or ruled on."""
    played, found = held.played.get(game), None
    if played is None:
        found = games.forfeit(held, game)
    elif played.status not in UNDECIDED:
        found = games.outcome_of(_match(unit, cache, held, game), held.terms.team)
    if found is not None or not _is_late(unit, held):
        return found
    if played is None:
        return games.drawn(held, game)
    match = _match(unit, cache, held, game)
    if held.terms.unfinished == "time" and played.status in UNDECIDED:
        return games.by_time(held, game, match, unit.now)
    return games.drawn(held, game, match)


def _is_stalled(unit: UnitOfWork, held: Held, game: Game) -> bool:
    """Whether an undecided game won't end on its own: its match has no result or is frozen, or its
    time is up.
    """
    played = held.played.get(game)
    without = played is not None and played.status not in GOING
    return without or held.late(unit.now)


def _match(unit: UnitOfWork, cache: Cache, held: Held, game: Game) -> Match:
    return load(unit.connection, cache, number_of(held.matches[game]))[0]


def _missing(unit: UnitOfWork, cache: Cache, held: Held) -> Missing:
    undecided, late = {*held.competition.undecided}, held.late(unit.now)
    going = [game for game, one in held.played.items() if one.status in UNDECIDED]
    back = rows.taken_back(unit.connection, held.number, UNDECIDED)
    on = [] if late else [game for game in going if game in undecided]
    missing = Missing(
        stop=(
            *(held.matches[game] for game in going if game not in on),
            *map(public_id, back),
        ),
        resume=tuple(
            held.matches[game]
            for game in on
            if held.played[game].status == "adjourned"
            and held.played[game].moved_at + ADJOURNED <= unit.now
        ),
        resign=tuple(
            one
            for game in on
            if held.played[game].status in GOING
            for one in _leavers(unit, cache, held, game)
        ),
        open=() if late else tuple(games.to_open(held)),
    )
    free = not undecided or _all_together(unit, held)
    if free and not missing.stop and _may_go_on(unit, held):
        pairs = rows.apart(unit.connection, held.number)
        missing.apart = {(EntrantId(one), EntrantId(other)) for one, other in pairs}
    return missing


def _all_together(unit: UnitOfWork, held: Held) -> bool:
    """Whether the next round begins while others are being played."""
    now, terms = held.competition, held.terms
    more = now.settings.format == "round-robin" and len(now.rounds) < planned(now)
    return terms.together and more and not held.over_at(unit.now)


def _may_go_on(unit: UnitOfWork, held: Held) -> bool:
    """Whether the next round, or the end, may follow: at once, or only after the fixed time of this
    one.
    """
    fixed = held.round_ends_at
    last = len(held.competition.rounds) >= planned(held.competition)
    return fixed is None or fixed <= unit.now or last or held.over_at(unit.now)


def _leavers(
    unit: UnitOfWork, cache: Cache, held: Held, game: Game
) -> Iterator[tuple[MatchId, PlayerId]]:
    """Those who have withdrawn from the competition and still play in this game."""
    gone = [
        id_ for id_ in held.competition.pairing(game).seats if id_ in held.competition.withdrawn
    ]
    if not gone:
        return
    match = _match(unit, cache, held, game)
    for player in (player for id_ in gone for player in held.teams[id_]):
        seat = match.seat_of(player) if player is not None else None
        if player is not None and seat is not None and seat not in match.position.withdrawn:
            yield match.id, player
