"""PostgreSQL addresses: encrypted connections, and passwords of all kinds."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import pytest
from sqlalchemy import make_url

from storage.addresses import address_of, environment, shown
from storage.database import Database
from storage.errors import BadAddress, Unavailable
from tests import PATIENCE
from tests.support.postgres import Cluster

PASSWORD = "a@b%41/?# 'ä"


async def _ask(url: str, question: str) -> object:
    db = Database.connect(url)
    try:
        return await db.read(lambda connection: connection.exec_driver_sql(question).scalar())
    finally:
        await db.close()


@contextmanager
def _reloaded(cluster: Cluster, file: Path, text: str) -> Iterator[None]:
    """While a file of the server's configuration has this text."""
    before = file.read_text()
    _write(cluster, file, text)
    yield
    _write(cluster, file, before)


def _write(cluster: Cluster, file: Path, text: str) -> None:
    """Changes a file of the server's configuration, and waits until new connections obey it."""
    server, when = str(cluster.url("postgres")), "SELECT pg_conf_load_time()"
    before = asyncio.run(_ask(server, when))
    file.write_text(text)
    cluster.execute("SELECT pg_reload_conf()")
    end = time.monotonic() + PATIENCE
    while asyncio.run(_ask(server, when)) == before:
        if time.monotonic() > end:
            raise TimeoutError("the server has not read its configuration")


@pytest.fixture
def guarded(cluster: Cluster) -> Iterator[str]:
    """The address, without the password, of a database that requires one."""
    rules = Path(str(cluster.execute("SHOW hba_file")))
    text = PASSWORD.replace("'", "''")
    with cluster.database() as url:
        cluster.execute(f"CREATE ROLE guarded SUPERUSER LOGIN PASSWORD '{text}'")
        rule = "host all guarded all scram-sha-256\n"
        with _reloaded(cluster, rules, rule + rules.read_text()):
            yield make_url(url).set(username="guarded").render_as_string()
        cluster.execute("DROP ROLE guarded")


def _with(url: str, password: str) -> str:
    return url.replace("guarded@", f"guarded:{password}@")


async def test_every_password_can_be_given(
    guarded: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A password can be percent-encoded in the address, or given outside it as with PostgreSQL's
    own programs. A wrong one is refused like an unreachable server, and never shown.
    """
    assert await _ask(_with(guarded, quote(PASSWORD, safe="")), "SELECT current_user") == "guarded"
    with pytest.raises(Unavailable) as refused:
        await _ask(_with(guarded, "secret-guess"), "SELECT 1")
    assert "secret-guess" not in str(refused.value)
    with pytest.raises(Unavailable):
        await _ask(guarded, "SELECT 1")
    with monkeypatch.context() as patch:
        patch.setenv("PGPASSWORD", PASSWORD)
        assert await _ask(guarded, "SELECT current_user") == "guarded"
    file = tmp_path / "pgpass"
    file.write_text(f"*:*:*:guarded:{PASSWORD}\n")
    file.chmod(0o600)
    monkeypatch.setenv("PGPASSFILE", str(file))
    assert await _ask(guarded, "SELECT current_user") == "guarded"


def test_the_environment_for_other_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has what the driver reads, and none of the bot's secrets."""
    for name in ("PGPASSWORD", "PGPASSFILE", "HOME", "DISCORD_TOKEN", "DATABASE_URL"):
        monkeypatch.setenv(name, name)
    found = environment()
    assert {name: found[name] for name in ("PGPASSWORD", "PGPASSFILE", "HOME")}
    assert not {"DISCORD_TOKEN", "DATABASE_URL"} & set(found)


def test_a_raw_sign_is_refused() -> None:
    """An unencoded @ would change the host name. It is refused, and the message does not
    repeat it.
    """
    with pytest.raises(BadAddress, match="%40") as refused:
        address_of("postgresql://me:sec@ret@host/name")
    assert "ret" not in str(refused.value).replace("written", "")
    assert address_of("postgresql://me:sec%40ret@host/name").password == "sec@ret"


@pytest.mark.parametrize("query", ["sslmode=maybe", "ssl=true", "sslmode=require&password=x"])
def test_other_parameters_are_refused(query: str) -> None:
    """Parameters that the driver does not support are refused at once, not with a later
    traceback.
    """
    with pytest.raises(BadAddress):
        address_of(f"postgresql://me@host/name?{query}")


def test_an_address_is_shown_without_its_password() -> None:
    """The query string is not shown either."""
    address = address_of("postgresql://me:hunter2@host:5/name?sslmode=require&sslpassword=hunter3")
    assert shown(address) == "postgresql://me@host:5/name"


@pytest.fixture
def certificate(cluster: Cluster, tmp_path: Path) -> Iterator[Path]:
    """The certificate of the server, which encrypts connections meanwhile."""
    folder = Path(str(cluster.execute("SHOW data_directory")))
    owner = folder.stat()
    files = {"server.key": tmp_path / "key", "server.crt": tmp_path / "certificate"}
    key, made = files.values()
    command = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost"
    names = ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(made)]
    subprocess.run([*command.split(), *names], check=True, capture_output=True)
    for name, file in files.items():
        shutil.copy(file, folder / name)
        (folder / name).chmod(0o600)
        shutil.chown(folder / name, owner.st_uid, owner.st_gid)
    settings = Path(str(cluster.execute("SHOW config_file")))
    with _reloaded(cluster, settings, f"{settings.read_text()}\nssl = on\n"):
        yield made


ENCRYPTED = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"


async def test_encrypted_connections(url: str, certificate: Path) -> None:
    """`sslmode` works as in PostgreSQL's own programs, including certificates."""
    while await _ask(url, "SHOW ssl") != "on":  # The server applies its configuration with a delay.
        pass
    assert await _ask(f"{url}?sslmode=require", ENCRYPTED) is True
    assert await _ask(f"{url}?sslmode=disable", ENCRYPTED) is False
    trusted = f"sslmode=verify-full&sslrootcert={quote(str(certificate), safe='')}"
    assert await _ask(f"{url}?{trusted}", ENCRYPTED) is True
    for unfit in ("/nowhere", quote(str(certificate.with_name("key")), safe="")):
        with pytest.raises(Unavailable):
            await _ask(f"{url}?sslmode=verify-full&sslrootcert={unfit}", ENCRYPTED)


async def test_a_server_that_does_not_encrypt(url: str) -> None:
    """If encryption is required, there is no connection without it."""
    with pytest.raises(Unavailable):
        await _ask(f"{url}?sslmode=require", "SELECT 1")


@pytest.fixture
def backend() -> str:
    """The kind of database for all tests in this file."""
    return "postgresql"
