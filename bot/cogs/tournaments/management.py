"""What a director does: starts, removes, replaces, takes back, hands over, cancels, ends."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from gettext import NullTranslations

import discord
from discord import ButtonStyle

from bot.cogs.tournaments import _choices, page, rulings
from bot.cogs.tournaments.page import KIND
from bot.cogs.tournaments.succession import OFFERS
from bot.commands.competitions import common as shared
from bot.commands.competitions import destinations as ways
from bot.commands.competitions import direction as forms_of
from bot.commands.competitions import succession
from bot.commands.competitions.channels import is_lost
from bot.commands.competitions.menu import BACK, WHO
from bot.context import Interaction
from bot.delivery.competitions.due import Competitions
from bot.delivery.transport import answers
from bot.errors import Outdated, Refused
from bot.interactions.locale import language_of
from bot.interactions.ways_out import lead
from bot.messages.competitions import tournament as message
from bot.messages.competitions.tournament import act_button
from bot.text import competition as text
from bot.text import competition_terms as terms
from bot.ui import forms
from bot.ui.controls import NO_MATCH, Control, custom_id, number
from bot.ui.dispatch import Press, on
from bot.ui.forms import Values
from bot.ui.layout import heading
from bot.ui.message import Reply
from competitions.model.entrants import EntrantId
from competitions.tournaments import direction
from competitions.tournaments.acts import TournamentAct
from competitions.tournaments.held import Held, teams_at
from competitions.tournaments.rulings import require_unplayed, take_back
from games.words import N_, NN_, say
from matches.model.ids import PlayerId

WAITING = NN_(
    "{count} match is waiting for your decision.",
    "{count} matches are waiting for your decision.",
)
START, BY_WHOM = N_("Start with {count}"), N_("Who takes over?")
TO_WAIT = N_("Which computer players? All places are taken, so they go on the waiting list.")
TO_REPLACE = N_(
    "Which computer players? They go on the waiting list, and can replace somebody from there."
)
CHANGED = N_("Somebody else has that place now. Please choose again.")
lead(CHANGED, ways.page)


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that a director can do: its button, and the acts behind it. If it is about
    entrants, `entrants` gives those who can be chosen. Its label may name the last round.
    """

    label: str
    acts: tuple[TournamentAct, ...]
    entrants: Callable[[Held], Sequence[EntrantId]] | None = None
    grave: bool = False


def _here(held: Held) -> list[EntrantId]:
    now = held.competition
    return [one.id for one in now.signed if one.id not in now.withdrawn]


def _gone(held: Held) -> list[EntrantId]:
    return sorted(held.competition.withdrawn)


def _all(held: Held) -> list[EntrantId]:
    return [*_gone(held), *sorted(held.competition.remaining)]


def _known(held: Held) -> list[EntrantId]:
    return [id_ for id_ in _gone(held) if not held.gone(id_)]


CHOICES: dict[str, Choice] = {
    "computer": Choice(N_("Add computer players…"), ("enter",)),
    "decide": Choice(N_("Decide a match…"), ("decide", "correct")),
    "dismiss": Choice(N_("Remove somebody…"), ("dismiss",), _here),
    "reinstate": Choice(N_("Let somebody back in…"), ("reinstate",), _known),
    "replace": Choice(N_("Replace somebody…"), ("replace",), _all),
    "unpair": Choice(N_("Pair round {round} again…"), ("take-back",)),
    "change": Choice(N_("Name and channel…"), ("change",)),
    "director": Choice(N_("Hand it over…"), ("hand-over",)),
    "end": Choice(N_("End it now…"), ("end",), grave=True),
    "cancel": Choice(N_("Cancel it…"), ("cancel",), grave=True),
}
FOLLOWS = {
    "dismiss": N_("Their matches in progress here will be resigned."),
    "unpair": N_("Its matches will be stopped. The same people may be paired again."),
    "end": N_("The current standings will become final."),
    "cancel": text.GO_ON,
}
"""The consequences of these acts, as their forms say them."""
_BY_REASON = ("unpair", "end", "cancel")
_FORMS = ("director", "change", *_BY_REASON)
"""The acts whose button opens a form at once."""


# The menu


@on("cup-manage")
async def manage(press: Press) -> None:
    """Shows what the director can do."""
    await answers.acknowledge(press.interaction)
    held, _ = await KIND.directed(press)
    await _show(press.interaction, held)


async def _show(interaction: Interaction, held: Held) -> None:
    acts, lost = page.acts_of(interaction, held), await is_lost(interaction, held)
    reply = menu_of(held, acts, language_of(interaction), lost=lost)
    await answers.show_reply(interaction, reply)


def menu_of(
    held: Held, acts: Collection[TournamentAct], language: NullTranslations, *, lost: bool = False
) -> Reply:
    """What the director can do now, as buttons. `lost`: the bot can't write in its channel."""
    stalled = len(held.competition.stalled)
    more = say(WAITING, {"count": stalled}, language=language) if stalled else ""
    if held.competition.status == "open":
        more = terms.start(held, language)
    state = terms.state(held, language)
    parts = forms_of.menu_parts(held, state, language, lost=lost, more=more)
    return Reply("", tuple(_controls(held, acts, language)), parts=parts)


def _controls(
    held: Held, acts: Collection[TournamentAct], language: NullTranslations
) -> Iterator[Control]:
    last = len(held.competition.rounds)
    if "start" in acts:
        label = say(START, {"count": len(held.competition.entrants)}, language=language)
        style = ButtonStyle.success
        yield act_button(label, "cup-start", held.id, language, style=style)
    for name, one in CHOICES.items():
        if {*one.acts} & {*acts}:
            style = ButtonStyle.danger if one.grave else ButtonStyle.secondary
            about = last if name == "unpair" else 0
            label = _label(name, language, last)
            yield act_button(label, "cup-act", held.id, language, name, about, style=style)
    yield from message.report_button(held, language)
    yield message.page_button(held.id, language, "about", BACK)


def _label(name: str, language: NullTranslations, round_: int = 0) -> str:
    """The label of a choice."""
    return say(CHOICES[name].label, {"round": round_}, language=language)


@on("cup-start")
async def start(press: Press) -> None:
    """Ends the sign-up."""
    await answers.acknowledge(press.interaction)
    held, _ = await KIND.directed(press)
    database = press.interaction.client.database
    held = await direction.start(database, held.id, press.player, **shared.as_director(press, held))
    await page.show_changed(press.interaction, held)


# Choosing what an act is about


@on("cup-act")
async def choose(press: Press) -> None:
    """Asks for the object of an act: with a page of a menu, or for a round with a form."""
    held, (name, about) = await KIND.directed(press, r"/([a-z]+)/(\d{1,4})")
    if name not in CHOICES:
        raise Outdated
    if name in _FORMS:
        if name == "unpair":
            await require_unplayed(press.interaction.client.database, held, number(about))
        await _ask(press, held, name, number(about))
        return
    await answers.acknowledge(press.interaction)
    if name == "decide":
        await rulings.choose(press.interaction, held, number(about))
        return
    if name == "computer":
        language = language_of(press.interaction)
        free = forms_of.computer_players(_taken(held), language, held.terms.team)
        reply = _choosing(held, name, _which_computers(held), free, language, most=len(free))
    else:
        reply = await _people(press.interaction, held, name, number(about))
    await answers.show_reply(press.interaction, reply)


async def _people(
    interaction: Interaction, held: Held, name: str, at: int, gone: str | None = None
) -> Reply:
    """A page of the menu of those whom an act can be about; with `gone`, of those who can replace
    that entrant. Only those on the page are named.
    """
    language, about = language_of(interaction), CHOICES[name].entrants
    assert about is not None
    ids = about(held) if gone is None else [one.id for one in held.competition.waiting]
    shown = forms_of.on_page(ids, at)
    options = await _choices.entrants(interaction.client, held, shown, language)
    action, rest = ("cup-act", name) if gone is None else ("cup-who", gone)
    turning = forms_of.turning(
        len(ids), at, lambda to: custom_id(action, NO_MATCH, held.seq, f"{held.id}/{rest}/{to}")
    )
    question = WHO if gone is None else BY_WHOM
    more = "" if gone is None else f"/{gone}"
    return _choosing(held, name, question, options, language, more=more, turning=turning)


def _choosing(
    held: Held,
    name: str,
    question: str,
    options: list[discord.SelectOption],
    language: NullTranslations,
    *,
    more: str = "",
    turning: Sequence[Control] = (),
    most: int = 1,
) -> Reply:
    """A menu that remembers what the director sees now."""
    return forms_of.choosing(
        heading(_label(name, language)),
        language.gettext(question),
        custom_id("cup-pick", NO_MATCH, held.seq, f"{held.id}/{name}{more}"),
        options,
        language,
        back=act_button(BACK, "cup-manage", held.id, language),
        turning=turning,
        most=most,
    )


def _which_computers(held: Held) -> str:
    """Asks which computer players to add, and says how they will take part."""
    now = held.competition
    if now.status != "open":
        return TO_REPLACE
    return TO_WAIT if now.full else forms_of.WHICH


def _taken(held: Held) -> list[PlayerId | None]:
    return [one for team in held.teams.values() for one in team]


@on("cup-pick")
async def pick(press: Press) -> None:
    """Goes on with what was chosen: to a form, to another choice, or to the act itself."""
    held, (name, gone) = await KIND.directed(press, r"/([a-z]+)(?:/(\d{1,4}))?")
    if name == "computer":
        await _enter(press, held)
        return
    chosen = number(press.choice)
    _require_same(press, held, chosen, number(gone or press.choice))
    if name in {"dismiss", "reinstate"}:
        await _ask(press, held, name, chosen)
    elif name != "replace":
        raise Outdated
    elif gone is not None:
        await _ask(press, held, name, number(gone), chosen)
    else:
        await answers.acknowledge(press.interaction)
        reply = await _people(press.interaction, held, name, 0, str(chosen))
        await answers.show_reply(press.interaction, reply)


async def _enter(press: Press, held: Held) -> None:
    """Signs the chosen computer players up."""
    await answers.acknowledge(press.interaction)
    players = forms_of.chosen_computer_players(press, _taken(held))
    database, common = press.interaction.client.database, shared.as_director(press, held)
    held = await direction.enter(database, held.id, press.player, *players, **common)
    shared.wake(press.interaction)
    await _show(press.interaction, held)


@on("cup-who")
async def choose_substitute(press: Press) -> None:
    """Shows another page of those who can replace somebody."""
    held, (gone, at) = await KIND.directed(press, r"/(\d{1,4})/(\d{1,4})")
    _require_same(press, held, number(gone))
    await answers.acknowledge(press.interaction)
    reply = await _people(press.interaction, held, "replace", number(at), gone)
    await answers.show_reply(press.interaction, reply)


def _require_same(press: Press, held: Held, *entrants: int) -> None:
    """Raises Refused if one of these entrants is no longer who it was in the director's menu."""
    before = teams_at(held.members, press.seq)
    for id_ in map(EntrantId, entrants):
        if before.get(id_) != held.teams.get(id_):
            raise Refused(CHANGED)


# The forms, and carrying out acts

_FORM = r"/([a-z]+)/(\d{1,4})(?:/(\d{1,4}))?"
"""What a form is for: an act, and its objects."""


async def _ask(press: Press, held: Held, name: str, *about: int) -> None:
    """Opens the form of an act. Mostly it asks for a reason. The act is about an entrant and
    perhaps their replacement, or about a round.
    """
    language = language_of(press.interaction)
    rest = "/".join(map(str, about))
    to = custom_id("cup-form", NO_MATCH, press.seq, f"{held.id}/{name}/{rest}")
    title = _label(name, language, about[0]).rstrip(" …")
    follows = FOLLOWS.get(name, "")
    if name == "dismiss" and held.competition.status == "open":
        follows = ""
    fields = forms_of.fields(press.interaction, held, name, language, follows=follows)
    await forms.show(press.interaction, title, to, fields)


@on("cup-form")
async def ask_again(press: Press) -> None:
    """Opens a form again after it was refused."""
    held, (name, *about) = await KIND.directed(press, _FORM)
    if name not in CHOICES:
        raise Outdated
    await _ask(press, held, name, *(number(one) for one in about if one))


@forms.on("cup-form")
async def submitted(press: Press, values: Values) -> None:
    """Does what the form was for."""
    await answers.acknowledge(press.interaction)
    held, (name, about, by) = await KIND.directed(press, _FORM)
    database, player, id_ = press.interaction.client.database, press.player, held.id
    reason, common = forms_of.reason_in(values), shared.as_director(press, held)
    if name == "director":
        await succession.ask(press, OFFERS, held, forms_of.chosen_director(press, values))
        return
    if name == "cancel":
        held = await direction.cancel(database, id_, player, reason=reason, **common)
    elif name == "end":
        held = await direction.end(database, id_, player, reason=reason, **common)
    elif name == "unpair":
        round_ = number(about)
        held = await take_back(database, id_, player, round_, reason=reason, **common)
    elif name == "dismiss":
        gone = EntrantId(number(about))
        _require_same(press, held, gone)
        held = await direction.dismiss(database, id_, player, gone, reason=reason, **common)
    elif name == "reinstate":
        back = EntrantId(number(about))
        _require_same(press, held, back)
        held = await direction.reinstate(database, id_, player, back, reason=reason, **common)
    elif name == "replace":
        gone, coming = EntrantId(number(about)), EntrantId(number(by or ""))
        _require_same(press, held, gone, coming)
        held = await direction.replace(database, id_, player, gone, coming, reason=reason, **common)
    elif name == "change":
        changed = await forms_of.changed(press, held, values)
        manager = common["manager"]
        before = held
        held = await direction.change(database, id_, player, manager=manager, **changed)
        press.interaction.client.service(Competitions).changed(before)
    else:
        raise Outdated
    await page.show_changed(press.interaction, held)
