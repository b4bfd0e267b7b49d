"""Which game a command is about: the named one, else that of the thread in which it is used."""

from __future__ import annotations

from bot.commands import options
from bot.commands.which_match import meant_in_thread
from bot.context import Interaction
from bot.delivery.transport import answers
from bot.interactions.locale import language_of
from bot.ui.controls import custom_id, menu
from bot.ui.message import Reply
from games.protocol import AnyGame


async def meant_game(
    interaction: Interaction, named: str | None, asked: str, action: str, rest: str = ""
) -> AnyGame | None:
    """The game, or None if the user is asked for it by a menu with this action. The interaction is
    acknowledged already. Raises Outdated.
    """
    found = await game_at_hand(interaction, named)
    if found is None:
        await ask(interaction, asked, action, rest)
    return found


async def game_at_hand(interaction: Interaction, named: str | None) -> AnyGame | None:
    """The game, if it is known without asking. Raises Outdated."""
    if named is not None:
        return options.game_of(named)
    there = {match.game.info.key for match in await meant_in_thread(interaction)}
    return options.game_of(there.pop()) if len(there) == 1 else None


async def ask(interaction: Interaction, asked: str, action: str, rest: str = "") -> None:
    """Asks for the game by a menu with this action, which knows the `rest`. The interaction is
    acknowledged already.
    """
    language = language_of(interaction)
    found = await options.games_here(interaction)
    choice = menu(language.gettext(options.WHICH_GAME), custom_id(action, rest=rest), found)
    await answers.show_reply(interaction, Reply(language.gettext(asked), (choice,)))
