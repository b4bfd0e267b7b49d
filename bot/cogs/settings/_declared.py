"""Settings as users see them, declared once for the option, the menu and the line of text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any, TypeAlias

from bot.cogs.settings._choices import AUTOMATIC, OFF, ON
from bot.commands.command_form import CommandForm, Complete
from games.words import N_

RESET_OPTION = N_("reset")
RESETTING = N_("Which settings to reset to their defaults")
EVERYTHING = N_("everything")
ALL = "all"

Said: TypeAlias = Callable[[Any, NullTranslations], str]
"""The current value in words, from all settings of somebody, in a language."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting, stored under `name`, and changed by the option of that name.

    Without a `title` it has no line of its own, since another setting's line covers it. Without an
    `option` (the option's description) it has no option, only a menu.
    """

    name: str
    said: Said
    title: str = ""
    meaning: str = ""
    option: str = ""
    kind: type = str
    choices: Mapping[str, str] | None = None
    """The names of its values, if there are only a few."""
    complete: Complete | None = None
    read: Callable[[Any], Any] | None = None
    """Turns a given value into the stored one, if they differ."""

    def fits(self, value: Any) -> bool:
        """Whether a value can be chosen, as far as can be told here."""
        return value is None or self.choices is None or value in self.choices


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

    return Setting(name, said, title, meaning, option, bool)


class Settings:
    """All settings of a player, or of a server, in the order of display."""

    def __init__(self, *settings: Setting) -> None:
        self._by_name = {one.name: one for one in settings}

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
                wanted[one.name] = one.read(value) if one.read else value
        return wanted

    def fit(self, chosen: Mapping[str, Any]) -> bool:
        """Whether all values can be chosen, as far as can be told here."""
        known = self._by_name
        return all(known[name].fits(value) for name, value in chosen.items() if name in known)

    def lines(self, settings: object, language: NullTranslations) -> list[str]:
        """Each setting in two lines: its value, and what that means."""
        lines = []
        for one in self:
            if one.title:
                title, meaning = language.gettext(one.title), language.gettext(one.meaning)
                lines += [f"**{title}:** {one.said(settings, language)}", f"-# {meaning}"]
        return lines
