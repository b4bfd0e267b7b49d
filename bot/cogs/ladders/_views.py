"""A ladder's page as messages: its rules and the rungs around the reader, all places, its history.

Each is for one reader, and they lead to each other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from gettext import NullTranslations
from itertools import islice

from discord import ButtonStyle
from discord.utils import format_dt

from bot.messages.board import to_match
from bot.messages.competitions import ladder as message
from bot.messages.competitions.ladder import VIEWS, View
from bot.messages.competitions.tournament import act_button, tabs, title_of_view
from bot.pictures.board import Picture
from bot.text import competition as text
from bot.text import ladder as ladder_text
from bot.text import match as match_text
from bot.ui.controls import Control, custom_id, pager
from bot.ui.layout import Part, Row, Text, ruled
from bot.ui.message import Reply
from competitions.ladders.acts import LadderAct
from competitions.ladders.held import Held
from competitions.ladders.queries import History, Past
from competitions.model.entrants import MemberId
from competitions.model.errors import CompetitionError
from games.words import N_, say
from matches.model.ids import PlayerId
from matches.model.match import Listing

NAMED = 3
"""For how many members the page says why they can't be challenged."""
PLACES = 40
"""How many places are on a page, so that they fit into a message."""

YOU_LEAD = N_("You're at the top: others can challenge you.")
YOU_STAND = N_("You're number {place} on the ladder.")
ASKED = N_("{challenger} challenges you. Please answer by {time}.")
COOLING = N_("You can challenge {player} again from {time}.")
BUSY = N_("{player} already has a challenge in progress.")
NOTHING_YET = N_("Nobody has challenged anybody yet.")


@dataclass(frozen=True, slots=True)
class Shown:
    """The content of a page: the ladder, its reader and their member, the page of the view, a
    picture if there is one, past challenges, and the reader's running matches.
    """

    held: Held
    player: PlayerId
    member: MemberId | None
    language: NullTranslations
    page: int = 0
    picture: Picture | None = None
    history: History | None = None
    playing: Sequence[Listing] = ()
    acts: Collection[LadderAct] = ()
    directs: bool = False
    blocked: Mapping[MemberId, CompetitionError] = field(default_factory=dict)
    """Members within the reader's reach who can't be challenged now, nearest last, and why not."""


def view(shown: Shown, which: View) -> Reply:
    """One view of the page."""
    parts, more = _VIEWS[which](shown)
    id_, here = shown.held.id, None if shown.page else which
    controls = [*_first_acts(shown), *tabs("ladder", id_, VIEWS, here, shown.language)]
    controls += pager(
        shown.page,
        lambda number: custom_id("ladder", "-", 0, f"{id_}/{which}/{number}"),
        more=more,
    )
    controls += _acts(shown)
    return Reply("", tuple(controls), shown.picture, parts=parts)


# The views; each says whether there is another page


def _about(shown: Shown) -> tuple[tuple[Part, ...], bool]:
    held, language = shown.held, shown.language
    parts = [*message.overview(held, shown.member, language)]
    parts += [*_own(shown)]
    return tuple(parts), False


def _own(shown: Shown) -> Iterator[Part]:
    """The reader's place, who waits for their answer, and their matches."""
    held, language, member = shown.held, shown.language, shown.member
    if member is None or held.ladder.closed:
        return
    place = held.place_of(member)
    lines = [say(YOU_LEAD if place == 1 else YOU_STAND, {"place": place}, language=language)]
    asked = held.challenged(member)
    if asked is not None and "accept" in shown.acts:
        fields = {
            "challenger": text.member(held.people, asked.challenger, language),
            "time": format_dt(held.until[asked.number], "f"),
        }
        lines.append(f"**{say(ASKED, fields, language=language)}**")
    if held.challenging(member) is None:
        lines += _why_not(shown)
    yield Text("\n".join(lines))
    for match in shown.playing:
        named = match_text.coded(match.id, language)
        line = f"{named} · {match_text.state(match, shown.player, language)}"
        yield Row(line, to_match(match, shown.player, language))


def _why_not(shown: Shown) -> Iterator[str]:
    """Why the reader can't challenge members within their reach, nearest first."""
    for id_, error in islice(reversed([*shown.blocked.items()]), NAMED):
        fields = {"player": text.member(shown.held.people, id_, shown.language)}
        sentence = BUSY
        if error.code == "cooling-down":
            until = datetime.fromisoformat(str(error.fields["until"]))
            sentence, fields["time"] = COOLING, format_dt(until, "f")
        yield f"-# {say(sentence, fields, language=shown.language)}"


def _places(shown: Shown) -> tuple[tuple[Part, ...], bool]:
    held, language = shown.held, shown.language
    count = len(held.ladder.places)
    first = min(shown.page * PLACES, max(count - 1, 0))
    lines = [*ladder_text.rungs(held, range(first, min(first + PLACES, count)), language)]
    listed = Text("\n".join(lines) or language.gettext(ladder_text.NOBODY))
    return ruled((_head(shown, "places"), listed)), first + PLACES < count


def _history(shown: Shown) -> tuple[tuple[Part, ...], bool]:
    found, language = shown.history, shown.language
    assert found is not None
    lines = [_past(one, found, language) for one in found.challenges]
    listed = Text("\n".join(lines) or language.gettext(NOTHING_YET))
    return ruled((_head(shown, "history"), listed)), found.more


def _past(one: Past, history: History, language: NullTranslations) -> str:
    """A past challenge as a line."""
    people, those = history.people, (one.made.challenger, *one.made.challenged)
    fields = {
        "challenger": text.member(people, one.made.challenger, language),
        "others": text.members(people, one.made.challenged, language),
    }
    said = say(ladder_text.CHALLENGED, fields, language=language)
    parts = [f"{format_dt(one.made.at, 'd')} {said}"]
    if one.end is not None:
        parts.append(f"**{ladder_text.result(people, those, one.end, language)}**")
    if one.match_id is not None:
        parts.append(f"`{one.match_id}`")
    return " · ".join(parts)


_VIEWS = {"about": _about, "places": _places, "history": _history}


def _head(shown: Shown, which: View) -> Text:
    return title_of_view(shown.held.terms.name, VIEWS[which], shown.language)


# The controls


def _first_acts(shown: Shown) -> Iterator[Control]:
    """What most readers want: to join, to answer a challenge, or to challenge somebody."""
    held, language, acts = shown.held, shown.language, shown.acts
    if "join" in acts:
        yield message.join_button(held, language)
    asked = None if shown.member is None else held.challenged(shown.member)
    if "accept" in acts and asked is not None:
        yield from message.answer_buttons(held, asked.number, language)
    if "challenge" in acts:
        style = ButtonStyle.primary
        yield act_button(message.CHALLENGE, "ladder-challenge", held.id, language, style=style)


def _acts(shown: Shown) -> Iterator[Control]:
    """What else the reader can do now."""
    held, language, acts = shown.held, shown.language, shown.acts
    if "recall" in acts:
        yield act_button(message.RECALL, "ladder-recall", held.id, language)
    if "leave" in acts:
        yield act_button(message.LEAVE, "ladder-leave", held.id, language)
    if shown.directs:
        yield act_button(message.MANAGE, "ladder-manage", held.id, language)
