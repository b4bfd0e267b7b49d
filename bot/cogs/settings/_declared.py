"""What a setting is for those who choose: declared once, for its option, its menu and its line."""

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
"""What holds, in a language, by all settings of somebody."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting: stored under `name`, and chosen by the option of that name.

    One without a `title` has no line of its own: another one speaks of it. One without an `option`,
    which describes that, has none: a menu does it all.
    """

    name: str
    said: Said
    title: str = ""
    meaning: str = ""
    option: str = ""
    kind: type = str
    choices: Mapping[str, str] | None = None
    """The names of its values, where there are only a few."""
    complete: Complete | None = None
    read: Callable[[Any], Any] | None = None
    """What is stored for what was given, if that is something else."""

    def fits(self, value: Any) -> bool:
        """Whether a value is on offer, as far as that is known here."""
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
    """A setting with a few values. `automatic` says what holds where none is chosen."""

    def said(settings: Any, language: NullTranslations) -> str:
        return language.gettext(choices.get(getattr(settings, name) or "", automatic))

    offered = {AUTOMATIC: automatic, **choices} if automatic else choices
    return Setting(name, said, title, meaning, option, choices=offered)


def switch(name: str, title: str, meaning: str, option: str, *, automatic: str = "") -> Setting:
    """A setting that is on or off. `automatic` says what holds where neither is chosen."""

    def said(settings: Any, language: NullTranslations) -> str:
        value = getattr(settings, name)
        if value is None and automatic:
            return language.gettext(automatic)
        return language.gettext(ON if value else OFF)

    return Setting(name, said, title, meaning, option, bool)


class Settings:
    """All settings of a player, or of a server, in the order in which they are shown."""

    def __init__(self, *settings: Setting) -> None:
        self._by_name = {one.name: one for one in settings}

    def __iter__(self) -> Iterator[Setting]:
        return iter(self._by_name.values())

    def __getitem__(self, name: str) -> Setting:
        return self._by_name[name]

    def add_options(self, form: CommandForm) -> None:
        """Adds the option of each that has one."""
        for one in self:
            if one.option:
                form.add(one.name, one.kind, one.option, one.choices, one.complete)

    def add_reset(self, form: CommandForm) -> None:
        """Adds the option that takes a choice back, or all of them."""
        titles = {one.name: one.title for one in self if one.title}
        form.add(RESET_OPTION, str, RESETTING, {ALL: EVERYTHING, **titles})

    def wanted(self, stored: Sequence[str], given: Mapping[str, Any]) -> dict[str, Any]:
        """What is to be `stored`, by what was given for the options: first what is taken back."""
        reset = given[RESET_OPTION]
        taken_back = stored if reset == ALL else [reset] if reset else []
        wanted = dict.fromkeys(taken_back)
        for one in self:
            if (value := given.get(one.name)) is not None:
                wanted[one.name] = one.read(value) if one.read else value
        return wanted

    def fit(self, chosen: Mapping[str, Any]) -> bool:
        """Whether what was chosen is on offer, as far as that is known here."""
        known = self._by_name
        return all(known[name].fits(value) for name, value in chosen.items() if name in known)

    def lines(self, settings: object, language: NullTranslations) -> list[str]:
        """What holds and what that means, two lines for each setting."""
        lines = []
        for one in self:
            if one.title:
                title, meaning = language.gettext(one.title), language.gettext(one.meaning)
                lines += [f"**{title}:** {one.said(settings, language)}", f"-# {meaning}"]
        return lines
