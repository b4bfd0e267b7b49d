"""The director's rulings on games and rounds. `manager` and `interaction` are as in `direction`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from competitions.formats.rounds import order
from competitions.log.terms import required
from competitions.model.entrants import EntrantId
from competitions.model.errors import CompetitionError
from competitions.model.events import Corrected, Decided, Ended, Paired, Unpaired
from competitions.model.pairings import Game, Outcome, Ruling, of_game
from competitions.tournaments.games import is_played_out
from competitions.tournaments.held import Held
from competitions.tournaments.ids import CompetitionId
from competitions.tournaments.repository import event_of
from competitions.tournaments.unit_of_work import UnitOfWork, directed
from matches.model.ids import PlayerId
from storage import competitions as rows
from storage.database import Database
from storage.ids import MatchNumber


async def decide(
    db: Database,
    competition_id: CompetitionId,
    player: PlayerId,
    game: Game,
    ranks: Mapping[EntrantId, int],
    *,
    seen: int,
    reason: str,
    how: Ruling = "adjudged",
    manager: bool = False,
    interaction: int | None = None,
) -> Held:
    """The director decides a game that has no result, as they saw it at entry `seen` of the log
    (`Held.seq`): the rank of each entrant, 1 is best. "forfeit" says that those with the last rank
    were absent. If the match is still being played, it is stopped and has no result of its own.

    Raises unknown-game, wrong-ranks, wrong-how, no-reason, not-running; outdated, if the round was
    paired again since; already-decided, also if the match has just ended with a result.
    """

    def act(unit: UnitOfWork) -> None:
        _require_fresh(unit, game, seen)
        event = Decided(game, _outcome(unit, game, ranks, how), required(reason))
        if game not in unit.competition.outcomes and is_played_out(unit.held, game):
            raise of_game("already-decided", game)
        unit.write(event)

    return await directed(db, competition_id, player, act, manager=manager, interaction=interaction)


async def correct(
    db: Database,
    competition_id: CompetitionId,
    player: PlayerId,
    game: Game,
    ranks: Mapping[EntrantId, int],
    *,
    seen: int,
    reason: str,
    how: Ruling = "adjudged",
    manager: bool = False,
    interaction: int | None = None,
) -> Held:
    """The director changes the outcome of a decided game, as they saw it at entry `seen` of the log
    (`Held.seq`). A bye can be changed to another kind. If the competition is over, its order is
    computed again.

    Raises unknown-game, wrong-ranks, wrong-how, not-decided, no-reason, not-running; outdated, if
    the round was paired again since; already-decided, if somebody else has decided or corrected it.
    """

    def act(unit: UnitOfWork) -> None:
        _require_fresh(unit, game, seen)
        event = Corrected(game, _outcome(unit, game, ranks, how), required(reason))
        unit.write(event)
        if unit.competition.status == "over":
            unit.write(Ended(order(unit.competition), unit.competition.reason))

    return await directed(db, competition_id, player, act, manager=manager, interaction=interaction)


def _require_fresh(unit: UnitOfWork, game: Game, seen: int) -> None:
    """Raises outdated or already-decided if the game is not as it was at entry `seen`."""
    for entry in rows.LOG.entries(unit.connection, unit.held.number, seen, unit.held.seq):
        since = event_of(entry)
        if isinstance(since, Paired | Unpaired) and since.round == game[0]:
            raise CompetitionError("outdated")
        if isinstance(since, Decided | Corrected) and since.game == game:
            raise of_game("already-decided", game)


def _outcome(unit: UnitOfWork, game: Game, ranks: Mapping[EntrantId, int], how: Ruling) -> Outcome:
    """The outcome in the order of the game's seats, which are exchanged in return matches."""
    pairing = unit.competition.pairing(game)
    if ranks.keys() != {*pairing.seats}:
        raise CompetitionError("wrong-ranks", seats=len(pairing.seats))
    return Outcome(tuple(ranks[id_] for id_ in pairing.seating(game[2])), how)


async def require_unplayed(db: Database, held: Held, round_: int) -> None:
    """Raises being-played-on if somebody has moved in a round. Asked beforehand, so that nobody
    gives a reason for what will be refused. `take_back` checks again.
    """
    if await db.read(partial(rows.any_turns, numbers=_numbers(held, round_))):
        raise CompetitionError("being-played-on", round=round_)


def _numbers(held: Held, round_: int) -> list[MatchNumber]:
    """The matches of a round."""
    return [one.number for game, one in held.played.items() if game[0] == round_]


async def take_back(
    db: Database,
    competition_id: CompetitionId,
    player: PlayerId,
    round_: int,
    *,
    reason: str,
    manager: bool = False,
    interaction: int | None = None,
) -> Held:
    """Takes back the pairings of the last round, before anybody has moved in it. Its matches are
    stopped. It is paired again at once, from the log as it is then, and has its full time. Any
    other round is refused, because the director was looking at an old page.

    Raises outdated, already-decided, being-played-on, no-reason, not-running.
    """

    def act(unit: UnitOfWork) -> None:
        now = unit.competition
        if now.status == "running" and round_ != len(now.rounds):
            raise CompetitionError("outdated")
        unit.write(Unpaired(round_, required(reason)))
        unit.changes["round_ends_at"] = None
        held = unit.held
        if rows.any_turns(unit.connection, _numbers(held, round_)):
            raise CompetitionError("being-played-on", round=round_)
        unit.writes.append(partial(rows.take_back, number=held.number, round_=round_))

    return await directed(db, competition_id, player, act, manager=manager, interaction=interaction)
