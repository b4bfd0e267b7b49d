"""The catalogues: complete, without obsolete entries, and with the fields of the sources."""

from __future__ import annotations

import re
from importlib import import_module
from string import Formatter
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from discord import app_commands
from discord.ext import commands

from bot import cogs
from bot.i18n import catalogues
from bot.i18n.command_names import PARAMETERS

messages: Any = import_module("docs.messages")


def _catalogue(code: str, domain: str) -> Catalog:
    return dict(catalogues.catalogues(code))[domain]


def _fields(text: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(text) if field is not None}


def _forms(text: object) -> list[str]:
    """The forms of a message: one, or singular and plural."""
    return [str(form or "") for form in (text if isinstance(text, list | tuple) else [text])]


OTHERS = [code for code in catalogues.languages() if code != "en"]
each_catalogue = pytest.mark.parametrize(
    ("code", "domain"), [(code, domain) for code in OTHERS for domain in messages.domains()]
)


def test_there_is_german() -> None:
    """English and German are available."""
    assert set(catalogues.languages()) >= {"en", "de"}


@pytest.mark.parametrize("code", OTHERS)
def test_every_game_has_a_catalogue(code: str) -> None:
    """There is one for each game and one for all the rest; in all of them the same sentence has the
    same translation.
    """
    assert [domain for domain, _ in catalogues.catalogues(code)] == [*messages.domains()]
    said: dict[object, object] = {}
    for _, catalogue in catalogues.catalogues(code):
        for message in catalogue:
            if message.id:
                assert said.setdefault(message.id, message.string) == message.string, message.id


@each_catalogue
def test_nothing_is_missing_and_nothing_left_over(code: str, domain: str) -> None:
    """A catalogue holds exactly the sentences of its sources, all of them translated."""
    catalogue = _catalogue(code, domain)
    known = {tuple(_forms(message.id)): message for message in catalogue if message.id}
    wanted = {tuple(_forms(source)) for _, source in messages.sentences(domain)}
    assert not wanted - set(known), "not in the catalogue: run `make messages` and translate"
    assert not set(known) - wanted, "no longer used: run `make messages`"
    assert not catalogue.obsolete
    for message in known.values():
        assert all(form.strip() for form in _forms(message.string)), f"missing: {message.id}"
        assert not message.fuzzy, f"fuzzy: {message.id}"


def test_nothing_is_captured_in_die_drei() -> None:
    """What a piece of Die Drei reaches is its reach; the rulebook's word for it, from games where
    pieces are captured, is explained once.
    """
    said = [text for one in _catalogue("de", "die_drei") for text in _forms(one.string)]
    assert sum(text.count("Schlagweite") for text in said) == 1
    assert any("Reichweite" in text for text in said)


@each_catalogue
def test_translations_have_the_fields_of_their_sources(code: str, domain: str) -> None:
    """A translation puts in the fields of its source; the form for one may leave `count` out."""
    for message in _catalogue(code, domain):
        if message.id:
            fields = _fields(_forms(message.id)[-1])
            *first, last = _forms(message.string)
            assert _fields(last) == fields, last
            assert all(_fields(form) | {"count"} == fields | {"count"} for form in first), first


@each_catalogue
def test_no_full_stop_follows_an_ellipsis(code: str, domain: str) -> None:
    """A sentence doesn't end with the name of a button that ends with an ellipsis: people would see
    four dots.
    """
    for message in _catalogue(code, domain):
        if message.id:
            for form in (*_forms(message.id), *_forms(message.string)):
                assert not re.search(r"…[*_“”\"]*\.", form), form


def _options() -> set[str]:
    """The options of commands that are parameters of functions, as players see them."""
    found = set[str]()
    for module in map(import_module, cogs.extensions()):
        for kind in vars(module).values():
            if isinstance(kind, type) and issubclass(kind, commands.Cog):
                for command in kind.__cog_app_commands__:
                    group = command if isinstance(command, app_commands.Group) else None
                    for one in group.walk_commands() if group else [command]:
                        if isinstance(one, app_commands.Command):
                            found |= {option.display_name for option in one.parameters}
    return found


def test_options_of_commands_are_translated() -> None:
    """Each can be translated, and no name is kept of one that is gone."""
    options = _options()
    assert "match" in options
    assert set(PARAMETERS) <= options
    assert options <= {source for _, source in messages.sentences("dreierlei")}
