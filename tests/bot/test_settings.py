"""Settings: what is accepted, what is refused, and the explanations."""

from __future__ import annotations

import re

import pytest

from bot.config.settings import Settings, SettingsError, load
from tests.support.launcher import ROOT


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(str(tmp_path))


def test_nothing_needs_to_be_set() -> None:
    """Without any setting the bot stores its matches in a file in the current folder."""
    settings = load()
    assert settings.discord_token is None
    assert settings.database_url == "sqlite:///data/dreierlei.db"
    assert settings.playground_host == "127.0.0.1"


def test_where_pages_are() -> None:
    """In the playground beside it, and with a token only where an address says so."""
    assert load().pages_url == "http://127.0.0.1:8766"
    assert load(playground_port=9000).pages_url == "http://127.0.0.1:9001"
    assert load(playground_port=0).pages_url is None
    assert load(discord_token="secret").pages_url is None
    found = load(discord_token="secret", web_url="https://example.org/three")
    assert (found.pages_url, found.pages_port) == ("https://example.org/three", 8766)


def test_the_environment_goes_before_the_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    """A file `.env` is read. Environment variables override it."""
    with open(".env", "w", encoding="utf-8") as file:  # noqa: PTH123
        file.write("LOG_LEVEL=DEBUG\nPLAYGROUND_PORT=1234\nSOMETHING_ELSE=1\n")
    monkeypatch.setenv("PLAYGROUND_PORT", "4321")
    settings = load()
    assert (settings.log_level, settings.playground_port) == ("DEBUG", 4321)


def test_lists_are_separated_by_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shards and servers are numbers separated by commas; spaces do not matter."""
    monkeypatch.setenv("SHARD_COUNT", "4")
    monkeypatch.setenv("SHARD_IDS", "0, 2,3")
    monkeypatch.setenv("GUILD_IDS", "661720242589794304")
    settings = load()
    assert settings.shard_ids == (0, 2, 3)
    assert settings.guild_ids == (661720242589794304,)


def test_as_many_shards_as_discord_recommends(monkeypatch: pytest.MonkeyPatch) -> None:
    """By default, and if asked for; processes with shards of their own need the number."""
    monkeypatch.setenv("SHARD_COUNT", "auto")
    assert load().shard_count is None
    monkeypatch.setenv("SHARD_IDS", "0")
    with pytest.raises(SettingsError, match="SHARD_COUNT"):
        load()


def test_empty_is_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty variable counts as missing."""
    for name in Settings.model_fields:
        monkeypatch.setenv(name.upper(), "")
    assert load().model_dump() == {
        name: field.default for name, field in Settings.model_fields.items()
    }


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "mysql://user:hunter2@here/there"),
        ("DATABASE_URL", "sqlite:///:memory:"),
        ("DATABASE_URL", "nonsense"),
        ("DISCORD_API_URL", "127.0.0.1:8765"),
        ("GUILD_IDS", "one,two"),
        ("LOG_LEVEL", "LOUD"),
        ("LOG_FORMAT", "xml"),
        ("METRICS_PORT", "-1"),
        ("PLAYGROUND_PORT", "http"),
        ("PLAYGROUND_PORT", "70000"),
        ("SHARD_COUNT", "0"),
        ("SHARD_IDS", "-1"),
        ("WEB_URL", "example.org"),
        ("WEB_URL", "https://:80"),
        ("WEB_URL", "https://example.org:70000"),
    ],
)
def test_wrong_values(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong value is refused in one line that names the setting and the expected format."""
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as caught:
        load()
    assert re.fullmatch(
        rf"{name}: .*expected .+|{name}: SQLite needs a file: .+", str(caught.value)
    )
    assert value not in str(caught.value)


@pytest.mark.parametrize(
    ("given", "missing"),
    [
        ({"discord_api_url": "http://127.0.0.1:1"}, "DISCORD_TOKEN"),
        ({"shard_ids": "0"}, "SHARD_COUNT"),
        ({"shard_ids": "0,2", "shard_count": 2}, "SHARD_IDS"),
        ({"database_replica_url": "postgresql://me@host/name"}, "DATABASE_REPLICA_URL"),
        (
            {
                "database_url": "postgresql://me@host/name",
                "database_replica_url": "sqlite:///name.db",
            },
            "DATABASE_REPLICA_URL",
        ),
    ],
)
def test_settings_that_need_others(given: dict[str, object], missing: str) -> None:
    """For settings that conflict, the message names the one to correct."""
    with pytest.raises(SettingsError, match=f"^{missing}: expected [^\n]+$"):
        load(**given)


def test_the_token_is_not_shown() -> None:
    """The printed settings do not contain the token."""
    assert "secret-token" not in repr(load(discord_token="secret-token"))


def test_the_example_explains_every_setting() -> None:
    """`.env.example` has each existing setting once, with its default, and no other."""
    text = (ROOT / ".env.example").read_text(encoding="utf-8")
    shown = dict(re.findall(r"^#([A-Z_]+)=(.*)$", text, re.MULTILINE))
    fields = Settings.model_fields
    assert set(shown) == {name.upper() for name in fields}
    for name, value in shown.items():
        default = fields[name.lower()].default
        said = str(default).lower() if isinstance(default, bool) else str(default)
        assert value == ("" if default in (None, ()) else said), name
