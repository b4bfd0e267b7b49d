"""Puzzles: a task on a position with a single, known solution."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from discord import ButtonStyle

import games
from bot.cogs.learning import _exercise, _hint, _pictures
from bot.cogs.learning._pictures import Reader
from bot.cogs.learning._puzzle_choice import beginning
from bot.cogs.learning._puzzle_stock import collected, offered
from bot.cogs.learning._search import search
from bot.errors import Outdated
from bot.messages.board import rules_button
from bot.text.draft import BACK, CONFIRM, END_HERE
from bot.text.levels import LEVELS
from bot.text.match import verdict
from bot.text.rating import signed
from bot.ui.controls import Control, button, custom_id
from bot.ui.layout import PICTURE, Text, heading
from bot.ui.message import Reply
from games.errors import MoveError
from games.play import AnyTurn, events, play_turn
from games.scene import Mark
from games.tutorial import Shown
from games.words import N_, NN_, Fields, say
from matches.learning.puzzles import Noted, Outcome, note_try
from matches.model.ids import PlayerId
from opponents.mind import side_of
from opponents.puzzles import BEYOND, Puzzle, PuzzleKind, is_solved, puzzle

KINDS: Mapping[PuzzleKind, str] = {
    "win-in-one": N_("Win in one"),
    "win-in-two": N_("Win in two"),
    "win-in-three": N_("Win in three"),
    "save-yourself": N_("Save yourself"),
    "hold-both": N_("Hold both off"),
}
TASKS: Mapping[PuzzleKind, str] = {
    "win-in-one": N_("{seat} is to move and can win immediately. With which turn?"),
    "win-in-two": N_(
        "{seat} is to move and can force a win in two turns, whatever the others do. Which turn "
        "comes first?"
    ),
    "win-in-three": N_(
        "{seat} is to move and can force a win in three turns, whatever the others do. Which turn "
        "comes first?"
    ),
    "save-yourself": N_(
        "{seat} is to move and in danger. All turns but one let the next player win immediately. "
        "Which turn saves {seat}?"
    ),
    "hold-both": N_(
        "{seat} is to move, and both opponents are about to win. After all turns but one, either "
        "the next player can win immediately, or the player after that can win, whatever is played "
        "in between. Which turn holds them both off?"
    ),
}
PARTNERS: Mapping[PuzzleKind, str] = {
    "win-in-two": N_(
        "{seat} is to move. {seat} and {partner_seat} together can force a win in two turns, "
        "whatever their opponents do. Which turn comes first?"
    ),
    "win-in-three": N_(
        "{seat} is to move. {seat} and {partner_seat} together can force a win in three turns, "
        "whatever their opponents do. Which turn comes first?"
    ),
}
"""Tasks that read otherwise for partners."""
OF_LEVEL = N_(
    "Difficulty {level} of {most}: computer players need level {level} to solve this puzzle."
)
BEYOND_ALL = N_("Very difficult: even the strongest computer player rarely solves this puzzle.")
FROM_MATCH = N_("From a match played here.")
TITLE = N_("{game} · {kind}")
RIGHT = N_("Right: `{text}`. {events}")
WRONG = N_("`{text}` is legal, but it isn't the solution. Try again.")
SOLUTION = N_("The solution is `{text}`. {events}")
STREAK = NN_(
    "You've solved {count} puzzle in a row on the first try (best: {best}). Solved in total: "
    "{solved} of {total}.",
    "You've solved {count} puzzles in a row on the first try (best: {best}). Solved in total: "
    "{solved} of {total}.",
)
NO_STREAK = N_("Your best streak on the first try: {best}. Solved in total: {solved} of {total}.")
SOLVED = N_("Solved in total: {solved} of {total}.")
RATING = N_("Your puzzle rating for {game}: {rating} ({gain}).")
TYPE, HINT = N_("Type your turn"), N_("Hint")
REVEAL, ANOTHER = N_("Show the solution"), N_("Another puzzle")
DAILY, SOLVE = N_("Puzzle of the day"), N_("Solve it")
HOW = N_("Pick your turn below, or type it.")
WHAT_COUNTS = N_(
    "Only your first answer counts for your puzzle rating. Showing the solution before that counts "
    "as a wrong answer; hints are free."
)

HINTS = 2
"""How many hints there are before the solution."""
_BUTTONS = 4
"""The row of buttons, below the menus."""
_STATE = re.compile(r"([a-z0-9]+(?:-[a-z0-9]+)*)/(\d{1,3})/([^|]*)\|(.*)")


@dataclass(frozen=True, slots=True)
class Place:
    """A solver's state: the puzzle, the turn that they have begun, and the page of menus."""

    puzzle: Puzzle
    page: int = 0
    done: str = ""
    stem: str = ""

    @classmethod
    def read(cls, text: str, of: Puzzle | None = None) -> Place:
        """The inverse of `str`. A puzzle that the collection doesn't have must be given. Raises
        Outdated.
        """
        found = _STATE.fullmatch(text)
        if found is None:
            raise Outdated
        try:
            place = cls(of or puzzle(found[1]), int(found[2]), found[3], found[4])
        except KeyError:
            raise Outdated from None
        _exercise.at(place)
        return place

    def __str__(self) -> str:
        return f"{self.puzzle.key}/{self.page}/{self.done}|{self.stem}"

    @property
    def given(self) -> Shown:
        """The position to solve."""
        return Shown(self.puzzle.setup, self.puzzle.line, ())

    def restarted(self) -> Place:
        """The same puzzle with nothing picked."""
        return Place(self.puzzle)

    def to(self, action: str) -> str:
        """The `custom_id` of a control that leads on from here."""
        return custom_id(action, rest=str(self))


# What is shown


def difficulty(of: Puzzle, reader: Reader) -> list[str]:
    """A line that says who solves the puzzle, unless it is no longer offered; and one if it is from
    a match.
    """
    lines = []
    if of.level:
        said = BEYOND_ALL if of.level == BEYOND else OF_LEVEL
        fields = {"level": of.level, "most": max(LEVELS)}
        lines.append(f"-# {say(said, fields, language=reader.language)}")
    if collected(of.key) is None:
        lines.append(f"-# {reader.say(FROM_MATCH)}")
    return lines


def task(place: Place, reader: Reader) -> tuple[str, str]:
    """The title and the task."""
    of, given = place.puzzle, place.given
    fields: Fields = {"game": reader.say(of.rules.info.name), "kind": reader.say(KINDS[of.kind])}
    title = say(TITLE, fields, language=reader.language)
    seat = given.line.position.to_move or 0
    fields = {"seat": seat}
    partners = [one for one in side_of(of.rules.sides(given.setup), seat) if one != seat]
    asked = TASKS[of.kind]
    if partners and of.kind in PARTNERS:
        fields, asked = {"seat": seat, "partner_seat": partners[0]}, PARTNERS[of.kind]
    return title, say(asked, fields, given.names, reader.language)


async def puzzle_page(
    reader: Reader, place: Place, said: Sequence[str] = (), hints: int = 0
) -> Reply:
    """The task, the latest comments, and the controls to answer, with the hint of this number."""
    menus, marks = await asyncio.to_thread(_exercise.choice, place, "puzzle", reader)
    lines, given = [*said], place.given
    if hints:
        best = place.puzzle.solution
        hint = await asyncio.to_thread(
            _hint.advise,
            given.line,
            given.setup,
            best,
            hints,
            reader.language,
            seat=given.line.position.to_move,
        )
        lines.append(hint.text)
        marks = [*hint.shot.marks]
    controls = (*menus, *_buttons(place, hints, reader))
    if not lines:
        lines = [reader.say(HOW)]
        if place.puzzle.level:
            lines[0] += f"\n-# {reader.say(WHAT_COUNTS)}"
    return await _reply(reader, place, _exercise.at(place), lines, controls=controls, marks=marks)


async def picked(
    reader: Reader, player: PlayerId, place: Place, choice: str, *, confirmed: bool
) -> Reply:
    """Adds a choice. If that completes the turn, it is checked, or has to be confirmed first."""
    further = await asyncio.to_thread(_exercise.further, place, choice)
    if further.stem:
        return await puzzle_page(reader, further)
    if confirmed or not _exercise.complete(further):
        return await answer(reader, player, further, further.done)
    chosen = await asyncio.to_thread(_exercise.chosen, place, choice)
    asked, marks = await asyncio.to_thread(_exercise.to_confirm, chosen, reader)
    controls = (
        button(reader.say(BACK), chosen.to("puzzle-back"), row=_BUTTONS),
        button(
            reader.say(CONFIRM),
            chosen.to("puzzle-confirm"),
            style=ButtonStyle.success,
            row=_BUTTONS,
        ),
    )
    what = _exercise.at(chosen)
    return await _reply(reader, chosen, what, [asked], controls=controls, marks=marks)


async def answer(reader: Reader, player: PlayerId, place: Place, text: str) -> Reply:
    """Checks a turn that was typed or picked, and shows what comes next."""
    try:
        turn = play_turn(place.given.line, text)
    except MoveError as error:
        why = _exercise.refusal(place, place.puzzle.solution, error, reader)
        return await puzzle_page(reader, place.restarted(), [f"❌ {why}"])
    further = replace(place, page=0, done=turn.text, stem="")
    if not turn.complete and _exercise.fits(further):
        return await puzzle_page(reader, further, [f"➡️ {_exercise.so_far(further, reader)}"])
    if not await _right(reader, player, place, turn.text):
        noted = await _note(reader, player, place, "wrong")
        said = say(WRONG, {"text": turn.text}, language=reader.language)
        lines = [f"↩️ {said}", *rating(noted, place.puzzle.game, reader)]
        return await puzzle_page(reader, place.restarted(), lines)
    return await _closed(reader, player, place, turn, "solved")


async def _right(reader: Reader, player: PlayerId, place: Place, text: str) -> bool:
    """Whether a turn solves the puzzle. A turn that goes beyond the solution has to be proved."""
    of = place.puzzle
    if text == of.solution or not of.may_solve(text):
        return text == of.solution
    return await search(reader.bot, player, is_solved, of.game, str(of), text)


async def reveal(reader: Reader, player: PlayerId, place: Place) -> Reply:
    """Shows the solution."""
    turn = play_turn(place.given.line, place.puzzle.solution)
    return await _closed(reader, player, place, turn, "shown")


async def _closed(
    reader: Reader, player: PlayerId, place: Place, turn: AnyTurn, outcome: Outcome
) -> Reply:
    after = place.given.then(turn.steps, turn.line)
    fields = {"text": turn.text, "events": _happened(after, turn, reader)}
    sentence, sign = (RIGHT, "✅") if outcome == "solved" else (SOLUTION, "👉")
    lines = [f"{sign} {say(sentence, fields, language=reader.language)}"]
    noted, key = await _note(reader, player, place, outcome), place.puzzle.game
    every = await offered(reader.bot.database, key)
    lines.append("\n".join([*rating(noted, key, reader), f"-# {standing(noted, every, reader)}"]))
    to = custom_id("puzzle-next", rest=place.puzzle.game)
    controls = (button(reader.say(ANOTHER), to, style=ButtonStyle.success, row=_BUTTONS),)
    return await _reply(reader, place, after, lines, controls=controls)


def _happened(after: Shown, turn: AnyTurn, reader: Reader) -> str:
    """What a turn did, and who has won by it and why, if anybody has."""
    game, result = after.line.game, after.line.position.result
    done = _pictures.happened(after, events(game, turn.steps), reader.language)
    if result is None:
        return done
    named = [*map(reader.say, after.names)]
    return f"{done} {verdict(game, after.setup, result, named, reader.language)}".lstrip()


async def _note(reader: Reader, player: PlayerId, place: Place, outcome: Outcome) -> Noted:
    of, database = place.puzzle, reader.bot.database
    worth = beginning(of) if of.level else None
    return await note_try(database, player, of.game, of.key, outcome, worth=worth)


def rating(noted: Noted, game: str, reader: Reader) -> list[str]:
    """A line with the player's rating after a first answer; none after others."""
    if noted.gain is None:
        return []
    fields: Fields = {
        "game": reader.say(games.get(game).info.name),
        "rating": round(noted.progress.rating),
        "gain": signed(round(noted.gain)),
    }
    return [f"-# {say(RATING, fields, language=reader.language)}"]


def standing(noted: Noted, every: Sequence[Puzzle], reader: Reader) -> str:
    """How many of these puzzles are solved, and how many in a row, unless that is none."""
    reached, keys = noted.progress, {one.key for one in every}
    fields: Fields = {
        "count": reached.streak,
        "best": reached.best,
        "solved": len(keys & reached.solved),
        "total": len(keys),
    }
    said = STREAK if reached.streak else NO_STREAK if reached.best else SOLVED
    return say(said, fields, language=reader.language)


async def posted(reader: Reader, of: Puzzle) -> Reply:
    """A puzzle for everybody in a channel, with a button to answer it."""
    place = Place(of)
    to, style = place.to("puzzle"), ButtonStyle.primary
    controls = (button(reader.say(SOLVE), to, style=style, row=_BUTTONS),)
    reply = await _reply(reader, place, place.given, [], controls=controls)
    return replace(reply, text=f"**{reader.say(DAILY)}**")


async def _reply(
    reader: Reader,
    place: Place,
    what: Shown,
    said: Sequence[str],
    *,
    controls: tuple[Control, ...],
    marks: Sequence[Mark] = (),
) -> Reply:
    title, asked = task(place, reader)
    game = place.puzzle.rules
    seat = place.given.line.position.to_move
    painted = await _pictures.picture(reader, what, asked, marks=marks, seat=seat)
    text = "\n\n".join(["\n".join([f"**{asked}**", *difficulty(place.puzzle, reader)]), *said])
    controls = (*controls, rules_button(game, reader.language, _BUTTONS))
    goal = Text(f"*{reader.say(game.texts.summary)}*")
    return Reply("", controls, painted, parts=(heading(title), goal, PICTURE, Text(text)))


def _buttons(place: Place, hints: int, reader: Reader) -> list[Control]:
    made = [(TYPE, place.to("puzzle-type"), ButtonStyle.secondary)]
    if place.done or place.stem:
        made.append((BACK, place.to("puzzle-back"), ButtonStyle.secondary))
    if _exercise.ended(place):
        made.append((END_HERE, place.to("puzzle-end"), ButtonStyle.secondary))
    if hints < HINTS:
        action = "puzzle-hint-more" if hints else "puzzle-hint"
        made.append((HINT, place.restarted().to(action), ButtonStyle.secondary))
    made.append((REVEAL, place.restarted().to("puzzle-show"), ButtonStyle.secondary))
    return [button(reader.say(label), to, style=style, row=_BUTTONS) for label, to, style in made]
