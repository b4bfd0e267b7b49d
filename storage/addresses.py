"""Addresses of databases: what people write, turned into what the driver expects."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib.util import find_spec
from urllib.parse import urlencode

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from storage.errors import BadAddress

_SSL_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")

_PARAMETERS = (
    *("sslmode", "sslrootcert", "sslcert", "sslkey", "sslcrl", "sslpassword", "passfile"),
    *("ssl_min_protocol_version", "ssl_max_protocol_version", "target_session_attrs"),
)
"""What may follow the question mark, as in the addresses of PostgreSQL's own programs."""

_POOLER = "pooler"
"""Ours: `pooler=transaction` says that PgBouncer, or the like, stands before the server and hands
its connections on after each transaction.
"""


def address_of(url: str) -> URL:
    """The address with the driver that this program uses. Raises BadAddress, whose message never
    quotes the address, because it may hold a password.
    """
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):
        raise BadAddress(
            "not a database address; expected sqlite:///FILE or postgresql://USER@HOST/NAME"
        ) from None
    backend = address.get_backend_name()
    if backend == "sqlite":
        if not address.database or ":memory:" in address.database or address.query:
            raise BadAddress("SQLite needs a file: sqlite:///relative.db or sqlite:////absolute.db")
        return address.set(drivername="sqlite")
    if backend in {"postgresql", "postgres"}:
        _require_plain(url, address)
        if find_spec("asyncpg") is None:
            raise BadAddress("PostgreSQL needs the extra: pip install 'dreierlei[postgres]'")
        return address.set(drivername="postgresql+asyncpg")
    raise BadAddress("no database for this program; expected sqlite:///FILE or postgresql://…")


def _require_plain(url: str, address: URL) -> None:
    """Raises BadAddress if the address can't be parsed, or would be read differently than it was
    meant.
    """
    if url.count("@") > 1:
        raise BadAddress("an @ in the user's name or password has to be written %40 (and a % %25)")
    known = (*_PARAMETERS, _POOLER)
    if set(address.query) - set(known):
        raise BadAddress(f"behind the ? only these are understood: {', '.join(known)}")
    if address.query.get(_POOLER, "transaction") != "transaction":
        raise BadAddress("pooler can only be transaction")
    mode = address.query.get("sslmode", "prefer")
    if mode not in _SSL_MODES:
        raise BadAddress(f"sslmode is one of {', '.join(_SSL_MODES)}")


def driver_arguments(address: URL) -> tuple[URL, Mapping[str, str]]:
    """The address without its parameters, and the parameters in the form that the PostgreSQL driver
    expects: it reads them from an address of its own.
    """
    plain = address.set(query={})
    query = {name: value for name, value in address.query.items() if name != _POOLER}
    if not query:
        return plain, {}
    return plain, {"dsn": f"postgresql://?{urlencode(query)}"}


_ALSO_READ = ("HOME", "LOGNAME", "USER", "SSL_CERT_FILE", "SSL_CERT_DIR")


def environment() -> dict[str, str]:
    """The environment variables that the PostgreSQL driver reads, to be passed to a process that
    starts without them: its `PG…`, the user's name, and where the user's files are. They may
    include a password.
    """
    return {
        name: value
        for name, value in os.environ.items()
        if name.startswith("PG") or name in _ALSO_READ
    }


def is_pooled(address: URL) -> bool:
    """Whether the server is behind a pooler, where nothing outlives a transaction."""
    return _POOLER in address.query


def shown(address: URL) -> str:
    """The address without its password, which may be shown to anybody."""
    return URL.create(
        address.get_backend_name(),
        username=address.username,
        host=address.host,
        port=address.port,
        database=address.database,
    ).render_as_string()
