"""`python -m opponents.protocol` is `dreierlei engine serve`, with the standard library alone."""

from __future__ import annotations

import sys

from opponents.protocol import serve

if __name__ == "__main__":
    try:
        serve()
    except OSError as error:
        sys.exit(f"The client can't be heard or answered: {error}")
