"""The image, the Compose files and the systemd unit fit the program that they start."""

from __future__ import annotations

import asyncio
import re
import shutil
import tempfile
import tomllib
from configparser import RawConfigParser
from pathlib import Path
from typing import Any

import pytest
import yaml
from sqlalchemy import URL, make_url

from bot.app import client, shards
from bot.cli import main
from bot.config.settings import Settings, is_exposed, load
from playground.__main__ import arguments
from storage.database import Database
from storage.errors import Unavailable
from tests import PATIENCE
from tests.support.ports import free_port
from tests.support.postgres import Cluster, started

ROOT = Path(__file__).parent.parent
SETTINGS = {name.upper() for name in Settings.model_fields}
_KNOWN = {
    *("FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "VOLUME"),
    *("STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT", "CMD"),
}


def _instructions() -> list[tuple[str, str]]:
    """The Dockerfile's instructions, one per line."""
    text = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line.partition(" ")[0], line.partition(" ")[2]) for line in lines]


def _compose(name: str = "compose.yaml") -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / name).read_text())
    return found


def _script() -> str:
    (name,) = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    return str(name)


def _seconds(text: str) -> float:
    found = re.fullmatch(r"(\d+)(s|min|h)", text)
    assert found, text
    return float(found[1]) * {"s": 1, "min": 60, "h": 3600}[found[2]]


def test_the_image_starts_the_bot() -> None:
    """Its instructions are known, the files it copies exist, its variables are settings, and its
    health check uses the port that it sets.
    """
    found = _instructions()
    assert {name for name, _ in found} <= _KNOWN
    for name, rest in found:
        if name == "COPY" and not rest.startswith("--from"):
            assert (ROOT / rest.split()[0]).exists()
    (variables,) = [dict(re.findall(r"(\w+)=(\S+)", rest)) for name, rest in found if name == "ENV"]
    assert variables.keys() - {"PATH", "PYTHONUNBUFFERED"} <= SETTINGS
    last = dict(found)
    assert f"127.0.0.1:{variables['METRICS_PORT']}/health" in last["HEALTHCHECK"]
    assert last["ENTRYPOINT"] == f'["{_script()}"]'
    assert last["CMD"] == '["run"]'
    assert "run" in main.commands
    assert last["USER"] != "root"


def test_compose_starts_the_bot() -> None:
    """It has the settings of `.env`, except for the persistent database and the port of the health
    check. Its volumes are declared, and it has time to stop.
    """
    whole = _compose()
    found = whole["services"]["bot"]
    assert found["env_file"] == ".env"
    assert found["environment"].keys() <= SETTINGS
    assert found["environment"].keys() >= {"DATABASE_URL", "METRICS_PORT"}
    assert (
        f"127.0.0.1:{found['environment']['METRICS_PORT']}/" in dict(_instructions())["HEALTHCHECK"]
    )
    for volume in found["volumes"]:
        assert volume.partition(":")[0] in whole["volumes"]
    assert _seconds(found["stop_grace_period"]) > client.PATIENCE


def _required(name: str) -> set[str]:
    """The variables without which Compose refuses a file, each with a message. They are required
    whichever services are wanted. Other variables are settings of ours, and may be missing.
    """
    text = "\n".join(
        line for line in (ROOT / name).read_text().splitlines() if not line.startswith("#")
    )
    found = re.findall(r"\$\{(\w+):\?expected [^}]+ in \.env\}", text)
    optional = {*re.findall(r"\$\{(\w+):-\}", text)}
    assert optional <= SETTINGS
    assert len(found) + len(optional) == text.count("$")
    return set(found)


def test_compose_refuses_what_is_missing() -> None:
    """The bot needs a token, and PostgreSQL a password. The bot with SQLite needs no password."""
    assert _required("compose.yaml") == {"DISCORD_TOKEN"}
    assert _required("compose.postgres.yaml") == {"POSTGRES_PASSWORD"}
    assert _required("compose.scale.yaml") == {"POSTGRES_PASSWORD"}
    assert _required("compose.scale.web.yaml") == {"POSTGRES_PASSWORD"}


def test_the_database_of_compose_is_the_bots() -> None:
    """The overlay changes only the bot's database, which is ready before the bot. The address has
    the user and the name that the server creates. The password stands outside of it, so it may have
    any signs (`tests/storage/test_addresses.py`).
    """
    over = _compose("compose.postgres.yaml")
    bot, server = over["services"]["bot"], over["services"]["database"]
    assert over["services"].keys() == {"bot", "database"}
    assert bot.keys() == {"environment", "depends_on"}
    assert bot["depends_on"] == {"database": {"condition": "service_healthy"}}
    made = server["environment"]
    user, password, name = (made[f"POSTGRES_{what}"] for what in ("USER", "PASSWORD", "DB"))
    address = f"postgresql://{user}@database/{name}"
    assert bot["environment"] == {"DATABASE_URL": address, "PGPASSWORD": password}
    for volume in server["volumes"]:
        assert volume.partition(":")[0] in over["volumes"]


def test_compose_shares_the_work() -> None:
    """The overlay makes the bot a gateway, and adds thinkers without a token. All reach the
    database through the pooler, which hands connections on, and each has time to stop.
    """
    over = _compose("compose.scale.yaml")["services"]
    assert over.keys() == {"bot", "thinker", "pooler"}
    bot, thinker = over["bot"], over["thinker"]
    assert {*bot["environment"], *thinker["environment"]} - {"PGPASSWORD"} <= SETTINGS
    assert bot["environment"]["ROLE"] == "gateway"
    assert main.commands["run"].make_context("run", thinker["command"][1:]).params == {
        "role": "thinker"
    }
    assert "env_file" not in thinker
    assert thinker["image"] == _compose()["services"]["bot"]["image"]
    for one in (bot, thinker):
        address = make_url(one["environment"]["DATABASE_URL"])
        assert (address.host, address.port) == ("pooler", 6432)
        assert address.query == {"pooler": "transaction"}
        assert one["depends_on"] == {"pooler": {"condition": "service_healthy"}}
        assert one["deploy"]["replicas"] == 2
        assert "ports" not in one
    assert _seconds(bot["stop_grace_period"]) > shards.PATIENCE + client.PATIENCE
    assert (ROOT / over["pooler"]["build"] / "start").stat().st_mode & 0o111 == 0o111


def test_each_process_of_compose_is_scraped() -> None:
    """Prometheus in the same network finds all replicas by the names of their services, as the
    guide says. They listen in that network, at the port that is asked, and nowhere else: no port is
    published.
    """
    (line,) = re.findall(r"`- (\{.*dns_sd_configs.*\})`", (ROOT / "docs/operations.md").read_text())
    job = yaml.safe_load(line)
    assert job["job_name"] == "dreierlei"
    (found,) = job["dns_sd_configs"]
    assert found["type"] == "A"
    over, base = _compose("compose.scale.yaml")["services"], _compose()["services"]
    assert {*found["names"]} == {name for name, one in over.items() if "METRICS_HOST" in str(one)}
    for name in found["names"]:
        environment = base.get(name, {}).get("environment", {}) | over[name]["environment"]
        assert environment["METRICS_PORT"] == found["port"]
        assert load(metrics_host=environment["METRICS_HOST"]).metrics_host == "0.0.0.0"


@pytest.mark.parametrize("password", ["simple", "a\"b'c d%@$x"])
def test_the_pooler_of_compose(cluster: Cluster, password: str) -> None:
    """What its image starts leads to the database, for whoever knows the password."""
    cluster.execute("CREATE ROLE dreierlei SUPERUSER LOGIN")
    cluster.execute("CREATE DATABASE dreierlei TEMPLATE migrated OWNER dreierlei")
    port, folder = free_port(), Path(tempfile.mkdtemp(prefix="dreierlei-pooler-"))
    given = {
        "DATABASE_HOST": "127.0.0.1", "DATABASE_PORT": str(cluster.port),
        "POOLER_PORT": str(port), "PGPASSWORD": password, "TMPDIR": str(folder),
    }  # fmt: skip
    start = str(shutil.copy(ROOT / "deploy" / "pooler" / "start", folder))
    process = started(
        ["env", *(f"{name}={value}" for name, value in given.items()), start], str(folder)
    )
    try:
        address = URL.create(
            "postgresql", "dreierlei", password, "127.0.0.1", port, "dreierlei",
            {"pooler": "transaction"},
        )  # fmt: skip
        asyncio.run(_connected(address))
        with pytest.raises(Unavailable, match="authentication failed"):
            asyncio.run(_connected(address.set(password="wrong"), attempts=1))
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)
        assert [one.name for one in folder.iterdir()] == ["start"]
        shutil.rmtree(folder)
        cluster.execute("DROP DATABASE dreierlei WITH (FORCE)")
        cluster.execute("DROP ROLE dreierlei")


async def _connected(address: URL, attempts: int = 1000) -> None:
    """Reads from the database there, as soon as that is possible."""
    database = Database.connect(address.render_as_string(hide_password=False))
    try:
        for left in reversed(range(attempts)):
            try:
                await database.require_current()
            except Unavailable:
                if not left:
                    raise
                await asyncio.sleep(0.05)
            else:
                break
    finally:
        await database.close()


def test_pages_of_compose_are_for_a_proxy_beside_it() -> None:
    """The overlay has them served at the port that the guides name, which is open to the machine
    and to nobody else. A proxy is needed; whether there is one says `.env`.
    """
    over = _compose("compose.web.yaml")["services"]
    assert over.keys() == {"bot"}
    found = over["bot"]["environment"]
    assert found.keys() == {"WEB_HOST", "WEB_PORT"}
    assert found["WEB_HOST"] == "0.0.0.0"
    port = int(found["WEB_PORT"])
    assert port == load(web_url="https://example.org", web_port=None).pages_port
    assert over["bot"]["ports"] == [f"127.0.0.1:{port}:{port}"]
    for page in ("docs/operations.md", "docs/web.md"):
        assert str(port) in (ROOT / page).read_text()


def test_pages_beside_several_gateways() -> None:
    """One process alone serves them and has the port, since several bots can't share it: they know
    that it does. It reaches the database as they do, and its health isn't asked for at a port that
    it doesn't serve.
    """
    over = _compose("compose.scale.web.yaml")["services"]
    assert over.keys() == {"bot", "web"}
    assert over["bot"] == {"environment": {"WEB_ALONE": "true"}}
    web, bot = over["web"], _compose("compose.scale.yaml")["services"]["bot"]
    alone = _compose("compose.web.yaml")["services"]["bot"]
    assert web["image"] == _compose()["services"]["bot"]["image"]
    assert web["command"] == ["web"]
    assert "web" in main.commands
    assert web["env_file"] == ".env"
    assert web["environment"].keys() - {"PGPASSWORD"} <= SETTINGS
    assert web["environment"]["DATABASE_URL"] == bot["environment"]["DATABASE_URL"]
    assert web["depends_on"] == bot["depends_on"]
    assert alone["environment"].items() <= web["environment"].items()
    assert web["ports"] == alone["ports"]
    port = alone["environment"]["WEB_PORT"]
    assert f"127.0.0.1', {port})" in web["healthcheck"]["test"][-1]
    for page in ("docs/operations.md", "docs/web.md"):
        assert "compose.scale.web.yaml" in (ROOT / page).read_text()


def test_the_unit_starts_the_bot() -> None:
    """The unit runs the program with existing settings, without privileges, and lets it stop."""
    service = _unit()["Service"]
    assert service["ExecStart"].endswith(f"/bin/{_script()} run")
    assert service["User"] != "root"
    assert _seconds(service["TimeoutStopSec"]) > client.PATIENCE
    variables = re.findall(r"^Environment=(\w+)=", _unit_text(), re.MULTILINE)
    assert {*variables} - {"PYTHONUNBUFFERED"} <= SETTINGS


def test_the_unit_waits_for_the_time() -> None:
    """Where there is time synchronisation, the bot starts after it."""
    unit = _unit()["Unit"]
    for target in ("network-online.target", "time-sync.target"):
        assert target in unit["Wants"].split()
        assert target in unit["After"].split()


def test_the_unit_limits_starts() -> None:
    """A bot that cannot start is given up: even with the longest pauses and start-up times the
    limit is reached within its interval. It is not given up too early.
    """
    unit, service = _unit()["Unit"], _unit()["Service"]
    starts, interval = int(unit["StartLimitBurst"]), _seconds(unit["StartLimitIntervalSec"])
    shortest, longest = (_seconds(service[name]) for name in ("RestartSec", "RestartMaxDelaySec"))
    assert starts * (longest + _seconds(service["TimeoutStopSec"])) < interval
    assert starts * shortest >= _seconds("10min")
    assert shortest < longest
    assert int(service["RestartSteps"]) > 1
    assert service["Restart"] == "on-failure"


def test_secrets_are_in_no_command_line() -> None:
    """All users of a machine can read process arguments. Neither the unit nor an image passes a
    token or a password in them, and none of our commands accepts one.
    """
    for name in (
        "Dockerfile",
        "compose.yaml",
        "compose.postgres.yaml",
        "compose.scale.yaml",
        "compose.scale.web.yaml",
        "compose.web.yaml",
        "deploy/pooler/Dockerfile",
        "deploy/dreierlei.service",
    ):
        for line in (ROOT / name).read_text().splitlines():
            if re.match(r"\s*(RUN|CMD|ENTRYPOINT|HEALTHCHECK|ExecStart|command|test)\b", line):
                assert not re.search(r"TOKEN|PASSWORD|\$\{", line), line
    with pytest.raises(SystemExit):
        arguments(["--token", "secret"])
    options = [one for command in main.commands.values() for one in command.params]
    assert not [one for one in options if {"token", "password"} & {*str(one.name).split("_")}]


@pytest.mark.parametrize(("mode", "exposed"), [(0o600, False), (0o640, True), (0o604, True)])
def test_settings_that_others_can_read(tmp_path: Path, mode: int, exposed: bool) -> None:
    """The file with the token is readable only by its owner. A missing file is no danger."""
    file = tmp_path / ".env"
    assert not is_exposed(file)
    file.write_text("DISCORD_TOKEN=secret\n")
    file.chmod(mode)
    assert is_exposed(file) is exposed


def test_settings_are_copied_for_their_owner_alone() -> None:
    """All instructions for the first start say so."""
    for name in ("README.md", "docs/operations.md", ".env.example"):
        text = (ROOT / name).read_text()
        assert "install -m 600 .env.example .env" in text
        assert not re.search(r"\bcp (-\w+ )*\.env", text)


def _unit() -> RawConfigParser:
    unit = RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(ROOT / "deploy" / "dreierlei.service")
    return unit


def _unit_text() -> str:
    return (ROOT / "deploy" / "dreierlei.service").read_text()
