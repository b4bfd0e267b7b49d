"""The menu of a ladder's or a league's director: what they can do, to what, and the form for it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Generic, TypeAlias, TypeVar

import discord
from discord import ButtonStyle

from bot.commands.competitions import direction
from bot.commands.competitions.channels import is_lost
from bot.commands.competitions.common import Kind
from bot.context import Interaction
from bot.delivery.transport import answers
from bot.errors import Outdated
from bot.interactions.locale import language_of
from bot.messages.competitions.tournament import act_button
from bot.ui import forms
from bot.ui.controls import NO_MATCH, Control, custom_id, number
from bot.ui.dispatch import Press
from bot.ui.forms import Field
from bot.ui.layout import heading
from bot.ui.message import Reply
from competitions.log.kept import Kept
from games.words import N_

K = TypeVar("K", bound=Kept)

Options: TypeAlias = tuple[Sequence[discord.SelectOption], int]
"""The options on a page of a menu, and how many there are on all pages."""

WHO, BACK = N_("Who?"), N_("Back")
_FORM = r"/([a-z]+)/(\d{1,9})"
"""What a form is for: an act, and the number of its object."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that a director can do: its button, and the act behind it. If the director has to
    choose an object, `asks` is the question; with `several`, they may choose more than one. With an
    `action`, the button has a handler of its own.
    """

    label: str
    act: str
    asks: str = ""
    several: bool = False
    grave: bool = False
    action: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Menu(Generic[K]):
    """What directors of a kind can do. `choices` are by their names in controls; `acts` gives those
    possible now; `options` gives a page of an act's possible objects; `fields` gives those of its
    form.
    """

    kind: Kind[K]
    choices: Mapping[str, Choice]
    acts: Callable[[Interaction, K], Collection[str]]
    state: Callable[[K, NullTranslations], str]
    options: Callable[[Interaction, K, str, int], Awaitable[Options]]
    fields: Callable[[Interaction, K, str, NullTranslations], Sequence[Field]]

    async def show(self, press: Press) -> None:
        """Shows what the director can do."""
        await answers.acknowledge(press.interaction)
        held, _ = await self.kind.directed(press)
        await self.show_of(press.interaction, held)

    async def show_of(self, interaction: Interaction, held: K) -> None:
        """Shows what the director can do now. The interaction is already acknowledged."""
        acts, lost = self.acts(interaction, held), await is_lost(interaction, held)
        reply = self.reply(held, acts, language_of(interaction), lost=lost)
        await answers.show_reply(interaction, reply)

    def reply(
        self, held: K, acts: Collection[str], language: NullTranslations, *, lost: bool = False
    ) -> Reply:
        """What the director can do now, as buttons. `lost`: the bot can't write in its channel."""
        parts = direction.menu_parts(held, self.state(held, language), language, lost=lost)
        return Reply("", tuple(self._controls(held, acts, language)), parts=parts)

    def _controls(
        self, held: K, acts: Collection[str], language: NullTranslations
    ) -> Iterator[Control]:
        action = self.kind.action
        for name, one in self.choices.items():
            if one.act not in acts:
                continue
            style = ButtonStyle.danger if one.grave else ButtonStyle.secondary
            if one.action:
                yield act_button(one.label, one.action, held.id, language, style=style)
            else:
                to = f"{action}-act"
                yield act_button(one.label, to, held.id, language, name, 0, style=style)
        yield act_button(BACK, action, held.id, language, "about")

    async def choose(self, press: Press) -> None:
        """Asks for the object of an act, or opens its form."""
        held, (name, at) = await self.kind.directed(press, r"/([a-z]+)/(\d{1,4})")
        if not self._choice(name).asks:
            await self.ask(press.interaction, held, name)
            return
        await answers.acknowledge(press.interaction)
        reply = await self._page(press.interaction, held, name, number(at))
        await answers.show_reply(press.interaction, reply)

    async def _page(self, interaction: Interaction, held: K, name: str, at: int) -> Reply:
        """A page of an act's possible objects."""
        action, choice, language = self.kind.action, self.choices[name], language_of(interaction)
        options, count = await self.options(interaction, held, name, at)
        return direction.choosing(
            heading(language.gettext(choice.label)),
            language.gettext(choice.asks),
            custom_id(f"{action}-pick", NO_MATCH, 0, f"{held.id}/{name}"),
            options,
            language,
            back=act_button(BACK, f"{action}-manage", held.id, language),
            turning=direction.turning(
                count,
                at,
                lambda to: custom_id(f"{action}-act", NO_MATCH, 0, f"{held.id}/{name}/{to}"),
            ),
            most=len(options) if choice.several else 1,
        )

    async def picked(self, press: Press) -> tuple[K, str]:
        """The act for which something was chosen."""
        held, (name,) = await self.kind.directed(press, r"/([a-z]+)")
        return held, name

    async def ask(self, interaction: Interaction, held: K, name: str, about: str = "0") -> None:
        """Opens the form of an act. Mostly it asks for a reason."""
        title, language = self._choice(name).label, language_of(interaction)
        about_it = f"{held.id}/{name}/{number(about)}"
        to = custom_id(f"{self.kind.action}-form", NO_MATCH, 0, about_it)
        fields = self.fields(interaction, held, name, language)
        await forms.show(interaction, language.gettext(title).rstrip(" …"), to, fields)

    async def ask_again(self, press: Press) -> None:
        """Opens a form again after it was refused."""
        held, (name, about) = await self.kind.directed(press, _FORM)
        await self.ask(press.interaction, held, name, about)

    async def submitted(self, press: Press) -> tuple[K, str, int]:
        """The act that a form was for, and the number of its object. Acknowledges."""
        await answers.acknowledge(press.interaction)
        held, (name, about) = await self.kind.directed(press, _FORM)
        return held, name, number(about)

    def _choice(self, name: str) -> Choice:
        """The choice that a control names. Raises Outdated."""
        if name not in self.choices:
            raise Outdated
        return self.choices[name]
