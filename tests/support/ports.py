"""Ports for servers whose address has to be known before they start."""

from __future__ import annotations

import socket


def free_port() -> int:
    """A port of this machine that nobody listens at."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def served() -> dict[str, str]:
    """Settings with which a bot serves pages, at a free port."""
    port = free_port()
    return {"WEB_URL": f"http://127.0.0.1:{port}", "WEB_PORT": str(port)}
