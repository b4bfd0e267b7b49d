"""A study as a message that only its owner sees: the position with the turn that they have begun,
what can be tried next, and where the match is.

No state is kept here: the controls carry the node, the length of the begun turn, and the beginning
of a move. Nothing in the message judges a position.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from gettext import NullTranslations

import discord

from bot.context import Interaction
from bot.interactions.contexts import user_of
from bot.messages import menu as menu_text
from bot.messages import picks as picking
from bot.pictures.board import of_match
from bot.pictures.men import Emojis
from bot.text import match as match_text
from bot.text.discord_limits import LABEL, OPTIONS
from bot.text.draft import COULD_END, END_HERE, question
from bot.text.verbatim import verbatim
from bot.ui.controls import Control, button, custom_id, menu
from bot.ui.message import Reply
from games import picks
from games.play import AnyTurn, events
from games.protocol import Position
from games.scene import Mark
from games.shot import Shot
from games.words import N_, NN_, Fields, say
from matches.model.ids import NO_ID
from matches.model.match import Match
from matches.model.tree import ROOT, Number
from matches.studies.study import Study

MENUS = 3
"""The most menus of a page: below them are two rows of buttons."""

TITLE = N_("🔎 **What if** · {where} · {who}")
PRIVATE = N_("Only you can see this. Nothing you try here changes a match.")
AT_MATCH = N_("where the match is now")
AHEAD = NN_("{count} turn ahead of the match", "{count} turns ahead of the match")
AFTER = N_("after turn {number} of the match")
FROM_START = NN_("{count} turn from the start", "{count} turns from the start")
AT_START = N_("the start")
TO_MOVE = N_("{seat} to move")
OVER = N_("over")
ELSEWHERE = N_("The match is now at a different position in this study.")
WENT_ON = N_("The match went on from here.")
GONE = N_("The match has gone another way. What you've tried stays here.")
SO_FAR = N_("This turn so far: `{text} …` {events}")
TRIED = N_("Tried from here: {turns}")
PICK = N_("Pick the next turn below, or type it.")
WHICH_BRANCH = N_("Which branch?")
BACK, FORWARD = N_("Back"), N_("Forward")
TO_MATCH, TYPE, MORE = N_("Go to match position"), N_("Type turns…"), N_("More…")
_SHOWN = 5
"""How many turns that were tried are named."""
_EVENTS = 600
"""The most characters of what a turn did."""


@dataclass(frozen=True, slots=True)
class View:
    """What is shown: a study at the node where its owner is, and the state of the match.

    `stem` is the beginning of a move. With `branches` these are offered instead of moves. `note`
    is said first. For a study of no match, `match` stands for its game alone.
    """

    study: Study
    match: Match
    stem: str = ""
    page: int = 0
    branches: bool = False
    note: str = ""

    @property
    def place(self) -> Number | None:
        """The node at which the match is."""
        return None if self.study.match_id is None else self.study.place_of(self.match)

    def to(self, action: str, *, page: int | None = None, number: int | str = "-") -> str:
        """The `custom_id` of a control of this view."""
        study, begun = self.study, self.study.begun
        shown = self.page if page is None else page
        rest = f"{study.here}/{len(begun.steps)}/{shown}/{number}/{self.stem}"
        return custom_id(action, study.match_id or NO_ID, study.number, rest)


async def message(interaction: Interaction, view: View, language: NullTranslations) -> Reply:
    """The message with its picture."""
    emojis = interaction.client.service(Emojis)
    text, controls, shot = await asyncio.to_thread(_made, view, language, emojis)
    viewer = user_of(interaction)
    picture = await of_match(interaction.client, view.match, language, shot, viewer=viewer)
    return Reply(text, tuple(controls), picture)


def _made(
    view: View, language: NullTranslations, emojis: Emojis
) -> tuple[str, list[Control], Shot]:
    begun, last = view.study.begun, view.study.turn_to(view.study.here)
    controls, marks = laid_out(view, language, emojis)
    steps = begun.steps or last.steps
    picked = tuple(part for _, part in picks.trail(begun.line, view.stem))
    mover = begun.line.turn_start.to_move
    earlier = last.steps if begun.steps else ()
    shot = Shot(begun.line.position, steps, marks, None, earlier, mover=mover, begun=picked)
    return text(view, language), controls, shot


# Text


def text(view: View, language: NullTranslations) -> str:
    """What the message says, below its note."""
    study = view.study
    about = f"-# {named(study, language)} · {language.gettext(PRIVATE)}"
    lines = [view.note, title(view, language), about]
    if study.match_id is not None and (place := view.place) not in _way(study):
        off = ELSEWHERE if place is not None else GONE
        lines.append(f"-# {language.gettext(WENT_ON if study.passed_by(view.match) else off)}")
    lines += [*told(view, language), *_next(view, language)]
    return "\n".join(filter(None, lines))


def told(view: View, language: NullTranslations) -> Iterator[str]:
    """The turn that led here, its comment, and how the game has ended with it."""
    study, match = view.study, view.match
    last = study.turn_to(study.here)
    if last.steps:
        yield f"`{last.text}` {_did(match, last, language)}"
    node = study.tree.node(study.here)
    if node is not None and node.comment:
        yield f"> {verbatim(node.comment)}"
    result = last.line.position.result
    if result is not None:
        names = match_text.seats(match, language)
        yield match_text.verdict(study.game, study.setup, result, names, language)


def title(view: View, language: NullTranslations) -> str:
    """Says that this is not the match, where it is seen from there, and who is to move."""
    study, position = view.study, view.study.line(view.study.here).position
    way, place = _way(study), view.place
    if place is not None and place == study.here:
        where = language.gettext(AT_MATCH)
    elif place is not None and place in way:
        ahead = len(way) - 1 - way.index(place)
        where = say(AHEAD, {"count": ahead}, language=language)
    elif (turns := study.root + len(way) - 1) and study.passed_by(view.match):
        where = say(AFTER, {"number": turns}, language=language)
    elif len(way) == 1:
        where = language.gettext(AT_START)
    else:
        where = say(FROM_START, {"count": len(way) - 1}, language=language)
    fields: Fields = {"where": where, "who": who(study, position, language)}
    return say(TITLE, fields, language=language)


def who(study: Study, position: Position, language: NullTranslations) -> str:
    """Who is to move, if anybody is."""
    if position.to_move is None:
        return language.gettext(OVER)
    names = study.game.seat_names(study.setup)
    return say(TO_MOVE, {"seat": position.to_move}, names, language)


def _way(study: Study) -> list[Number]:
    return [ROOT, *(one.number for one in study.tree.branch(study.here))]


def named(study: Study, language: NullTranslations) -> str:
    """A study by its name, its game and its match."""
    parts = [f"**{verbatim(study.name)}**"] if study.name else []
    parts.append(language.gettext(study.game.info.name))
    if study.match_id is not None:
        parts.append(match_text.coded(study.match_id, language))
    return " · ".join(parts)


def _did(match: Match, turn: AnyTurn, language: NullTranslations) -> str:
    said = match_text.event_sentences(match, events(match.game, turn.steps), language)
    return match_text.cut(said, _EVENTS)


def _next(view: View, language: NullTranslations) -> Iterator[str]:
    """What has been begun, what is asked, and what was tried from here."""
    study, begun = view.study, view.study.begun
    position = begun.line.position
    so_far = f"{begun.text} {view.stem}".strip()
    if so_far:
        done: Fields = {"text": so_far, "events": _did(view.match, begun, language)}
        yield say(SO_FAR, done, language=language).rstrip()
        if study.can_stop and not view.stem:
            yield language.gettext(COULD_END)
        return
    if position.to_move is not None:
        yield f"**{question(begun.line, language)}**"
        yield language.gettext(PICK)
    yield from tried(study, language)


def tried(study: Study, language: NullTranslations) -> Iterator[str]:
    """The turns that were tried last from here."""
    found = study.tree.children(study.here)
    if found:
        shown = [match_text.code(match_text.cut(one.text, 40)) for one in found[-_SHOWN:]]
        more = ["…"] if len(found) > _SHOWN else []
        yield f"-# {say(TRIED, {'turns': ', '.join([*more, *shown])}, language=language)}"


# Controls


def laid_out(
    view: View, language: NullTranslations, emojis: Emojis
) -> tuple[list[Control], tuple[Mark, ...]]:
    """The menus of a page and the buttons, with the matching marks in the picture."""
    study, begun = view.study, view.study.begun
    line, made = begun.line, list[Control]()
    every = [] if line.position.to_move is None else picking.menus(line, view.stem, MENUS)
    pages = picking.pages(every, MENUS)
    page = min(view.page, len(pages) - 1)
    if view.branches:
        made.append(_branches(view, language))
    else:
        for number, shown in enumerate(pages[page]):
            to = view.to("try-pick", page=page, number=number)
            made.append(
                menu_text.control(
                    line, study.setup, shown,
                    stem=view.stem, to=to, most=1, language=language, emojis=emojis,
                )
            )  # fmt: skip
    made += _buttons(view, language, page, len(pages))
    return made, picking.marks_of_turn(line, begun.steps, view.stem, every)


def _branches(view: View, language: NullTranslations) -> Control:
    """The menu of the turns that were tried here, those that were tried last if there are many."""
    options = [
        discord.SelectOption(
            label=match_text.cut(one.text, LABEL),
            value=str(one.number),
            description=match_text.cut(one.comment, LABEL) or None,
        )
        for one in view.study.tree.children(view.study.here)[-OPTIONS:]
    ]
    return menu(language.gettext(WHICH_BRANCH), view.to("try-go"), options)


def _buttons(view: View, language: NullTranslations, page: int, pages: int) -> Iterator[Control]:
    study, begun = view.study, view.study.begun
    moving = bool(begun.steps or view.stem)
    first = not moving and study.here == ROOT
    yield button(language.gettext(BACK), view.to("try-back"), disabled=first, row=3)
    tried = study.tree.children(study.here)
    nothing = moving or not tried
    yield button(language.gettext(FORWARD), view.to("try-on"), disabled=nothing, row=3)
    if begun.steps and not view.stem and study.can_stop:
        style = discord.ButtonStyle.success
        yield button(language.gettext(END_HERE), view.to("try-stop"), style=style, row=3)
    if pages > 1 and not view.branches:
        yield button("◀", view.to("try-page", page=(page - 1) % pages), row=3)
        yield button("▶", view.to("try-page-on", page=(page + 1) % pages), row=3)
    if study.match_id is not None:
        there = view.place == study.here and not moving
        yield button(language.gettext(TO_MATCH), view.to("try-match"), disabled=there, row=4)
    over = begun.line.position.to_move is None
    yield button(language.gettext(TYPE), view.to("try-type"), disabled=over, row=4)
    yield button(language.gettext(MORE), view.to("try-more"), row=4)
