"""Studies that were published with a match that is over: publishing, looking, deleting comments."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from gettext import NullTranslations

import discord
from discord import ButtonStyle

from bot.cogs.studies import _message
from bot.cogs.studies._at_hand import at_hand
from bot.cogs.studies._message import View
from bot.context import Interaction
from bot.delivery.transport import answers
from bot.errors import Refused
from bot.interactions import access
from bot.interactions.contexts import user_of
from bot.interactions.locale import language_of
from bot.interactions.response import acknowledge_in_time
from bot.messages.board import REPLAY, act_button
from bot.pictures.board import of_match
from bot.records.source import Source
from bot.text import match as match_text
from bot.text.discord_limits import LABEL, OPTIONS
from bot.ui.controls import Control, button, custom_id, menu, number, pager
from bot.ui.dispatch import Press, on
from bot.ui.message import Reply
from games.protocol import Position
from games.shot import Shot
from games.words import N_, NN_, Fields, say
from matches.archive.variations import Published, published
from matches.model.errors import TableError
from matches.model.ids import MatchId, PlayerId, StudyNumber
from matches.model.match import LoggedTurn, Match
from matches.model.study_errors import NotPublished
from matches.model.tree import ROOT
from matches.studies import publication
from matches.studies.study import Study

REALLY = NN_(
    "Publish {count} position with your comment? Everyone who can see match {match} will see it in "
    "its replay, with your name; it becomes part of its record, without your name.",
    "Publish {count} positions with your comments? Everyone who can see match {match} will see "
    "them in its replay, with your name; they become part of its record, without your name.",
)
PUBLISH, KEEP = N_("Publish"), N_("Keep it to myself")
PUBLISHED = N_(
    "{match}: your study is published. It can be found in the replay, and `/export` includes it."
)
FOREIGN = N_(
    "{match}: this study doesn't begin at a position of the match, so it can't be published with "
    "it."
)
TITLE = N_("🔎 **Variation** by {player} · {where} · {who}")
LISTED = N_("{match}: these variations have been published. Which one would you like to see?")
ONE = N_("After turn {number}: {turn}")
AFTER = NN_(
    "{count} turn after turn {number} of the match",
    "{count} turns after turn {number} of the match",
)
START = N_("after turn {number} of the match")
LOOK, TAKE_BACK = N_("View…"), N_("Unpublish my study")
DELETE = N_("Delete this comment")
TAKEN_BACK = N_("{match}: what you'd published has been removed from the replay and the record.")
OTHERS_DELETE = N_(
    "{match}: a comment can be deleted by its author, and by the managers of the match's server."
)


# Publishing


@on("try-publish")
async def ask(press: Press) -> None:
    """Says who will see what, and asks for confirmation."""
    hand = await at_hand(press)
    language, view = language_of(press.interaction), View(hand.seen, hand.match)
    reply = await _message.message(press.interaction, view, language)
    fields: Fields = {"match": hand.match.id, "count": len(hand.study.tree.nodes)}
    controls = (
        button(language.gettext(PUBLISH), view.to("try-published"), style=ButtonStyle.success),
        button(language.gettext(KEEP), view.to("try-here")),
    )
    text = f"{reply.text}\n{say(REALLY, fields, language=language)}"
    await answers.show_reply(press.interaction, replace(reply, text=text, controls=controls))


@on("try-published")
async def publish(press: Press) -> None:
    """Publishes the study as it is."""
    hand = await at_hand(press)
    study, match, language = hand.study, hand.match, language_of(press.interaction)
    after = await asyncio.to_thread(publication.beginning, match, study.root, study.start)
    if after is None:
        raise Refused(FOREIGN, match=match.id)
    await publication.publish(hand.db, study.owner, study.number, match, after)
    said = say(PUBLISHED, {"match": match.id}, language=language)
    to = act_button(match, REPLAY, "replay", language, str(study.root))
    await answers.show_reply(press.interaction, Reply(said, (to,)))


@on("tried-off")
async def take_back(press: Press) -> None:
    """Takes back what the user has published of the match."""
    acknowledge_in_time(press.interaction, new=False)
    database = press.interaction.client.database
    await publication.take_back(database, press.match_id, press.player)
    fields = {"match": press.match_id}
    said = say(TAKEN_BACK, fields, language=language_of(press.interaction))
    await answers.show_reply(press.interaction, Reply(said))


# Looking


@on("tried")
async def look(press: Press) -> None:
    """Lists the published studies of the match; if there is only one, shows it."""
    interaction = press.interaction
    acknowledge_in_time(interaction)
    match = await access.require(interaction, press.match_id)
    found = await published(interaction.client.database, match.id)
    if len(found) == 1:
        await _show(interaction, match, found[0], ROOT)
        return
    await _list(interaction, match, found, 0)


@on("tried-page")
async def turn_page(press: Press) -> None:
    """Lists others that have been published."""
    acknowledge_in_time(press.interaction, new=False)
    match = await access.require(press.interaction, press.match_id)
    found = await published(press.interaction.client.database, match.id)
    await _list(press.interaction, match, found, number(press.rest))


async def _list(
    interaction: Interaction, match: Match, found: Sequence[Published], page: int
) -> None:
    """Shows a page of the published studies. Raises NotPublished if there are none."""
    if not found:
        raise NotPublished(match=match.id)
    language, names = language_of(interaction), interaction.client.names
    known = {
        one.author: names.known(match.place.guild, one.author, language) or None for one in found
    }
    await answers.show_reply(interaction, listed(match, found, known, page, language))


def listed(
    match: Match,
    found: Sequence[Published],
    names: Mapping[PlayerId, str | None],
    page: int,
    language: NullTranslations,
) -> Reply:
    """A page of what has been published of a match, with a menu to look at it."""
    last = (len(found) - 1) // OPTIONS
    page = min(page, last)
    options = [
        discord.SelectOption(
            label=_label(match, one, language), value=str(one.author),
            description=names[one.author],
        )
        for one in found[page * OPTIONS : (page + 1) * OPTIONS]
    ]  # fmt: skip
    controls = [menu(language.gettext(LOOK), custom_id("tried-of", match.id), options)]
    controls += pager(
        page, lambda to: custom_id("tried-page", match.id, 0, str(to)), more=page < last
    )
    said = say(LISTED, {"match": match.id}, language=language)
    return Reply(said, tuple(controls))


def _label(match: Match, one: Published, language: NullTranslations) -> str:
    first = next(iter(one.tree.nodes)).text
    fields: Fields = {"number": _turns(match, one), "turn": first}
    return match_text.cut(say(ONE, fields, language=language), LABEL)


def _turns(match: Match, one: Published) -> int:
    """How many turns the match had where it begins."""
    return sum(isinstance(entry, LoggedTurn) for entry in match.logged[: one.after])


@on("tried-of")
async def choose(press: Press) -> None:
    """Shows what somebody has published."""
    await _look(press, PlayerId(number(press.choice)), ROOT)


@on("tried-at")
@on("tried-on")
async def go(press: Press) -> None:
    """Goes to the node in the button's `seq`."""
    await _look(press, PlayerId(number(press.rest)), press.seq)


@on("tried-go")
async def branch(press: Press) -> None:
    """Goes to the branch that was chosen."""
    await _look(press, PlayerId(number(press.rest)), number(press.choice))


async def _look(press: Press, author: PlayerId, node: int) -> None:
    acknowledge_in_time(press.interaction, new=False)
    match = await access.require(press.interaction, press.match_id)
    one = await _of(press.interaction, match.id, author)
    await _show(press.interaction, match, one, node)


async def _of(interaction: Interaction, match_id: MatchId, author: PlayerId) -> Published:
    """What somebody has published of a match. Raises NotPublished."""
    found = await published(interaction.client.database, match_id)
    one = next((one for one in found if one.author == author), None)
    if one is None:
        raise NotPublished(match=match_id)
    return one


async def _show(interaction: Interaction, match: Match, one: Published, node: int) -> None:
    if not one.tree.has(node):
        raise NotPublished(match=match.id)
    language = language_of(interaction)
    _, stop = await Source.stored(match).at(interaction, one.after)
    study = _as_study(match, one, node, stop.position)
    view = View(study, match)
    last = study.turn_to(node)
    text = "\n".join(filter(None, _lines(view, _turns(match, one), language)))
    viewer = user_of(interaction)
    shot = Shot(last.line.position, last.steps)
    picture = await of_match(interaction.client, match, language, shot, viewer=viewer)
    may = await _may_delete(interaction, match, one.author)
    controls = tuple(_controls(match, one, node, viewer, language, deletes=may))
    await answers.show_reply(interaction, Reply(text, controls, picture))


def _as_study(match: Match, one: Published, node: int, start: Position) -> Study:
    return Study(
        owner=one.author,
        number=StudyNumber(0),
        match_id=None,
        game=match.game,
        setup=match.setup,
        start=str(start),
        root=0,
        name="",
        tree=one.tree,
        here=node,
        draft="",
        seq=1,
        changed_at=match.created_at,
    )


def _lines(view: View, turns: int, language: NullTranslations) -> Iterator[str]:
    study, match = view.study, view.match
    position = study.line(study.here).position
    depth = len(study.tree.branch(study.here))
    where: Fields = {"count": depth, "number": turns}
    fields: Fields = {
        "player": match_text.mention(study.owner, language),
        "where": say(AFTER if depth else START, where, language=language),
        "who": _message.who(study, position, language),
    }
    yield say(TITLE, fields, language=language)
    yield f"-# {match_text.title(match, language)}"
    yield from _message.told(view, language)
    yield from _message.tried(study, language)


def _controls(
    match: Match,
    one: Published,
    node: int,
    viewer: PlayerId,
    language: NullTranslations,
    *,
    deletes: bool,
) -> Iterator[Control]:
    here, author = one.tree.node(node), str(one.author)
    children = one.tree.children(node)
    if len(children) > 1:
        options = [
            discord.SelectOption(label=match_text.cut(child.text, LABEL), value=str(child.number))
            for child in children[:OPTIONS]
        ]
        to = custom_id("tried-go", match.id, node, author)
        yield menu(language.gettext(_message.WHICH_BRANCH), to, options)
    parent = ROOT if here is None else here.parent
    back = custom_id("tried-at", match.id, parent, author)
    yield button(language.gettext(_message.BACK), back, disabled=here is None)
    if len(children) == 1:
        on_to = custom_id("tried-on", match.id, children[0].number, author)
        yield button(language.gettext(_message.FORWARD), on_to)
    yield act_button(match, REPLAY, "replay", language, str(_turns(match, one)))
    if here is not None and here.comment and deletes:
        delete = custom_id("tried-delete", match.id, node, author)
        yield button(language.gettext(DELETE), delete, style=ButtonStyle.danger)
    if viewer == one.author:
        off = custom_id("tried-off", match.id)
        yield button(language.gettext(TAKE_BACK), off, style=ButtonStyle.danger)


# Deleting


async def _may_delete(interaction: Interaction, match: Match, author: PlayerId) -> bool:
    """Whether the user may delete comments: the author's own, and as a manager on the match's
    server.
    """
    if interaction.user.id == author:
        return True
    try:
        await access.require(interaction, match.id, "end")
    except (Refused, TableError):
        return False
    return True


@on("tried-delete")
async def delete(press: Press) -> None:
    """Deletes a published comment."""
    interaction = press.interaction
    acknowledge_in_time(interaction, new=False)
    author = PlayerId(number(press.rest))
    match = await access.require(interaction, press.match_id)
    if not await _may_delete(interaction, match, author):
        raise Refused(OTHERS_DELETE, match=match.id)
    database = interaction.client.database
    one = await publication.delete_comment(database, match.id, author, press.seq)
    await _show(interaction, match, one, press.seq)
