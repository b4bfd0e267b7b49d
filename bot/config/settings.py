"""The settings, from the environment and a file `.env`. The environment takes precedence."""

from __future__ import annotations

import os
import stat
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    SecretStr,
    ValidationError,
    model_validator,
)
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict
from yarl import URL

from matches.lobby.admission import Limits
from matches.lobby.cooldowns import Rates
from storage.database import address_of
from storage.errors import BadAddress

SECRETS_FILE = Path(".env")
"""The file with settings, including the bot's token."""


WEB_PORT = 8766
"""The usual port of the pages on the web."""


class SettingsError(Exception):
    """Settings are missing or wrong. Each line of the text names one and says what is expected."""


def _split(value: Any) -> Any:
    return value.split(",") if isinstance(value, str) else value


def _recommended(value: Any) -> Any:
    return None if value == "auto" else value


def _web_address(value: str) -> str:
    if not value.startswith(("http://", "https://")):
        raise ValueError
    URL(value).origin()  # Raises ValueError where no browser could go.
    return value.rstrip("/")


def _database_address(value: str) -> str:
    address_of(value)
    return value


Numbers = Annotated[tuple[Annotated[int, Field(ge=0)], ...], NoDecode, BeforeValidator(_split)]


class Settings(BaseSettings):
    """All settings; `.env.example` explains each. Empty values count as not set.

    A field's description says what is expected, in the error about a wrong value.
    """

    model_config = SettingsConfigDict(
        env_file=SECRETS_FILE, env_file_encoding="utf-8", env_ignore_empty=True, extra="ignore"
    )

    discord_token: SecretStr | None = Field(None, description="the bot's token")
    discord_api_url: Annotated[str, AfterValidator(_web_address)] | None = Field(
        None, description="an address that begins with http:// or https://"
    )
    database_url: Annotated[str, AfterValidator(_database_address)] = Field(
        "sqlite:///data/dreierlei.db",
        repr=False,
        description="sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME",
    )
    database_replica_url: Annotated[str, AfterValidator(_database_address)] | None = Field(
        None, repr=False, description="postgresql://USER:PASSWORD@HOST/NAME"
    )
    role: Literal["all", "gateway", "thinker"] = Field("all", description="all, gateway or thinker")
    guild_ids: Numbers = Field((), description="ids of servers, separated by commas")
    shard_count: Annotated[int | None, BeforeValidator(_recommended)] = Field(
        None, ge=1, description="a number from 1 on, or auto"
    )
    """None: what Discord recommends."""
    shard_ids: Numbers = Field((), description="numbers of shards, separated by commas")
    table_limit: int = Field(10, ge=1, description="a number from 1 on")
    match_limit: int = Field(100, ge=1, description="a number from 1 on")
    computer_limit: int = Field(10, ge=0, description="a number from 0 on")
    computer_workers: int = Field(1, ge=1, description="a number from 1 on")
    computer_memory: int = Field(1024, ge=256, description="a number of megabytes from 256 on")
    computer_effort: float = Field(1, gt=0, le=10, description="a number up to 10, more than 0")
    computer_pause: float = Field(1, ge=0, description="a number of seconds from 0 on")
    host_rate: int = Field(12, ge=1, description="a number from 1 on")
    pair_rate: int = Field(3, ge=1, description="a number from 1 on")
    server_rate: int = Field(60, ge=1, description="a number from 1 on")
    emojis: bool = Field(True, description="true or false")
    picture_patience: float = Field(3, gt=0, description="a number of seconds, more than 0")
    showing_pause: float = Field(30, ge=0, description="a number of seconds from 0 on")
    table_hours: float = Field(24, gt=0, description="a number of hours, more than 0")
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        "INFO", description="DEBUG, INFO, WARNING or ERROR"
    )
    log_format: Literal["text", "json"] = Field("text", description="text or json")
    metrics_host: str = Field("127.0.0.1", description="an address of this machine")
    metrics_port: int | None = Field(None, ge=0, le=65535, description="a port from 0 to 65535")
    web_url: Annotated[str, AfterValidator(_web_address)] | None = Field(
        None, description="an address that begins with http:// or https://"
    )
    web_host: str = Field("127.0.0.1", description="an address of this machine")
    web_port: int | None = Field(None, ge=0, le=65535, description="a port from 0 to 65535")
    web_proxy: bool = Field(False, description="true or false")
    web_alone: bool = Field(False, description="true or false")
    playground_host: str = Field("127.0.0.1", description="an address of this machine")
    playground_public: bool = Field(False, description="true or false")
    playground_port: int = Field(8765, ge=0, le=65535, description="a port from 0 to 65535")

    @property
    def process(self) -> str:
        """The name of a process with these settings, the same at each start: its share of the
        shards.
        """
        if not self.shard_ids:
            return "all"
        return f"{','.join(map(str, self.shard_ids))}/{self.shard_count}"

    @property
    def limits(self) -> Limits:
        """How many tables and matches a player may have, and how long a table waits."""
        waiting = timedelta(hours=self.table_hours)
        usual = Rates()
        rates = Rates(
            replace(usual.host, most=self.host_rate),
            replace(usual.pair, most=self.pair_rate),
            replace(usual.server, most=self.server_rate),
        )
        return Limits(self.table_limit, self.match_limit, waiting, self.computer_limit, rates)

    @property
    def pages_port(self) -> int:
        """Where the pages on the web are served; 0 for nowhere in particular."""
        if self.web_port is not None:
            return self.web_port
        if self.web_url is not None:
            return WEB_PORT
        # Beside the playground's; none for one that takes any free port.
        return self.playground_port + 1 if 0 < self.playground_port < 65535 else 0

    @property
    def pages_url(self) -> str | None:
        """Where people find the pages, if there are any: in the playground, on this machine."""
        beside = self.discord_token is None and self.pages_port
        return self.web_url or (f"http://127.0.0.1:{self.pages_port}" if beside else None)

    @property
    def secrets(self) -> tuple[str, ...]:
        """Values that must not appear in any log."""
        hidden = [word for word in (os.environ.get("PGPASSWORD"),) if word]
        for url in filter(None, (self.database_url, self.database_replica_url)):
            address = address_of(url)
            if address.get_backend_name() != "sqlite":
                hidden += [url, address.render_as_string(hide_password=False)]
            if address.password:
                hidden.append(str(address.password))
        if self.discord_token is not None:
            hidden.append(self.discord_token.get_secret_value())
        return tuple(hidden)

    @model_validator(mode="after")
    def _fit_together(self) -> Settings:
        server = _is_server(self.database_url)
        if self.role != "all" and not server:
            raise SettingsError("ROLE: expected all; several processes need PostgreSQL")
        replica = self.database_replica_url
        if replica is not None and not server:
            raise SettingsError("DATABASE_REPLICA_URL: expected nothing; SQLite has no replicas")
        if replica is not None and not _is_server(replica):
            raise SettingsError("DATABASE_REPLICA_URL: expected the address of a PostgreSQL server")
        if self.discord_api_url and self.discord_token is None:
            raise SettingsError("DISCORD_TOKEN: expected the bot's token for DISCORD_API_URL")
        if self.shard_ids and self.shard_count is None:
            raise SettingsError("SHARD_COUNT: expected the number of all shards for SHARD_IDS")
        if self.shard_count and any(number >= self.shard_count for number in self.shard_ids):
            raise SettingsError(f"SHARD_IDS: expected numbers from 0 to {self.shard_count - 1}")
        return self


def _is_server(address: str) -> bool:
    return address_of(address).get_backend_name() == "postgresql"


def is_exposed(file: Path) -> bool:
    """Whether the file exists and others than its owner can read it."""
    try:
        return bool(file.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH))
    except OSError:
        return False


def load(**given: Any) -> Settings:
    """The settings; `given` takes precedence over the environment. Raises SettingsError."""
    try:
        return Settings(**given)
    except ValidationError as error:
        wrong = {str(problem["loc"][0]): _wrong(problem) for problem in error.errors()}
        lines = (f"{name.upper()}: {what}" for name, what in wrong.items())
        raise SettingsError("\n".join(lines)) from None


def _wrong(problem: Any) -> str:
    """What is wrong, without the value, which may be a secret."""
    reason = problem.get("ctx", {}).get("error")
    if isinstance(reason, BadAddress):
        return str(reason)
    return f"expected {Settings.model_fields[str(problem['loc'][0])].description}"
