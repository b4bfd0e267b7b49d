"""Learning from a match: hints while it runs, the analysis once it is over."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import suppress
from gettext import NullTranslations

from discord import ButtonStyle, app_commands
from discord.ext import commands

import matches
from bot.cogs.learning import _analysis_jobs, _analysis_message
from bot.cogs.learning import _hint as advice
from bot.cogs.learning._analysis_jobs import Analyses, Analysis, Job
from bot.cogs.learning._hint import STEPS
from bot.cogs.learning._search import judged
from bot.commands import destinations
from bot.commands.on_message import on_message
from bot.commands.which_match import MATCH, choices, complete_match, in_match, run_in_match
from bot.context import Bot, Interaction
from bot.delivery.transport import answers
from bot.errors import Outdated, Refused
from bot.interactions import access
from bot.interactions.contexts import everywhere, user_of
from bot.interactions.locale import language_of
from bot.interactions.ways_out import Refusal, lead
from bot.messages.board import move_button
from bot.pictures.board import of_match
from bot.processes.jobs import Full
from bot.processes.pool import Crashed, TooLong
from bot.text import match as match_text
from bot.ui.controls import Control, button, custom_id
from bot.ui.dispatch import Press, on
from bot.ui.message import Reply
from games.words import N_, Fields, say
from matches.learning.analysis import to_analyse, to_hint
from matches.model.errors import StaleMatch
from matches.model.ids import MatchId
from matches.model.match import Match
from matches.model.played import Draft
from matches.model.shots import side

log = logging.getLogger(__name__)


MORE, PLAY = N_("Tell me more"), N_("Play this turn")
WHOLE = N_("Your turn in match {match} is already complete. Confirm it, or undo part of it.")
ANALYSING = N_("The analysis of match {match} is running ({done} of {total} positions).")
STOP, AGAIN = N_("Stop the analysis"), N_("Analyse")
CANCELLED = N_("The analysis of match {match} was stopped.")
FAILED = N_("The analysis of match {match} failed. Please try again later.")
TOO_MANY = N_("I'm busy analysing other matches. Please try again in a minute.")
ANOTHER = N_(
    "I'm already analysing {match} for you. Wait until that's done, or stop it. Then ask again."
)
lead(WHOLE, destinations.turn)
REFRESH = 1.5
"""Seconds between two reports of an analysis's progress."""


class Learning(commands.Cog):
    """The commands that help to learn from a match."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @everywhere
    @app_commands.command(name=N_("hint"), description=N_("A hint for your turn, step by step"))
    @app_commands.rename(typed="match")
    @app_commands.describe(typed=MATCH)
    @app_commands.autocomplete(typed=complete_match)
    async def hint(self, interaction: Interaction, typed: str | None = None) -> None:
        """Says where the turn begins."""
        await run_in_match(interaction, "hint", typed, "1", to_move=True)

    @everywhere
    @app_commands.command(
        name=N_("analyse"), description=N_("See where a finished match was decided")
    )
    @app_commands.rename(typed="match")
    @app_commands.describe(typed=MATCH)
    async def analyse(self, interaction: Interaction, typed: str | None = None) -> None:
        """Shows the analysis once it is ready."""
        await run_in_match(interaction, "analyse", typed, status="over")

    @analyse.autocomplete("typed")
    async def _complete(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        """The user's finished matches."""
        database, player = interaction.client.database, user_of(interaction)
        found = await matches.matches_of(database, player, over=True)
        return choices(interaction, [one for one in found if one.turn_count], current)


# Hints


@in_match("hint")
async def hint(interaction: Interaction, match_id: MatchId, step: str) -> None:
    """Shows one step of the hint for the user's turn."""
    if step not in ("", "1"):
        raise Outdated
    begun = await to_hint(interaction.client.database, match_id, user_of(interaction))
    await _hint(interaction, begun, 1)


@on("hint")
async def hint_more(press: Press) -> None:
    """Replaces the hint by its next step."""
    (step,) = press.read(rf"([1-{STEPS}])")
    await press.interaction.response.defer()
    begun = await to_hint(press.interaction.client.database, press.match_id, press.player)
    if begun.match.base > press.seq:
        raise StaleMatch(match=begun.match.id, seq=begun.match.seq)
    await _hint(press.interaction, begun, int(step))


async def _hint(interaction: Interaction, begun: Draft, step: int) -> None:
    match, language = begun.match, language_of(interaction)
    if begun.complete:
        raise Refused(WHOLE, match=match.id)
    best = await _best(interaction, begun)
    found = await asyncio.to_thread(
        advice.advise, begun.line, match.setup, best, step, language, seat=side(match)
    )
    viewer = user_of(interaction)
    picture = await of_match(interaction.client, match, language, found.shot, viewer=viewer)
    controls = [*move_button(match, language)]
    if found.turn is None:
        to = custom_id("hint", match.id, match.seq, str(step + 1))
        controls.insert(0, button(language.gettext(MORE), to))
    else:
        controls[:0] = _play_button(begun, found.turn, language)
    text = f"{match_text.title(match, language)}\n{found.text}"
    await answers.show_reply(interaction, Reply(text, tuple(controls), picture))


def _play_button(begun: Draft, rest: str, language: NullTranslations) -> Iterator[Control]:
    """The button that plays what has been begun with this rest, as if it was typed; none if the
    turn is too long for a button. It names the whole turn, so that it plays this one whatever is
    picked or taken back meanwhile.
    """
    with suppress(ValueError):
        to = custom_id("play", begun.match.id, begun.match.seq, f"{begun.text} {rest}".strip())
        yield button(language.gettext(PLAY), to, style=ButtonStyle.primary)


async def _best(interaction: Interaction, begun: Draft) -> str:
    """The best rest of the turn that a search finds."""
    key, position = begun.match.game.info.key, await asyncio.to_thread(str, begun.line.position)
    bot, person = interaction.client, user_of(interaction)
    return (await judged(bot, person, key, begun.match.setup, position)).turns[0]


# Analyses


@in_match("analyse")
async def analyse(interaction: Interaction, match_id: MatchId, _: str) -> None:
    """Shows the curve of a match, which is analysed first if necessary."""
    await access.require(interaction, match_id)
    match = await to_analyse(interaction.client.database, match_id, user_of(interaction))
    found = await interaction.client.service(Analyses).kept(match) or await _made(
        interaction, match
    )
    if found is not None:
        await answers.show_reply(
            interaction, await _analysis_message.overview(interaction, match, found)
        )


async def _made(interaction: Interaction, match: Match) -> Analysis | None:
    """Waits for the analysis and shows its progress. If it fails, says so and returns None."""
    try:
        job = interaction.client.service(Analyses).begin(match, user_of(interaction))
    except _analysis_jobs.Full:
        raise Refused(TOO_MANY) from None
    except _analysis_jobs.Another as error:
        raise Refused(ANOTHER, match=error.match_id) from None
    assert job.task is not None
    while not job.task.done() and interaction.user.id in job.watchers:
        await answers.show_reply(interaction, _progress(interaction, match, job))
        await asyncio.wait({job.task}, timeout=REFRESH)
    language = language_of(interaction)
    sentence = CANCELLED
    if interaction.user.id in job.watchers and not job.task.cancelled():
        try:
            return job.task.result()
        except (TimeoutError, Full, TooLong, Crashed) as error:
            log.warning("match=%s: no analysis: %r", match.id, error)
            sentence = FAILED
    again = custom_id("act", match.id, match.seq, "analyse/")
    text = say(sentence, {"match": match.id}, language=language)
    await answers.show_reply(interaction, Reply(text, (button(language.gettext(AGAIN), again),)))
    return None


def _stop(refusal: Refusal) -> Iterator[Control]:
    """The button that stops the running analysis."""
    if refusal.match is not None:
        cancel = custom_id("analysis-cancel", refusal.match.id, refusal.match.seq)
        yield button(refusal.language.gettext(STOP), cancel)


lead(ANOTHER, _stop)


def _progress(interaction: Interaction, match: Match, job: Job) -> Reply:
    language = language_of(interaction)
    fields: Fields = {"match": match.id, "done": job.done, "total": job.total}
    cancel = custom_id("analysis-cancel", match.id, match.seq)
    text = say(ANALYSING, fields, language=language)
    return Reply(text, (button(language.gettext(STOP), cancel),))


@on("analysis-cancel")
async def cancel(press: Press) -> None:
    """The user stops waiting, even for an analysis that died with its process."""
    await press.interaction.response.defer()
    language = language_of(press.interaction)
    if not press.interaction.client.service(Analyses).leave(press.match_id, press.player):
        again = custom_id("act", press.match_id, press.seq, "analyse/")
        text = say(CANCELLED, {"match": press.match_id}, language=language)
        reply = Reply(text, (button(language.gettext(AGAIN), again),))
        await answers.show_reply(press.interaction, reply)


async def _kept(press: Press) -> tuple[Match, Analysis]:
    """The match and its analysis above the control. Raises Outdated if there is none."""
    bot = press.interaction.client
    await access.require(press.interaction, press.match_id)
    match = await to_analyse(bot.database, press.match_id, press.player)
    found = await bot.service(Analyses).kept(match)
    if found is None:
        raise Outdated
    return match, found


@on("review")
async def review(press: Press) -> None:
    """Goes to the stop in the button's `seq`."""
    await press.interaction.response.defer()
    match, found = await _kept(press)
    reply = await _analysis_message.step(press.interaction, match, found, press.seq)
    await answers.show_reply(press.interaction, reply)


@on("review-jump")
async def jump(press: Press) -> None:
    """Goes to the position before the chosen turn."""
    stop = press.choice
    if not stop.isdecimal():
        raise Outdated
    await press.interaction.response.defer()
    match, found = await _kept(press)
    reply = await _analysis_message.step(press.interaction, match, found, int(stop))
    await answers.show_reply(press.interaction, reply)


@on("review-curve")
async def back_to_curve(press: Press) -> None:
    """Shows the curve again."""
    await press.interaction.response.defer()
    match, found = await _kept(press)
    reply = await _analysis_message.overview(press.interaction, match, found)
    await answers.show_reply(press.interaction, reply)


async def setup(bot: Bot) -> None:
    """Adds the commands."""
    await bot.add_cog(Learning(bot))
    bot.tree.add_command(on_message(AGAIN, "analyse"))
