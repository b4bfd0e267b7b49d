"""The bot's requests to Discord in a soak, as seen by the playground."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Row

from bot.context.requests import RequestKind, kind_at
from matches.model.computer_players import is_computer_player
from matches.model.ids import MatchId
from matches.model.match import Match
from playground.faults import Recorded
from tests.soak.audit import TURNS
from tests.soak.party import Party
from tests.soak.purposes import REST, purposes

INVALID = {401, 403, 429}
"""Statuses that Discord counts: it bans an address after too many of them."""
ALLOWED = 1_000
"""How many invalid requests Discord allows a minute, over ten minutes."""
LIMITS_OFF = "Discord's limits were off."
_MESSAGE, _CLOSING = "POST /channels/*/messages", "PATCH /channels/*"


@dataclass
class Requests:
    """The bot's requests by kind, and those that spend the budget, with the ids in their paths."""

    kinds: Counter[RequestKind] = field(default_factory=Counter)
    answered: Counter[int] = field(default_factory=Counter)
    """The statuses of those that spend the budget."""
    budgeted: Counter[int] = field(default_factory=Counter)
    """How many have spent the budget in each minute."""
    made: Counter[int] = field(default_factory=Counter)
    """How many there were in each minute."""
    limited: Counter[int] = field(default_factory=Counter)
    """How many have gone beyond a limit in each minute, beside those that were refused by a planned
    fault.
    """
    kinds_limited: Counter[str] = field(default_factory=Counter)
    """The same by kind."""
    invalid: Counter[int] = field(default_factory=Counter)
    """How many have had one of the statuses `INVALID` in each minute, beside planned ones."""
    _about: dict[tuple[str, tuple[int, ...]], list[float]] = field(
        default_factory=lambda: defaultdict(list)
    )
    turns: int = 0
    turns_there: int = 0
    """The turns of matches in which all turns were played in the match's own place."""
    turns_anew: int = 0
    """The turns of those among them in which no board was kept: each turn had one of its own."""
    spent_anew: int = 0
    """How much of the budget these have spent."""
    matches_anew: int = 0
    """How many matches these were."""
    spent_around: int = 0
    """How much of it before the first turn of a match, and to close its thread."""
    kinds_there: Counter[str] = field(default_factory=Counter)
    """How much of the budget the matches played in their own place have spent, by kind."""
    purposes: Counter[str] = field(default_factory=Counter)
    """What the messages were for that have spent it."""

    def hear(self, request: Recorded) -> None:
        """Counts a request."""
        kind, minute = kind_at(request.method, request.path), int(request.at // 60)
        self.kinds[kind] += 1
        self.made[minute] += 1
        self.budgeted[minute] += kind.budgeted
        if not request.planned:
            if request.status == 429:
                self.limited[minute] += 1
                self.kinds_limited[kind.name] += 1
            self.invalid[minute] += request.status in INVALID
        if kind.budgeted:
            self.answered[request.status] += 1
            ids = tuple(int(one) for one in request.path.split("/") if one.isdecimal())
            self._about[kind.name, ids].append(request.at)

    @property
    def spent(self) -> int:
        """How many have spent the budget."""
        return sum(times for kind, times in self.kinds.items() if kind.budgeted)

    def compare(self, party: Party, found: Iterable[tuple[Match, list[Row[Any]]]]) -> None:
        """Counts turns, and what the matches have spent that were played in their own place by
        people alone: requests to their threads and messages, and messages sent about them
        elsewhere, with all their notices.
        """
        of = _owners(party)
        spent = defaultdict[MatchId, Counter[str]](Counter)
        when = defaultdict[MatchId, list[tuple[str, float]]](list)
        threads: dict[int, MatchId] = {}
        matches = list(found)
        for match, _ in matches:
            if match.place.own_thread is not None:
                threads[match.place.own_thread] = match.id
        for (kind, ids), times in self._about.items():
            owner = next((threads[one] for one in ids if one in threads), None)
            owner = owner or next((of[one] for one in ids if one in of), None)
            if owner is not None:
                spent[owner][kind] += len(times)
                when[owner] += ((kind, at) for at in times)
        for nonce, channels in party.witness.sent.items():
            owner = MatchId(nonce.partition(".")[0])
            elsewhere = sum(n for place, n in channels.items() if place not in threads)
            spent[owner][_MESSAGE] += elsewhere
        witness, private = party.witness, {match.id: match.apart for match, _ in matches}
        self.purposes = purposes(witness.sent, witness.lines, private)
        for match, log in matches:
            turns = [entry for entry in log if entry.kind in TURNS]
            self.turns += len(turns)
            if _played_there(party, match, turns):
                self.turns_there += len(turns)
                self.kinds_there += spent[match.id]
                if match.board is None:
                    self.turns_anew += len(turns)
                    self.spent_anew += spent[match.id].total()
                    self.matches_anew += 1
                    began = turns[0].at.timestamp() - (time.time() - time.monotonic())
                    self.spent_around += sum(
                        at < began or kind == _CLOSING for kind, at in when[match.id]
                    )


def _owners(party: Party) -> Mapping[int, MatchId]:
    """The match of each message that everybody there could read."""
    return {
        message: MatchId(match) for match, shown in party.witness.shown.items() for message in shown
    }


def _played_there(party: Party, match: Match, turns: list[Row[Any]]) -> bool:
    """Whether only people have played a match, and entirely where everybody sees it."""
    if match.apart or any(map(is_computer_player, match.players)):
        return False
    asked = (party.attempts.get(one.interaction) for one in turns if one.interaction)
    places = {one.interaction.channel.id for one in asked if one is not None}
    return places <= {match.place.where} and bool(turns)


def table(requests: Requests, *, limits: bool) -> list[str]:
    """All kinds with their numbers, and what a turn costs, in Markdown; and what went beyond
    Discord's limits, if they held.
    """
    lines = [
        "| requests | budgeted | times | a turn | a turn in its own place |",
        "| --- | --- | ---: | ---: | ---: |",
    ]
    turns, turns_there = requests.turns or 1, requests.turns_there or 1
    for kind, times in requests.kinds.most_common():
        word = "yes" if kind.budgeted else "no"
        own = f"{requests.kinds_there[kind.name] / turns_there:.3f}" if kind.budgeted else ""
        lines.append(f"| `{kind.name}` | {word} | {times:,} | {times / turns:.3f} | {own} |")
    sent = sum(times for kind, times in requests.kinds.items() if kind.name == _MESSAGE)
    lines += ["", f"| `{_MESSAGE}` | times | a turn |", "| --- | ---: | ---: |"]
    rest = Counter({REST: sent - requests.purposes.total()})
    for name, times in (*requests.purposes.most_common(), *(+rest).items()):
        lines.append(f"| {name} | {times:,} | {times / turns:.3f} |")
    there = requests.kinds_there.total() / turns_there
    anew = requests.spent_anew / (requests.turns_anew or 1)
    around, times = requests.spent_around, requests.matches_anew or 1
    played = (requests.spent_anew - around) / (requests.turns_anew or 1)
    whole = (
        f"Of {requests.turns:,} turns, each has cost **{requests.spent / turns:.2f}** requests of "
        f"the budget over the whole mixture."
    )
    in_place = (
        f"In matches that people alone have played, each turn in its match's own thread or "
        f"channel, it was **{there:.2f}**, notices included ({requests.turns_there:,} turns); in "
        f"those without a board that is kept, **{anew:.2f}** ({requests.turns_anew:,} turns): "
        f"**{played:.2f}** for a turn, and {around / times:.1f} to open a match and to close it, "
        f"which has had {requests.turns_anew / times:.0f} turns."
    )
    return [whole, in_place, _refused(requests, limits=limits), "", *lines]


def _refused(requests: Requests, *, limits: bool) -> str:
    number, most = requests.kinds.total() or 1, max(requests.budgeted.values(), default=0)
    worst = max(requests.invalid.values(), default=0)
    limited = requests.limited.total()
    share = max((n / requests.made[at] for at, n in requests.limited.items()), default=0.0)
    beyond = (
        f"{limited:,} of {number:,} requests ({limited / number:.2%}) went beyond a limit of "
        f"Discord's; in the worst minute {share:.2%}."
    )
    if limited:
        named = (f"`{kind}` {times:,}" for kind, times in requests.kinds_limited.most_common())
        beyond += f"\nThese were: {', '.join(named)}."
    return (
        f"{beyond if limits else LIMITS_OFF}\n"
        f"In the worst minute {most:,} spent the budget of 3,000, and {worst:,} were invalid: "
        f"{worst / ALLOWED:.1%} of the {ALLOWED:,} a minute that Discord allows over ten minutes, "
        f"{worst / ALLOWED / 10:.2%} of all of those.\n"
        f"What faults refused is not counted."
    )
