"""What directors of competitions, ladders and leagues share: menus, and fields of forms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from gettext import NullTranslations
from typing import Any, TypeVar

import discord

from bot.commands.competitions import destinations as ways
from bot.commands.competitions.channels import require_room
from bot.context import Interaction
from bot.errors import Refused
from bot.interactions.contexts import guild_of
from bot.interactions.ways_out import lead
from bot.text import competition as text
from bot.text.discord_limits import OPTIONS
from bot.text.levels import LEVELS
from bot.ui import forms
from bot.ui.controls import Control, menu, number, pager
from bot.ui.dispatch import Press
from bot.ui.forms import Field, Values
from bot.ui.layout import Part, Text, heading, ruled
from bot.ui.message import Reply
from competitions.log.kept import Kept
from competitions.log.terms import LONGEST_NAME
from games.words import N_, say
from matches.model.computer_players import name_of, several
from matches.model.ids import ChannelId, PlayerId

T = TypeVar("T")

TITLE = N_("Manage {name}")
REMARK = N_(
    "Everything you do here takes effect immediately, and I announce what others need to know. "
    "What was announced at the start (game, format, clock, requirements) can't be changed."
)
LOST = N_(
    "⚠ I can't post in {channel}. Give me permission, or use *Name and channel…* to choose another "
    "channel."
)
NOBODY = N_("There's nobody to choose from at the moment.")
NEXT_DIRECTOR = N_("Who will direct it from now on?")
NEXT_HINT = N_("They'll be asked, and have to accept.")
NO_BOTS = N_("Choose a person: bots can't direct.")
NAME, CHANNEL = N_("Name"), N_("Channel for announcements and new matches")
ON_ITS_SERVER = N_("You can choose another channel only on the server where this is held.")
REASON, READABLE = N_("Reason"), N_("Everybody can read the reason.")
LONGEST_REASON = 200
"""The maximum length of a reason in characters."""
WHICH, ON_LEVEL = N_("Which computer players?"), N_("Computer player, level {level}")
THERE_ALREADY = N_("One of them is already taking part. Please choose again.")
_EVERY = 99
"""More computer players of a level than there are."""
for _sentence in (THERE_ALREADY, NO_BOTS, ON_ITS_SERVER):
    lead(_sentence, ways.page)


def menu_parts(
    held: Kept, state: str, language: NullTranslations, *, lost: bool = False, more: str = ""
) -> tuple[Part, ...]:
    """The text above the director's buttons. `lost`: the bot can't write in the channel."""
    title = say(TITLE, {"name": text.called(held.terms.name)}, language=language)
    lines = [f"**{state}**"]
    if more:
        lines.append(more)
    if lost:
        lines.append(say(LOST, {"channel": f"<#{held.terms.channel}>"}, language=language))
    lines.append(f"-# {language.gettext(REMARK)}")
    return ruled((heading(title), Text("\n".join(lines))))


def on_page(found: Sequence[T], at: int) -> Sequence[T]:
    """Those on a page of a menu. Only these have to be named."""
    return found[at * OPTIONS : (at + 1) * OPTIONS]


def turning(count: int, at: int, to: Callable[[int], str]) -> list[Control]:
    """The buttons to the previous and next page of a menu with `count` options."""
    return pager(at, to, more=(at + 1) * OPTIONS < count)


def choosing(
    head: Text,
    question: str,
    to: str,
    options: Sequence[discord.SelectOption],
    language: NullTranslations,
    *,
    back: Control,
    turning: Sequence[Control] = (),
    most: int = 1,
) -> Reply:
    """A menu from which up to `most` can be chosen, with buttons to its other pages and back."""
    if not options:
        return Reply("", (back,), parts=(head, Text(language.gettext(NOBODY))))
    found = (menu(question, to, [*options], most=most), *turning, back)
    return Reply("", found, parts=(head, Text(question)))


def computer_players(
    taken: Sequence[PlayerId | None], language: NullTranslations, size: int = 1
) -> list[discord.SelectOption]:
    """Computer players who don't take part yet, as teams of one level each."""
    found = list[discord.SelectOption]()
    for level, strength in LEVELS.items():
        free = [one for one in several(level, _EVERY) if one not in taken]
        described = say(ON_LEVEL, {"level": language.gettext(strength)}, language=language)
        for first in range(0, len(free) - size + 1, size):
            team = free[first : first + size]
            named = " & ".join(language.gettext(name_of(one)) for one in team)
            found.append(
                discord.SelectOption(
                    label=f"🤖 {named}", value=".".join(map(str, team)), description=described
                )
            )
    return found


def chosen_computer_players(press: Press, taken: Sequence[PlayerId | None]) -> list[PlayerId]:
    """The computer players who were chosen, team after team. Raises Refused if one takes part by
    now.
    """
    found = [PlayerId(number(one)) for value in press.values for one in value.split(".")]
    if {*found} & {*taken}:
        raise Refused(THERE_ALREADY)
    return found


# Fields and their values


def fields(
    interaction: Interaction,
    held: Kept,
    name: str,
    language: NullTranslations,
    longest: int = LONGEST_NAME,
    *,
    follows: str = "",
) -> list[Field]:
    """The fields of a form: the next director, or a new name and channel, or a reason together with
    the consequences of the act.
    """
    if name == "director":
        return [director(language)]
    if name == "change":
        return [*name_and_channel(interaction, held, language, longest)]
    return [reason(language, follows)]


def reason(language: NullTranslations, follows: str = "") -> Field:
    """The field for a reason. `follows`, the consequences of the act, is shown above it."""
    sentences = filter(None, (follows, READABLE))
    hint = " ".join(map(language.gettext, sentences))
    return forms.text("reason", language.gettext(REASON), hint, "", most=LONGEST_REASON)


def reason_in(values: Values) -> str:
    """The reason that was given."""
    return str(values.get("reason") or "")[:LONGEST_REASON]


def number_in(values: Values, name: str) -> int:
    """A number that was typed; 0 for anything else."""
    typed = str(values.get(name) or "").strip()
    return int(typed) if typed.isdecimal() and len(typed) < len("1000000000") else 0


def director(language: NullTranslations) -> Field:
    """The field for the next director."""
    asked, hint = language.gettext(NEXT_DIRECTOR), language.gettext(NEXT_HINT)
    return forms.people("director", asked, hint, [], most=1)


def chosen_director(press: Press, values: Values) -> PlayerId:
    """The next director. Raises Refused."""
    chosen = [PlayerId(number(one)) for one in values.get("director") or ()]
    if not chosen or forms.bots(press.interaction):
        raise Refused(NO_BOTS)
    return chosen[0]


def name_and_channel(
    interaction: Interaction, held: Kept, language: NullTranslations, most: int
) -> Iterator[Field]:
    """The fields for a new name and channel; the channel only on its own server. A thread can't be
    chosen; if it is held in one, the channel is left empty.
    """
    here = _is_its_server(interaction, held)
    hint = "" if here else language.gettext(ON_ITS_SERVER)
    yield forms.text("name", language.gettext(NAME), hint, held.terms.name, most=most)
    if not here:
        return
    guild = interaction.client.get_guild(held.terms.guild)
    there = None if guild is None else guild.get_channel(held.terms.channel)
    kinds = forms.WRITTEN_IN
    chosen = [there.id] if there is not None and there.type in kinds else []
    where = language.gettext(CHANNEL)
    yield forms.channels("channel", where, "", chosen, most=1, kinds=kinds)


async def changed(press: Press, held: Kept, values: Values) -> dict[str, Any]:
    """The new name and channel that were chosen. The channel must be on its own server, and the
    bot must be able to write there. Raises Refused.
    """
    found = [ChannelId(number(one)) for one in values.get("channel") or ()]
    channel = found[0] if found and found[0] != held.terms.channel else None
    if channel is not None:
        if not _is_its_server(press.interaction, held):
            raise Refused(ON_ITS_SERVER)
        await require_room(press.interaction, held.terms.game, channel)
    return {"name": str(values.get("name") or "").strip() or None, "channel": channel}


def _is_its_server(interaction: Interaction, held: Kept) -> bool:
    """Whether the user is on the server where it is held: all channels they can choose are there.
    Nobody moves it to another server, whose rules were not asked when it was opened.
    """
    return guild_of(interaction) == held.terms.guild
