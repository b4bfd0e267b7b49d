"""Leaderboards and profiles as messages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from gettext import NullTranslations

import games
from bot.i18n.catalogues import day
from bot.messages.first_steps import OPPONENT, first_steps
from bot.pictures.board import Picture
from bot.pictures.medals import MEDALS
from bot.pictures.men import Emojis, sign
from bot.text import clock as clock_text
from bot.text.match import mention
from bot.text.rating import in_words, number, remark, signed
from bot.ui.controls import Control, button, custom_id
from bot.ui.layout import RULE, Text, heading, ruled
from bot.ui.message import Reply
from competitions.tournaments.queries import Medal
from games.words import N_, NN_, Fields, say
from matches.model.conduct import Reliability
from matches.model.ids import GuildId, PlayerId
from matches.model.ratings import Mode, Pool
from matches.ratings.standings import Cursor, Leaderboard, Profile, Record, Score, Standing, around
from render.chart import MOST, Curve, png_of

SEATS = N_("{seats} seats")
PARTNERS = N_("{seats} seats, partners")
MODES: dict[Mode, str] = {"correspondence": N_("correspondence"), "live": N_("live")}

AMONG_PEOPLE, WITH_COMPUTER_PLAYERS = N_("between people"), N_("with computer players")

THIS_SERVER = N_("This server")
EVERYWHERE = N_("Everywhere")
ALL_TIME = N_("all time")
GAINED = N_("gained in the last {days} days")
NOBODY = N_("Nobody yet. Play a rated match of at least three turns to be the first.")
NOBODY_AMONG_PEOPLE = N_(
    "Nobody yet. Play a rated match of at least three turns against people to be the first. "
    "Matches with computer players count separately."
)
TO_COMPUTER_PLAYERS = N_("With computer players")
OWN_HERE = N_("You: rank {rank} of {players} on this server, {points}")
OWN_EVERYWHERE = N_("You: rank {rank} of {players} on all servers, {points}")
NOT_THERE = N_("You're not on this leaderboard yet.")
ME = N_("Me")

UNRATED = N_("No rated matches yet.")
RESULTS = NN_(
    "{count} rated match: {wins} won, {draws} drawn, {losses} lost",
    "{count} rated matches: {wins} won, {draws} drawn, {losses} lost",
)
PLACE = N_("Rank {rank} of {players} on all servers")
WINNING = N_("Wins in a row: {streak} (best: {best})")
LOSING = N_("Losses in a row: {streak} (best winning streak: {best})")
ONLY_LOSING = N_("Losses in a row: {streak}")
BEST = N_("Best winning streak: {best}")
WON = N_("Medals in tournaments")
KEPT = NN_(
    "Played to the end: {kept} of {count} match so far",
    "Played to the end: {kept} of {count} matches so far",
)
RELIABLE = N_("Played to the end: {kept} of the last {count} matches, {share} percent")
PACE = N_("Usually takes {time} per turn")
AGAINST = N_("You against this player")
SCORE = N_("{game}: {wins} won, {draws} drawn, {losses} lost")
CURVES = N_("Graph of the ratings over time: {curves}")
POINTS = N_("Rating points")
NO_CURVE = N_("A graph appears here once one of these ratings is based on two matches.")


def name_of(key: str, language: NullTranslations) -> str:
    """The name of a game; the key if the game is gone."""
    known = {game.info.key: game.info.name for game in games.all_games()}
    return language.gettext(known.get(key, key))


def pool_name(pool: Pool, language: NullTranslations) -> str:
    """A pool in words."""
    seats = say(PARTNERS if pool.partners else SEATS, {"seats": pool.seats}, language=language)
    mode = language.gettext(MODES[pool.mode])
    parts = [name_of(pool.game, language), seats, mode]
    if pool.with_computer:
        parts.append(language.gettext(WITH_COMPUTER_PLAYERS))
    return " · ".join(parts)


# Leaderboards


def leaderboard(board: Leaderboard, player: PlayerId, language: NullTranslations) -> Reply:
    """A page of a leaderboard, with buttons to other pages and to the player's own place."""
    title = _title(board, language)
    if not board.page:
        begin = first_steps(language, steps=(OPPONENT,))
        return Reply("", begin, parts=(title, Text(language.gettext(NOBODY))))
    ranks = Text("\n".join(_line(one, board, player, language) for one in board.page))
    shown = [] if board.period else [one.games for one in (*board.page, board.own) if one]
    below = filter(None, (_own(board, language), remark(shown, language)))
    own = Text("\n".join(f"-# {line}" for line in below))
    return Reply("", _buttons(board, language), parts=(title, ranks, RULE, own))


def counted_apart(board: Leaderboard, other: Leaderboard, language: NullTranslations) -> Reply:
    """A leaderboard of matches between people with nobody on it, and a button to the `other` one,
    of matches with computer players, on which there is somebody.
    """
    first = other.page[0]
    to = written(other, Cursor("above", first.points, first.player))  # There is nothing above it.
    there = button(language.gettext(TO_COMPUTER_PLAYERS), custom_id("ranks", rest=to))
    controls = (there, *first_steps(language, steps=(OPPONENT,)))
    parts = (_title(board, language), Text(language.gettext(NOBODY_AMONG_PEOPLE)))
    return Reply("", controls, parts=parts)


def _title(board: Leaderboard, language: NullTranslations) -> Text:
    when = language.gettext(ALL_TIME)
    if board.period:
        when = say(GAINED, {"days": board.period}, language=language)
    where = language.gettext(THIS_SERVER if board.guild else EVERYWHERE)
    return Text(f"{heading(pool_name(board.pool, language)).text}\n*{where} · {when}*")


def _line(one: Standing, board: Leaderboard, player: PlayerId, language: NullTranslations) -> str:
    mark = " ◂" if one.player == player else ""
    return f"`{one.rank:>4}` {mention(one.player, language)} **{_points(one, board)}**{mark}"


def _points(one: Standing, board: Leaderboard) -> str:
    return signed(one.points) if board.period else number(one.points, one.games)


def _own(board: Leaderboard, language: NullTranslations) -> str:
    if board.own is None:
        return language.gettext(NOT_THERE)
    fields: Fields = {
        "rank": board.own.rank,
        "players": board.own.players or 0,
        "points": _points(board.own, board),
    }
    return say(OWN_HERE if board.guild else OWN_EVERYWHERE, fields, language=language)


def _buttons(board: Leaderboard, language: NullTranslations) -> tuple[Control, ...]:
    wanted = [("ranks", "◀", board.above), ("ranks-on", "▶", board.below)]
    if board.own and all(one.player != board.own.player for one in board.page):
        wanted.append(("ranks-me", language.gettext(ME), around(board.own)))
    return tuple(
        button(label, custom_id(action, rest=written(board, cursor)))
        for action, label, cursor in wanted
        if cursor is not None
    )


def written(board: Leaderboard, cursor: Cursor) -> str:
    """A page of a leaderboard as the text that a button carries."""
    guild = board.guild or 0
    place = f"{cursor.side}/{cursor.points}/{cursor.player}"
    return f"{board.pool}/{guild}/{board.period}/{place}"


def read(text: str) -> tuple[Pool, GuildId | None, int, Cursor]:
    """The inverse of `written`: the pool, the guild, the period, the cursor. Raises ValueError."""
    pool, guild, period, side, points, player = text.split("/")
    numbers = [int(one) for one in (guild, period, points, player)]
    if any(abs(one) >= 2**63 for one in numbers):
        raise ValueError(f"no page of a leaderboard: {text!r}")
    cursor = Cursor("above" if side == "above" else "below", numbers[2], PlayerId(numbers[3]))
    return Pool.read(pool), GuildId(numbers[0]) if numbers[0] else None, numbers[1], cursor


# Profiles


def profile(
    found: Profile,
    scores: Sequence[Score],
    medals: Sequence[Medal],
    language: NullTranslations,
    emojis: Emojis,
    *,
    picture: Picture | None,
    own: bool = False,
) -> Reply:
    """A player's ratings and `medals`, with the picture of the ratings' curves. `scores` are those
    of the asking user against them. A user's `own` empty profile has a button for a first rated
    match.
    """
    groups = [
        [_named(record.pool, language, emojis), *_record(record, language)]
        for record in found.records
    ]
    groups = groups or [[language.gettext(UNRATED)]]
    if found.reliability.matches:
        groups.append(_reliability(found.reliability, language))
    note = remark((record.rating.games for record in found.records), language)
    if medals:
        groups.append([f"**{language.gettext(WON)}**", *_medals(medals, language)])
    if scores:
        against = f"**{language.gettext(AGAINST)}**"
        groups.append([against, *(_score(one, language) for one in scores)])
    below = [note, *_no_curve(found.records, language)]
    if any(below):
        groups.append([f"-# {line}" for line in below if line])
    parts = [Text("\n".join(group)) for group in groups]
    begin = first_steps(language, steps=(OPPONENT,)) if own and not found.records else ()
    return Reply("", begin, picture, parts=(heading(f"<@{found.player}>"), *ruled(parts)))


def _named(pool: Pool, language: NullTranslations, emojis: Emojis) -> str:
    return emojis.before(sign(pool.game), f"**{pool_name(pool, language)}**")


def _record(record: Record, language: NullTranslations) -> list[str]:
    rating, place = record.rating, record.place
    first = f"**{number(rating.points, rating.games)}**"
    if place is not None:
        fields = {"rank": place.above + 1, "players": place.players}
        first += f" · {say(PLACE, fields, language=language)}"
    results: Fields = {
        "count": rating.games,
        "wins": rating.wins,
        "draws": rating.draws,
        "losses": record.losses,
    }
    lines = [first, say(RESULTS, results, language=language)]
    if rating.best_streak > 1 or abs(rating.streak) > 1:
        losing = LOSING if rating.best_streak else ONLY_LOSING
        sentence = WINNING if rating.streak > 0 else losing if rating.streak < 0 else BEST
        streaks = {"streak": abs(rating.streak), "best": rating.best_streak}
        lines.append(say(sentence, streaks, language=language))
    return lines


def _no_curve(records: Sequence[Record], language: NullTranslations) -> Iterator[str]:
    """Why there is no picture of curves, although something was played for a rating."""
    if records and not any(map(_has_curve, records)):
        yield language.gettext(NO_CURVE)


def _has_curve(record: Record) -> bool:
    """Whether there are at least two points, which a line needs."""
    return len(record.history) > 1


def _medals(medals: Sequence[Medal], language: NullTranslations) -> Iterator[str]:
    """How many of each a player has, one line per game. The tournaments are not named: not
    everybody may know of them.
    """
    counts = Counter((one.game, one.place) for one in medals)
    for key in dict.fromkeys(one.game for one in medals):
        said = [
            f"{counts[key, one.place]} × {one.in_words(language)}"
            for one in MEDALS
            if counts[key, one.place]
        ]
        yield f"{name_of(key, language)}: {', '.join(said)}"


def _reliability(found: Reliability, language: NullTranslations) -> list[str]:
    """How reliably and how fast somebody plays."""
    fields: Fields = {
        "count": found.matches,
        "kept": found.kept,
        "share": found.percent or 0,
    }
    lines = [say(KEPT if found.percent is None else RELIABLE, fields, language=language)]
    if found.pace is not None:
        time = clock_text.duration(found.pace, language)
        lines.append(say(PACE, {"time": time}, language=language))
    return lines


def _score(score: Score, language: NullTranslations) -> str:
    fields: Fields = {
        "game": name_of(score.game, language),
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
    }
    return say(SCORE, fields, language=language)


def curves(
    records: Sequence[Record], language: NullTranslations, theme: str
) -> tuple[Callable[[], bytes], str] | None:
    """The job that draws the ratings of the most played pools, and its description in words; None
    if too little was played for a line.
    """
    shown = [record for record in records if _has_curve(record)][:MOST]
    if not shown:
        return None
    drawn = [
        Curve(
            pool_name(one.pool, language),
            tuple((at.timestamp(), float(points)) for at, points in one.history),
            number(one.rating.points, one.rating.games),
        )
        for one in shown
    ]
    ends = _ends([at for one in shown for at, _ in one.history], language)
    said = "; ".join(
        f"{curve.label}: {in_words(one.rating.points, one.rating.games, language)}"
        for curve, one in zip(drawn, shown, strict=True)
    )
    draw = partial(png_of, drawn, ends=ends, theme=theme, title=language.gettext(POINTS))
    return draw, say(CURVES, {"curves": said}, language=language)


def _ends(times: Sequence[datetime], language: NullTranslations) -> tuple[str, str]:
    """The first and the last day, to label the ends of a chart."""
    first, last = (day(time.date(), language) for time in (min(times), max(times)))
    return ("" if first == last else first), last
