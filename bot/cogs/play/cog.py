"""Playing: typed turns, the board, prepared turns."""

from __future__ import annotations

import math
from datetime import timedelta
from functools import partial

import discord
from discord import app_commands
from discord.ext import commands

import matches
from bot.cogs.play import _board_text, _completion, _suggestions
from bot.commands import destinations
from bot.commands.acts import prepare_button
from bot.commands.on_message import on_message
from bot.commands.which_match import MATCH, complete_match, in_match, run_in_match
from bot.context import Bot, Interaction
from bot.delivery.matches import boards, channels, publication
from bot.delivery.matches import turns as turn_delivery
from bot.delivery.transport import answers
from bot.delivery.transport.asides import Telling
from bot.errors import Refused
from bot.interactions import access
from bot.interactions.contexts import everywhere, user_of
from bot.interactions.locale import language_of
from bot.interactions.response import acknowledge_in_time
from bot.interactions.ways_out import lead
from bot.messages import board as board_message
from bot.messages import table as table_message
from bot.pictures.prefetch import BoardPrefetch
from bot.text import match as match_text
from bot.ui import modals
from bot.ui.controls import button, custom_id
from bot.ui.dispatch import Press, on
from bot.ui.message import Reply
from games.errors import MoveError
from games.play import example
from games.words import N_, NN_, Fields, say
from matches.model.ids import MatchId
from matches.model.match import Match
from matches.model.requirements import require_begun

LISTED = NN_(
    "{match}: {count} prepared turn, to be played automatically:",
    "{match}: {count} prepared turns, to be played automatically:",
)
NOTHING = N_(
    "{match}: you have no prepared turns. To prepare some, put a semicolon before each: `/move ; "
    "{example}`"
)
FORM, TURNS = N_("Prepare turns"), N_("Turns, such as {example} ; …")
CLEAR = N_("Clear")
CLEARED = N_("{match}: your prepared turns have been cleared.")
SHOWN = N_("{match}: everyone can see the board now.")
ONLY_ALL = N_(
    "What stands on a point and where it can go is shown to you alone. To show everyone the board, "
    "leave out the point."
)
TOO_SOON = N_(
    "Somebody has just shown the board of match {match} to everyone. You can show it again {time}. "
    "`/board` shows it only to you."
)
lead(TOO_SOON, destinations.board)


class Play(commands.Cog):
    """The commands of a running match."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @everywhere
    @app_commands.command(name=N_("move"), description=N_("Play your turn"))
    @app_commands.rename(typed="match")
    @app_commands.describe(
        turn=N_(
            "Your turn, written as in /rules; to prepare later turns, put a semicolon before each"
        ),
        typed=MATCH,
    )
    @app_commands.autocomplete(typed=complete_match)
    async def move(self, interaction: Interaction, turn: str, typed: str | None = None) -> None:
        """Plays what was typed, keeps the beginning of a turn as a draft, or prepares turns."""
        await run_in_match(interaction, "move", typed, turn, to_move=True)

    @move.autocomplete("turn")
    async def _complete_turn(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        """The legal continuations."""
        return await _completion.turns(interaction, current, interaction.namespace.match)

    @everywhere
    @app_commands.command(name=N_("board"), description=N_("See the board of your match"))
    @app_commands.rename(typed="match")
    @app_commands.describe(
        point=N_("A place on the board: what stands there and where it can go"),
        typed=MATCH,
        public=N_("Show it to everyone in the channel"),
    )
    @app_commands.autocomplete(typed=complete_match)
    async def board(
        self,
        interaction: Interaction,
        point: str = "",
        typed: str | None = None,
        public: bool = False,
    ) -> None:
        """Shows the board to the user, or to everybody. Raises Refused."""
        if public and point.strip():
            raise Refused(ONLY_ALL)
        await run_in_match(interaction, "show" if public else "board", typed, point)

    @board.autocomplete("point")
    async def _complete_point(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        """The points of the board."""
        return await _completion.points(interaction, current, interaction.namespace.match)

    @everywhere
    @app_commands.command(
        name=N_("prepared"), description=N_("See the turns you've prepared for later")
    )
    @app_commands.rename(typed="match")
    @app_commands.describe(typed=MATCH)
    @app_commands.autocomplete(typed=complete_match)
    async def prepared(self, interaction: Interaction, typed: str | None = None) -> None:
        """Lists the user's prepared turns."""
        await run_in_match(interaction, "prepared", typed)


@in_match("move")
async def move(interaction: Interaction, match_id: MatchId, turn: str) -> None:
    """Plays a typed turn, or suggests what was probably meant."""
    bot, player = interaction.client, user_of(interaction)
    language = partial(answers.public_language, interaction)
    with bot.service(BoardPrefetch).turn(language) as soon:
        try:
            played = await matches.play(
                bot.database, match_id, player, turn, interaction=interaction.id, soon=soon
            )
        except MoveError as error:
            await _suggestions.answer(interaction, match_id, turn, error)
            return
        await turn_delivery.tell_played(interaction, played)


@on("play")
async def play(press: Press) -> None:
    """Plays the suggested turn that the button carries."""
    interaction = press.interaction
    acknowledge_in_time(interaction, new=False)
    played = await matches.play(
        interaction.client.database,
        press.match_id,
        press.player,
        press.rest,
        seq=press.seq,
        interaction=interaction.id,
    )
    await turn_delivery.tell_played(interaction, played)


@in_match("board")
async def board(interaction: Interaction, match_id: MatchId, point: str) -> None:
    """Shows the user the board, or tells them about a point."""
    language, player = language_of(interaction), user_of(interaction)
    match = await access.require(interaction, match_id)
    bot = interaction.client
    if match.started_at is None:
        reply = table_message.message(match, language)
    elif point.strip():
        reply = await _board_text.at_point(bot, match, player, point, language)
    else:
        reply = await board_message.own_board(bot, match, player, language)
    await answers.show_reply(interaction, reply)


@in_match("show")
async def show(interaction: Interaction, match_id: MatchId, _: str) -> None:
    """Shows everybody the board, without notifying anybody. Allowed once in a while."""
    match = await access.require(interaction, match_id, "show")
    require_begun(match)
    _require_pause(interaction, match)
    public = await answers.public_language(interaction, match.place)
    reply = await board_message.public_board(
        interaction.client, match, public, match.recent[-1:], notify=False
    )
    language = language_of(interaction)
    done = say(SHOWN, {"match": match_text.title(match, language)}, language=language)
    nonce = f"{match.id}.{interaction.id % 10**12}"
    seen = partial(boards.note_shown, interaction.client, match, ())
    async with Telling(interaction) as telling, channels.in_order(match.id):
        await publication.publish(
            interaction, match, reply, nonce, Reply(done), seen=seen, telling=telling
        )


def _require_pause(interaction: Interaction, match: Match) -> None:
    """Raises Refused if the user has just shown a board, or this match has just been shown."""
    wait = interaction.client.showing.wait(("user", interaction.user.id), ("match", match.id))
    if wait:
        when = discord.utils.utcnow() + timedelta(seconds=math.ceil(wait))
        raise Refused(TOO_SOON, match=match.id, time=discord.utils.format_dt(when, "R"))


@in_match("prepared")
async def prepared(interaction: Interaction, match_id: MatchId, _: str) -> None:
    """Lists prepared turns, with a button that clears them."""
    database, language = interaction.client.database, language_of(interaction)
    texts = await matches.prepared(database, match_id, user_of(interaction))
    match = await matches.get(database, match_id)
    fields: Fields = {
        "match": match_text.title(match, language),
        "count": len(texts),
        "example": example(match.game, match.position),
    }
    chosen = destinations.conditions_button(match, user_of(interaction), language)
    if not texts:
        said = say(NOTHING, fields, language=language)
        more = (prepare_button(match, language), *chosen)
        await answers.show_reply(interaction, Reply(said, more))
        return
    lines = [say(LISTED, fields, language=language)]
    lines += [f"{number}. {match_text.code(text)}" for number, text in enumerate(texts, start=1)]
    clear = button(language.gettext(CLEAR), custom_id("clear", match.id, match.seq))
    controls = (prepare_button(match, language), clear, *chosen)
    await answers.show_reply(interaction, Reply("\n".join(lines), controls))


@on("prepare")
async def ask_for_turns(press: Press) -> None:
    """Opens the form for turns to prepare."""
    interaction, language = press.interaction, language_of(press.interaction)
    match = await matches.played_by(interaction.client.database, press.match_id, press.player)
    label = say(TURNS, {"example": example(match.game, match.position)}, language=language)
    to = custom_id("prepare-form", match.id, match.seq)
    await modals.ask(interaction, language.gettext(FORM), label, to, most=1000)


@modals.on("prepare-form", opened_by="prepare")
async def prepare(press: Press, typed: str) -> None:
    """Prepares the typed turns; if it is the player's turn by now, plays the first one."""
    interaction, turns = press.interaction, f"; {typed}"
    acknowledge_in_time(interaction)
    played = await matches.play(
        interaction.client.database, press.match_id, press.player, turns, interaction=interaction.id
    )
    await turn_delivery.tell_played(interaction, played)


@on("clear")
async def clear(press: Press) -> None:
    """Clears the prepared turns."""
    interaction = press.interaction
    acknowledge_in_time(interaction, new=False)
    played = await matches.clear_prepared(
        interaction.client.database, press.match_id, press.player, interaction=interaction.id
    )
    language = language_of(interaction)
    fields = {"match": match_text.title(played.match, language)}
    await answers.show_reply(interaction, Reply(say(CLEARED, fields, language=language)))


async def setup(bot: Bot) -> None:
    """Adds the commands."""
    await bot.add_cog(Play(bot))
    bot.tree.add_command(on_message(N_("Show the board here"), "show"))
