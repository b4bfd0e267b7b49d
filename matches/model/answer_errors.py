"""Why an answer to a draw offer or to a request is refused, as in `matches.model.errors`.

TableError
└── AlreadyAgreed  OwnOffer  AlreadyGranted  OwnRequest
"""

from __future__ import annotations

from matches.model.errors import TableError


class AlreadyAgreed(TableError):
    """The player has agreed to the draw already."""


class OwnOffer(TableError):
    """The player has offered the draw: the others have to answer."""


class AlreadyGranted(TableError):
    """The player has agreed already, or need not be asked."""


class OwnRequest(TableError):
    """The player has made the request: the others have to answer."""
