"""The button *More…* under a board: everything else that the user can do in the match now."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import NullTranslations

import matches
from bot.commands import acts
from bot.commands.which_match import knows
from bot.delivery.transport import answers
from bot.interactions import access
from bot.interactions.locale import language_of
from bot.messages.board import BOARD, LATEST, REPLAY, TRY, act_button, move_button, web_page
from bot.messages.competitions.tournament import Belongings, page_of
from bot.text import match as match_text
from bot.ui.controls import Control, button, custom_id, in_rows
from bot.ui.dispatch import Press, handles, on
from bot.ui.message import Reply
from games.play import example
from games.words import N_, say
from matches.course.acts import MatchActName
from matches.model.ids import PlayerId
from matches.model.match import Match

ASKED = N_("What would you like to do?")
PREPARE = N_("To prepare turns, put a semicolon before each: `/move ; {example}`")
LOOKS = (
    (BOARD, "board", ""),
    (TRY, "whatif", ""),
    (REPLAY, "replay", str(LATEST)),
    (N_("As an animation"), "animate", "0"),
    (N_("As a file"), "export", ""),
)
"""What everybody who sees the match can do: the label, the command and its text."""
LOOKS_BACK = ("replay", "animate")
"""The commands for which a turn must have been played."""
SETTINGS = N_("Settings")


@on("more")
async def more(press: Press) -> None:
    """Offers what is possible, and nothing else."""
    interaction, language = press.interaction, language_of(press.interaction)
    await interaction.response.defer(ephemeral=True, thinking=True)
    database = interaction.client.database
    match = await access.require(interaction, press.match_id)
    possible = matches.possible(match, press.player, database.now())
    lines = [match_text.header(match, language)]
    lines.append(match_text.standing(match, language, press.player))
    lines.append(language.gettext(ASKED))
    if "resign" in possible and "prepared" not in possible:
        hint = say(PREPARE, {"example": example(match.game, match.position)}, language=language)
        lines.append(f"-# {hint}")
    belongs = await interaction.client.service(Belongings).of(match)
    page = [] if belongs is None else [page_of(belongs.id, language)]
    *rows, last = _rows(match, possible, press.player, language)
    on_web = await web_page(interaction.client, match, language)
    controls = in_rows(*rows, [*last, *page, *on_web])
    await answers.show_reply(interaction, Reply("\n".join(filter(None, lines)), controls))


def _rows(
    match: Match, possible: tuple[MatchActName, ...], player: PlayerId, language: NullTranslations
) -> Iterator[list[Control]]:
    """The buttons in rows: answers to what is asked, the turn, looking at the match, what others
    have to agree to; and what is rare comes last.
    """

    def offered(*wanted: MatchActName) -> Iterator[Control]:
        for act in possible:
            if act in wanted:
                yield from acts.buttons(act, match, player, language)

    moves = match.player_to_move == player or {"rematch", "resume"} & {*possible}
    prepares = "resign" in possible and match.status == "running"
    yield [*offered("accept-draw", "decline-draw", "grant", "deny")]
    yield [
        *(move_button(match, language) if moves else ()),
        *offered("hint", "analyse", "claim"),
        *([acts.prepare_button(match, language)] if prepares else ()),
        *offered("prepared"),
    ]
    yield [
        act_button(match, label, command, language, text)
        for label, command, text in LOOKS
        if knows(command) and (match.turn_count or command not in LOOKS_BACK)
    ]
    yield [*offered("takeback", "offer-draw", "adjourn")]
    settings = button(language.gettext(SETTINGS), custom_id("settings", match.id, match.seq))
    yield [
        *offered("hand-over", "keep-seat", "resign", "abort"),
        *([settings] if handles("settings") else ()),
    ]
