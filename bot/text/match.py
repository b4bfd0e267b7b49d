"""Matches in words: pure functions from values of `matches` to text in a language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from gettext import NullTranslations

from bot.text.discord_limits import MESSAGE
from bot.text.numbers import listed
from games.play import events
from games.protocol import AnyGame, Result, Seat, Setup
from games.texts import result_of, sentence_of
from games.words import N_, NN_, Event, Fields, say
from matches.model import texts
from matches.model.computer_players import is_computer_player, level_of, name_of
from matches.model.ids import NO_ID, MatchId, PlayerId
from matches.model.match import Listing, LoggedEvent, Match, PlayedTurn
from matches.model.turns import holder


def options(match: Listing, language: NullTranslations) -> list[str]:
    """The options of a match in words, one line each. A value that only the game can read, such as
    a board drawn at random, is left out: the picture shows it.
    """
    own = match.game.texts.options
    said = (own.get(f"{key}={value}") for key, value in match.setup.options.items())
    return [language.gettext(meaning) for meaning in said if meaning is not None]


_TURNS_LIMIT = 1400

TO_MOVE = N_("{player}, it's your turn as {seat}.")
OTHER_TO_MOVE = N_("{player} is to move as {seat}.")
BY = N_("{player}: {turn}")
PREPARED = N_("{turn} *(prepared)*")
AUTOMATIC = N_("{turn} *(the only legal move)*")
EARLIER = NN_("… {count} earlier turn", "… {count} earlier turns")
WON = NN_("{players} wins {reason}.", "{players} win {reason}.")
DRAWN = N_("The match is drawn {reason}.")
SHARED = N_("{players} share first place {reason}.")
LEFT_ALONE = N_("Only computer players are left, so the match ends here.")
AMONG_THEMSELVES = N_("{players} share first place: nobody else is left.")
EVENTS = {
    "withdraw": N_("{seat} ({player}) has resigned."),
    "timeout": N_("{seat} ({player}) has run out of time."),
    "agreement": N_("Everyone has agreed to a draw."),
    "takeback": N_("{seat} ({player}) has taken back a turn."),
    "replace": N_("{player} plays {seat} from now on."),
    "handover": N_("{player} takes over {seat} from {other_player}."),
    "adjourn": N_("Everyone has agreed to adjourn."),
    "resume": N_("{seat} ({player}) resumes the match."),
}
EVENTS_OF_BOTH = {
    "agreement": N_("Both players have agreed to a draw."),
    "adjourn": N_("Both players have agreed to adjourn."),
}
"""The same with two players."""
PLAYED_BEFORE = N_("Up to turn {number}, {player} played {seat}.")
RESUMED = N_("The match has been adjourned long enough. It resumes now.")
UNRATED_NOW = N_("The match is unrated from now on.")
ADJOURNED = N_("The match is adjourned, and no clock is running. Resume it with `/resume`.")
FROZEN = N_("The match is frozen: its record doesn't fit the current rules.")
UNKNOWN_PLAYER, FORMER_PLAYER = N_("somebody"), N_("former player")
COMPUTER_PLAYER = N_("{name} (level {level})")

TWO_MATCHES = N_("With a return match: two matches begin at once, with seats swapped.")
OTHER_HALF = N_("At the same time, with seats swapped: {match}.")

MATCH = N_("match `{match}`")
YOUR_TURN = N_("your turn")
THEIR_TURN = N_("{player} is to move")
CHALLENGE = N_("a challenge to you")
WAITING = NN_("waiting for {count} player", "waiting for {count} players")
WAITS_FOR_YOUNGEST = N_("begins when the youngest player says so")
OVER = N_("over")
STANDS_STILL, FROZEN_STILL = N_("adjourned"), N_("frozen")


def mention(player: PlayerId | None, language: NullTranslations) -> str:
    """A mention of a player; for a computer player, its name and level."""
    if player is None:
        return language.gettext(UNKNOWN_PLAYER)
    if not is_computer_player(player):
        return f"<@{player}>"
    return f"🤖\N{NO-BREAK SPACE}{computer_player(player, language)}"  # In one line on a phone.


def is_former(match: Listing, player: PlayerId | None) -> bool:
    """Whether somebody who plays or played in a match has had their data deleted. An empty seat of
    a table is not a former player but free, and a match from a file doesn't know its players.
    """
    return player is None and match.started_at is not None and match.id != NO_ID


def player_of(match: Listing, player: PlayerId | None, language: NullTranslations) -> str:
    """A mention of somebody who plays or played in a match, or the words for a former player."""
    if is_former(match, player):
        return language.gettext(FORMER_PLAYER)
    return mention(player, language)


def computer_player(player: PlayerId, language: NullTranslations) -> str:
    """The name and the level of a computer player."""
    fields: Fields = {"name": language.gettext(name_of(player)), "level": level_of(player)}
    return say(COMPUTER_PLAYER, fields, language=language)


def seats(match: Listing, language: NullTranslations) -> list[str]:
    """The names of the seats."""
    return [language.gettext(name) for name in match.game.seat_names(match.setup)]


def coded(match_id: MatchId, language: NullTranslations) -> str:
    """The id of a match, with the word for it, because ids of tournaments look much the same."""
    return say(MATCH, {"match": match_id}, language=language)


def title(match: Listing, language: NullTranslations) -> str:
    """The game and id with which messages about a match begin."""
    return f"**{language.gettext(match.game.info.name)}** · {coded(match.id, language)}"


def header(match: Listing, language: NullTranslations, signs: Sequence[str] = ()) -> str:
    """The title, and who has which seat, with partners side by side. `signs` are put before the
    seats, if there are any.
    """
    names = seats(match, language)
    if signs:
        names = [f"{sign} {name}" for sign, name in zip(signs, names, strict=True)]
    who = [
        f"{seat} {player_of(match, player, language)}"
        for seat, player in zip(names, match.players, strict=True)
    ]
    return f"{title(match, language)} · {opposed(match, who)}"


def handovers(match: Match, language: NullTranslations) -> list[str]:
    """The former holders of the seats, one line each."""
    names, lines = match.game.seat_names(match.setup), list[str]()
    for one in match.handovers:
        if one.turns:
            player = player_of(match, one.player, language)
            fields: Fields = {"seat": one.seat, "player": player, "number": one.turns}
            lines.append(f"-# {say(PLAYED_BEFORE, fields, names, language)}")
    return lines


def other_half(match: Listing, language: NullTranslations) -> str:
    """The match that is the other half of this one, if any; at a table, that there will be one."""
    if match.other_half is not None:
        other = coded(match.other_half, language)
        return f"-# {say(OTHER_HALF, {'match': other}, language=language)}"
    return f"-# {language.gettext(TWO_MATCHES)}" if match.with_return else ""


def opposed(match: Listing, by_seat: Sequence[str]) -> str:
    """The words for each seat in one line: “A – B”, and “A & C – B & D” for partners."""
    sides = match.game.sides(match.setup)
    return " – ".join(" & ".join(by_seat[seat - 1] for seat in side) for side in sides)


def phase(match: Match, language: NullTranslations) -> str:
    """The current phase, if it is worth saying."""
    name = match.game.texts.phases.get(match.position.phase)
    if match.status != "running" or name is None:
        return ""
    return f"*{language.gettext(name)}*"


def event_sentences(match: Listing, found: Iterable[Event], language: NullTranslations) -> str:
    """Events in words, one sentence each."""
    own, names = match.game.texts, match.game.seat_names(match.setup)
    return " ".join(
        say(sentence_of(own, "events", event), event.fields, names, language) for event in found
    )


def turn(match: Listing, played: PlayedTurn, language: NullTranslations) -> str:
    """One turn: its number, its notation, and its events."""
    entry = played.turn
    said = event_sentences(match, events(match.game, played.steps), language)
    line = f"{entry.number}. `{entry.text}` {said}".rstrip()
    if entry.origin == "played":
        return line
    mark = PREPARED if entry.origin == "prepared" else AUTOMATIC
    return say(mark, {"turn": line}, language=language)


def turns(match: Listing, played: Sequence[PlayedTurn], language: NullTranslations) -> list[str]:
    """Turns, one line each. If there are many: the last ones, and the number of turns before
    them.
    """
    return _last(played, lambda one: turn(match, one, language), language)


def turns_by_name(
    match: Match, played: Sequence[PlayedTurn], language: NullTranslations
) -> list[str]:
    """The same, each beginning with who has played it: the message may answer somebody else."""

    def named(one: PlayedTurn) -> str:
        player = player_of(match, holder(match, one.turn.seat, one.turn.seq), language)
        return say(BY, {"player": player, "turn": turn(match, one, language)}, language=language)

    return _last(played, named, language)


def _last(
    played: Sequence[PlayedTurn], said: Callable[[PlayedTurn], str], language: NullTranslations
) -> list[str]:
    lines: list[str] = []
    room = _TURNS_LIMIT
    for number, one in enumerate(reversed(played)):
        line = said(one)
        line = line if len(line) <= _TURNS_LIMIT else line[: _TURNS_LIMIT - 1] + "…"
        room -= len(line)
        if room < 0 and lines:
            lines.append(say(EARLIER, {"count": len(played) - number}, language=language))
            break
        lines.append(line)
    return lines[::-1]


def logged(match: Match, event: LoggedEvent, language: NullTranslations) -> str:
    """A logged event in words; for a take-back, also its effect on the rating."""
    kind = event.token.partition(":")[0]
    if kind == "agreement" and _are_alone(match):
        return language.gettext(LEFT_ALONE)
    sentences = EVENTS | EVENTS_OF_BOTH if match.setup.seats == 2 else EVENTS
    if event.seat is None:
        return language.gettext(RESUMED if kind == "resume" else sentences[kind])
    player = player_of(match, holder(match, event.seat, event.seq), language)
    left = (one.player for one in match.handovers if one.seq == event.seq)
    other = player_of(match, next(left, None), language)
    fields: Fields = {"seat": event.seat, "player": player, "other_player": other}
    said = say(sentences[kind], fields, match.game.seat_names(match.setup), language)
    return f"{said} {language.gettext(UNRATED_NOW)}" if event.unrates else said


def standing(match: Match, language: NullTranslations, reader: PlayerId | None = None) -> str:
    """Whose turn it is, or how the match has ended. If only one `reader` sees it, nobody else is
    spoken to.
    """
    if match.status == "frozen":
        return language.gettext(FROZEN)
    if match.status == "adjourned":
        return language.gettext(ADJOURNED)
    if match.ending is not None:
        return ending(match, language)
    if match.to_move is None:
        return ""
    player = mention(match.player_to_move, language)
    fields: Fields = {"seat": match.to_move, "player": player}
    spoken_to = not is_computer_player(match.player_to_move)
    if reader is not None:
        spoken_to = reader == match.player_to_move
    sentence = TO_MOVE if spoken_to else OTHER_TO_MOVE
    return say(sentence, fields, match.game.seat_names(match.setup), language)


def ending(match: Listing, language: NullTranslations) -> str:
    """How the match has ended: the winners, the reason, and the ranks of the others."""
    assert match.ending is not None
    reason, ranks = match.ending.reason, match.ending.ranks
    if not ranks:
        by = player_of(match, match.ending.player, language)
        own = texts.CHALLENGE_ENDINGS if match.challenge else {}
        return say(own.get(reason, texts.ENDINGS[reason]), {"player": by}, language=language)
    result = Result(ranks, reason)
    named = [_seated(match, seat, language) for seat in range(1, len(ranks) + 1)]
    if _are_alone(match):
        first = [name for name, rank in zip(named, ranks, strict=True) if rank == 1]
        text = say(AMONG_THEMSELVES, {"players": listed(first, language)}, language=language)
    else:
        text = verdict(match.game, match.setup, result, named, language)
    if len(_winners(match.game, match.setup, result)) == 1:
        text = f"🏆 {text}"
    return "\n".join([text, *_places(match, ranks, language)])


def _are_alone(match: Listing) -> bool:
    """Whether the match has ended because only computer players were left, who don't continue among
    themselves.
    """
    if match.ending is None or match.ending.reason != "agreement":
        return False
    both = zip(match.players, match.ending.ranks, strict=True)
    return all(is_computer_player(player) for player, rank in both if rank == 1)


def verdict(
    game: AnyGame, setup: Setup, result: Result, named: Sequence[str], language: NullTranslations
) -> str:
    """Who has won and why, in one sentence, with these names of the seats."""
    first = [name for name, rank in zip(named, result.ranks, strict=True) if rank == 1]
    why = say(result_of(game, setup, result.reason), {}, (), language)
    fields: Fields = {"players": listed(first, language), "reason": why, "count": len(first)}
    if len(_winners(game, setup, result)) == 1:
        return say(WON, fields, language=language)
    return say(DRAWN if len(first) == len(named) else SHARED, fields, language=language)


def _winners(game: AnyGame, setup: Setup, result: Result) -> set[tuple[Seat, ...]]:
    """The sides with the first rank."""
    first = {seat for seat, rank in enumerate(result.ranks, start=1) if rank == 1}
    return {side for side in game.sides(setup) if {*side} & first}


def _seated(match: Listing, seat: int, language: NullTranslations) -> str:
    name = seats(match, language)[seat - 1]
    return f"{player_of(match, match.players[seat - 1], language)} ({name})"


def _places(match: Listing, ranks: Sequence[int], language: NullTranslations) -> list[str]:
    """All seats by rank, if there is more to say than winners and losers."""
    if len({*ranks}) < 3:
        return []
    return [
        f"{rank}. "
        + ", ".join(
            _seated(match, seat, language) for seat, one in enumerate(ranks, start=1) if one == rank
        )
        for rank in sorted({*ranks})
    ]


def state(match: Listing, player: PlayerId, language: NullTranslations) -> str:
    """What one of the players has to do in a match."""
    if match.status == "running":
        if match.player_to_move == player:
            return language.gettext(YOUR_TURN)
        to_move = mention(match.player_to_move, language)
        return say(THEIR_TURN, {"player": to_move}, language=language)
    if match.status == "open":
        if player in match.kept and player not in match.players:
            return language.gettext(CHALLENGE)
        if match.full:
            return language.gettext(WAITS_FOR_YOUNGEST)
        return say(WAITING, {"count": match.players.count(None)}, language=language)
    if match.status == "adjourned":
        return language.gettext(STANDS_STILL)
    if match.status == "frozen":
        return language.gettext(FROZEN_STILL)
    return language.gettext(OVER) if match.ending is None else ending(match, language)


def veiled(text: str) -> str:
    """Each line as a spoiler, which the reader uncovers."""
    return "\n".join(f"||{line}||" if line else "" for line in text.split("\n"))


def code(text: str) -> str:
    """Typed text as inline code that it can't break out of."""
    return f"`{text.replace('`', '’')}`"


def cut(text: str, most: int = MESSAGE) -> str:
    """The text, shortened if it is too long."""
    return text if len(text) <= most else text[: most - 1] + "…"
