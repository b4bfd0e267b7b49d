"""What messages about ladders share: their buttons, and the content of their page."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Literal, TypeAlias

from discord import ButtonStyle

from bot.messages.competitions.tournament import DIRECTOR, act_button, page_of
from bot.text import competition as text
from bot.text import ladder as ladder_text
from bot.ui.controls import NO_MATCH, Control, button, custom_id
from bot.ui.layout import Part, Text, heading, ruled
from bot.ui.message import Reply
from competitions.ladders.held import Held
from competitions.model.entrants import MemberId
from games.words import N_, say
from matches.model.ids import PlayerId

View: TypeAlias = Literal["about", "places", "history"]
"""The views of a ladder's page: its rules and the rungs around the reader · all places · its
history.
"""

VIEWS: dict[View, str] = {
    "about": N_("Overview"),
    "places": N_("All places"),
    "history": N_("History"),
}
JOIN, LEAVE, NEW = N_("Join the ladder"), N_("Leave the ladder…"), N_("New ladder")
CHALLENGE, RECALL = N_("Challenge…"), N_("Withdraw the challenge")
ACCEPT, DECLINE = N_("Accept"), N_("Decline and lose…")
MANAGE = N_("Manage…")
SHOWN = 10
"""How many places of a ladder are shown to somebody who isn't on it."""
BELOW = 3
"""How many places below the reader's own are shown."""
RUNNING = 8
"""How many running challenges are listed at most."""


def page_button(held: Held, language: NullTranslations, view: View, label: str) -> Control:
    """The button to a view of a ladder's page."""
    return act_button(label, "ladder", held.id, language, view)


def join_button(held: Held, language: NullTranslations) -> Control:
    """The button to join at the bottom."""
    return act_button(JOIN, "ladder-join", held.id, language, style=ButtonStyle.success)


def answer_buttons(held: Held, number: int, language: NullTranslations) -> tuple[Control, Control]:
    """The buttons to accept a challenge and to decline it."""
    return (
        act_button(ACCEPT, "ladder-accept", held.id, language, number, style=ButtonStyle.success),
        act_button(DECLINE, "ladder-decline", held.id, language, number),
    )


def new_button(language: NullTranslations, filled: str = "") -> Control:
    """The button to the form for a new ladder, filled in with what was typed before."""
    return button(language.gettext(NEW), custom_id("ladder-new", NO_MATCH, 0, filled))


def overview(held: Held, member: MemberId | None, language: NullTranslations) -> tuple[Part, ...]:
    """What is played, the state of the ladder, the rungs around a member, running challenges."""
    director = say(DIRECTOR, {"player": text.director(held, language)}, language=language)
    title = heading(text.called(held.terms.name)).text
    coded = text.coded(held.id, language)
    parts = [
        Text("\n".join((title, *ladder_text.described(held, language)))),
        Text(f"**{ladder_text.state(held, language)}**\n-# {director} · {coded}"),
    ]
    if lines := [*ladder_text.rungs(held, around(held, member), language)]:
        parts.append(Text("\n".join(lines)))
    running = [*held.ladder.challenges.values()]
    lines = [ladder_text.running(held, one, language) for one in running[:RUNNING]]
    if len(running) > RUNNING:
        lines.append(say(ladder_text.MORE, {"count": len(running) - RUNNING}, language=language))
    if lines:
        parts.append(Text("\n".join(lines)))
    return ruled(parts)


def around(held: Held, member: MemberId | None) -> range:
    """The places around a member, counted from 0: those within reach, and some below. All of a
    short ladder; the first ones for somebody who isn't a member.
    """
    count = len(held.ladder.places)
    if member is None or count <= SHOWN:
        return range(min(count, SHOWN))
    place = held.place_of(member) - 1
    above = min(held.ladder.settings.reach, SHOWN)
    return range(max(0, place - above), min(count, place + 1 + BELOW))


def poster(held: Held, language: NullTranslations) -> Reply:
    """The announcement of a ladder, with the button to join. After the end, without it."""
    controls = [page_of(held.id, language)]
    if not held.ladder.closed:
        controls.insert(0, join_button(held, language))
    return Reply("", tuple(controls), parts=overview(held, None, language))


def people(held: Held, *ids: MemberId) -> tuple[PlayerId, ...]:
    """The players behind these members, without former players."""
    found = (held.people.get(id_) for id_ in ids)
    return tuple(player for player in found if player is not None)
