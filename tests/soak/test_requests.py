"""How the soak counts requests, and what a turn costs."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

from matches.model.ids import ChannelId, GuildId, MatchId
from matches.model.match import Place
from playground.faults import Recorded
from tests.soak.purposes import (
    BOARD,
    CALL,
    DIRECT_BOARD,
    LINE,
    NOTICE,
    OTHER,
    QUESTION,
    TABLE,
    purposes,
)
from tests.soak.requests import LIMITS_OFF, Requests, table

CHANNEL, THREAD, DIRECT, MESSAGE = 10, 20, 30, 40


def _match(match_id: str, thread: int | None = None, *, apart: bool = False) -> Any:
    thread_id = None if thread is None else ChannelId(thread)
    place = Place(GuildId(1), ChannelId(CHANNEL), thread_id)
    return SimpleNamespace(
        id=MatchId(match_id), place=place, apart=apart, players=(10**17, 10**17 + 1), board=None
    )


def _log(*interactions: int) -> list[Any]:
    """Turns, all of them played at the same time, one second after the start of the clock."""
    at = datetime.fromtimestamp(time.time() - time.monotonic() + 1, UTC)
    return [SimpleNamespace(kind="turn", interaction=one, at=at) for one in interactions]


def _attempt(channel: int) -> Any:
    return SimpleNamespace(interaction=SimpleNamespace(channel=SimpleNamespace(id=channel)))


def test_what_matches_cost_that_are_played_in_their_own_place() -> None:
    """Requests to a match's thread and to its messages count for it, and so do messages about it
    that are sent elsewhere; answers to interactions don't. Matches in which a turn was played
    elsewhere count for the whole mixture only.
    """
    requests = Requests()
    for method, path, at in (
        ("POST", f"/channels/{CHANNEL}/messages/{THREAD}/threads", 0.0),
        ("POST", f"/channels/{THREAD}/messages", 2.0),
        ("POST", f"/channels/{CHANNEL}/messages", 2.0),
        ("PATCH", f"/channels/{CHANNEL}/messages/{MESSAGE}", 2.0),
        ("POST", f"/channels/{DIRECT}/messages", 2.0),
        ("POST", "/interactions/5/token/callback", 2.0),
        ("PATCH", "/webhooks/6/token/messages/7", 2.0),
        ("PATCH", f"/channels/{THREAD}", 3.0),
    ):
        requests.hear(Recorded(method, path, 200, at))
    sent = {
        "K7F2.3": Counter({THREAD: 1}),
        "K7F2.3.1": Counter({DIRECT: 1}),
        "D3VM.4": Counter({CHANNEL: 1}),
    }
    shown: Any = defaultdict(dict, {"D3VM": {MESSAGE: None}})
    party: Any = SimpleNamespace(
        witness=SimpleNamespace(sent=sent, shown=shown, lines=()),
        attempts={1: _attempt(THREAD), 2: _attempt(THREAD), 3: _attempt(DIRECT)},
    )
    found = [(_match("K7F2", THREAD), _log(1, 2)), (_match("D3VM"), _log(3))]
    requests.compare(party, found)
    assert (requests.turns, requests.spent) == (3, 6)
    assert (requests.turns_there, requests.kinds_there.total()) == (2, 4)
    assert (requests.turns_anew, requests.spent_anew) == (2, 4)
    assert (requests.matches_anew, requests.spent_around) == (1, 2), "the thread, made and closed"
    text = "\n".join(table(requests, limits=True))
    assert "each has cost **2.00** requests" in text
    assert (
        "**2.00** (2 turns): **1.00** for a turn, and 2.0 to open a match and to close it" in text
    )
    assert "| `POST /channels/*/messages` | yes | 3 | 1.000 | 1.000 |" in text
    assert "| `PATCH /webhooks/*/*/messages/*` | no | 1 | 0.333 |  |" in text
    assert text.endswith(
        "| `POST /channels/*/messages` | times | a turn |\n| --- | ---: | ---: |\n"
        "| boards | 2 | 0.667 |\n| calls of players to their turns | 1 | 0.333 |"
    )


def test_invalid_requests_of_the_worst_minute() -> None:
    """They are compared with what Discord allows in a minute, and in ten; what went beyond a limit
    with all that was asked in that minute.
    """
    requests = Requests()
    for at, status in ((0.0, 429), (1.0, 429), (2.0, 200), (60.0, 429), (61.0, 200)):
        requests.hear(Recorded("POST", f"/channels/{CHANNEL}/messages", status, at))
    text = "\n".join(table(requests, limits=True))
    beyond = (
        "3 of 5 requests (60.00%) went beyond a limit of Discord's; in the worst minute 66.67%."
    )
    assert f"{beyond}\nThese were: `POST /channels/*/messages` 3." in text
    assert "2 were invalid: 0.2% of the 1,000 a minute that Discord allows" in text
    assert "over ten minutes, 0.02% of all of those." in text


def test_what_messages_were_for() -> None:
    """Their nonces tell, and what the match is; what a line is, its message has told."""
    sent = {
        "K7F2.3": 3, "K7F2.5": 1, "K7F2.5.b": 1, "K7F2.3.1": 1, "D3VM.4.2": 2, "K7F2.table": 1,
        "D3VM.table.1": 1, "K7F2.9.ask": 1, "K7F2.9.of": 1, "K7F2.r2.7": 1, "K7F2.s9.1": 1,
        "K7F2.123456789012": 1, "7.hi": 1,
    }  # fmt: skip
    counted = {nonce: Counter({CHANNEL: times}) for nonce, times in sent.items()}
    private = {MatchId("K7F2"): False, MatchId("D3VM"): True}
    assert purposes(counted, {"K7F2.3"}, private) == {
        LINE: 3,
        BOARD: 2,
        CALL: 1,
        DIRECT_BOARD: 2,
        TABLE: 2,
        QUESTION: 2,
        NOTICE: 2,
        OTHER: 2,
    }


def test_limits_that_were_off() -> None:
    """Nothing can go beyond them, and the report doesn't say that nothing did."""
    text = "\n".join(table(Requests(), limits=False))
    assert LIMITS_OFF in text
    assert "went beyond" not in text
