"""A league's page as messages: its rules and who has signed up, the divisions, the reader's season.

Each is for one reader, and they lead to each other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from gettext import NullTranslations

from bot.messages.competitions import league as message
from bot.messages.competitions import tournament as cup
from bot.messages.competitions.league import VIEWS, View
from bot.messages.competitions.tournament import act_button, tabs, title_of_view
from bot.pictures.board import Picture
from bot.text import league as league_text
from bot.text import standings
from bot.ui.controls import Control, custom_id, pager
from bot.ui.layout import Part, Text, ruled
from bot.ui.message import Reply
from competitions.leagues.acts import LeagueAct
from competitions.leagues.held import Held
from competitions.tournaments.held import Held as Division
from games.words import N_, say
from matches.model.ids import PlayerId

NOT_BEGUN = N_("The first season hasn't started yet.")
NOT_YOURS = N_("You aren't playing this season.")
YOU_PLAY = N_("You play in division {division}.")
YOU_PLAY_NEXT = N_("You're signed up for season {season}.")
YOU_REST = N_("You aren't signed up for season {season}.")
SIGN_UP_FIRST = N_(
    "This is where you'll find your division, your matches and how you're doing. To take part, "
    "sign up."
)
ONCE_IT_BEGINS = N_(
    "Once the season begins, you'll find your division, your matches and how you're doing here."
)
SHOWN = 40
"""How many lines of a division are shown, so that they fit into a message."""
MY_GAMES, ITS_GAMES = N_("My matches"), N_("Matches in this division")


@dataclass(frozen=True, slots=True)
class Shown:
    """The content of a page: the league, its reader, the page of the view, and if the view is about
    a division, that division and a picture if there is one.
    """

    held: Held
    player: PlayerId
    language: NullTranslations
    page: int = 0
    division: Division | None = None
    picture: Picture | None = None
    acts: Collection[LeagueAct] = ()
    directs: bool = False


def view(shown: Shown, which: View) -> Reply:
    """One view of the page."""
    parts = _VIEWS[which](shown)
    id_, here = shown.held.id, None if shown.page else which
    controls = [*_first_acts(shown, which), *tabs("league", id_, VIEWS, here, shown.language)]
    more = which == "table" and shown.page + 1 < len(shown.held.divisions)
    controls += pager(
        shown.page, lambda number: custom_id("league", "-", 0, f"{id_}/{which}/{number}"), more=more
    )
    controls += _acts(shown, which)
    return Reply("", tuple(controls), shown.picture, parts=parts)


# The views


def _about(shown: Shown) -> tuple[Part, ...]:
    parts = message.overview(shown.held, shown.language)
    return (*parts, Text("\n".join(f"-# {line}" for line in _own(shown))))


def _own(shown: Shown) -> Sequence[str]:
    """The reader's situation in the league."""
    held, language, now = shown.held, shown.language, shown.held.league
    lines = []
    division = held.division_of(shown.player)
    if now.status == "running":
        sentence = NOT_YOURS if division is None else YOU_PLAY
        lines.append(say(sentence, {"division": division or 0}, language=language))
    if now.status != "over" and not now.ends:
        signed = YOU_PLAY_NEXT if held.is_signed(shown.player) else YOU_REST
        lines.append(say(signed, {"season": now.season + 1}, language=language))
    return lines or [language.gettext(league_text.IS_OVER)]


def _table(shown: Shown) -> tuple[Part, ...]:
    held, language, division = shown.held, shown.language, shown.division
    if division is None:
        return _head(shown, "table"), Text(language.gettext(NOT_BEGUN))
    number = shown.page + 1
    lines = [line for block in standings.blocks(division, language) for line in block.lines]
    lines = league_text.zoned(lines, held.league.zones[shown.page])[:SHOWN]
    title = say(league_text.DIVISION, {"division": number}, language=language)
    season = say(league_text.SEASON, {"season": held.league.season}, language=language)
    return ruled((_head(shown, "table"), Text("\n".join((f"**{season} · {title}**", *lines)))))


def _mine(shown: Shown) -> tuple[Part, ...]:
    """The reader's season. Those who aren't playing are told when they can, and how."""
    own = "\n".join(_own(shown))
    if shown.division is not None or shown.held.league.status == "over":
        return ruled((_head(shown, "mine"), Text(own)))
    state = Text(f"**{league_text.state(shown.held, shown.language)}**\n{own}")
    missing = [
        Text(shown.language.gettext(sentence))
        for act, sentence in (("join", SIGN_UP_FIRST), ("leave", ONCE_IT_BEGINS))
        if act in shown.acts
    ]
    return ruled((_head(shown, "mine"), state, *missing))


_VIEWS = {"about": _about, "table": _table, "mine": _mine}


def _head(shown: Shown, which: View) -> Text:
    return title_of_view(shown.held.terms.name, VIEWS[which], shown.language)


# The controls


def _first_acts(shown: Shown, which: View) -> Iterator[Control]:
    """What most readers want: their matches, or to sign up."""
    if shown.division is not None and which == "mine":
        yield cup.page_button(shown.division.id, shown.language, "mine", MY_GAMES)
    if "join" in shown.acts:
        yield message.join_button(shown.held, shown.language)


def _acts(shown: Shown, which: View) -> Iterator[Control]:
    """What else the reader can do now."""
    held, language, division = shown.held, shown.language, shown.division
    if division is not None and which != "mine":
        yield cup.page_button(division.id, language, "rounds", ITS_GAMES)
    if division is not None and which == "table" and standings.has_ties(division):
        yield cup.ties_button(division, language)
    if "leave" in shown.acts:
        yield message.leave_button(held, language)
    if shown.directs:
        yield act_button(message.MANAGE, "league-manage", held.id, language)
