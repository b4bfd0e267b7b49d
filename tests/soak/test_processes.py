"""What the soak reads in the bot's log."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from tests.soak.processes import Bot

LOG = """\
2026-11-21 17:46:55,606 INFO bot.delivery.matches.turns: match=D3VM turn=6 seq=7 seat=1
2026-11-21 17:46:55,606 ERROR bot.interactions.error_handler: reference=D2FD832B match=D3VM: range
Traceback (most recent call last):
  File "bot/delivery/matches/turns.py", line 145, in word
IndexError: out of range
2026-11-21 17:46:56,001 WARNING bot.delivery.channels.outbox: notice=D3VM.8.b is given up
Traceback (most recent call last):
KeyError: 7
"""
BLOCKED = (
    "2026-11-21 17:46:57,120 WARNING bot.observability.event_loop: "
    "blocked ms=183 of=50 match=D3VM by=Task-7: tell\n"
)
SLOW = BLOCKED.replace("of=50", "of=100")


def test_an_error_is_kept_with_its_traceback(tmp_path: Path) -> None:
    """Every error is one problem with its full traceback. Other lines are none."""
    bot = Bot(tmp_path, "", "", Counter())
    for line in LOG.splitlines(keepends=True):
        bot._read(line)
    error, alone = bot.errors
    assert error.startswith(
        "2026-11-21 17:46:55,606 ERROR bot.interactions.error_handler: reference=D2FD832B"
    )
    assert error.endswith("IndexError: out of range")
    assert alone.endswith("KeyError: 7")
    assert bot.given_up == {"D3VM.8.b"}


def test_what_the_bot_is_done_with_is_kept(tmp_path: Path) -> None:
    """The bot names each interaction that it has dealt with; what somebody types doesn't."""
    bot = Bot(tmp_path, "", "", Counter())
    said = "2026-11-21 17:46:57,120 DEBUG bot.interactions.pipeline: dealt with interaction=17\n"
    typed = "2026-11-21 17:46:57,121 INFO bot.interactions: MoveError: dealt with interaction=19\n"
    for line in (said, typed):
        bot._read(line)
    assert bot.dealt_with == {17}


def test_what_keeps_the_bot_from_answering_is_kept(tmp_path: Path) -> None:
    """Event loop delays are problems, too, though the bot only warns, unless the slow machine
    explains them.
    """
    bot = Bot(tmp_path, "", "", Counter())
    for line in (LOG.splitlines(keepends=True)[0], SLOW, BLOCKED):
        bot._read(line)
    assert bot.errors == [BLOCKED.strip()]
