"""Registering application commands: what is stored, and every limit that Discord sets."""

from typing import Any

import pytest

from tests.playground.rawbot import Json, RawBot, codes


def slash(name: str = "move", **more: Any) -> Json:
    """A slash command."""
    return {"name": name, "description": "Does it.", "type": 1, **more}


def option(name: str = "turn", kind: int = 3, **more: Any) -> Json:
    """A text option."""
    return {"name": name, "description": "What.", "type": kind, **more}


async def test_commands_are_kept_under_their_ids(bot: RawBot) -> None:
    """Overwriting keeps the ids of commands with the same names. Get, patch, post and delete
    work.
    """
    base = f"/applications/{bot.app}/commands"
    first, second = await bot.register(slash("play"), slash("move", options=[option()]))
    again = await bot.register(slash("move", description="Else."))
    assert again[0]["id"] == second["id"]
    assert again[0]["version"] != second["version"]
    assert (await bot.call("GET", f"{base}/{first['id']}"))[1]["code"] == 10063
    assert (await bot.call("POST", base, slash("help")))[0] == 201
    assert (await bot.call("POST", base, slash("help", description="New.")))[0] == 200
    status, changed = await bot.call("PATCH", f"{base}/{second['id']}", {"description": "Third."})
    assert (status, changed["description"], changed["name"]) == (200, "Third.", "move")
    assert (await bot.call("DELETE", f"{base}/{second['id']}"))[0] == 204
    assert [each["name"] for each in (await bot.call("GET", base))[1]] == ["help"]


async def test_guild_commands_are_apart(bot: RawBot) -> None:
    """Each guild has its own commands. A guild without the bot and an unknown application are
    refused.
    """
    guild = next(iter(bot.server.world.guilds))
    await bot.register(slash("play"))
    base = f"/applications/{bot.app}/guilds/{guild}/commands"
    status, found = await bot.call("PUT", base, [slash("only")])
    assert (status, found[0]["guild_id"]) == (200, str(guild))
    assert len((await bot.call("GET", f"/applications/{bot.app}/commands"))[1]) == 1
    assert (await bot.call("GET", f"/applications/{bot.app}/guilds/5/commands"))[1]["code"] == 50001
    assert (await bot.call("GET", "/applications/5/commands"))[1]["code"] == 20012


BAD: list[tuple[Json, list[str], str]] = [
    (slash("Move"), ["name"], "APPLICATION_COMMAND_INVALID_NAME"),
    (slash("two words"), ["name"], "APPLICATION_COMMAND_INVALID_NAME"),
    (slash("x" * 33), ["name"], "BASE_TYPE_BAD_LENGTH"),
    (slash(""), ["name"], "BASE_TYPE_REQUIRED"),
    (slash(description="x" * 101), ["description"], "BASE_TYPE_BAD_LENGTH"),
    (slash(description=""), ["description"], "BASE_TYPE_REQUIRED"),
    (slash(type=9), ["type"], "BASE_TYPE_CHOICES"),
    (slash(options=[option(f"o{i}") for i in range(26)]), ["options"], "BASE_TYPE_MAX_LENGTH"),
    (
        slash(options=[option("a"), option("b", required=True)]),
        ["options", "1"],
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    (
        slash(options=[option("a"), option("a")]),
        ["options", "1", "name"],
        "APPLICATION_COMMAND_OPTION_NAME_ALREADY_EXISTS",
    ),
    (
        slash(options=[option("a"), option("b", 1)]),
        ["options"],
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    (slash(options=[option(kind=12)]), ["options", "0", "type"], "BASE_TYPE_CHOICES"),
    (
        slash(options=[option("g", 2, options=[option("h", 2)])]),
        ["options", "0", "options", "0", "type"],
        "BASE_TYPE_CHOICES",
    ),
    (
        slash(options=[option(choices=[{"name": str(i), "value": str(i)} for i in range(26)])]),
        ["options", "0", "choices"],
        "BASE_TYPE_MAX_LENGTH",
    ),
    (
        slash(options=[option(choices=[{"name": "x" * 101, "value": "a"}])]),
        ["options", "0", "choices", "0", "name"],
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        slash(options=[option(choices=[{"name": "x", "value": "a" * 101}])]),
        ["options", "0", "choices", "0", "value"],
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        slash(options=[option(kind=4, choices=[{"name": "x", "value": "a"}])]),
        ["options", "0", "choices", "0", "value"],
        "NUMBER_TYPE_COERCE",
    ),
    (
        slash(options=[option(choices=[{"name": "x", "value": "a"}, {"name": "x", "value": "b"}])]),
        ["options", "0", "choices", "1", "name"],
        "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS",
    ),
    (
        slash(options=[option(autocomplete=True, choices=[{"name": "x", "value": "a"}])]),
        ["options", "0", "autocomplete"],
        "APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_CHOICES",
    ),
    (slash(name_localizations={"xx": "zug"}), ["name_localizations", "xx"], "BASE_TYPE_CHOICES"),
    (
        slash(name_localizations={"de": "Zug"}),
        ["name_localizations", "de"],
        "APPLICATION_COMMAND_INVALID_NAME",
    ),
    (
        slash(description_localizations={"de": "x" * 101}),
        ["description_localizations", "de"],
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        {"name": "Look", "type": 2, "description": "no"},
        ["description"],
        "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION",
    ),
    (slash(contexts=[7]), ["contexts", "0"], "BASE_TYPE_CHOICES"),
]


@pytest.mark.parametrize(("command", "place", "code"), BAD)
async def test_bad_commands_are_refused(
    bot: RawBot, command: Json, place: list[str], code: str
) -> None:
    """Each violated limit is reported in place (in bulk, below the command's index), and nothing
    changes.
    """
    await bot.register(slash("old"))
    base = f"/applications/{bot.app}/commands"
    status, body = await bot.call("PUT", base, [slash("good"), command])
    assert (status, codes(body, "1", *place)) == (400, [code])
    status, body = await bot.call("POST", base, command)
    assert (status, codes(body, *place)) == (400, [code])
    assert [each["name"] for each in (await bot.call("GET", base))[1]] == ["old"]


async def test_sizes_counts_and_doubles(bot: RawBot) -> None:
    """The limits are 8000 characters per command, 100 slash commands, and unique names per type."""
    base = f"/applications/{bot.app}/commands"
    choices = [{"name": f"{i:02}".ljust(100, "x"), "value": "y" * 100} for i in range(25)]
    large = slash(options=[option(f"o{i}", choices=choices) for i in range(2)])
    status, body = await bot.call("POST", base, large)
    assert (status, codes(body)) == (400, ["APPLICATION_COMMAND_TOO_LARGE"])
    status, body = await bot.call("PUT", base, [slash(f"c{i}") for i in range(101)])
    assert (status, body["code"]) == (400, 30032)
    status, body = await bot.call("PUT", base, [slash("a"), slash("a")])
    assert codes(body, "1") == ["APPLICATION_COMMANDS_DUPLICATE_NAME"]
    await bot.register({"name": "a b", "type": 2}, {"name": "a b", "type": 3}, slash("größe"))


async def test_localizations_only_on_demand(bot: RawBot) -> None:
    """Lists contain translations only on request."""
    await bot.register(slash(name_localizations={"de": "zug"}))
    base = f"/applications/{bot.app}/commands"
    assert "name_localizations" not in (await bot.call("GET", base))[1][0]
    found = (await bot.call("GET", f"{base}?with_localizations=true"))[1][0]
    assert found["name_localizations"] == {"de": "zug"}
