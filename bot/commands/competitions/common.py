"""What commands about competitions, ladders and leagues share: how they find the one they are
about, who may see and direct it, and how its controls are answered.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any, Generic, TypeVar

import discord

from bot.context import Interaction
from bot.delivery.competitions.due import Competitions
from bot.delivery.matches.channels import in_order
from bot.delivery.transport import answers
from bot.interactions import access, error_handler
from bot.interactions.contexts import guild_of, is_server, user_of
from bot.interactions.locale import language_at
from bot.interactions.subject import subject_of
from bot.ui.dispatch import Press
from bot.ui.message import Reply
from competitions.log.admission import Membership
from competitions.log.ids import LETTERS, KindName
from competitions.log.kept import Kept
from competitions.model.errors import CompetitionError
from matches.model.match import Place
from storage.database import Database

K = TypeVar("K", bound=Kept)


# Finding the one that is meant


@dataclass(frozen=True, slots=True)
class Kind(Generic[K]):
    """Tournaments, ladders or leagues.

    `action` is that of buttons to a page; the actions of other controls
    begin with it, too. `get` loads one.
    """

    name: KindName
    action: str
    get: Callable[[Database, Any], Awaitable[K]]

    @property
    def letter(self) -> str:
        """The letter with which their ids begin."""
        return LETTERS[self.name]

    def meant(self, interaction: Interaction) -> None:
        """Notes that the interaction is about this kind, so that a refusal can lead to others of
        it.
        """
        subject_of(interaction).kind = self.name

    async def found(self, interaction: Interaction, named: str) -> K:
        """The one with this id, if the user may see it from where they are. Raises
        CompetitionError; if they may not see it, the same one as if it didn't exist.
        """
        self.meant(interaction)
        held = await self.get(interaction.client.database, named)
        if not may_see(interaction, held):
            raise CompetitionError("unknown-competition", competition=held.id)
        subject_of(interaction).competition = held.id
        return held

    async def pressed(self, press: Press, pattern: str = "") -> tuple[K, tuple[Any, ...]]:
        """The one that a control is about, and the groups of the `pattern` after its id."""
        named, *more = self.named(press, pattern)
        return await self.found(press.interaction, named), tuple(more)

    def named(self, press: Press, pattern: str = "") -> tuple[Any, ...]:
        """The id in a control, followed by the groups of the `pattern` after it."""
        return press.read(rf"({self.letter}-[0-9A-Z]{{4,12}}){pattern}")

    async def directed(self, press: Press, pattern: str = "") -> tuple[K, tuple[Any, ...]]:
        """As `pressed`, for a control of the director's. Raises CompetitionError."""
        held, more = await self.pressed(press, pattern)
        require_director(press.interaction, held)
        return held, more


def may_see(interaction: Interaction, held: Kept) -> bool:
    """Whether the user may see it. Those who take part and the director may do so everywhere;
    managers of its server, and members who see its channel, there; everybody if anybody may join.
    """
    player = user_of(interaction)
    if player == held.host or held.concerns(player) or held.terms.anywhere:
        return True
    if guild_of(interaction) != held.terms.guild:
        return False
    return manages(interaction, held) or bool(access.in_sight(interaction, [held.terms.channel]))


# Who may do what


def manages(interaction: Interaction, held: Kept) -> bool:
    """Whether the user manages its server, and is there now."""
    here = interaction.guild_id == held.terms.guild and is_server(interaction)
    return here and interaction.permissions.manage_guild


def directs(interaction: Interaction, held: Kept) -> bool:
    """Whether the user may do what the director does."""
    return interaction.user.id == held.host or manages(interaction, held)


def require_director(interaction: Interaction, held: Kept) -> None:
    """Raises CompetitionError unless the user may do what the director does."""
    if not directs(interaction, held):
        raise CompetitionError("not-director")


def as_director(press: Press, held: Kept) -> dict[str, Any]:
    """The arguments of a director's use case that say who asks: `manager` and `interaction`."""
    return {"manager": manages(press.interaction, held), "interaction": press.interaction.id}


def membership(interaction: Interaction, held: Kept) -> Membership:
    """The user's membership of its server, which is known only there, and where they are now."""
    user, here = interaction.user, guild_of(interaction)
    if here != held.terms.guild or not isinstance(user, discord.Member):
        return Membership(member=False, here=here)
    return Membership(member=True, roles=frozenset(role.id for role in user.roles), here=here)


def wake(interaction: Interaction) -> None:
    """To be called after a stored change. Starts upkeep and announcements."""
    error_handler.stands(interaction)
    interaction.client.service(Competitions).wake()


async def show_poster(
    press: Press,
    kind: Kind[K],
    held: K,
    poster: Callable[[K, NullTranslations], Reply],
    said: str,
) -> None:
    """Updates the announcement, and tells the user what was done."""
    interaction = press.interaction
    wake(interaction)
    async with in_order(held.id):
        now = await kind.get(interaction.client.database, held.id)
        reply = poster(now, await language_of_channel(interaction, now))
        await answers.show_reply(interaction, reply)
    await error_handler.tell(interaction, said)


async def language_of_channel(interaction: Interaction, held: Kept) -> NullTranslations:
    """The language of the channel in which it is held."""
    return await language_at(interaction.client, Place(held.terms.guild, held.terms.channel))
