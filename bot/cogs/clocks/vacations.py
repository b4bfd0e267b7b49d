"""`/vacation`: the user's clocks stand still for some days, and opponents are told."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, tzinfo

from discord import app_commands
from discord.ext import commands

import matches
from bot.context import Bot, Interaction
from bot.delivery.transport import answers
from bot.errors import Refused
from bot.interactions.contexts import everywhere, user_of
from bot.interactions.locale import language_of
from bot.text import clock as clock_text
from bot.ui.message import Reply
from games.words import N_, NN_, say
from matches.clocks.vacations import DAYS_A_YEAR
from matches.model.ids import PlayerId
from matches.settings.players import preferences

LEFT = NN_(
    "You have {count} of {limit} vacation days left this year.",
    "You have {count} of {limit} vacation days left this year.",
)
NONE = N_("You're not on vacation. Use the `until` option to take some days off.")
WRONG_DATE = N_("Enter dates like `2030-08-14`. `until` can also be a number of days.")

_ISO = re.compile(r"(?P<year>2\d{3})-(?P<month>\d{1,2})-(?P<day>\d{1,2})")
_DOTTED = re.compile(r"(?P<day>\d{1,2})\.\s*(?P<month>\d{1,2})\.\s*(?P<year>2\d{3})?")
_NUMBER = re.compile(r"\d{1,3}")
_DAY = timedelta(days=1)


class Vacations(commands.Cog):
    """The command about vacations."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @everywhere
    @app_commands.command(
        name=N_("vacation"), description=N_("Take time off; your clocks stop while you're away")
    )
    @app_commands.rename(first="from")
    @app_commands.describe(
        until=N_("The last day, such as 2030-08-14, or a number of days"),
        first=N_("The first day (default: now)"),
        end=N_("Come back now, or cancel your next vacation"),
    )
    async def vacation(
        self,
        interaction: Interaction,
        until: str | None = None,
        first: str | None = None,
        end: bool = False,
    ) -> None:
        """Takes a vacation, ends one, or lists them."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        database, player = self.bot.database, user_of(interaction)
        if not end and until is None:
            await answers.show_reply(interaction, await self._standing(interaction))
            return
        if end:
            await matches.end_vacation(database, player)
        else:
            starts, ends = await self._span(player, first, until or "")
            await matches.take_vacation(database, player, ends, starts)
        await answers.show_reply(interaction, await self._standing(interaction))

    async def _span(
        self, player: PlayerId, first: str | None, until: str
    ) -> tuple[datetime | None, datetime]:
        """The span, by days in the player's time zone. Raises Refused."""
        zone = (await preferences(self.bot.database, player)).time_zone
        now = self.bot.database.now()
        starts = None if first is None else day(first, now, zone)
        if starts is not None and starts <= now < starts + _DAY:
            starts = None
        if _NUMBER.fullmatch(until.strip()):
            return starts, (starts or now) + int(until) * _DAY
        return starts, day(until, starts or now, zone) + _DAY

    async def _standing(self, interaction: Interaction) -> Reply:
        """The user's vacations, and how many days are left."""
        database, player = self.bot.database, user_of(interaction)
        language = language_of(interaction)
        found = await matches.vacations_of(database, player)
        lines = clock_text.vacations(found, database.now(), language) or [language.gettext(NONE)]
        fields = {"count": await matches.days_left(database, player), "limit": DAYS_A_YEAR}
        return Reply("\n".join([*lines, say(LEFT, fields, language=language)]))


def day(text: str, since: datetime, zone: tzinfo) -> datetime:
    """When a day begins. Without a year: the next such day, today included. Raises Refused."""
    found = _ISO.fullmatch(text.strip()) or _DOTTED.fullmatch(text.strip())
    if found is None:
        raise Refused(WRONG_DATE)
    today = since.astimezone(zone).replace(hour=0, minute=0, second=0, microsecond=0)
    years = (int(found["year"]),) if found["year"] else (today.year, today.year + 1)
    try:
        days = [
            datetime(year, int(found["month"]), int(found["day"]), tzinfo=zone) for year in years
        ]
    except ValueError:
        raise Refused(WRONG_DATE) from None
    return next((one for one in days if one >= today), days[-1])


async def setup(bot: Bot) -> None:
    """Adds the command."""
    await bot.add_cog(Vacations(bot))
