"""What a director does: starts, takes out, replaces, takes back, hands over, cancels, ends."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any

import discord
from discord import ButtonStyle

from bot.cogs.tournaments import _choices, page, ruling
from bot.cogs.tournaments._choices import LONGEST_REASON
from bot.commands import competitions as shared
from bot.context import Bot, Interaction
from bot.delivery import answers
from bot.errors import Outdated, Refused
from bot.interactions.locale import language_of
from bot.messages import competition as message
from bot.messages.competition import act_button
from bot.text import competition as text
from bot.text import competition_terms as terms
from bot.text.discord_limits import OPTIONS
from bot.ui import controls, forms
from bot.ui.controls import NO_MATCH, Control, custom_id, menu, number, pager
from bot.ui.dispatch import Press, on
from bot.ui.forms import Values
from bot.ui.layout import Text, heading, ruled
from bot.ui.message import Reply
from competitions.life import directing
from competitions.life.acts import Act
from competitions.life.held import Held
from competitions.life.opening import LONGEST_NAME
from competitions.life.rulings import take_back
from competitions.model.entrants import EntrantId
from games.words import N_, NN_, say
from matches.model.computer_players import LEVELS, several
from matches.model.ids import ChannelId, PlayerId

TITLE = N_("Manage {name}")
REMARK = N_("What you do here counts at once. What others have to know is announced.")
WAITING = NN_("{count} game waits for your decision.", "{count} games wait for your decision.")
LOST = N_(
    "⚠ I can't write in {channel}. Give me the permission, or choose another channel under “Name "
    "and channel”."
)
START, BACK = N_("Start with {count}"), N_("Back")
WHOM, BY_WHOM, LEVEL = N_("Whom?"), N_("Who plays on?"), N_("Which level?")
ON_LEVEL = N_("Level {level}")
NOBODY = N_("There is nobody to choose now.")
ALL_THERE = N_("All computer players of this level take part already.")
NEXT_DIRECTOR = N_("Who directs it from now on?")
NO_BOTS = N_("Choose a person: bots can't direct.")
NAME, CHANNEL = N_("Name"), N_("Channel for announcements and new matches")


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that a director can do: its button, and which acts it stands for. If it is about
    entrants, these are who can be chosen.
    """

    label: str
    acts: tuple[Act, ...]
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
    "computer": Choice(N_("Add a computer player …"), ("enter",)),
    "decide": Choice(N_("Decide a game …"), ("decide", "correct")),
    "dismiss": Choice(N_("Take somebody out …"), ("dismiss",), _here),
    "reinstate": Choice(N_("Let somebody back in …"), ("reinstate",), _known),
    "replace": Choice(N_("Replace somebody …"), ("replace",), _all),
    "unpair": Choice(N_("Pair the round anew …"), ("take-back",)),
    "change": Choice(N_("Name and channel …"), ("change",)),
    "director": Choice(N_("Hand it over …"), ("hand-over",)),
    "end": Choice(N_("End it now …"), ("end",), grave=True),
    "cancel": Choice(N_("Cancel it …"), ("cancel",), grave=True),
}
_BY_REASON = ("unpair", "end", "cancel")
_FORMS = ("director", "change", *_BY_REASON)
"""These open a form at once."""


# The menu


@on("cup-manage")
async def manage(press: Press) -> None:
    """Shows what the director can do."""
    await page.acknowledge(press)
    held, _ = await _directed(press)
    acts = page.acts_of(press.interaction, held)
    lost = shared.is_lost(press.interaction.client, held)
    reply = menu_of(held, acts, language_of(press.interaction), lost=lost)
    await answers.show_reply(press.interaction, reply)


async def _directed(press: Press, pattern: str = "") -> tuple[Held, tuple[Any, ...]]:
    """The tournament that a director's control is about. Raises CompetitionError."""
    held, more = await shared.pressed(press, pattern)
    shared.require_director(press.interaction, held)
    return held, more


def menu_of(
    held: Held, acts: Collection[Act], language: NullTranslations, *, lost: bool = False
) -> Reply:
    """What the director can do now, as buttons. `lost`: its channel can't be written in."""
    title = say(TITLE, {"name": text.called(held.terms.name)}, language=language)
    lines = [f"**{terms.state(held, language)}**"]
    if stalled := len(held.competition.stalled):
        lines.append(say(WAITING, {"count": stalled}, language=language))
    if lost:
        lines.append(say(LOST, {"channel": f"<#{held.terms.channel}>"}, language=language))
    lines.append(f"-# {language.gettext(REMARK)}")
    parts = (heading(title), Text("\n".join(lines)))
    return Reply("", tuple(_controls(held, acts, language)), parts=ruled(parts))


def _controls(held: Held, acts: Collection[Act], language: NullTranslations) -> Iterator[Control]:
    if "start" in acts:
        label = say(START, {"count": len(held.competition.entrants)}, language=language)
        style = ButtonStyle.success
        yield act_button(label, "cup-start", held.id, language, style=style)
    for name, one in CHOICES.items():
        if {*one.acts} & {*acts}:
            style = ButtonStyle.danger if one.grave else ButtonStyle.secondary
            yield act_button(one.label, "cup-act", held.id, language, name, 0, style=style)
    yield message.page_button(held.id, language, "about", BACK)


@on("cup-start")
async def start(press: Press) -> None:
    """Ends the sign-up."""
    await page.acknowledge(press)
    held, _ = await _directed(press)
    database = press.interaction.client.database
    held = await directing.start(database, held.id, press.player, **_as_director(press, held))
    await page.seen_to(press.interaction, held)


def _as_director(press: Press, held: Held) -> dict[str, Any]:
    """Who asks, for what the log notes."""
    manager = shared.manages(press.interaction, held)
    return {"manager": manager, "interaction": press.interaction.id}


# Choosing what an act is about


@on("cup-act")
async def choose(press: Press) -> None:
    """Asks what the act is about."""
    held, (name, at) = await _directed(press, r"/([a-z]+)/(\d{1,4})")
    if name not in CHOICES:
        raise Outdated
    if name in _FORMS:
        await _ask(press.interaction, held, name)
        return
    await page.acknowledge(press)
    if name == "decide":
        await ruling.choose(press.interaction, held, number(at))
        return
    options = await _options(press.interaction, held, name)
    reply = _choosing(held, name, options, language_of(press.interaction), at=number(at))
    await answers.show_reply(press.interaction, reply)


async def _options(interaction: Interaction, held: Held, name: str) -> list[discord.SelectOption]:
    language, bot = language_of(interaction), interaction.client
    if name == "computer":
        return [
            discord.SelectOption(
                label=say(ON_LEVEL, {"level": level}, language=language), value=str(level)
            )
            for level in LEVELS
        ]
    about = CHOICES[name].entrants
    assert about is not None
    return await _choices.entrants(bot, held, about(held), language)


def _choosing(
    held: Held,
    name: str,
    options: Sequence[discord.SelectOption],
    language: NullTranslations,
    *,
    at: int = 0,
    more: str = "",
) -> Reply:
    """A page of a menu, with buttons to the pages beside it."""
    first = at * OPTIONS
    shown = list(options[first : first + OPTIONS])
    question = language.gettext(BY_WHOM if more else LEVEL if name == "computer" else WHOM)
    head = heading(language.gettext(CHOICES[name].label))
    back = act_button(BACK, "cup-manage", held.id, language)
    if not shown:
        return Reply("", (back,), parts=(head, Text(language.gettext(NOBODY))))
    to = custom_id("cup-pick", NO_MATCH, 0, f"{held.id}/{name}{more}")
    found = [menu(question, to, shown)]
    found += pager(
        at,
        lambda number: custom_id("cup-act", NO_MATCH, 0, f"{held.id}/{name}/{number}"),
        more=first + OPTIONS < len(options),
    )
    return Reply("", (*found, back), parts=(head, Text(question)))


@on("cup-pick")
async def pick(press: Press) -> None:
    """Goes on with what was chosen: to a form, to another choice, or to the deed."""
    held, (name, entrant) = await _directed(press, r"/([a-z]+)(?:/(\d{1,4}))?")
    if name == "dismiss":
        await _ask(press.interaction, held, name, press.choice)
        return
    await page.acknowledge(press)
    chosen, database, player = number(press.choice), press.interaction.client.database, press.player
    common = _as_director(press, held)
    if name == "replace" and entrant is None:
        await _ask_who_plays_on(press.interaction, held, chosen)
        return
    if name == "computer":
        one = _computer_player(held, chosen)
        held = await directing.enter(database, held.id, player, *one, **common)
    elif name == "reinstate":
        held = await directing.reinstate(database, held.id, player, EntrantId(chosen), **common)
    elif name == "replace":
        gone, by = EntrantId(number(entrant)), EntrantId(chosen)
        held = await directing.replace(database, held.id, player, gone, by, **common)
    else:
        raise Outdated
    await page.seen_to(press.interaction, held)


def _computer_player(held: Held, level: int) -> list[PlayerId]:
    """The first of a level who do not take part yet, as many as make a team. Raises Refused."""
    taken = {player for team in held.teams.values() for player in team}
    free = [one for one in several(level, _EVERY) if one not in taken]
    if len(free) < held.terms.team:
        raise Refused(ALL_THERE)
    return free[: held.terms.team]


_EVERY = 99
"""More computer players than there are of a level."""


async def _ask_who_plays_on(interaction: Interaction, held: Held, entrant: int) -> None:
    language = language_of(interaction)
    waiting = [one.id for one in held.competition.waiting]
    options = await _choices.entrants(interaction.client, held, waiting[:OPTIONS], language)
    reply = _choosing(held, "replace", options, language, more=f"/{entrant}")
    await answers.show_reply(interaction, reply)


# Forms


async def _ask(interaction: Interaction, held: Held, name: str, about: str = "0") -> None:
    """Opens the form of an act: mostly for its reason."""
    language = language_of(interaction)
    to = custom_id("cup-form", NO_MATCH, 0, f"{held.id}/{name}/{number(about)}")
    fields = [_choices.reason(language)]
    if name == "director":
        fields = [forms.people("director", language.gettext(NEXT_DIRECTOR), "", [], most=1)]
    elif name == "change":
        called, where = language.gettext(NAME), language.gettext(CHANNEL)
        fields = [
            forms.text("name", called, "", held.terms.name, most=LONGEST_NAME),
            forms.channels("channel", where, "", [held.terms.channel], most=1),
        ]
    title = language.gettext(CHOICES[name].label).removesuffix(" …")
    await forms.show(interaction, title, to, fields)


@forms.on("cup-form")
async def submitted(press: Press, values: Values) -> None:
    """Does what a form was for."""
    await page.acknowledge(press)
    held, (name, about) = await _directed(press, r"/([a-z]+)/(\d{1,4})")
    database, player, id_ = press.interaction.client.database, press.player, held.id
    reason, common = str(values.get("reason", ""))[:LONGEST_REASON], _as_director(press, held)
    if name == "cancel":
        held = await directing.cancel(database, id_, player, reason=reason, **common)
    elif name == "end":
        held = await directing.end(database, id_, player, reason=reason, **common)
    elif name == "unpair":
        last = len(held.competition.rounds)
        held = await take_back(database, id_, player, last, reason=reason, **common)
    elif name == "dismiss":
        gone = EntrantId(number(about))
        held = await directing.dismiss(database, id_, player, gone, reason=reason, **common)
    elif name == "director":
        held = await _hand_over(press, held, values)
    elif name == "change":
        held = await _change(press, held, values)
    else:
        raise Outdated
    await page.seen_to(press.interaction, held)


async def _hand_over(press: Press, held: Held, values: Values) -> Held:
    users = (controls.field(press.interaction, "resolved") or {}).get("users", {})
    chosen = [PlayerId(number(one)) for one in values.get("director") or ()]
    if not chosen or any(user.get("bot") for user in users.values()):
        raise Refused(NO_BOTS)
    manager = shared.manages(press.interaction, held)
    database = press.interaction.client.database
    return await directing.hand_over(database, held.id, press.player, chosen[0], manager=manager)


async def _change(press: Press, held: Held, values: Values) -> Held:
    """Another name, another channel; the bot has to be able to write there."""
    interaction = press.interaction
    found = [ChannelId(number(one)) for one in values.get("channel") or ()]
    channel = found[0] if found and found[0] != held.terms.channel else None
    if channel is not None:
        await shared.require_room(interaction, held.terms.game, channel)
    return await directing.change(
        interaction.client.database,
        held.id,
        press.player,
        name=str(values.get("name") or "").strip() or None,
        channel=channel,
        manager=shared.manages(interaction, held),
    )


async def setup(_: Bot) -> None:
    """Only controls belong to this part."""
