"""The address that the playground listens on: this machine only, unless told otherwise."""

import subprocess
import sys

import aiohttp
import pytest

from playground.__main__ import arguments
from playground.address import is_loopback
from playground.connection import PATIENCE
from playground.server import NotLoopback, serve

EVERYWHERE = ["0.0.0.0", "::", "", "192.0.2.1", "::ffff:127.0.0.1", "playground.example"]


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "::1", "localhost"])
def test_this_machine(host: str) -> None:
    """Addresses that only this machine can reach need no permission."""
    assert is_loopback(host)
    assert arguments(["--host", host]).host == host


@pytest.mark.parametrize("host", EVERYWHERE)
async def test_other_machines_are_kept_out(host: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Any other address is refused. The message explains the risk and how to override it."""
    with pytest.raises(NotLoopback, match="no passwords"):
        await serve(host, 0)
    with pytest.raises(SystemExit) as ended:
        arguments(["--host", host])
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert "no passwords: anybody who reaches it can be any user" in said
    assert "add --public" in said
    assert arguments(["--host", host, "--public"]).public


async def test_the_flag_lets_it_listen() -> None:
    """With the flag it listens on all addresses, and answers."""
    server = await serve("0.0.0.0", 0, public=True)
    try:
        async with aiohttp.ClientSession() as session, session.get(server.url) as page:
            assert page.status == 200
    finally:
        await server.close()


def test_the_process_ends() -> None:
    """A refused process exits without having listened."""
    command = [sys.executable, "-m", "playground", "--host", "0.0.0.0", "--port", "0"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "Traceback" not in ended.stderr
