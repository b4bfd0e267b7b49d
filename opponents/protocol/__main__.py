"""`python -m opponents.protocol` is `dreierlei engine serve`, with the standard library alone."""

from __future__ import annotations

from opponents.protocol import serve

if __name__ == "__main__":
    serve()
