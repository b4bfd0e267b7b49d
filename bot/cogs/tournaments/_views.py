"""A tournament's page as messages: the overview, the standings, the rounds, the reader's own games.

Each is for one reader, and they lead to each other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from gettext import NullTranslations
from typing import TypeVar

from discord.utils import format_dt

from bot.messages.board import to_match
from bot.messages.competitions import sign_up
from bot.messages.competitions import tournament as message
from bot.messages.competitions.tournament import VIEWS, View, act_button, tabs, title_of_view
from bot.pictures.board import Picture
from bot.text import competition as text
from bot.text import competition_terms as terms
from bot.text import match as match_text
from bot.text import standings
from bot.text.stages import stage
from bot.ui.controls import Control, custom_id, pager
from bot.ui.layout import Part, Row, Text, ruled
from bot.ui.message import Reply
from competitions.formats.rounds import coming
from competitions.formats.tree import Knockout
from competitions.leagues.ids import public_id as id_of_league
from competitions.model.entrants import EntrantId
from competitions.model.pairings import Pairing, games_of
from competitions.model.results import decided
from competitions.standings.placings import span
from competitions.tournaments.acts import TournamentAct
from competitions.tournaments.held import Held
from competitions.tournaments.ids import public_id
from competitions.tournaments.sheets import LINES
from games.words import N_, Fields, say
from matches.model.ids import MatchId, PlayerId
from matches.model.match import Listing

T = TypeVar("T")

ROWS, AHEAD = 4, 8
"""How many matches with a button, and how many without one that haven't begun, fit on a page."""

NOT_BEGUN, TO_COME = N_("It hasn't started yet."), N_("not yet begun")
DIVIDED = N_("It was divided into sections by rating")
PLAYERS = N_("Players")
NOT_YOURS = N_("You have no matches in this tournament.")
NOT_PAIRED = N_("You haven't been paired yet.")
YOU_PLAY, YOU_WAIT = N_("You're taking part."), N_("You're number {number} on the waiting list.")
YOU_PLAY_FOR = N_("You're taking part for {server}.")
IN_SECTION = N_("You're taking part: {section}.")
YOU_LEFT = N_("You have withdrawn.")
YOU_REST = N_("You're excused from round {round}.")
ENDS = N_("This round ends on {time} at the latest.")
LEAVE, WITHDRAW, MANAGE = message.LEAVE, N_("Withdraw…"), N_("Manage…")
SKIP, PLAY = N_("Skip round {round}"), N_("Play in round {round}")
YOU_ARE_ASKED = N_("You've been asked to join the team {entrant}.")
YOUR_TEAM = N_("You'll have a place as soon as your whole team has agreed.")


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of a tournament's page: the player, their entrant, and whether they direct it."""

    player: PlayerId
    entrant: EntrantId | None
    directs: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """The content of a page: the tournament, its reader, the page of the view, a picture if there
    is one, and the reader's running matches.
    """

    held: Held
    reader: Reader
    language: NullTranslations
    page: int = 0
    picture: Picture | None = None
    playing: Sequence[Listing] = ()
    acts: Collection[TournamentAct] = ()
    """What the reader can do, according to `competitions.tournaments.acts`."""
    pictures: int = 1
    """How many pages the picture has. The text beside it has at least as many."""
    servers: Mapping[int, str] = field(default_factory=dict)
    """In a cup of servers, the names of servers that may be shown."""
    sections: Sequence[Held] = ()
    """For the standings: the sections into which it was divided."""
    summed: standings.Block | None = None
    """The standings of servers over all of these sections."""


def view(shown: Shown, which: View) -> Reply:
    """One view of the page."""
    parts, pages = _VIEWS[which](shown)
    held = shown.held
    controls = [*_first_acts(shown), *tabs("cup", held.id, VIEWS, which, shown.language)]
    page = min(shown.page, pages - 1)
    controls += pager(
        page,
        lambda number: custom_id("cup", "-", 0, f"{held.id}/{which}/{number}"),
        more=page + 1 < pages,
    )
    controls += [*_beyond(shown, which), *_acts(shown)]
    return Reply("", tuple(controls), shown.picture, parts=parts)


def last_page(held: Held, which: View) -> int:
    """The page that is shown by default: the current round, or else the first page."""
    if which != "rounds" or held.terms.together:
        return 0
    before = held.competition.rounds[:-1]
    return sum(len(_chunks(pairings)) for pairings in before)


# The views


def _about(shown: Shown) -> tuple[tuple[Part, ...], int]:
    held, language = shown.held, shown.language
    parts = message.overview(held, language, min(shown.page, message.entrant_pages(held) - 1))
    own = _own(shown)
    return (*parts, Text(f"-# {own}")) if own else parts, message.entrant_pages(held)


def _own(shown: Shown) -> str:
    """The reader's situation in the tournament."""
    held, entrant, language = shown.held, shown.reader.entrant, shown.language
    now = held.competition
    waiting = [one.id for one in now.waiting]
    for number, inside in enumerate(held.divided, start=1):
        if entrant in {one.id for one in inside}:
            fields: Fields = {"section": terms.section(number, language)}
            return say(IN_SECTION, fields, language=language)
    if entrant is None or now.status not in ("open", "running"):
        return ""
    if shown.reader.player in held.asked:
        named = text.entrant(held.teams, entrant, language)
        return say(YOU_ARE_ASKED, {"entrant": named}, language=language)
    if held.asked.intersection(held.teams[entrant]):
        return language.gettext(YOUR_TEAM)
    if entrant in waiting:
        return say(YOU_WAIT, {"number": waiting.index(entrant) + 1}, language=language)
    if entrant in now.withdrawn:
        return language.gettext(YOU_LEFT)
    if "attend" in shown.acts:
        return say(YOU_REST, {"round": len(now.rounds) + 1}, language=language)
    if held.terms.servers and (guild := held.servers.get(entrant)) is not None:
        named = standings.server(guild, shown.servers, language)
        return say(YOU_PLAY_FOR, {"server": named}, language=language)
    return language.gettext(YOU_PLAY)


def _table(shown: Shown) -> tuple[tuple[Part, ...], int]:
    held, language = shown.held, shown.language
    head = _head(shown, "table")
    if held.sheet is not None:
        here, pages = [*_flat([standings.page(held, held.sheet, language)])], held.sheet.pages
    else:
        lines = [*_flat(_blocks(shown))]
        if not lines:
            return (head, Text(_nothing(shown))), 1
        pages = max(-(-len(lines) // LINES), shown.pictures)
        here = [lines[at] for at in span(min(shown.page, pages - 1), pages, len(lines))]
    remark = standings.remark(held, language)
    more = (Text(f"-# {remark}"),) if remark else ()
    return ruled((head, Text("\n".join(here)), *more)), pages


def _blocks(shown: Shown) -> list[standings.Block]:
    """The standings; of a divided tournament, those of its sections. In a cup of servers, the
    servers come first.
    """
    held, language = shown.held, shown.language
    if shown.sections:
        blocks = [standings.Block(language.gettext(DIVIDED), tuple(_sections(shown)))]
        servers = shown.summed
    else:
        blocks = standings.blocks(held, language, shown.servers)
        servers = standings.servers(held, shown.servers, language)
    if servers is None:
        return blocks
    title = blocks[0].title or language.gettext(PLAYERS)
    return [servers, replace(blocks[0], title=title), *blocks[1:]]


def _sections(shown: Shown) -> Iterator[str]:
    """The state of each section."""
    for number, one in enumerate(shown.sections, start=1):
        named = terms.section(number, shown.language)
        yield f"{named} · `{one.id}`: **{terms.state(one, shown.language)}**"


def _nothing(shown: Shown) -> str:
    """Why there are no standings: it hasn't begun, was divided, or was cancelled."""
    held, language = shown.held, shown.language
    if held.competition.status == "cancelled":
        return terms.state(held, language)
    return language.gettext(NOT_BEGUN)


def _flat(blocks: Sequence[standings.Block]) -> Iterator[str]:
    """All lines. The first one of each block has its title above it."""
    for block in blocks:
        title = f"**{block.title}**\n" if block.title else ""
        for at, line in enumerate(block.lines):
            yield line if at else title + line


def _rounds(shown: Shown) -> tuple[tuple[Part, ...], int]:
    held, language = shown.held, shown.language
    head, pages = _head(shown, "rounds"), _round_pages(held)
    if not pages:
        return (head, Text(_nothing(shown))), 1
    page = pages[min(shown.page, len(pages) - 1)]
    lines = [line for one in page for line in _round(held, *one, language)]
    return ruled((head, Text("\n".join(lines)))), len(pages)


_Round = tuple[int, Sequence[Pairing], Sequence[Pairing]]
"""The number of a round, some of its pairings, and all of them."""


def _round_pages(held: Held) -> list[list[_Round]]:
    """The content of each page: a round or part of one. If all rounds are played at once, as many
    as there is room for.
    """
    now, pages = held.competition, list[list[_Round]]()
    for number, pairings in enumerate([*now.rounds, *coming(now)], start=1):
        for chunk in _chunks(pairings):
            there = sum(1 + len(found) for _, found, _ in pages[-1]) if pages else LINES
            if held.terms.together and there + 1 + len(chunk) <= LINES:
                pages[-1].append((number, chunk, pairings))
            else:
                pages.append([(number, chunk, pairings)])
    return pages


def _round(
    held: Held,
    number: int,
    pairings: Sequence[Pairing],
    whole: Sequence[Pairing],
    language: NullTranslations,
) -> Iterator[str]:
    now = held.competition
    fields = {"round": number, "rounds": terms.rounds(now)}
    title = f"**{say(terms.RUNNING, fields, language=language)}**"
    to_come = f" · {language.gettext(TO_COME)}" if number > len(now.rounds) else ""
    yield title + to_come
    for line, _ in text.round_lines(held, pairings, language):
        yield line
    if pairings[-1] == whole[-1] and (free := text.free(held, whole, language)):
        yield f"-# {free}"
    yield from _until(held, number, language)


def _until(held: Held, round_: int, language: NullTranslations) -> Iterator[str]:
    """When the last round ends, if that time is fixed."""
    now, ends = held.competition, held.round_ends_at
    if ends is not None and now.status == "running" and round_ == len(now.rounds):
        yield f"-# {say(ENDS, {'time': format_dt(ends, 'f')}, language=language)}"


def _mine(shown: Shown) -> tuple[tuple[Part, ...], int]:
    held, language, entrant = shown.held, shown.language, shown.reader.entrant
    head = _head(shown, "mine")
    if entrant is None:
        return (head, Text(language.gettext(NOT_YOURS))), 1
    going = {one.id: one for one in shown.playing}
    pairings = [*_pairings_of(held, entrant)]
    undecided = [one for one in pairings if not _is_over(held, one)]
    playable = [(one, row) for one in undecided if (row := _row(shown, one, going)) is not None]
    rows = dict(playable[:ROWS])
    parts: list[Part] = [head, *rows.values()]
    # Games without a button are still listed, so that nobody loses one on time without having seen
    # it.
    lines = [_line(held, one, language) for one in undecided if one not in rows]
    lines += [_line(held, one, language) for one in pairings if _is_over(held, one)]
    if len(lines) > LINES:
        more = say(message.MORE_ENTRANTS, {"count": len(lines) - LINES}, language=language)
        lines = [*lines[:LINES], more]
    if lines:
        parts.append(Text("\n".join(lines)))
    if ahead := [*_ahead(shown, entrant)]:
        parts.append(Text("\n".join(ahead)))
    if not pairings and not ahead:
        parts.append(Text(_nothing(shown) if held.sections else language.gettext(NOT_PAIRED)))
    if own := _own(shown):
        parts.append(Text(f"-# {own}"))
    return ruled(parts), 1


def _pairings_of(held: Held, entrant: EntrantId) -> Iterator[Pairing]:
    """The pairings of an entrant, in the order of the rounds."""
    for pairings in held.competition.rounds:
        yield from (one for one in pairings if entrant in one.seats)


def _is_over(held: Held, one: Pairing) -> bool:
    return one.bye or decided(one, held.competition.outcomes)


def _ahead(shown: Shown, entrant: EntrantId) -> Iterator[str]:
    """An entrant's pairings in rounds that have not begun, next one first."""
    held, language = shown.held, shown.language
    if entrant in held.competition.withdrawn:
        return
    found = [one for pairings in coming(held.competition) for one in pairings]
    lines = [_line(held, one, language) for one in found if entrant in one.seats]
    if lines:
        yield f"**{text.capital(language.gettext(TO_COME))}**"
    yield from lines[:AHEAD]
    if len(lines) > AHEAD:
        yield say(message.MORE_ENTRANTS, {"count": len(lines) - AHEAD}, language=language)


def _line(held: Held, one: Pairing, language: NullTranslations) -> str:
    title = stage(Knockout.of(held.competition), one, language)
    title = title or say(text.ROUND, {"round": one.round}, language=language)
    return f"**{title}:** {text.pairing(held, one, language)}"


def _row(shown: Shown, one: Pairing, going: dict[MatchId, Listing]) -> Row | None:
    """A pairing, with a button to move or look while its match is running."""
    held, language, player = shown.held, shown.language, shown.reader.player
    matches = [
        going[held.matches[game]]
        for game in games_of(one)
        if game in held.matches and held.matches[game] in going
    ]
    if not matches:
        return None
    first = next((one for one in matches if one.player_to_move == player), matches[0])
    line = f"{_line(held, one, language)}\n{match_text.state(first, player, language)}"
    return Row(line, to_match(first, player, language))


_VIEWS = {"about": _about, "table": _table, "rounds": _rounds, "mine": _mine}


def _head(shown: Shown, which: View) -> Text:
    return title_of_view(shown.held.terms.name, VIEWS[which], shown.language)


def _chunks(things: Sequence[T]) -> list[Sequence[T]]:
    return [things[at : at + LINES] for at in range(0, len(things), LINES)]


# The controls


def _beyond(shown: Shown, which: View) -> Iterator[Control]:
    """Buttons to further views: how tie-breaks came about, a report, sections, the whole."""
    held, language = shown.held, shown.language
    if which == "table" and standings.has_ties(held):
        yield message.ties_button(held, language)
    if which == "table":
        yield from message.report_button(held, language)
    yield from message.sections_menu(held, language, which)
    if held.terms.section is not None:
        whole = public_id(held.terms.section.whole)
        yield message.page_button(whole, language, label=message.WHOLE)


def _first_acts(shown: Shown) -> Iterator[Control]:
    """What most readers want: to sign up, or to answer a partner."""
    held, language, entrant = shown.held, shown.language, shown.reader.entrant
    if "join" in shown.acts:
        yield message.join_button(held, language)
    if "agree" in shown.acts and entrant is not None:
        yield from sign_up.answers_to(held, entrant, language)


def _acts(shown: Shown) -> Iterator[Control]:
    """What else the reader can do now."""
    held, language, acts = shown.held, shown.language, shown.acts
    following, entrant = len(held.competition.rounds) + 1, shown.reader.entrant
    for act, sentence, action in (
        ("excuse", SKIP, "cup-skip"),
        ("attend", PLAY, "cup-attend"),
    ):
        if act in acts:
            label = say(sentence, {"round": following}, language=language)
            yield act_button(label, action, held.id, language, following)
    if "withdraw" in acts and entrant in held.competition.seeding:
        yield act_button(WITHDRAW, "cup-withdraw", held.id, language)
    elif "withdraw" in acts and "agree" not in acts:
        yield act_button(LEAVE, "cup-leave", held.id, language)
    if held.terms.part is not None:
        yield message.page_of(id_of_league(held.terms.part.league), language)
    if shown.reader.directs:
        yield act_button(MANAGE, "cup-manage", held.id, language)
