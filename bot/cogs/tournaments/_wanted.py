"""A tournament as somebody wants it: their choices, with sensible defaults for the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from gettext import NullTranslations

from bot.commands.competitions.creation import USUAL_CLOCK
from bot.text import competition_terms as terms_text
from bot.text.match import cut
from competitions.log.creation import usual_games
from competitions.log.partners import may_be_mixed
from competitions.log.terms import LONGEST_NAME
from competitions.model.settings import Format, Settings
from competitions.pairing.sections import USUAL
from competitions.tournaments.held import Repeats, Terms, Unfinished
from games.protocol import AnyGame
from games.words import N_, say
from matches.model.clock import Clock
from matches.model.ids import ChannelId, GuildId

USUAL_SIZE = 8
TOGETHER = 0
"""A section size that means no sections, however many entrants there are."""
NAME = N_("{game} cup")

Kind = tuple[Format | None, int | None]
"""A format, and the number of entrants at a table. None is the default for the game."""

FITTING = "usual"

KINDS: Mapping[str, Kind] = {
    FITTING: (None, None),
    "knockout": ("knockout", 2),
    "round-robin": ("round-robin", 2),
    "swiss": ("swiss", 2),
    "groups": ("groups", 2),
    "tables-3": ("tables", 3),
    "tables-4": ("tables", 4),
}
"""The choices where format and seats are chosen together."""
KIND_NAMES: Mapping[str, str] = {
    FITTING: N_("Whatever suits the game"),
    "knockout": terms_text.FORMATS["knockout"],
    "round-robin": terms_text.FORMATS["round-robin"],
    "swiss": terms_text.FORMATS["swiss"],
    "groups": terms_text.FORMATS["groups"],
    "tables-3": N_("Tables of three"),
    "tables-4": N_("Tables of four"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The choices made. None means the default: the format for the game's smallest table, eight
    places (or as many as fill the tables), return matches if the game favours a seat, the server's
    clock, a start when all places are taken, and sections where more than the usual number can sign
    up.
    """

    game: AnyGame
    name: str = ""
    format: Format | None = None
    seats: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    size: int | None = None
    clock: Clock | None = None
    rounds: int | None = None
    games: int | None = None
    twice: bool = False
    teams: bool = False
    starts_in: int | None = None
    ends_in: int | None = None
    unfinished: Unfinished = "draw"
    each_round: int | None = None
    repeats: Repeats | None = None
    anywhere: bool = False
    role: int | None = None
    lowest: int | None = None
    highest: int | None = None
    reliability: int | None = None
    section_size: int | None = None
    servers: bool = False

    def settings(self) -> Settings:
        """The rules of its format. Raises CompetitionError."""
        seats = self._seats()
        chosen = self.format or ("knockout" if seats == 2 else "tables")
        cycles, size = 2 if self.twice else 1, 2 if self.teams else 1
        return Settings(
            chosen,
            seats=seats,
            games=self.games or usual_games(self.game, seats * size, cycles),
            rounds=_ROUNDS if self.rounds is None and chosen == "tables" else self.rounds,
            cycles=cycles,
            least=max(seats, 2),
            most=self._most(seats),
            mixed=chosen == "tables" and may_be_mixed(self.game, seats, self.options),
        )

    def _seats(self) -> int:
        """The entrants at a table: as chosen, else the fewest that game and format allow."""
        if self.seats is not None:
            return self.seats
        if self.teams:
            return 2
        fewest = min(self.game.info.seats)
        wide = [one for one in self.game.info.seats if one > 2]
        return min(wide) if self.format == "tables" and wide else fewest

    def _most(self, seats: int) -> int | None:
        """The places. With a start time or sections there may be any number."""
        if (self.size, self.starts_in, self.section_size) != (None, None, None):
            return self.size
        return -(-USUAL_SIZE // seats) * seats

    def _section_size(self) -> int | None:
        if self.section_size is not None:
            return self.section_size or None
        most = self._most(2)
        return USUAL if most is None or most > USUAL else None

    def terms(
        self,
        guild: GuildId,
        channel: ChannelId,
        usual: Clock | None,
        now: datetime,
        language: NullTranslations,
    ) -> Terms:
        """The terms. `usual` is the server's clock; the default name is in the `language`."""
        starts = None if self.starts_in is None else now + timedelta(days=self.starts_in)
        ends = None if self.ends_in is None else (starts or now) + timedelta(days=self.ends_in)
        return Terms(
            name=self._named(language),
            guild=guild,
            channel=channel,
            game=self.game,
            options=self.options,
            clock=self.clock or usual or USUAL_CLOCK,
            unfinished=self.unfinished,
            team=2 if self.teams else 1,
            starts_at=starts,
            ends_at=ends,
            each_round=None if self.each_round is None else timedelta(days=self.each_round),
            repeats=self.repeats,
            anywhere=self.anywhere,
            role=self.role,
            lowest=self.lowest,
            highest=self.highest,
            reliability=self.reliability,
            section_size=self._section_size(),
            servers=self.servers,
        )

    def _named(self, language: NullTranslations) -> str:
        if name := " ".join(self.name.split()):
            return cut(name, LONGEST_NAME)
        return say(NAME, {"game": language.gettext(self.game.info.name)}, language=language)


_ROUNDS = 3
"""The default number of rounds at tables."""
