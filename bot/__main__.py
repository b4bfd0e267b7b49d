"""`python -m bot` is the same as `dreierlei`."""

from __future__ import annotations

from bot.cli import main

if __name__ == "__main__":
    main(prog_name="dreierlei")
