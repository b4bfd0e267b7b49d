"""The fold of a match's log: reading entries and writing new ones.

The kinds of entries stand in `matches.model.entries`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import ClassVar

from games.errors import IllegalMove, MoveError
from games.play import HANDOVER, AnyLine, AnyTurn, Line, event_token, play_turn, whole_turn
from games.protocol import Position, Seat
from games.words import Refusal
from matches.model.conditions import SEPARATOR, Conditions, after, choosing, from_text
from matches.model.entries import CHALLENGE, ENDS, ORIGINS, UNRECORDED
from matches.model.handovers import Handover, SeatOffer
from matches.model.ids import PlayerId
from matches.model.match import (
    GOING,
    DrawOffer,
    Ending,
    Fault,
    LoggedEvent,
    LoggedTurn,
    Match,
    PlayedTurn,
    Question,
    Request,
    RequestKind,
    Status,
    has_stand_ins,
)
from matches.model.played import Dropped, noting
from matches.model.turns import replayed
from storage.matches import Entry

RECENT = 8
"""How many turns a match keeps with their plies."""


class Log:
    """A match whose log is being read further, or added to.

    `turns`, `events`, `dropped` and `handovers` are what was added to the match that it started
    from.
    """

    def __init__(
        self, match: Match, at: datetime | None = None, interaction: int | None = None
    ) -> None:
        self.header = match
        self.first = match.seq + 1
        self.at = at
        self.interaction = interaction
        self.entries: list[Entry] = []
        self.turns: list[PlayedTurn] = []
        self.events: list[LoggedEvent] = []
        self.dropped: list[Dropped] = []
        self.handovers: list[Handover] = []
        self.line: AnyLine = match.line
        self.seq, self.base = match.seq, match.base
        self.status: Status = match.status
        self.offer = match.draw_offer
        self.offered = match.offered
        self.request, self.asked = match.request, match.asked
        self.lapsed, self.challenged = match.lapsed, match.challenged
        self.stand_in = match.stand_in
        self.queues = dict(match.queues)
        self.conditions: Mapping[Seat, Conditions] = match.conditions
        self.ending = match.ending
        self.fault = match.fault
        self._unknown: Fault | None = None
        self.started_at, self.finished_at = match.started_at, match.finished_at

    @property
    def position(self) -> Position:
        """The position now."""
        return self.line.position

    def match(self) -> Match:
        """The match as it is now."""
        kept, running, going = self.header, self.status == "running", self.status in GOING
        return replace(
            kept,
            status=self.status,
            seq=self.seq,
            base=self.base,
            line=self.line,
            turns=(*kept.turns, *(played.turn for played in self.turns)),
            turn_count=len(kept.turns) + len(self.turns),
            events=(*kept.events, *(one for one in self.events if _recorded(one))),
            recent=(*kept.recent, *self.turns)[-RECENT:],
            draw_offer=self.offer if running else None,
            offered=self.offered,
            request=self.request if running else None,
            asked=self.asked,
            lapsed=self.lapsed,
            challenged=self.challenged,
            queues=self.queues if going else {},
            conditions=self.conditions if going else {},
            stand_in=self.stand_in if has_stand_ins(kept.setup.seats) else None,
            handovers=(*kept.handovers, *self.handovers),
            offers=tuple(filter(self._stands, kept.offers)) if going else (),
            to_move=self.position.to_move if running else None,
            ending=self.ending,
            fault=self.fault,
            started_at=self.started_at,
            finished_at=self.finished_at,
            expires_at=kept.expires_at if self.status in ("open", "frozen") else None,
        )

    def _stands(self, offer: SeatOffer) -> bool:
        return offer.seat not in self.position.withdrawn

    def hand_over(self, seat: Seat, newcomer: PlayerId, reason: str) -> None:
        """Adds that somebody else has a seat from now on."""
        kept, before = self.header, self.header.players
        self.write("replace", seat, reason)
        self.handovers[-1] = replace(self.handovers[-1], player=before[seat - 1])
        self.header = replace(
            kept,
            players=(*before[: seat - 1], newcomer, *before[seat:]),
            offers=tuple(one for one in kept.offers if one.seat != seat),
        )

    def write(
        self,
        kind: str,
        seat: Seat | None = None,
        text: str = "",
        turn: AnyTurn | None = None,
    ) -> None:
        """Adds a new entry. Passing a turn that was just read as `turn` avoids reading it again."""
        assert self.at is not None
        interaction = None if self.entries else self.interaction
        entry = Entry(self.seq + 1, self.first, kind, seat, text, self.at, interaction)
        self.entries.append(entry)
        known = self.fault
        self.read(entry, turn)
        assert self.fault is known, self.fault

    def read(self, entry: Entry, turn: AnyTurn | None = None) -> None:
        """Folds one entry. An entry that does not replay is recorded as the match's fault."""
        offer, request, base = self.offer, self.request, self.base
        self.seq = entry.seq
        if entry.kind in ORIGINS:
            self._turn(entry, turn)
        else:
            self._KINDS.get(entry.kind, Log._miss)(self, entry)
        if self.status in GOING and self.position.result is not None:
            result = self.position.result
            self.status, self.finished_at = "finished", entry.at
            self.ending = Ending(result.reason, result.ranks)
        if self.base == entry.seq:
            earlier = self.lapsed if entry.batch <= base else ()
            self.lapsed = (*earlier, *self._voided(entry, offer, request))

    def _voided(
        self, entry: Entry, offer: DrawOffer | None, request: Request | None
    ) -> Iterator[Question]:
        """What of these an entry that changes the position voids, instead of carrying it out."""
        stands = self.status == "running" and self.offer is not None
        if offer is not None and not stands and entry.kind != "agreement":
            yield offer
        if request is not None and entry.kind != request.kind:
            yield request

    def _turn(self, entry: Entry, turn: AnyTurn | None) -> None:
        assert entry.seat is not None
        number = len(self.header.turns) + len(self.turns) + 1
        origin = ORIGINS[entry.kind]
        seat, at, seq = entry.seat, entry.at, entry.seq
        logged = LoggedTurn(number, seat, entry.text, at, seq, origin, entry.batch)
        try:
            turn = turn or self._read(entry)
        except MoveError as error:
            self._fail(number, entry, error)
        steps = turn.steps if turn and self.fault is None else ()
        self.turns.append(PlayedTurn(logged, steps))
        if turn and self.fault is None:
            self.line = turn.line
        self._change_position(entry)
        self.offered -= {entry.seat}
        if self.offer and self.offer.seat == entry.seat:
            self.offer = None
        if entry.kind == "prepared":
            self._queue(entry.seat, self.queues.get(entry.seat, ())[1:])
        self.conditions = after(self.conditions, entry.text)

    def _read(self, entry: Entry) -> AnyTurn:
        if self.position.to_move not in (entry.seat, None):
            fields = {"number": self.position.to_move}
            raise IllegalMove(Refusal("other-seat", fields), entry.text, self.position)
        return play_turn(self.line, entry.text)

    def _event(self, entry: Entry) -> None:
        token = event_token(entry.text, entry.seat)
        self.events.append(LoggedEvent(token, entry.seat, entry.at, entry.seq))
        self._change_position(entry)
        try:
            after = self.line.event(token)
        except MoveError as error:
            self._fail(len(self.header.turns) + len(self.turns) + 1, entry, error)
            return
        assert after is not None
        if self.fault is None:
            self.line = after
        self.conditions = {}
        if entry.seat is not None:
            self._queue(entry.seat, ())
            self._withdraw_offer(entry.seat)

    def _change_position(self, entry: Entry) -> None:
        """A new position voids the requests made in the one before."""
        self.base = entry.seq
        self.request, self.asked = None, frozenset()

    def _withdraw_offer(self, seat: Seat) -> None:
        if self.offer and self.offer.seat == seat:
            self.offer = None

    def _fail(self, number: int, entry: Entry, error: MoveError) -> None:
        self.fault = self.fault or Fault(number, entry.text, str(error))

    def _miss(self, entry: Entry) -> None:
        """A later version has written this, and nobody knows what it did."""
        number = len(self.header.turns) + len(self.turns) + 1
        message = f"unknown kind of entry: {entry.kind}"
        self._unknown = self._unknown or Fault(number, "-", message)
        self.fault = self.fault or self._unknown

    def _open(self, entry: Entry) -> None:
        kind, _, level = entry.text.partition(":")
        self.stand_in = int(level) if kind == "replace" else None

    def _shrink(self, entry: Entry) -> None:
        self.line = Line.begin(self.header.game, self.header.setup)

    def _start(self, entry: Entry) -> None:
        self.line = Line.begin(self.header.game, self.header.setup)
        self.challenged = entry.text == CHALLENGE
        self.status, self.started_at, self.base = "running", entry.at, entry.seq

    def _end(self, entry: Entry) -> None:
        self.status, reason = ENDS[entry.kind]
        seat, header = entry.seat, self.header
        player = None
        if seat is not None:
            player = header.players[seat - 1] or header.kept[seat - 1]
        self.ending = Ending(entry.text or reason, (), player)
        self.finished_at, self.base = entry.at, entry.seq

    def _offer(self, entry: Entry) -> None:
        assert entry.seat is not None
        self.offer = DrawOffer(entry.seat, (entry.seat,), entry.seq)
        self.offered |= {entry.seat}

    def _agree(self, entry: Entry) -> None:
        if self.offer and entry.seat is not None:
            self.offer = replace(self.offer, agreed=(*self.offer.agreed, entry.seat))

    def _refuse(self, entry: Entry) -> None:
        self.offer = None

    def _request(self, entry: Entry) -> None:
        assert entry.seat is not None
        kind, _, first = entry.text.partition(":")
        wanted: RequestKind = "takeback" if kind == "takeback" else "adjourn"
        self.request = Request(wanted, entry.seat, (entry.seat,), entry.seq, int(first or 0))
        self.asked |= {(entry.seat, wanted)}

    def _grant(self, entry: Entry) -> None:
        if self.request and entry.seat is not None:
            self.request = replace(self.request, agreed=(*self.request.agreed, entry.seat))

    def _deny(self, entry: Entry) -> None:
        self.request = None

    def _take_back(self, entry: Entry) -> None:
        """Goes back to before a turn, by replay. Prepared and conditional turns and offers are
        dropped with what was taken back.
        """
        first, header = int(entry.text), self.header
        logged = [one for one in self.match().logged if one.seq < first]
        self.line, played, error = replayed(header, logged)
        self.fault = None
        if error is not None:
            self._fail(len(played) + 1, entry, error)
        older = [one for one in played if one.turn.seq <= header.seq]
        turns, recent = tuple(one.turn for one in older), tuple(older[-RECENT:])
        unrates = header.rated and not header.taken_back
        self.header = replace(header, turns=turns, recent=recent, taken_back=True)
        self.turns = played[len(older) :]
        if self._unknown is not None:  # This may not undo it.
            self.fault = replace(self._unknown, number=min(self._unknown.number, len(played) + 1))
        self.offer, self.offered, self.queues, self.conditions = None, frozenset(), {}, {}
        self._change_position(entry)
        token = f"takeback:{entry.seat}"
        self.events.append(LoggedEvent(token, entry.seat, entry.at, entry.seq, unrates))

    def _replace(self, entry: Entry) -> None:
        """Somebody else continues in this seat. Its former player's draft and requests are void. A
        person who takes it over has agreed to nothing: a draw has to be offered again.
        """
        assert entry.seat is not None
        handed_over = entry.text == HANDOVER
        count = len(self.header.turns) + len(self.turns)
        self._queue(entry.seat, ())
        self.conditions = choosing(self.conditions, entry.seat, ())
        self._withdraw_offer(entry.seat)
        if handed_over:
            self.offer, self.offered = None, self.offered - {entry.seat}
        self._change_position(entry)
        self.handovers.append(Handover(entry.seat, entry.seq, count, entry.at, entry.text))
        token = event_token(HANDOVER, entry.seat) if handed_over else f"replace:{entry.seat}"
        self.events.append(LoggedEvent(token, entry.seat, entry.at, entry.seq))

    def _pause(self, entry: Entry) -> None:
        """Adjourns or resumes. This voids drafts: clocks and reminders start again."""
        self.status = "adjourned" if entry.kind == "adjourn" else "running"
        self.offer = None
        self._change_position(entry)
        self.events.append(LoggedEvent(entry.kind, entry.seat, entry.at, entry.seq))

    def _prepare(self, entry: Entry) -> None:
        assert entry.seat is not None
        before = self.queues.get(entry.seat, ())
        self._queue(entry.seat, (*before, *entry.text.split(SEPARATOR)))

    def _clear(self, entry: Entry) -> None:
        assert entry.seat is not None
        self._queue(entry.seat, ())

    def _condition(self, entry: Entry) -> None:
        """The seat's branches from here on, instead of those it had."""
        assert entry.seat is not None
        self.conditions = choosing(self.conditions, entry.seat, from_text(entry.text))

    def _drop(self, entry: Entry) -> None:
        assert entry.seat is not None
        texts = tuple(entry.text.split(SEPARATOR))
        self._queue(entry.seat, self.queues.get(entry.seat, ())[len(texts) :])
        try:
            whole_turn(self.line, texts[0])
        except MoveError as error:
            player = self.header.players[entry.seat - 1]
            self.dropped = noting(self.dropped, Dropped(entry.seat, player, texts, error))

    def _forget(self, entry: Entry) -> None:
        """The match's rows no longer name the player, so earlier readings must not either."""
        header = self.header
        if self.ending and self.ending.player not in (*header.players, *header.kept):
            self.ending = replace(self.ending, player=None)

    def _queue(self, seat: Seat, texts: tuple[str, ...]) -> None:
        self.queues = {**self.queues, seat: texts}
        if not texts:
            del self.queues[seat]

    def _nothing(self, entry: Entry) -> None:
        """The match's rows say it all."""

    _KINDS: ClassVar[Mapping[str, Callable[[Log, Entry], None]]] = {
        "open": _open,
        "join": _nothing,
        "leave": _nothing,
        "place": _nothing,
        "shrink": _shrink,
        "start": _start,
        "close": _end,
        "decline": _end,
        "abort": _end,
        "end": _end,
        "expire": _end,
        "withdraw": _event,
        "agreement": _event,
        "offer": _offer,
        "agree": _agree,
        "refuse": _refuse,
        "request": _request,
        "grant": _grant,
        "deny": _deny,
        "takeback": _take_back,
        "replace": _replace,
        "adjourn": _pause,
        "resume": _pause,
        "prepare": _prepare,
        "clear": _clear,
        "condition": _condition,
        "dropped": _drop,
        "forget": _forget,
    }


def _recorded(event: LoggedEvent) -> bool:
    """Whether an event is part of records, because it changed how the game went on."""
    return event.token.partition(":")[0] not in UNRECORDED
