"""Who stands where in a competition, in lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from gettext import NullTranslations

from bot.text import competition as text
from bot.text.numbers import number
from competitions.formats import groups, knockout
from competitions.formats.rounds import all_standings
from competitions.life.held import Held
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.pairings import Pairing
from competitions.model.results import decided
from competitions.standings.servers import server_standings
from competitions.standings.table import Row, Standings, standings
from competitions.standings.tie_breaks import Name
from games.words import N_, NN_, Fields, say

TIE_BREAKS: Mapping[Name, str] = {
    "direct": N_("direct encounter"),
    "buchholz": N_("Buchholz"),
    "buchholz-cut-1": N_("Buchholz without the lowest"),
    "buchholz-median": N_("Buchholz without the lowest and the highest"),
    "sonneborn-berger": N_("Sonneborn-Berger"),
    "wins": N_("wins"),
    "games": N_("points from all matches"),
    "rating": N_("mean rating of the opponents"),
}
POINTS = NN_("{points} point", "{points} points")
IN_BRACKETS = N_("Tie-breaks, in brackets: {tie_breaks}.")
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
    """So many points."""
    fields: Fields = {"points": number(value, language), "count": 1 if 0 < value <= 1 else 2}
    return say(POINTS, fields, language=language)


def blocks(held: Held, language: NullTranslations) -> list[Block]:
    """Who stands where: one table, a table for each group, or who is still in a knockout. Before
    the start there is nothing to tell.
    """
    now = held.competition
    if not now.seeding:
        return []
    if now.status == "over":
        return [Block(language.gettext(FINAL), tuple(_final(held, language)))]
    if now.settings.format == "knockout":
        return [*_knockout(held, now.rounds, now.seeding, language)]
    if now.settings.format == "groups":
        return [*_groups(held, language)]
    return [Block("", tuple(_table(held, standings(now), language)))]


def servers(held: Held, names: Mapping[int, str], language: NullTranslations) -> Block | None:
    """The servers of a cup of servers, if there is something to tell. Those without a name are not
    to be named.
    """
    now = held.competition
    found = server_standings(now, held.servers) if held.terms.servers and now.rounds else None
    if found is None:
        return None
    lines = [
        f"{ranked(row.rank, server(row.server, names, language), over=now.status == 'over')} "
        f"**{number(row.points, language)}**"
        for row in found.rows
    ]
    return Block(say(SERVERS, {"count": found.count}, language=language), tuple(lines))


def server(guild: int | None, names: Mapping[int, str], language: NullTranslations) -> str:
    """What a server is called, if it may be named."""
    return names.get(guild or 0) or language.gettext(ANOTHER)


def remark(held: Held, language: NullTranslations) -> str:
    """What the numbers in brackets mean, where there are any."""
    now = held.competition
    ranked_only = now.settings.format == "groups" and now.status == "over"
    if ranked_only or not any(table.ties for table in all_standings(now)):
        return ""
    named = [language.gettext(TIE_BREAKS[name]) for name in standings(now).order]
    return say(IN_BRACKETS, {"tie_breaks": ", ".join(named)}, language=language)


def has_ties(held: Held) -> bool:
    """Whether something is decided, and tie-breaks tell those apart who have the same points."""
    now = held.competition
    return bool(now.outcomes) and any(table.ties for table in all_standings(now))


def _final(held: Held, language: NullTranslations) -> Iterator[str]:
    """The final order, with points where they made it."""
    now = held.competition
    if now.settings.format not in ("knockout", "groups"):
        yield from _table(held, standings(now), language)
        return
    rank = 1
    for shared in now.places:
        for id_ in shared:
            yield ranked(rank, text.entrant(held.teams, id_, language), over=True)
        rank += len(shared)


def _table(held: Held, found: Standings, language: NullTranslations) -> Iterator[str]:
    level = {row.entrant for tie in found.ties for row in tie}
    over = held.competition.status == "over"
    for row in found.rows:
        who = text.entrant(held.teams, row.entrant, language)
        said = f"{ranked(row.rank, who, over=over)} **{number(row.points, language)}**"
        if row.entrant in level:
            said += f" ({_broken(row, language)})"
        if row.entrant in held.competition.withdrawn:
            said += f" *{language.gettext(HAS_WITHDRAWN)}*"
        yield said


def _broken(row: Row, language: NullTranslations) -> str:
    return " / ".join(number(one, language) for one in row.tie_breaks)


def ranked(rank: int, who: str, *, over: bool) -> str:
    """A place; the first three are honoured once it is over."""
    place = f"`{rank:>3}`"
    return f"{_MEDALS.get(rank, place) if over else place} {who}"


def _groups(held: Held, language: NullTranslations) -> Iterator[Block]:
    """The knockout as soon as there is one, and the tables of the groups."""
    now = held.competition
    before = len(groups.schedule(now))
    if later := now.rounds[before:]:
        inside = {id_ for one in later[0] for id_ in one.seats}
        yield from _knockout(held, later, [id_ for id_ in now.seeding if id_ in inside], language)
    for at, table in enumerate(groups.tables(now)):
        title = say(GROUP, {"letter": _letter(at)}, language=language)
        yield Block(title, tuple(_table(held, table, language)))


def _letter(at: int) -> str:
    return chr(ord("A") + at) if at < 26 else str(at + 1)


def _knockout(
    held: Held,
    rounds: Sequence[Sequence[Pairing]],
    inside: Sequence[EntrantId],
    language: NullTranslations,
) -> Iterator[Block]:
    out = _beaten(held.competition, rounds)
    still = [id_ for id_ in inside if id_ not in out]
    yield _named(held, language.gettext(STILL_IN), still, language)
    for last in sorted({*out.values()}, reverse=True):
        gone = [id_ for id_ in inside if out.get(id_) == last]
        yield _named(held, say(OUT_IN, {"round": last}, language=language), gone, language)


def _beaten(now: Competition, rounds: Sequence[Sequence[Pairing]]) -> dict[EntrantId, int]:
    """In which round those lost who don't play any more."""
    last = {id_: one.round for pairings in rounds for one in pairings for id_ in one.seats}
    out = {id_: round_ for id_, round_ in last.items() if round_ < len(now.rounds)}
    for one in rounds[-1] if rounds else ():
        if decided(one, now.outcomes):
            first = knockout.winner(now, now.seeding, one)
            out |= {id_: one.round for id_ in one.seats if id_ != first}
    return out


def _named(held: Held, title: str, ids: Sequence[EntrantId], language: NullTranslations) -> Block:
    return Block(title, tuple(text.entrant(held.teams, id_, language) for id_ in ids))
