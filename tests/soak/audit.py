"""What must hold after a soak: nothing lost, nothing doubled, nothing missing."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from datetime import datetime
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, Row, func, select

from bot.delivery.transport.direct_messages import people
from bot.i18n.catalogues import language, languages
from bot.text.position import in_words
from bot.ui.controls import parts
from matches.effects.notices import board_key
from matches.model.computer_players import is_computer_player
from matches.model.ids import MatchId, PlayerId, public_id
from matches.model.match import Match
from playground.snowflake import time_of
from playground.world import Message
from storage import schema
from storage.database import Database
from tests.soak.answers import left_thinking
from tests.soak.party import Party
from tests.soak.town import Numbered, descriptions_of, leads_away, text_of
from tests.support.replay import replay_match

TURNS = ("turn", "prepared", "met", "pass")
MOVING = (
    *("start", *TURNS, "withdraw", "takeback", "adjourn", "resume"),
    *("agreement", "abort", "end"),
)
"""Log entries that are announced to everybody with a board."""
OWN = ("turn", "withdraw", "request", "grant", "deny", "resume", "offer", "agree", "refuse")
"""Entries that only the seat's own player can cause."""


async def audit(
    party: Party,
    db: Database,
    given_up: set[str],
    killed_at: list[datetime],
    dealt_with: AbstractSet[int],
) -> list[str]:
    """All problems, one sentence each."""
    kept = await logs(db)
    entries = [entry for _, log in kept for entry in log]
    party.tally["matches"] = len(kept)
    party.tally["turns entered"] = sum(entry.kind in TURNS for entry in entries)
    for kind, name in (("takeback", "turns taken back"), ("adjourn", "matches adjourned")):
        party.tally[name] = sum(entry.kind == kind for entry in entries)
    found = [*_owed(await db.read(_notices)), *doubled(party, entries)]
    found += left_thinking(party, killed_at, dealt_with)
    if party.tally["turns typed"] and not party.witness.played:
        found.append("missing: nobody read that they had played a turn")
    if party.tally["turns typed"] and not dealt_with:
        found.append("missing: the log doesn't say what was dealt with")
    found += answered_in_vain(party, entries)
    for match, log in kept:
        note_answers(party, match, log)
        found += _lost(party, match, log)
        found += by_others(party, match, log)
        found += without_consent(match, log)
        found += _twice(party, match, log)
        if match.started_at is not None and match.apart:
            found += _unsent(party, match, log, given_up)
            found += _last_seen(party, match)
        elif match.started_at is not None:
            found += _untold(party, match, log, given_up)
            found += _last_seen(party, match)
            found += _uncalled(party, match, given_up)
    return found


async def logs(db: Database) -> list[tuple[Match, list[Row[Any]]]]:
    """All matches, each with its log."""
    by_match: dict[MatchId, list[Row[Any]]] = defaultdict(list)
    for entry in await db.read(_entries):
        by_match[public_id(entry.match_id)].append(entry)
    return [(await replay_match(db, one), log) for one, log in by_match.items()]


def _entries(connection: Connection) -> list[Row[Any]]:
    entry = schema.entry
    return list(connection.execute(select(entry).order_by(entry.c.match_id, entry.c.seq)))


def _notices(connection: Connection) -> dict[str, str]:
    """The notices that are due now, by key."""
    notice = schema.notice
    query = select(notice.c.key, notice.c.kind).where(notice.c.lead.is_(None))
    return {row.key: row.kind for row in connection.execute(query)}


async def owed(db: Database) -> dict[str, str]:
    """The kinds of messages still to be sent, and the turns that computer players are still
    searching, by key.
    """
    return await db.read(_notices)


async def running(db: Database) -> int:
    """The number of matches in which somebody is to move."""
    query = select(func.count()).where(schema.match.c.status == "running")
    return await db.read(lambda connection: int(connection.execute(query).scalar_one()))


def _owed(found: Mapping[str, str]) -> Iterator[str]:
    for key, kind in found.items():
        yield f"missing: the notice {key} ({kind}) was never dealt with"


# Turns


def doubled(party: Party, entries: list[Row[Any]]) -> Iterator[str]:
    """Every entry comes from one interaction by the seat's own player, and no two come from one
    click.
    """
    seen: Counter[int] = Counter(entry.interaction for entry in entries if entry.interaction)
    for interaction, times in seen.items():
        if times > 1:
            yield f"doubled: interaction {interaction} entered {times} times"
    turns = [entry for entry in entries if entry.kind in (*TURNS, "takeback")]
    last: dict[int, int] = {}
    for at, entry in enumerate(turns):
        if entry.kind != "turn" or entry.interaction is None:
            continue
        match, attempt = public_id(entry.match_id), party.attempts.get(entry.interaction)
        if attempt is None or attempt.match not in (match, match.lower(), "-"):
            yield f"doubled: {match} has a turn {entry.text} that nobody has asked for"
        elif attempt.group is not None:
            before = last.get(attempt.group)
            last[attempt.group] = at
            if before is not None and not (attempt.typed and _answered(turns[before : at + 1])):
                yield f"doubled: {match}: {entry.text} by a click too many"


def _answered(turns: list[Row[Any]]) -> bool:
    """Whether another seat moved between the first and the last of these turns, or the first was
    taken back.
    """
    return any(one.seat != turns[0].seat or one.kind == "takeback" for one in turns)


def by_others(party: Party, match: Match, log: list[Row[Any]]) -> Iterator[str]:
    """Entries that only a seat's player can cause come from one of their interactions."""
    for entry in log:
        if entry.kind in OWN and entry.interaction is not None:
            attempt = party.attempts.get(entry.interaction)
            if attempt is None or attempt.user != match.players[entry.seat - 1]:
                yield f"wrong: {match.id}: {entry.kind} {entry.seq} for seat {entry.seat}"


def without_consent(match: Match, log: list[Row[Any]]) -> Iterator[str]:
    """Before each take-back or adjournment all others had agreed to it."""
    seats = {*range(1, match.setup.seats + 1)}
    gone, agreed = set[int](), set[int]()
    for entry in log:
        if entry.kind == "withdraw":
            gone.add(entry.seat)
        elif entry.kind == "request":
            agreed = {entry.seat}
        elif entry.kind == "grant":
            agreed.add(entry.seat)
        elif entry.kind in ("takeback", "adjourn"):
            sides = match.game.sides(match.setup) if entry.kind == "takeback" else ()
            partners = {seat for side in sides if entry.seat in side for seat in side}
            if missing := seats - gone - agreed - partners:
                yield f"wrong: {match.id}: {entry.kind} {entry.seq} without {sorted(missing)}"
            agreed = set()


def answered_in_vain(party: Party, entries: list[Row[Any]]) -> Iterator[str]:
    """Whoever was answered by a board with a turn has changed that match."""
    have = {(entry.interaction, public_id(entry.match_id)) for entry in entries}
    for interaction, match, _ in party.witness.answered():
        if (interaction, match) not in have:
            yield f"lost: {match}: what interaction {interaction} did, and was answered for"


def _lost(party: Party, match: Match, log: list[Row[Any]]) -> Iterator[str]:
    """A player who read that they played a turn has played it, as often as they read it, even if it
    was taken back later.
    """
    read = Counter(
        (user, text) for (_, where, text), user in party.witness.played.items() if where == match.id
    )
    have = Counter(
        (match.players[entry.seat - 1] or 0, entry.text) for entry in log if entry.kind in TURNS
    )
    computers = sum(
        times for (player, _), times in have.items() if is_computer_player(PlayerId(player))
    )
    party.tally["turns of computer players"] += computers
    for (user, text), times in (read - have).items():
        yield f"lost: {match.id}: user {user} has read {times} × more often that they played {text}"


# What was shown


def _untold(party: Party, match: Match, log: list[Row[Any]], given_up: set[str]) -> Iterator[str]:
    """Everybody there was told about every change of the position: by its board, by an answer or,
    if it is not a turn, by a later board.
    """
    witness, place = party.witness, match.place
    later: set[Numbered] | None = None
    for key, turns, standing in reversed([*boards_owed(match, log)]):
        party.tally["boards owed"] += 1
        if key in witness.sent:
            later = standing
        elif turns and turns <= witness.turns[match.id]:
            party.tally["boards shown as an answer instead"] += 1
            later = standing
        elif later is not None and not turns & later:
            party.tally["boards told of by the next one"] += 1
        elif place.where not in party.world.channels:
            party.tally["boards of channels that are gone"] += 1
        elif key in given_up:
            yield f"missing: the board {key} was given up"
        elif not any(one.nonce is None for one in witness.shown[match.id].values()):
            yield f"missing: the board {key} was never shown"


def boards_owed(
    match: Match, log: list[Row[Any]]
) -> Iterator[tuple[str, set[Numbered], set[Numbered]]]:
    """The key of each board due, the turns that it covers, and all turns that stand at that time:
    people who see only a later board need not be told of turns that were taken back before it.
    """
    standing: list[Row[Any]] = []
    for entries in _batches(log):
        turns = set[Numbered]()
        for entry in entries:
            if entry.kind == "takeback":
                standing = [one for one in standing if one.seq < int(entry.text)]
            elif entry.kind in TURNS:
                standing.append(entry)
                turns.add((len(standing), entry.text))
        stand = {(number, one.text) for number, one in enumerate(standing, start=1)}
        yield f"{match.id}.{entries[-1].seq}", turns, stand


def note_answers(party: Party, match: Match, log: list[Row[Any]]) -> None:
    """Boards that were answers have no nonces. They count under the keys that they had as messages:
    those of the entries for which they were made. Who was answered may not have caused these, since
    turns of computer players follow. One that somebody has deleted can't be found: it may have been
    sent again.
    """
    witness, last = party.witness, [entries[-1].seq for entries in _batches(log)]
    numbered = {int(player): number for number, player in enumerate(people(match), start=1)}
    caused = {
        entry.interaction: entries[-1].seq
        for entries in _batches(log)
        for entry in entries
        if entry.interaction
    }
    for interaction in {entry.interaction for entry in log if entry.interaction}:
        for message in witness.answers.get(interaction, ()):
            shown, seq = witness.boards.get(message.id, (None, 0))
            base = caused.get(interaction)
            if shown == match.id:
                base = max((one for one in last if one <= seq), default=None)
            if base is not None and shown in (None, match.id):
                place, whose = message.channel, ""
                if place.recipient is not None:
                    whose = f".{numbered.get(place.recipient.id)}"
                sent = witness.sent[f"{match.id}.{base}{whose}"]
                if message.id in place.messages or not sent[place.id]:
                    sent[place.id] += 1
                party.tally["boards that were answers"] += 1


def _batches(log: list[Row[Any]]) -> Iterator[list[Row[Any]]]:
    """The entries announced to everybody, grouped by transaction."""
    told = (entry for entry in log if entry.kind in MOVING)
    return (list(some) for _, some in groupby(told, key=lambda entry: entry.batch))


def _unsent(party: Party, match: Match, log: list[Row[Any]], given_up: set[str]) -> Iterator[str]:
    """Each player of a private match who always accepted messages got every board: the board
    itself, or a later one that also covered its turns because it could not be sent.
    """
    witness, owed = party.witness, [*boards_owed(match, log)]
    for place, player in enumerate(people(match), start=1):
        later: set[Numbered] | None = None
        for key, turns, standing in reversed(owed):
            party.tally["boards owed to players themselves"] += 1
            if f"{key}.{place}" in witness.sent:
                later = standing
            elif later is not None and turns & later <= witness.turns[match.id]:
                party.tally["boards told of by the next one"] += 1
            elif player not in witness.closed and key not in given_up:
                yield f"missing: the board {key} was never sent to {player}"


def _uncalled(party: Party, match: Match, given_up: set[str]) -> Iterator[str]:
    """If the player to move wants personal messages, they were told that it is their turn, perhaps
    together with the news that the last turn dropped their prepared ones.
    """
    if match.player_to_move not in party.direct or match.place.where not in party.world.channels:
        return
    key = f"{board_key(match)}.{match.to_move}"
    party.tally["notices owed to the players to move"] += 1
    lost = re.compile(rf"{match.id}\.d(\d+)\.{match.to_move}")
    dropped = (lost.fullmatch(one) for one in (*party.witness.sent, *given_up))
    if any(one is not None and int(one[1]) > match.base for one in dropped):
        party.tally["notices told with dropped turns"] += 1
    elif key not in party.witness.sent and key not in given_up:
        yield f"missing: the notice {key} was never sent"


def _twice(party: Party, match: Match, log: list[Row[Any]]) -> Iterator[str]:
    """Nothing was shown twice in one channel, but by an earlier version until it was stopped: it
    doesn't know of boards that are answers.
    """
    stopped = max((end for _, end in party.looks.upgraded), default=None)
    early = {f"{match.id}.{one.seq}" for one in log if stopped is not None and one.at <= stopped}
    for key, channels in party.witness.sent.items():
        if key.startswith(f"{match.id}."):
            for channel, times in channels.items():
                if times > 1 and key in early:
                    party.tally["boards that an earlier version has shown again"] += 1
                elif times > 1:
                    yield f"doubled: {key} was shown {times} times in channel {channel}"


def _last_seen(party: Party, match: Match) -> Iterator[str]:
    """The last board seen by everybody there, or by a player of a private match, is the position to
    which the match replays.
    """
    game, setup, position = match.game, match.setup, match.position
    wanted = [in_words(game, setup, position, language(one)) for one in languages()]
    for boards in _sent_boards(party, match) if match.apart else [_boards(party, match)]:
        if not boards:
            party.tally["last boards that are gone"] += 1
            continue
        party.tally["last boards compared"] += 1
        last = max([one for one in boards if not _is_past(one)] or boards, key=_shown_at)
        said = [text_of(last), *descriptions_of(last)]
        if not any(one in text for one in wanted for text in said):
            yield f"lost: {match.id}: last seen {said!r}, replayed {wanted[0]!r}"


def _is_past(message: Message) -> bool:
    """Whether a message leads to another board: a line about a turn, or a board whose last edit
    only made it do so.
    """
    return any(
        leads_away(button) or parts(button.get("custom_id", ""))[0] == "newest"
        for row in message.components
        for button in row.get("components", ())
    )


def _shown_at(message: Message) -> datetime:
    return message.edited_at or time_of(message.id)


def _boards(party: Party, match: Match) -> list[Message]:
    """The messages that show positions to everybody: the single edited board, each board sent, and
    answers in their place; beside them lines about turns, which lead to the single board. None if
    the place, or that board, is gone.
    """
    shown = party.witness.shown[match.id]
    kept = shown.get(match.board or 0)
    if match.place.where not in party.world.channels:
        return []
    if kept is not None and kept.id not in kept.channel.messages:
        return []
    board = re.compile(rf"{match.id}\.\d+")
    return [
        one
        for one in shown.values()
        if one is kept or _is_answer(one) or board.fullmatch(str(one.nonce))
    ]


def _is_answer(message: Message) -> bool:
    """Whether a message with a picture is an answer, which has no nonce."""
    return message.nonce is None and bool(message.attachments)


def _sent_boards(party: Party, match: Match) -> Iterator[list[Message]]:
    """The boards that each player of a private match got; none for a player who refused messages
    when the last one was sent.
    """
    for place, player in enumerate(people(match), start=1):
        board = re.compile(rf"{match.id}\.\d+\.{place}")
        shown, user = party.witness.shown[match.id].values(), party.world.users[player]
        theirs = [one for one in shown if one.channel.recipient is user]
        boards = [one for one in theirs if board.fullmatch(str(one.nonce)) or _is_answer(one)]
        yield boards if f"{board_key(match)}.{place}" in party.witness.sent else []
