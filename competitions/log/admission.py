"""Who may take part in something: what it asks for, and what people have limited themselves to."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import Connection

from competitions.log.terms import CommonTerms
from competitions.model.errors import CompetitionError
from competitions.model.league.events import LeagueSettings
from competitions.model.league.league import fold
from competitions.model.league.texts import read
from competitions.model.settings import Settings
from competitions.model.texts import read_settings
from matches.effects.conduct import reliability_of
from matches.model.computer_players import has_computer_player, is_computer_player
from matches.model.ids import GuildId, PlayerId
from matches.model.ratings import Mode, Pool
from matches.settings.declared import read as read_preferences
from matches.settings.guilds import GuildSettings
from matches.settings.players import Preferences
from storage import competition_lists, guilds, held_lists, leagues, players, ratings
from storage.ids import CompetitionNumber, LadderNumber, LeagueNumber

OF_A_LADDER = 2
"""How many games at once somebody may have on a ladder: one as a challenger, one as challenged."""


@dataclass(frozen=True, slots=True)
class Membership:
    """How a person stands towards a server: whether they are a member of it (unless somebody has
    looked, they are not), and which roles they have there. They ask from the server `here`.
    """

    member: bool = False
    roles: Collection[int] = ()
    here: GuildId | None = None


UNKNOWN = Membership()
"""Of somebody for whom nobody has looked."""


def require_admitted(
    connection: Connection, terms: CommonTerms, player: PlayerId, membership: Membership
) -> None:
    """Raises CompetitionError for computer players, and for whoever isn't a member of its server,
    asks from another one that doesn't let them sign up from there, lacks the role that it asks for,
    or does not play as reliably.
    """
    if is_computer_player(player):
        raise CompetitionError("no-person")
    if not (terms.anywhere or membership.member):
        raise CompetitionError("members-only")
    here = membership.here
    if here is not None and here != terms.guild and not _lets_out(connection, here):
        raise CompetitionError("not-from-here")
    if terms.role is not None and terms.role not in membership.roles:
        raise CompetitionError("wrong-role", role=terms.role)
    if terms.reliability is None:
        return
    found = reliability_of(connection, player)
    if not found.suffices(terms.reliability):
        share = found.percent or 0
        raise CompetitionError("unreliable", needed=terms.reliability, share=share)


def _lets_out(connection: Connection, here: GuildId) -> bool:
    """Whether the managers of a server want people to sign up from there for what others hold."""
    return read_preferences(GuildSettings, guilds.settings(connection, here)).outside


def require_computer_players(players: Collection[PlayerId]) -> None:
    """Raises CompetitionError: no-person if one of them is none, signed-up if one stands twice."""
    if not all(map(is_computer_player, players)):
        raise CompetitionError("no-person")
    if len({*players}) < len(players):
        raise CompetitionError("signed-up")


def require_room(
    connection: Connection,
    player: PlayerId,
    games: int,
    *,
    competition: CompetitionNumber | None = None,
    ladder: LadderNumber | None = None,
    league: LeagueNumber | None = None,
) -> None:
    """Raises CompetitionError if so many games more would be too many: nobody plays more of them at
    the same time than they want to, those of leagues whose season is yet to come included. The
    numbers are of what they join, which doesn't count twice.
    """
    chosen = read_preferences(Preferences, players.preferences(connection, player))
    if chosen.at_once is None:
        return
    others = competition_lists.settings_of(connection, player, competition)
    playing = sum(at_once(read_settings(one.settings), together=one.together) for one in others)
    playing += sum(map(of_a_league, _awaited(connection, player, league)))
    playing += OF_A_LADDER * held_lists.count_ladders(connection, player, ladder)
    if playing + games > chosen.at_once:
        raise CompetitionError("too-many-games", limit=chosen.at_once)


def _awaited(
    connection: Connection, player: PlayerId, besides: LeagueNumber | None
) -> Iterator[LeagueSettings]:
    """The rules of the other leagues whose next season a player has signed up for, while they play
    in none of their divisions. One whose log is damaged has no next season.
    """
    for one in leagues.resting(connection, player, besides):
        entries = leagues.LOG.entries(connection, one.id, 0, one.seq)
        with suppress(ValueError):
            now = fold(read(entry.kind, entry.text, entry.reason or "") for entry in entries)
            if one.member in now.signed:
                yield now.settings


def at_once(settings: Settings, *, together: bool = False) -> int:
    """How many games of a competition somebody plays at the same time: those of a pairing, or of
    all pairings.
    """
    if not together:
        return settings.games
    return settings.games * settings.cycles * ((settings.most or 2) - 1)


def of_a_league(settings: LeagueSettings) -> int:
    """How many games somebody plays at the same time in the largest division that there can be."""
    most = settings.rules.most
    largest = Settings("round-robin", games=settings.games, cycles=settings.cycles, most=most)
    return at_once(largest, together=settings.at_once)


def rating_of(
    connection: Connection,
    terms: CommonTerms,
    team: Sequence[PlayerId],
    seats: int,
    *,
    partners: bool = False,
) -> float | None:
    """The mean of the players' points at matches with so many seats, with partners or without; None
    unless all have some.
    """
    mode: Mode = "live" if terms.clock.live else "correspondence"
    pool = Pool(terms.game.info.key, seats, mode, partners, has_computer_player(team))
    found = [ratings.rating_of(connection, one, str(pool)) for one in team]
    points = [one.points for one in found if one is not None]
    return sum(points) / len(points) if len(points) == len(team) else None
