"""An analysis as messages: the curve with the decisive turns, and the match step by step."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from gettext import NullTranslations
from itertools import accumulate

import discord

from bot.cogs.learning._analysis_jobs import Analysis, Key
from bot.context import Interaction
from bot.interactions.contexts import user_of
from bot.interactions.locale import language_of
from bot.pictures.board import Picture, of_match, theme_of
from bot.records.source import Source
from bot.text import match as match_text
from bot.text.discord_limits import LABEL
from bot.ui.controls import Control, button, custom_id, menu
from bot.ui.message import Reply
from games.errors import MoveError
from games.play import AnyLine, AnyTurn, Line, play_turn
from games.shot import Shot
from games.stops import Stop
from games.words import N_, NN_, Fields, say
from matches.model.match import LoggedEvent, LoggedTurn, Match
from opponents.analysis import Judgement
from render.chart import Curve, png_of

TURNS = NN_("Analysis of {count} turn", "Analysis of {count} turns")
KEY_TURNS = N_("The biggest mistakes:")
NO_KEY_TURNS = N_("No turn gave much away.")
KEY_TURN = N_("**{number}.** {seat} `{played}`: {before}% → {after}%. `{better}` was better.")
CHANCES = N_("Chances: {chances}")
CHANCE = N_("{who} {percent}%")
CURVES = N_("The chances over the course of the match, in percent. After the last turn: {chances}")
TITLE, PERCENT, TURN = N_("Chances of winning"), N_("{percent}%"), N_("Turn {number}")
PLAYED = N_("{number}. {seat} played `{turn}`.")
BEST = N_("Expected next: {turns}")
EXPECTED = N_("{number}: {seat} `{turn}`")
BETTER = N_("{number}. {seat} played `{turn}`; `{better}` was better.")
START = N_("The start")
GO_TO = N_("Go to a mistake")
TO_CURVE = N_("Graph")
STEP_THROUGH = N_("Step through")
JUMP = N_("{number}. {seat} {played} (−{loss}%)")
LAST = 999_999_999
"""Where ⏭ leads: beyond any end."""


def names(match: Match, language: NullTranslations) -> list[str]:
    """The names of the sides, by their seats."""
    seats = match_text.seats(match, language)
    sides = match.game.sides(match.setup)
    return [" + ".join(seats[seat - 1] for seat in side) for side in sides]


def percents(chances: Sequence[float]) -> list[int]:
    """In whole percent."""
    return [round(100 * one) for one in chances]


def said(match: Match, judged: Judgement, language: NullTranslations) -> str:
    """The chances of all sides."""
    return " · ".join(
        say(CHANCE, {"who": who, "percent": percent}, language=language)
        for who, percent in zip(names(match, language), percents(judged.chances), strict=True)
    )


# The curve


async def overview(interaction: Interaction, match: Match, found: Analysis) -> Reply:
    """The curve, and the turns that changed most."""
    language = language_of(interaction)
    theme = await theme_of(interaction.client, user_of(interaction))
    keys = found.keys(match)
    drawn, alt = _curve(match, found, keys, language, theme)
    png = await interaction.client.jobs.run(interaction.user.id, "record", drawn)
    picture = Picture(png, alt, "curve.png")
    title = say(TURNS, {"count": match.turn_count}, language=language)
    text = [match_text.header(match, language), f"**{title}**", match_text.ending(match, language)]
    text.append(language.gettext(KEY_TURNS if keys else NO_KEY_TURNS))
    text += [_key_turn(match, found, key, language) for key in keys]
    controls = (
        button(language.gettext(STEP_THROUGH), custom_id("review", match.id, 0, "on")),
        *_jumps(match, keys, language),
    )
    return Reply("\n".join(filter(None, text)), controls, picture)


def _key_turn(match: Match, found: Analysis, key: Key, language: NullTranslations) -> str:
    side = next(
        number
        for number, seats in enumerate(match.game.sides(match.setup))
        if key.turn.seat in seats
    )
    before, after = (percents(found.stops[key.stop + n].chances)[side] for n in (0, 1))
    fields: Fields = {
        "number": key.turn.number,
        "seat": key.turn.seat,
        "played": _short(key.turn.text),
        "better": _short(key.better),
        "before": before,
        "after": after,
    }
    return say(KEY_TURN, fields, match.game.seat_names(match.setup), language)


def _short(turn: str) -> str:
    return match_text.cut(turn, 60)


def _curve(
    match: Match, found: Analysis, keys: Sequence[Key], language: NullTranslations, theme: str
) -> tuple[Callable[[], bytes], str]:
    """The job that draws the curve, and its description in words."""
    course = _course(match, found)
    _, last = course[-1]
    curves = [
        Curve(
            who,
            tuple((float(turns), 100 * stop.chances[side]) for turns, stop in course),
            say(PERCENT, {"percent": percent}, language=language),
            role,
        )
        for side, (who, percent, role) in enumerate(
            zip(names(match, language), percents(last.chances), _colours(match), strict=True)
        )
    ]
    moments = {float(key.turn.number): f"{key.turn.number}." for key in keys}
    draw = partial(
        png_of,
        curves,
        ends=(
            language.gettext(START),
            say(TURN, {"number": match.turn_count}, language=language),
        ),
        theme=theme,
        title=language.gettext(TITLE),
        unit=language.gettext(PERCENT).replace("{percent}", ""),
        span=(0.0, 100.0),
        moments=moments,
    )
    alt = say(CURVES, {"chances": said(match, last, language)}, language=language)
    return draw, alt


def _course(match: Match, found: Analysis) -> list[tuple[int, Judgement]]:
    """The judgements with the number of turns before each, up to the last turn. What has ended the
    match without a turn, such as a resignation, doesn't change who stood better.
    """
    entries = list(match.logged)
    while entries and isinstance(entries[-1], LoggedEvent):
        entries.pop()
    turns = accumulate((isinstance(entry, LoggedTurn) for entry in entries), initial=0)
    return [*zip(turns, found.stops, strict=False)]


def _colours(match: Match) -> list[str]:
    """The colours of the sides, as on the board: each that of its first seat."""
    scene = match.game.scene(match.position, ())
    roles = {tray.seat: scene.board.roles.get(tray.role, tray.role) for tray in scene.trays}
    return [roles[side[0]] for side in match.game.sides(match.setup)]


# Step by step


async def step(interaction: Interaction, match: Match, found: Analysis, stop: int) -> Reply:
    """The position at a stop, with the expected turns drawn in the picture."""
    stop = max(0, min(stop, len(match.logged)))
    language = language_of(interaction)
    viewer = user_of(interaction)
    _, there = await Source.stored(match).at(interaction, stop)
    line = Line.at(match.game, there.position)
    expected = await asyncio.to_thread(_expected, line, found.stops[stop].turns)
    shot = _shot(there, expected)
    picture = await of_match(interaction.client, match, language, shot, viewer=viewer)
    text = "\n".join(filter(None, _lines(match, found, stop, expected, language)))
    return Reply(text, tuple(_buttons(match, found, stop, language)), picture)


def _shot(stop: Stop, expected: Sequence[AnyTurn]) -> Shot:
    """The position at a stop with the expected turns, or else with the latest one."""
    plies = tuple(turn.steps for turn in expected)
    return Shot(stop.position, () if plies else stop.steps, expected=plies)


def _expected(line: AnyLine, turns: Sequence[str]) -> tuple[AnyTurn, ...]:
    """The expected turns, as far as they can be played."""
    found = []
    for text in turns if line.position.to_move is not None else ():
        try:
            turn = play_turn(line, text)
        except MoveError:
            break
        found.append(turn)
        line = turn.line
        if not turn.complete:
            break
    return tuple(found)


def _lines(
    match: Match,
    found: Analysis,
    stop: int,
    expected: Sequence[AnyTurn],
    language: NullTranslations,
) -> Iterator[str]:
    seats = match.game.seat_names(match.setup)
    yield match_text.header(match, language)
    if stop:
        entry = match.logged[stop - 1]
        if isinstance(entry, LoggedTurn):
            fields: Fields = {
                "number": entry.number,
                "seat": entry.seat,
                "turn": _short(entry.text),
            }
            key = found.loss(match, stop - 1)
            if key is not None:
                yield say(BETTER, {**fields, "better": _short(key.better)}, seats, language)
            else:
                yield say(PLAYED, fields, seats, language)
        else:
            yield match_text.logged(match, entry, language)
    else:
        yield language.gettext(START)
    yield say(CHANCES, {"chances": said(match, found.stops[stop], language)}, language=language)
    if stop == len(match.logged):
        yield match_text.ending(match, language)
        return
    told = [
        say(
            EXPECTED,
            {
                "number": number,
                "seat": turn.steps[0].before.to_move or 0,
                "turn": _short(turn.text),
            },
            seats,
            language,
        )
        for number, turn in enumerate(expected, start=1)
    ]
    if told:
        yield say(BEST, {"turns": ", ".join(told)}, language=language)


def _buttons(
    match: Match, found: Analysis, stop: int, language: NullTranslations
) -> Iterator[Control]:
    end = len(match.logged)
    for sign, to, where, disabled in (
        ("⏮", 0, "first", stop == 0),
        ("◀", max(stop - 1, 0), "back", stop == 0),
        ("▶", stop + 1, "on", stop >= end),
        ("⏭", LAST, "last", stop >= end),
    ):
        yield button(sign, custom_id("review", match.id, to, where), disabled=disabled)
    yield button(language.gettext(TO_CURVE), custom_id("review-curve", match.id, 0))
    yield from _jumps(match, found.keys(match), language)


def _jumps(match: Match, keys: Sequence[Key], language: NullTranslations) -> Iterator[Control]:
    """A menu of the turns that changed most; each option leads to the position before its turn."""
    if not keys:
        return
    seats = match.game.seat_names(match.setup)
    options = []
    for key in sorted(keys, key=lambda one: one.stop):
        fields: Fields = {
            "number": key.turn.number,
            "seat": key.turn.seat,
            "played": key.turn.text,
            "loss": round(100 * key.loss),
        }
        label = match_text.cut(say(JUMP, fields, seats, language), LABEL)
        options.append(discord.SelectOption(label=label, value=str(key.stop)))
    yield menu(language.gettext(GO_TO), custom_id("review-jump", match.id, 0), options)
