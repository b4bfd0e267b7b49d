"""The words in pictures of competitions: numbers, tie-breaks, how far the competition has got."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from gettext import NullTranslations

from bot.pictures.competitions.common import Reader
from bot.text.competition import numbered
from bot.text.numbers import listed
from bot.text.position import ALT_LIMIT
from bot.text.standings import TIE_BREAKS, points
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.standings.points import Tally
from competitions.standings.table import Standings
from competitions.standings.tie_breaks import Name
from games.words import N_, NN_, Fields, say
from render.table import DEEP, MOST, Cell, Tone
from render.text import AND, legible

FINAL, BEFORE = N_("Final standings"), N_("Before the first round")
AFTER = N_("After round {round}")
DURING = NN_(
    "Round {round}, {count} pairing undecided", "Round {round}, {count} pairings undecided"
)
STILL = NN_("{count} pairing undecided", "{count} pairings undecided")
"""For several rounds that are played at the same time."""
CANCELLED = N_("Cancelled")

SHORT: Mapping[Name, str] = {
    "direct": N_("DE"),
    "buchholz": N_("BH"),
    "buchholz-cut-1": N_("BHC1"),
    "buchholz-median": N_("BHM1"),
    "sonneborn-berger": N_("SB"),
    "wins": N_("Wins"),
    "games": N_("GP"),
    "rating": N_("Rating"),
}
"""The tie-breaks as column titles."""

LEADS = N_("{entrant} leads with {points}, {margin} ahead of {other}.")
LEADS_LEVEL = N_("{entrant} leads with {points}; {other} has just as many but is behind on {by}.")
LEADS_ALONE = N_("{entrant} leads with {points}.")
SHARE = N_("{entrants} share the lead with {points}.")
MANY_SHARE = NN_(
    "{count} entrant is in the lead with {points}.",
    "{count} entrants share the lead with {points}.",
)
WON = N_("{entrant} has won with {points}, {margin} ahead of {other}.")
WON_LEVEL = N_("{entrant} has won with {points}; {other} has just as many but is behind on {by}.")
WON_ALONE = N_("{entrant} has won with {points}.")
WON_SHARED = N_("{entrants} share first place with {points}.")
_FEW = 4
"""How many entrants who share the lead are named at most."""


def named(reader: Reader, id_: EntrantId) -> str:
    """An entrant's name, or their number if it isn't known."""
    return reader.names.get(id_) or numbered(id_, reader.language)


def printed(reader: Reader, id_: EntrantId) -> str:
    """An entrant's name in the picture, whose font can't write every script."""
    members = (reader.captions.get(id_) or named(reader, id_)).split(AND)
    if not any(map(legible, members)):
        return numbered(id_, reader.language)
    return AND.join(name if legible(name) else "?" for name in members)


def introduced(reader: Reader, id_: EntrantId) -> str:
    """An entrant's name, with the server for which they play."""
    server = reader.servers.get(id_)
    return f"{named(reader, id_)} ({server})" if server else named(reader, id_)


def name_cell(reader: Reader, id_: EntrantId, tone: Tone = "plain") -> Cell:
    """An entrant's name as a cell of a table in the picture."""
    server = reader.servers.get(id_, "")
    return Cell(printed(reader, id_), tone, server if legible(server) else "")


def rows_of(reader: Reader) -> int:
    """How many rows a page of a table in the picture has."""
    return DEEP if reader.servers else MOST


def stage(competition: Competition, tally: Tally, language: NullTranslations) -> str:
    """How far the competition has got, according to a table."""
    if competition.status == "cancelled":
        return language.gettext(CANCELLED)
    if competition.status == "over":
        return language.gettext(FINAL)
    lines = [line for found in tally.lines.values() for line in found]
    last = max((line.round for line in lines), default=0)
    if not last:
        return language.gettext(BEFORE)
    running = [line for line in lines if line.kind == "open"]
    if not running:
        return say(AFTER, {"round": last}, language=language)
    left = int(sum(Fraction(1, 1 + len(line.opponents)) for line in running))
    if any(line.round < last for line in running):
        return say(STILL, {"count": left}, language=language)
    return say(DURING, {"round": last, "count": left}, language=language)


def leading(competition: Competition, table: Standings, reader: Reader) -> str:
    """Who leads, or has won, and by how much."""
    language, over = reader.language, competition.status == "over"
    first = [row for row in table.rows if row.rank == 1]
    has: Fields = {"points": points(first[0].points, language), "count": len(first)}
    entrants = [named(reader, row.entrant) for row in first]
    if len(first) > _FEW:
        return say(MANY_SHARE, has, language=language)
    if len(first) > 1:
        fields = {**has, "entrants": listed(entrants, language)}
        return say(WON_SHARED if over else SHARE, fields, language=language)
    fields = {**has, "entrant": entrants[0]}
    second = next((row for row in table.rows if row.rank > 1), first[0])
    fields["other"] = named(reader, second.entrant)
    margin = first[0].points - second.points
    by = table.apart_by(first[0].entrant, second.entrant)
    if margin > 0:
        fields["margin"] = points(margin, language)
        return say(WON if over else LEADS, fields, language=language)
    if margin == 0 and by is not None:
        fields["by"] = language.gettext(TIE_BREAKS[by])
        return say(WON_LEVEL if over else LEADS_LEVEL, fields, language=language)
    return say(WON_ALONE if over else LEADS_ALONE, fields, language=language)


def alt(sentences: Iterable[str]) -> str:
    """As many of the sentences as a picture's description has room for."""
    text = ""
    for said in sentences:
        longer = f"{text} {said}".strip()
        if len(longer) > ALT_LIMIT:
            break
        text = longer
    return text
