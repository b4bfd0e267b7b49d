"""The engine protocol: our computer players and our rules, for other programs, as lines of text.

`docs/engine-protocol.md` says what is promised; `python -m opponents.protocol` serves it.
"""

from opponents.protocol.commands import Go, Refused, go
from opponents.protocol.server import serve
from opponents.protocol.session import Session

__all__ = ["Go", "Refused", "Session", "go", "serve"]
