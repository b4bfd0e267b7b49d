"""*More…* under a study: its name, comments, comparing, deleting, and the list of all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from gettext import NullTranslations

from discord import ButtonStyle

from bot.cogs.studies import _list
from bot.cogs.studies._at_hand import Hand, at_hand, match_of, show, show_after
from bot.cogs.studies._message import View, message, named
from bot.commands.destinations import STUDIES, conditions_button
from bot.delivery.transport import answers
from bot.interactions.contexts import guild_of
from bot.interactions.locale import language_of
from bot.interactions.response import acknowledge_in_time
from bot.messages.board import BOARD, act_button
from bot.pictures.board import Picture, theme_of
from bot.pictures.work import Order, boards
from bot.text import match as match_text
from bot.text.position import ALT_LIMIT, described
from bot.ui import forms
from bot.ui.controls import Control, button, custom_id, number
from bot.ui.dispatch import Press, on
from bot.ui.message import Reply
from games.shot import Shot
from games.words import N_, NN_, say
from matches.model.ids import StudyNumber
from matches.model.shots import side
from matches.model.tree import COMMENT, ROOT
from matches.studies import shelf, steps, stored
from matches.studies.conditions import ahead

WHAT = N_("What would you like to do with this study?")
NOTES, COMPARE = N_("Name and comment…"), N_("Compare with the match")
PRUNE, REMOVE = N_("Delete this branch…"), N_("Delete the study…")
IF_IT_HAPPENS, TO_BOARD = N_("Play this if it happens…"), N_("Back to the board")
PUBLISH = N_("Publish with the match…")
NAME, COMMENTED = N_("Name of the study"), N_("Comment on this position")
NAMED_STAYS = N_("Studies with names are kept when you add new ones")
YOURS_ALONE = N_("Only you can read it")
REALLY_PRUNE = NN_(
    "Delete this position? This can't be undone.",
    "Delete {count} positions: this one and everything you've tried from here? This can't be "
    "undone.",
)
REALLY_REMOVE = N_("Delete the whole study? This can't be undone.")
DELETE, KEEP = N_("Delete"), N_("Keep")
REMOVED = N_("The study has been deleted: {study}.")
TRIED_HERE, MATCH_NOW = N_("Your study"), N_("The match now")
TRIED = N_("Your study: {turns}")
PLAYED = N_("The match: {turns}")
NOTHING_YET = N_("nothing yet")
_TURNS = 400
"""The most characters of the turns of one side of a comparison."""
_WIDTH = 420
"""Pixels of each board of a comparison."""


@on("try-more")
async def more(press: Press) -> None:
    """Offers the rest in place of the menus."""
    hand = await at_hand(press)
    language, view = language_of(press.interaction), View(hand.seen, hand.match)
    reply = await message(press.interaction, view, language)
    text = f"{reply.text}\n{language.gettext(WHAT)}"
    controls = tuple(_controls(hand, view, language))
    await answers.show_reply(press.interaction, replace(reply, text=text, controls=controls))


def _controls(hand: Hand, view: View, language: NullTranslations) -> Iterator[Control]:
    study, match = hand.seen, hand.match

    def offered(label: str, action: str) -> Control:
        return button(language.gettext(label), view.to(action))

    yield offered(TO_BOARD, "try-here")
    yield offered(NOTES, "try-note")
    if study.match_id is not None:
        seat = match.seat_of(hand.press.player)
        if seat is not None and match.status == "running" and ahead(study, match, study.here):
            yield offered(IF_IT_HAPPENS, "try-if")
        yield from conditions_button(match, hand.press.player, language)
        yield offered(COMPARE, "try-compare")
        yield act_button(match, BOARD, "board", language)
        if match.ending is not None and study.tree.nodes:
            yield offered(PUBLISH, "try-publish")
    if study.here != ROOT:
        yield offered(PRUNE, "try-drop")
    yield button(language.gettext(REMOVE), custom_id("study-drop", rest=str(study.number)))
    yield button(language.gettext(STUDIES), custom_id("studies", rest="here/0"))


# Name and comment


@on("try-note")
async def ask(press: Press) -> None:
    """Opens the form for the study's name and the position's comment."""
    hand = await at_hand(press, form=True)
    language, study = language_of(press.interaction), hand.seen
    node = study.tree.node(study.here)
    fields = [
        forms.text(
            "name", language.gettext(NAME), language.gettext(NAMED_STAYS), study.name,
            most=steps.NAME,
        )
    ]  # fmt: skip
    if node is not None:
        label, below = language.gettext(COMMENTED), language.gettext(YOURS_ALONE)
        fields.append(forms.text("comment", label, below, node.comment, most=COMMENT))
    to = View(study, hand.match).to("try-note")
    await forms.show(press.interaction, language.gettext(NOTES), to, fields)


@forms.on("try-note")
async def note(press: Press, values: forms.Values) -> None:
    """Keeps the name and the comment."""
    hand = await at_hand(press)
    owner, wanted = hand.study.owner, hand.study.number
    study = await steps.name(hand.db, owner, wanted, forms.one(values, "name"))
    if "comment" in values:
        said = forms.one(values, "comment")
        study = await steps.comment(hand.db, owner, wanted, hand.here, said)
    await show_after(hand, study)


# Comparing


@on("try-compare")
async def compare(press: Press) -> None:
    """Shows the study's position and the match's side by side, in a separate message."""
    hand = await at_hand(press, new=True)
    interaction, match, study = press.interaction, hand.match, hand.seen
    language = language_of(interaction)
    names = language.gettext(TRIED_HERE), language.gettext(MATCH_NOW)
    theme = await theme_of(interaction.client, press.player, guild_of(interaction))
    last = study.turn_to(study.here)
    played = match.recent[-1].steps if match.recent else ()
    key, captions = study.game.info.key, tuple(match_text.seats(match, language))
    seat = side(match)
    shots = (
        Shot(last.line.position, last.steps, seat=seat),
        Shot(match.position, played, seat=seat),
    )
    orders = [Order(key, shot, captions, theme) for shot in shots]
    png = await interaction.client.painter.run(
        partial(boards, orders, _WIDTH, len(orders), names), press.player
    )
    told = [
        f"{name}: {described(study.game, study.setup, shot.position, language, steps=shot.steps)}"
        for name, shot in zip(names, shots, strict=True)
    ]
    alt = match_text.cut("\n".join(match_text.cut(one, ALT_LIMIT // 2) for one in told), ALT_LIMIT)
    since = [one.text for one in match.turns[study.root :]]
    lines = [
        match_text.header(match, language),
        _turns(TRIED, [*study.tree.turns(study.here)], language),
        _turns(PLAYED, since, language),
    ]
    await answers.show_reply(interaction, Reply("\n".join(lines), picture=Picture(png, alt)))


def _turns(sentence: str, turns: list[str], language: NullTranslations) -> str:
    """Turns from the study's start, the last ones if there are many."""
    shown, room = list[str](), _TURNS
    for text in reversed(turns):
        code = match_text.code(text)
        room -= len(code) + 2
        if room < 0:
            shown.append("…")
            break
        shown.append(code)
    said = ", ".join(reversed(shown)) or language.gettext(NOTHING_YET)
    return say(sentence, {"turns": said}, language=language)


# Deleting


@on("try-drop")
async def drop(press: Press) -> None:
    """Asks whether to delete the branch."""
    hand = await at_hand(press)
    language, view = language_of(press.interaction), View(hand.seen, hand.match)
    count = sum(1 for _ in hand.study.tree.below(hand.here))
    asked = say(REALLY_PRUNE, {"count": count}, language=language)
    reply = await message(press.interaction, view, language)
    delete = view.to("try-dropped", number=hand.study.seq)
    controls = (
        button(language.gettext(DELETE), delete, style=ButtonStyle.danger),
        button(language.gettext(KEEP), view.to("try-here")),
    )
    text = f"{reply.text}\n{asked}"
    await answers.show_reply(press.interaction, replace(reply, text=text, controls=controls))


@on("try-dropped")
async def dropped(press: Press) -> None:
    """Throws it away."""
    (seq,) = press.read(r"\d+/\d+/\d+/(\d+)/.*")
    hand = await at_hand(press)
    study = await steps.prune(
        hand.db, hand.study.owner, hand.study.number, hand.here, seq=number(seq)
    )
    await show_after(hand, study)


@on("study-drop")
async def drop_all(press: Press) -> None:
    """Asks whether to delete a study, even one that can't be read any more, or whose match can't be
    read.
    """
    acknowledge_in_time(press.interaction, new=False)
    wanted = _list.chosen(press.rest or press.choice)
    study = await stored.get(press.interaction.client.database, press.player, wanted)
    language = language_of(press.interaction)
    delete = custom_id("study-dropped", seq=study.number, rest=str(study.seq))
    controls = (
        button(language.gettext(DELETE), delete, style=ButtonStyle.danger),
        button(language.gettext(KEEP), custom_id("studies", rest="here/0")),
    )
    text = f"{named(study, language)}\n{language.gettext(REALLY_REMOVE)}"
    await answers.show_reply(press.interaction, Reply(text, controls))


@on("study-dropped")
async def dropped_all(press: Press) -> None:
    """Throws it away."""
    acknowledge_in_time(press.interaction, new=False)
    gone = await shelf.remove(
        press.interaction.client.database,
        press.player,
        StudyNumber(press.seq),
        seq=number(press.rest),
    )
    language = language_of(press.interaction)
    said = say(REMOVED, {"study": named(gone, language)}, language=language)
    await answers.show_reply(press.interaction, await _list.listed(press.interaction, 0, said))


# All studies


@on("studies")
async def studies(press: Press) -> None:
    """Lists the user's studies, in place of a study or in a separate message."""
    in_place, page = press.read("(here/)?([0-9]{0,4})")
    acknowledge_in_time(press.interaction, new=not in_place)
    shown = await _list.listed(press.interaction, int(page or 0))
    await answers.show_reply(press.interaction, shown)


@on("study")
async def open_one(press: Press) -> None:
    """Opens the study that was chosen from the list."""
    acknowledge_in_time(press.interaction, new=False)
    wanted = _list.chosen(press.choice)
    study = await stored.get(press.interaction.client.database, press.player, wanted)
    match = await match_of(press.interaction, study)
    await show(press.interaction, View(study, match))
