"""The controls of a study: picking and typing turns, going back and forth."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from bot.cogs.studies._at_hand import Hand, at_hand, show, show_after
from bot.cogs.studies._message import View
from bot.cogs.studies._start import open_at, start_of
from bot.interactions.locale import language_of
from bot.messages import picks as picking
from bot.text import refusal as refusal_text
from bot.ui import modals
from bot.ui.controls import custom_id, number
from bot.ui.dispatch import Press, on
from games import picks
from games.errors import MoveError
from games.play import example
from games.words import N_, say
from matches.model.study_errors import StaleStudy, StudyFull
from matches.studies import steps
from matches.studies.study import Study

FORM, TURNS = N_("Try out turns"), N_("Turns, such as {example} ; …")
_MOST = 1000
"""The most characters that are typed at once."""


@on("try-pick")
async def pick(press: Press) -> None:
    """Adds what was chosen, and all that follows without a choice."""
    hand = await at_hand(press)
    found = await asyncio.to_thread(picks.further, hand.line, hand.stem, press.choice)
    if found is None:
        raise StaleStudy(number=hand.study.number)
    stem, moves = found
    if not moves:
        await show(press.interaction, View(hand.seen, hand.match, stem))
        return
    study = await _play(hand, " ".join(map(str, moves)))
    await show_after(hand, study)


async def _play(hand: Hand, text: str) -> Study:
    study = hand.study
    return await steps.play(
        hand.db, study.owner, study.number, text, here=hand.here, length=hand.length
    )


@on("try-back")
async def back(press: Press) -> None:
    """Takes back the last choice with all that followed from it, or goes a turn back."""
    hand = await at_hand(press)
    if hand.stem:
        stem = await asyncio.to_thread(picking.before, hand.line, hand.stem)
        await show(press.interaction, View(hand.seen, hand.match, stem))
        return
    tokens = 1
    if hand.length:
        begun, start = hand.seen.begun, hand.seen.line(hand.here)
        tokens = await asyncio.to_thread(picks.chosen_last, start, begun.steps)
    study = await steps.back(
        hand.db,
        hand.study.owner,
        hand.study.number,
        here=hand.here,
        length=hand.length,
        tokens=tokens,
    )
    await show_after(hand, study)


@on("try-stop")
async def stop(press: Press) -> None:
    """Ends the turn where it may end."""
    hand = await at_hand(press)
    study = await steps.stop(
        hand.db, hand.study.owner, hand.study.number, here=hand.here, length=hand.length
    )
    await show_after(hand, study)


@on("try-page")
@on("try-page-on")
async def turn_page(press: Press) -> None:
    """Shows other menus."""
    hand = await at_hand(press)
    await show(press.interaction, View(hand.seen, hand.match, hand.stem, hand.page))


@on("try-on")
async def forward(press: Press) -> None:
    """Goes to the turn that was tried here; asks which one if there are several."""
    hand = await at_hand(press)
    tried = hand.seen.tree.children(hand.here)
    if len(tried) == 1:
        await _go(hand, tried[0].number)
    else:
        await show(press.interaction, View(hand.seen, hand.match, branches=bool(tried)))


@on("try-go")
async def go(press: Press) -> None:
    """Goes to the branch that was chosen."""
    await _go(await at_hand(press), number(press.choice))


@on("try-here")
async def here(press: Press) -> None:
    """Shows the board again."""
    hand = await at_hand(press)
    await show(press.interaction, View(hand.seen, hand.match))


async def _go(hand: Hand, node: int) -> None:
    await show_after(hand, await steps.go(hand.db, hand.study.owner, hand.study.number, node))


@on("try-match")
async def to_match(press: Press) -> None:
    """Goes to where the match is, following the turns played since."""
    hand = await at_hand(press)
    turns = await asyncio.to_thread(hand.study.course, hand.match)
    if turns is not None:
        with suppress(StudyFull):  # Then another study has room.
            study = await steps.follow(hand.db, hand.study.owner, hand.study.number, turns)
            await show_after(hand, study)
            return
    start = await start_of(press.interaction, hand.match)
    await open_at(press.interaction, start, hand.match)


# Typing


@on("try-type")
async def ask(press: Press) -> None:
    """Opens the form for turns."""
    hand = await at_hand(press, form=True)
    line, language = hand.line, language_of(press.interaction)
    label = say(TURNS, {"example": example(line.game, line.position)}, language=language)
    to = custom_id("try-form", press.match_id, press.seq, press.rest)
    await modals.ask(press.interaction, language.gettext(FORM), label, to, most=_MOST)


@modals.on("try-form", opened_by="try-type")
async def typed(press: Press, text: str) -> None:
    """Tries the turns that were typed, with semicolons between them, as far as they can be
    played.
    """
    hand = await at_hand(press)
    first, *later = [part for part in text.split(";") if part.strip()] or [text]
    study, note = await _play(hand, first), ""
    try:
        for part in later:
            study = await steps.play(
                hand.db,
                study.owner,
                study.number,
                part,
                here=study.here,
                length=len(study.begun.steps),
            )
    except MoveError as error:
        language = language_of(press.interaction)
        note = refusal_text.refusal(study.game, error.refusal, language, study.setup)
    await show_after(hand, study, note)
