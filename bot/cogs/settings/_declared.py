"""Settings as users see them, declared once for the option, the form and the line of text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from gettext import NullTranslations
from typing import Any, TypeAlias

import discord
from discord import ButtonStyle

from bot.cogs.settings._choices import AUTOMATIC, OFF, ON
from bot.commands.command_form import CommandForm, Complete
from bot.errors import Outdated, Refused
from bot.interactions.locale import language_of
from bot.text.discord_limits import OPTIONS
from bot.text.match import cut
from bot.text.refusal import LONGEST
from bot.text.verbatim import verbatim
from bot.ui import forms
from bot.ui.controls import button, custom_id, number
from bot.ui.dispatch import Press
from bot.ui.forms import Field, Values
from bot.ui.layout import Below, Text, heading, ruled
from bot.ui.message import Reply
from games.words import N_, Fields, say
from matches.settings.declared import WrongChoice

RESET_OPTION = N_("reset")
RESETTING = N_("Which settings to reset to their defaults")
EVERYTHING = N_("everything")
ALL = "all"
RESET, ASK_TO_RESET, CANCEL = N_("Reset all"), N_("Reset all…"), N_("Cancel")
IF_ON = N_("If on: {meaning}")
SAVED = N_("Saved: {settings}.")
WRONG = N_("**{setting}:** “{given}” isn't possible. {possible}")
UNSAVED = N_("{wrong}\nNothing was saved.")

Said: TypeAlias = Callable[[Any, NullTranslations], str]
"""The current value in words, from all settings of somebody, in a language."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting, stored under `name`, and changed by the option of that name.

    Without a `title` it has no line of its own, because another setting's line covers it. Without
    an `option` (the option's description) it has no option, only a field of a form.
    """

    name: str
    said: Said
    title: str = ""
    meaning: str = ""
    option: str = ""
    kind: type = str
    choices: Mapping[str, str] | None = None
    """The names of its values, if there are only a few."""
    several: bool = False
    """Whether any number of the choices can be chosen."""
    automatic: str = ""
    """The meaning of a switch that is neither on nor off; "" if it is always one of them."""
    complete: Complete | None = None
    read: Callable[[Any], Any] | None = None
    """Turns a given value into the stored one, if they differ. Raises ValueError if it can't be."""
    possible: str = ""
    """What can be typed, as a sentence, if not everything can; `limits` are its fields."""
    limits: Fields = field(default_factory=dict)

    def meant(self, given: Any) -> Any:
        """The value to store for what was given; what can't be read is refused when it is stored,
        with all else that is wrong.
        """
        if self.read is None:
            return given
        with suppress(ValueError):
            return self.read(given)
        return given

    def fits(self, value: Any) -> bool:
        """Whether a value can be chosen, as far as this can be decided here."""
        if value is None or self.choices is None or self.several:
            return True
        return value in self.choices

    def field(self, settings: Any, language: NullTranslations) -> Field:
        """Its field in a form, filled in with the present value."""
        name, value, say = self.name, getattr(settings, self.name), language.gettext
        label = say(self.title) if self.title else say(name).capitalize()
        meaning = say(self.option or self.meaning)
        if self.kind is discord.Role:
            return forms.role(name, label, meaning, [] if value is None else [value])
        if self.kind is discord.abc.GuildChannel:
            return forms.channels(name, label, meaning, value, most=OPTIONS)
        if self.kind is bool and not self.automatic:
            return forms.tick(name, label, meaning, ticked=value)
        if self.kind is bool:
            return forms.choice(name, label, meaning, self._states(say), [_STATE[value]])
        if self.choices is not None:
            names = {key: say(said) for key, said in self.choices.items()}
            chosen = value if self.several else [value or AUTOMATIC]
            return forms.choice(name, label, meaning, names, chosen, several=self.several)
        return forms.text(name, label, meaning, "" if value is None else str(value))

    def _states(self, say: Callable[[str], str]) -> dict[str, str]:
        return dict(zip(_STATE.values(), map(say, (self.automatic, ON, OFF)), strict=True))

    def stored(self, given: Any) -> Any:
        """The value to store for what a form gave; None resets it."""
        if self.kind is discord.Role:
            return number(given[0]) if given else None
        if self.kind is discord.abc.GuildChannel:
            return [number(one) for one in given]
        if self.several or (self.kind is bool and not self.automatic):
            return given
        if self.kind is bool:
            states = {said: value for value, said in _STATE.items()}
            return states.get(given[0]) if given else None
        if self.choices is not None:
            return given[0] if given else None
        typed = given.strip()
        return self.meant(typed) if typed else None


def one_of(
    name: str,
    title: str,
    meaning: str,
    option: str,
    choices: Mapping[str, str],
    *,
    automatic: str = "",
) -> Setting:
    """A setting with a few values. `automatic` describes the default."""

    def said(settings: Any, language: NullTranslations) -> str:
        return language.gettext(choices.get(getattr(settings, name) or "", automatic))

    offered = {AUTOMATIC: automatic, **choices} if automatic else choices
    return Setting(name, said, title, meaning, option, choices=offered)


def switch(name: str, title: str, meaning: str, option: str, *, automatic: str = "") -> Setting:
    """A setting that is on or off. `automatic` describes the default."""

    def said(settings: Any, language: NullTranslations) -> str:
        value = getattr(settings, name)
        if value is None and automatic:
            return language.gettext(automatic)
        return language.gettext(ON if value else OFF)

    return Setting(name, said, title, meaning, option, bool, automatic=automatic)


_STATE: Mapping[bool | None, str] = {None: AUTOMATIC, True: "on", False: "off"}
"""The values in a form of a setting that need not be on or off."""


class Settings:
    """All settings of a player, or of a server, by topic, in the order of display."""

    def __init__(self, topics: Mapping[str, Sequence[Setting]]) -> None:
        self.topics = topics
        """The settings of each form, under the label of the button that opens it."""
        self._by_name = {one.name: one for settings in topics.values() for one in settings}

    def __iter__(self) -> Iterator[Setting]:
        return iter(self._by_name.values())

    def __getitem__(self, name: str) -> Setting:
        return self._by_name[name]

    def add_options(self, form: CommandForm) -> None:
        """Adds the options of all settings that have one."""
        for one in self:
            if one.option:
                form.add(one.name, one.kind, one.option, one.choices, one.complete)

    def add_reset(self, form: CommandForm) -> None:
        """Adds the option that resets one setting, or all of them."""
        titles = {one.name: one.title for one in self if one.title}
        form.add(RESET_OPTION, str, RESETTING, {ALL: EVERYTHING, **titles})

    def wanted(self, stored: Sequence[str], given: Mapping[str, Any]) -> dict[str, Any]:
        """What to store, given the options: resets come first. `stored` names what can be reset."""
        reset = given[RESET_OPTION]
        taken_back = stored if reset == ALL else [reset] if reset else []
        wanted = dict.fromkeys(taken_back)
        for one in self:
            if (value := given.get(one.name)) is not None:
                wanted[one.name] = one.meant(value)
        return wanted

    @contextmanager
    def refusing(self, language: NullTranslations) -> Iterator[None]:
        """Turns WrongChoice into a refusal that names each wrong setting, what was given, and what
        is possible. What nobody can have typed is Outdated.
        """
        try:
            yield
        except WrongChoice as error:
            known = self._by_name
            lines = [
                _wrong(known[name], value, language)
                for name, value in error.values.items()
                if name in known and known[name].possible
            ]
            if len(lines) < len(error.values):
                raise Outdated from None
            raise Refused(UNSAVED, wrong="\n".join(lines)) from None

    def fit(self, chosen: Mapping[str, Any]) -> bool:
        """Whether all values can be chosen, as far as can be told here."""
        known = self._by_name
        return all(known[name].fits(value) for name, value in chosen.items() if name in known)

    def shown(
        self,
        whose: str,
        title: str,
        settings: object,
        language: NullTranslations,
        before: object | None = None,
    ) -> Reply:
        """All settings with what they mean, and buttons to change them, whose actions begin with
        `whose` they are. Names those that have changed, given what they were `before`.
        """
        rows = self._rows(f"{whose}-page", settings, language)
        reset, style = custom_id(f"{whose}-reset"), ButtonStyle.danger
        controls = (button(language.gettext(ASK_TO_RESET), reset, style=style),)
        parts = [heading(language.gettext(title))]
        if changed := self._changed(before or settings, settings, language):
            said = {"settings": ", ".join(changed)}
            parts.append(Text(say(SAVED, said, language=language)))
        return Reply("", controls, parts=(*parts, *ruled(rows)))

    def _changed(self, before: object, now: object, language: NullTranslations) -> list[str]:
        """The titles of those whose lines read differently now."""
        return [
            f"**{language.gettext(one.title)}**"
            for one in self
            if one.title and one.said(before, language) != one.said(now, language)
        ]

    def question(self, whose: str, lines: Sequence[str], language: NullTranslations) -> Reply:
        """Asks whether to reset all settings, with buttons whose actions begin with `whose` they
        are. The lines are English.
        """
        yes, style = custom_id(f"{whose}-reset-all"), ButtonStyle.danger
        controls = (
            button(language.gettext(RESET), yes, style=style),
            button(language.gettext(CANCEL), custom_id(f"{whose}-keep")),
        )
        return Reply("\n".join(map(language.gettext, lines)), controls)

    def _rows(self, action: str, settings: object, language: NullTranslations) -> tuple[Below, ...]:
        """Each topic, with a button to the form in which its settings can be changed."""
        return tuple(
            Below(
                "\n".join(line for one in topic for line in _lines(one, settings, language)),
                button(language.gettext(change), custom_id(action, rest=str(at))),
            )
            for at, (change, topic) in enumerate(self.topics.items())
        )

    async def ask(self, press: Press, action: str, title: str, settings: object) -> None:
        """Opens the form of the topic that a button names. The form is sent to this action."""
        language, topic = language_of(press.interaction), self._topic(press)
        fields = [one.field(settings, language) for one in topic]
        to = custom_id(action, rest=press.rest)
        await forms.show(press.interaction, language.gettext(title), to, fields)

    def submitted(self, press: Press, values: Values) -> dict[str, Any]:
        """What to store, given the fields of a form."""
        return {
            one.name: one.stored(values[one.name])
            for one in self._topic(press)
            if one.name in values
        }

    def _topic(self, press: Press) -> Sequence[Setting]:
        topics, at = [*self.topics.values()], number(press.rest)
        if at >= len(topics):
            raise Outdated
        return topics[at]


def _lines(one: Setting, settings: object, language: NullTranslations) -> Iterator[str]:
    """A setting in two lines: its value, and what that means, or would mean if it weren't off."""
    if one.title:
        said, meaning = one.said(settings, language), language.gettext(one.meaning)
        if said == language.gettext(OFF):
            meaning = say(IF_ON, {"meaning": meaning}, language=language)
        yield f"**{language.gettext(one.title)}:** {said}"
        yield f"-# {meaning}"


def _wrong(one: Setting, value: object, language: NullTranslations) -> str:
    fields: Fields = {
        "setting": language.gettext(one.title),
        "given": verbatim(cut(str(value), LONGEST)),
        "possible": say(one.possible, one.limits, language=language),
    }
    return say(WRONG, fields, language=language)
