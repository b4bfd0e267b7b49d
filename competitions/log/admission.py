"""Who may take part: what a competition requires, and what limits people have set themselves."""

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
"""How many games somebody can have on a ladder at once: one as challenger, one as challenged."""


@dataclass(frozen=True, slots=True)
class Membership:
    """How a person stands towards a server: whether they are a `member`, and which roles they have
    there. If nobody has looked it up, they count as no member. `here` is the server from which they
    ask.
    """

    member: bool = False
    roles: Collection[int] = ()
    here: GuildId | None = None


UNKNOWN = Membership()
"""The membership of somebody for whom nobody has looked it up."""


def require_admitted(
    connection: Connection, terms: CommonTerms, player: PlayerId, membership: Membership
) -> None:
    """Raises CompetitionError for computer players, for people who aren't members of a server that
    requires it, lack the required role, or don't play reliably enough, and for those who ask from
    another server that doesn't let people sign up elsewhere.
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
    """Whether the managers of a server let people sign up from it for what other servers hold."""
    return read_preferences(GuildSettings, guilds.settings(connection, here)).outside


def require_computer_players(players: Collection[PlayerId]) -> None:
    """Raises CompetitionError: no-person if one is a person, signed-up if one is named twice."""
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
    """Raises CompetitionError if a player would have more games at once than they want to, counting
    leagues whose season has not begun. `games` is how many would be added. The numbers name what
    the player joins, which is not counted a second time.
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
    """The rules of leagues in whose next season a player is signed up while they play in none of
    their divisions, except the league `besides`. A league whose log is damaged is left out.
    """
    for one in leagues.resting(connection, player, besides):
        entries = leagues.LOG.entries(connection, one.id, 0, one.seq)
        with suppress(ValueError):
            now = fold(read(entry.kind, entry.text, entry.reason or "") for entry in entries)
            if one.member in now.signed:
                yield now.settings


def at_once(settings: Settings, *, together: bool = False) -> int:
    """How many games of a competition somebody plays at once: those of one pairing, or of all
    pairings if they are played `together`.
    """
    if not together:
        return settings.games
    return settings.games * settings.cycles * ((settings.most or 2) - 1)


def of_a_league(settings: LeagueSettings) -> int:
    """How many games somebody plays at once in a division of the largest possible size."""
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
    """The mean of the players' points in matches with `seats` seats, with or without partners; None
    unless all of them have points.
    """
    mode: Mode = "live" if terms.clock.live else "correspondence"
    pool = Pool(terms.game.info.key, seats, mode, partners, has_computer_player(team))
    found = [ratings.rating_of(connection, one, str(pool)) for one in team]
    points = [one.points for one in found if one is not None]
    return sum(points) / len(points) if len(points) == len(team) else None
