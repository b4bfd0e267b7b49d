"""The address that the playground listens on, and who can reach it. The module is small so that
programs can import it quickly.
"""

from __future__ import annotations

import contextlib
import ipaddress

DEFAULT_HOST, DEFAULT_PORT, DEFAULT_TOKEN = "127.0.0.1", 8765, "playground"
TOKEN = "PLAYGROUND_TOKEN"
"""The environment variable with the bot's token."""
OPEN_TO_ALL = (
    "{host} can be reached from other machines. The playground has no passwords: anybody who "
    "reaches it can be any user, read everything and command the bot. To allow this, {flag}."
)


def is_loopback(host: str) -> bool:
    """Whether only this machine can connect to a server that listens on `host`."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def reachable(host: str) -> str:
    """The address under which this machine reaches a server that listens on `host`."""
    with contextlib.suppress(ValueError):
        address = ipaddress.ip_address(host)
        if address.is_unspecified:
            host = "127.0.0.1" if address.version == 4 else "::1"
    return f"[{host}]" if ":" in host else host
