"""Why entrants with equal points are ordered as they are: a short answer, and how each tie-break
was computed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from gettext import NullTranslations

import discord

from bot.cogs.tournaments.page import KIND
from bot.commands import people
from bot.delivery.transport import answers
from bot.errors import Outdated
from bot.interactions.locale import language_of
from bot.messages.competitions.tournament import act_button, page_button
from bot.messages.pages import pages
from bot.processes import standings
from bot.text import competition as text
from bot.text import tie_breaks
from bot.text.discord_limits import LABEL, OPTIONS
from bot.text.match import cut
from bot.text.standings import points
from bot.ui.controls import NO_MATCH, Control, custom_id, menu, number, pager
from bot.ui.dispatch import Press, on
from bot.ui.layout import Text, heading, ruled
from bot.ui.message import Reply
from competitions.model.entrants import EntrantId
from competitions.standings.table import Row, Standings
from competitions.tournaments.held import Held
from games.words import N_

TITLE, WHOSE, BACK = N_("Tie-breaks"), N_("Whose tie-breaks?"), N_("Back")
IN_FULL = N_("How they were calculated…")
NO_TIES = N_("Nobody is level on points at the moment.")


@dataclass(frozen=True, slots=True)
class Shown:
    """The content of the page: an entrant's tie-breaks, next to those of the reader's `own` entrant
    if they are level. `page` is the page of the computations; None for the short answer. `names`
    are those in the menu.
    """

    held: Held
    tables: Sequence[Standings]
    entrant: EntrantId | None
    own: EntrantId | None
    language: NullTranslations
    page: int | None = None
    names: Mapping[EntrantId, str] | None = None


@on("cup-ties")
async def open_ties(press: Press) -> None:
    """Shows a page: by default, the short answer for the user's own entrant; then for whomever they
    choose.
    """
    await answers.acknowledge(press.interaction)
    held, (whose, page) = await KIND.pressed(press, r"/(own|pick|\d{1,4})(?:/(\d{1,4}))?")
    jobs = press.interaction.client.jobs
    tables = await standings.tables(jobs, press.player, held.competition)
    own = held.entrant_of(press.player)
    if whose == "own":
        entrant = first(tables, own)
    else:
        entrant = EntrantId(number(press.choice if whose == "pick" else whose))
        if not any(entrant in table.tally.points for table in tables):
            raise Outdated
    language = language_of(press.interaction)
    ids = [row.entrant for row in offered(tables, entrant)]
    names = await people.entrants(press.interaction.client, held, ids, language)
    at = None if page is None else number(page)
    shown = Shown(held, tables, entrant, own, language, at, names)
    await answers.show_reply(press.interaction, view(shown))


def first(tables: Sequence[Standings], own: EntrantId | None) -> EntrantId | None:
    """The entrant who is shown by default: the reader's own, or else the best of those who have the
    same points as somebody. None if nobody has.
    """
    level = [row.entrant for row in _level(tables)]
    return own if own in level else next(iter(level), None)


def offered(tables: Sequence[Standings], entrant: EntrantId | None) -> Sequence[Row]:
    """The entrants in the menu: as many as it holds, around the one who is shown."""
    level = _level(tables)
    at = next((at for at, row in enumerate(level) if row.entrant == entrant), 0)
    begin = max(0, min(at - OPTIONS // 2, len(level) - OPTIONS))
    return level[begin : begin + OPTIONS]


def _level(tables: Sequence[Standings]) -> list[Row]:
    """All who have the same points as somebody else, table by table, best first."""
    return [row for table in tables for tie in table.ties for row in tie]


def view(shown: Shown) -> Reply:
    """The page as a message."""
    held, language, entrant = shown.held, shown.language, shown.entrant
    head = heading(f"{text.called(held.terms.name)} · {language.gettext(TITLE)}")
    back = page_button(held.id, language, "table", BACK)
    table = next((one for one in shown.tables if entrant in one.tally.points), None)
    if entrant is None or table is None:
        return Reply("", (back,), parts=ruled((head, Text(language.gettext(NO_TIES)))))
    rows = tie_breaks.compared(table, entrant, shown.own)
    if shown.page is None:
        parts = tie_breaks.in_short(held, table, rows, language)
        full = act_button(IN_FULL, "cup-ties", held.id, language, entrant, 0)
        said = ruled((head, *(Text(one) for one in parts if one)))
        return Reply("", (*_menu(shown), full, back), parts=said)
    told = [*pages((line, ()) for line in tie_breaks.lines(held, table, rows, language))]
    at = min(shown.page, len(told) - 1)
    turning = pager(
        at,
        lambda to: custom_id("cup-ties", NO_MATCH, 0, f"{held.id}/{entrant}/{to}"),
        more=at + 1 < len(told),
    )
    short = act_button(BACK, "cup-ties", held.id, language, entrant)
    controls = (*_menu(shown), *turning, short)
    return Reply("", controls, parts=ruled((head, Text("\n".join(told[at].lines)))))


def _menu(shown: Shown) -> Sequence[Control]:
    """The menu of entrants who can be shown instead."""
    rows, names, language = offered(shown.tables, shown.entrant), shown.names or {}, shown.language
    options = [
        discord.SelectOption(
            label=cut(names.get(row.entrant) or text.numbered(row.entrant, language), LABEL),
            value=str(row.entrant),
            description=f"{row.rank}. · {points(row.points, language)}",
            default=row.entrant == shown.entrant,
        )
        for row in rows
    ]
    to = custom_id("cup-ties", NO_MATCH, 0, f"{shown.held.id}/pick")
    return (menu(language.gettext(WHOSE), to, options),) if options else ()
