"""Standings of a competition in lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from gettext import NullTranslations

from bot.text import competition as text
from bot.text.competition_terms import ENTRANTS
from bot.text.numbers import number
from competitions.formats import groups, knockout
from competitions.formats.rounds import all_standings
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.pairings import Pairing
from competitions.model.results import decided
from competitions.standings.placings import By, Placing, Sheet, placings
from competitions.standings.servers import server_standings
from competitions.standings.table import standings
from competitions.standings.tie_breaks import Name
from competitions.tournaments.held import Held
from games.words import N_, NN_, Fields, say

TIE_BREAKS: Mapping[Name, str] = {
    "direct": N_("direct encounter"),
    "buchholz": N_("Buchholz"),
    "buchholz-cut-1": N_("Buchholz Cut 1"),
    "buchholz-median": N_("Buchholz Median 1"),
    "sonneborn-berger": N_("Sonneborn-Berger"),
    "wins": N_("wins"),
    "games": N_("points from all matches"),
    "rating": N_("average rating of the opponents"),
}
POINTS = NN_("{points} point", "{points} points")
IN_BRACKETS = N_(
    "In brackets: the tie-break that separates people with the same points. "
    "*Tie-breaks…* has the details."
)
GROUP = N_("Group {letter}")
STILL_IN = N_("Still in")
OUT_IN = N_("Out in round {round}")
HAS_WITHDRAWN = N_("has withdrawn")
FINAL = N_("Final standings")
SERVERS = N_("Servers, by the points of their best {count} players")
ANOTHER = N_("another server")
_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


@dataclass(frozen=True, slots=True)
class Block:
    """Lines under a title."""

    title: str
    lines: tuple[str, ...]


def points(value: Fraction, language: NullTranslations) -> str:
    """A number of points in words."""
    fields: Fields = {"points": number(value, language), "count": 1 if 0 < value <= 1 else 2}
    return say(POINTS, fields, language=language)


def blocks(
    held: Held, language: NullTranslations, names: Mapping[int, str] | None = None
) -> list[Block]:
    """The standings: one table, a table for each group, or those who are still in a knockout.
    Before the start there are none. With `names` of servers, entrants of a cup of servers are
    listed with theirs.
    """
    now, known = held.competition, names or {}
    if not now.seeding:
        return []
    servers_ = held.servers.items() if held.terms.servers else ()
    told = _Told(held, {id_: known[one] for id_, one in servers_ if one in known}, language)
    if now.status == "over":
        return [Block(language.gettext(FINAL), tuple(told.final()))]
    if now.settings.format == "knockout":
        return [*told.knockout(now.rounds, now.seeding)]
    if now.settings.format == "groups":
        return [*told.groups()]
    return [Block("", tuple(told.table(placings(standings(now)).lines)))]


def page(held: Held, sheet: Sheet, language: NullTranslations) -> Block:
    """The same for one page of a table."""
    lines = _Told(held, {}, language).table(sheet.lines)
    first = held.competition.status == "over" and not sheet.page
    return Block(language.gettext(FINAL) if first else "", tuple(lines))


def servers(held: Held, names: Mapping[int, str], language: NullTranslations) -> Block | None:
    """The servers of a cup of servers, if there is something to tell. Servers without a name in
    `names` must not be named.
    """
    return _servers([held], names, language)


def servers_of_sections(
    sections: Sequence[Held], names: Mapping[int, str], language: NullTranslations
) -> Block | None:
    """The same for a cup that was divided into these sections. Cancelled sections don't count."""
    played = [one for one in sections if one.competition.status != "cancelled"]
    return _servers(played, names, language)


def _servers(
    played: Sequence[Held], names: Mapping[int, str], language: NullTranslations
) -> Block | None:
    begun = [one for one in played if one.terms.servers and one.competition.rounds]
    found = server_standings((one.competition, one.servers) for one in begun)
    if found is None:
        return None
    over = all(one.competition.status == "over" for one in played)
    lines = []
    for row in found.rows:
        named = ranked(row.rank, server(row.server, names, language), over=over)
        entrants = say(ENTRANTS, {"count": row.players}, language=language)
        lines.append(f"{named} **{number(row.points, language)}** · {entrants}")
    return Block(say(SERVERS, {"count": found.count}, language=language), tuple(lines))


def server(guild_id: int | None, names: Mapping[int, str], language: NullTranslations) -> str:
    """The name of a server, if it may be named."""
    return names.get(guild_id or 0) or language.gettext(ANOTHER)


def remark(held: Held, language: NullTranslations) -> str:
    """The meaning of the numbers in brackets, if there are any."""
    now = held.competition
    ranked_only = now.settings.format == "groups" and now.status == "over"
    if held.sheet is not None:
        decisive = held.sheet.decisive
    else:
        decisive = not ranked_only and any(table.decisive for table in all_standings(now))
    return language.gettext(IN_BRACKETS) if decisive else ""


def has_ties(held: Held) -> bool:
    """Whether something is decided, and tie-breaks separate entrants with the same points."""
    now = held.competition
    if held.sheet is not None:
        return bool(now.outcomes) and held.sheet.level
    return bool(now.outcomes) and any(table.ties for table in all_standings(now))


def ranked(rank: int, who: str, *, over: bool) -> str:
    """A place. The first three get medals once it is over."""
    place = f"`{rank:>3}`"
    return f"{_MEDALS.get(rank, place) if over else place} {who}"


@dataclass(frozen=True, slots=True)
class _Told:
    """The standings in words, with the names of the servers for which entrants play."""

    held: Held
    servers: Mapping[EntrantId, str]
    language: NullTranslations

    @property
    def honours(self) -> bool:
        """Whether the first three get medals: at the end, and in a league only in the first
        division.
        """
        part = self.held.terms.part
        return self.held.competition.status == "over" and (part is None or part.division == 1)

    def entrant(self, id_: EntrantId) -> str:
        """An entrant, and the server for which they play."""
        said = text.entrant(self.held.teams, id_, self.language)
        return f"{said} · {self.servers[id_]}" if id_ in self.servers else said

    def final(self) -> Iterator[str]:
        """The final order, with points if they decided it."""
        now = self.held.competition
        if now.settings.format not in ("knockout", "groups"):
            yield from self.table(placings(standings(now)).lines)
            return
        rank = 1
        for shared in now.places:
            for id_ in shared:
                yield ranked(rank, self.entrant(id_), over=True)
            rank += len(shared)

    def table(self, lines: Iterable[Placing]) -> Iterator[str]:
        """One line for each entrant."""
        for one in lines:
            who = self.entrant(one.entrant)
            place = ranked(one.rank, who, over=self.honours)
            said = f"{place} **{number(one.points, self.language)}**"
            if told := decided_by(one.by, self.language):
                said += f" ({told})"
            if one.entrant in self.held.competition.withdrawn:
                said += f" *{self.language.gettext(HAS_WITHDRAWN)}*"
            yield said

    def groups(self) -> Iterator[Block]:
        """The knockout as soon as it has begun, and the tables of the groups."""
        now = self.held.competition
        before = len(groups.schedule(now))
        if later := now.rounds[before:]:
            inside = {id_ for one in later[0] for id_ in one.seats}
            yield from self.knockout(later, [id_ for id_ in now.seeding if id_ in inside])
        for at, table in enumerate(groups.tables(now)):
            title = say(GROUP, {"letter": _letter(at)}, language=self.language)
            yield Block(title, tuple(self.table(placings(table).lines)))

    def knockout(
        self, rounds: Sequence[Sequence[Pairing]], inside: Sequence[EntrantId]
    ) -> Iterator[Block]:
        """The entrants who are still in, and the round in which each of the others was knocked
        out.
        """
        out = _beaten(self.held.competition, rounds)
        still = [id_ for id_ in inside if id_ not in out]
        yield self._named(self.language.gettext(STILL_IN), still)
        for last in sorted({*out.values()}, reverse=True):
            gone = [id_ for id_ in inside if out.get(id_) == last]
            yield self._named(say(OUT_IN, {"round": last}, language=self.language), gone)

    def _named(self, title: str, ids: Sequence[EntrantId]) -> Block:
        return Block(title, tuple(map(self.entrant, ids)))


def decided_by(by: By, language: NullTranslations) -> str:
    """The values of these tie-breaks, each with its name."""
    return ", ".join(
        f"{language.gettext(TIE_BREAKS[name])} {number(value, language)}" for name, value in by
    )


def _letter(at: int) -> str:
    return chr(ord("A") + at) if at < 26 else str(at + 1)


def _beaten(now: Competition, rounds: Sequence[Sequence[Pairing]]) -> dict[EntrantId, int]:
    """The round of the last defeat of each entrant who is knocked out."""
    last = {id_: one.round for pairings in rounds for one in pairings for id_ in one.seats}
    out = {id_: round_ for id_, round_ in last.items() if round_ < len(now.rounds)}
    for one in rounds[-1] if rounds else ():
        if decided(one, now.outcomes):
            first = knockout.winner(now, now.seeding, one)
            out |= {id_: one.round for id_ in one.seats if id_ != first}
    return out
