"""The image, the compose file and the service's unit fit the program that they start."""

from __future__ import annotations

import re
import tomllib
from configparser import RawConfigParser
from pathlib import Path
from typing import Any

import pytest

from bot import client
from bot.cli import main
from bot.settings import Settings

ROOT = Path(__file__).parent.parent
SETTINGS = {name.upper() for name in Settings.model_fields}
_KNOWN = {
    *("FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "VOLUME"),
    *("STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT", "CMD"),
}


def _instructions() -> list[tuple[str, str]]:
    """The Dockerfile's instructions, each in one line."""
    text = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line.partition(" ")[0], line.partition(" ")[2]) for line in lines]


def _compose() -> dict[str, Any]:
    """The compose file, whose YAML uses nothing but mappings by indentation of two, lists, and
    plain values.
    """
    whole: dict[str, Any] = {}
    open_: list[Any] = [whole]
    for line in (ROOT / "compose.yaml").read_text().splitlines():
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        depth, odd = divmod(len(line) - len(line.lstrip()), 2)
        assert not odd, line
        if text.startswith("- "):
            open_[depth].setdefault("-", []).append(text[2:])
            continue
        found = re.fullmatch(r"([\w-]+):(?: (.+))?", text)
        assert found, line
        key, value = found.groups()
        assert key not in open_[depth], line
        del open_[depth + 1 :]
        open_[depth][key] = value if value is not None else {}
        if value is None:
            open_.append(open_[depth][key])
    return whole


def _script() -> str:
    (name,) = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    return str(name)


def _seconds(text: str) -> float:
    return float(text.removesuffix("s"))


def test_the_image_starts_the_bot() -> None:
    """Its instructions are known ones, what it copies is there, its variables are settings, and
    its health is asked for at the port that it sets.
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


@pytest.mark.parametrize("service", ["bot", "bot-postgres"])
def test_compose_starts_the_bot(service: str) -> None:
    """Each bot has the settings of `.env`, but the database that is kept and the port at which its
    health is asked for; volumes that are declared, and time to stop.
    """
    whole = _compose()
    found = whole["services"][service]
    assert found["env_file"] == ".env"
    assert found["environment"].keys() <= SETTINGS
    assert found["environment"].keys() >= {"DATABASE_URL", "METRICS_PORT"}
    assert (
        f"127.0.0.1:{found['environment']['METRICS_PORT']}/" in dict(_instructions())["HEALTHCHECK"]
    )
    for volume in found["volumes"]["-"]:
        assert volume.partition(":")[0] in whole["volumes"]
    assert _seconds(found["stop_grace_period"]) > client.PATIENCE
    assert found.get("depends_on", {}).keys() <= whole["services"].keys()


def test_the_database_of_compose_is_the_bots() -> None:
    """User, password and name in the bot's address are those that the server makes."""
    services = _compose()["services"]
    made = services["database"]["environment"]
    url = services["bot-postgres"]["environment"]["DATABASE_URL"]
    user, password, name = (made[f"POSTGRES_{what}"] for what in ("USER", "PASSWORD", "DB"))
    assert url == f"postgresql://{user}:{password}@database/{name}"
    assert services["database"]["profiles"] == services["bot-postgres"]["profiles"]


def test_the_unit_starts_the_bot() -> None:
    """It runs the program with settings that there are, without privileges, and lets it stop."""
    unit = RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(ROOT / "deploy" / "dreierlei.service")
    service = unit["Service"]
    assert service["ExecStart"].endswith(f"/bin/{_script()} run")
    assert service["User"] != "root"
    assert _seconds(service["TimeoutStopSec"]) > client.PATIENCE
    variables = re.findall(r"^Environment=(\w+)=", _unit_text(), re.MULTILINE)
    assert {*variables} - {"PYTHONUNBUFFERED"} <= SETTINGS


def _unit_text() -> str:
    return (ROOT / "deploy" / "dreierlei.service").read_text()
