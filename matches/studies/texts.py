"""The texts of positions, by which studies recognise them.

The text of a long match holds all the positions it has had, and takes milliseconds to make. So
texts are remembered, and each is made once while people look at its position.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from games.protocol import Position

MOST = 256
"""The number of remembered texts. The longest have some tens of kilobytes."""

_lock = Lock()
_known: OrderedDict[int, tuple[Position, str]] = OrderedDict()
"""By the identity of a position. The position is kept too, so no other object gets its identity."""


def text_of(position: Position) -> str:
    """`str(position)`. After 2,000 turns it takes up to 6 ms, and 0.001 ms when it is
    remembered.
    """
    with _lock:
        known = _known.get(id(position))
    if known is not None:
        return known[1]
    text = str(position)
    with _lock:
        _known[id(position)] = position, text
        if len(_known) > MOST:
            _known.popitem(last=False)
    return text
