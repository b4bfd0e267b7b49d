"""An event of a competition, as the messages about it need it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from gettext import NullTranslations

from bot.messages.competitions import tournament as message
from bot.text import competition as text
from bot.ui.message import Reply
from competitions.model.competition import Competition
from competitions.model.events import Event
from competitions.tournaments.held import Held, Teams
from competitions.tournaments.news import Told
from matches.model.ids import PlayerId


@dataclass(frozen=True, slots=True)
class Story:
    """An event of a competition, with the competition as it is now."""

    told: Told
    held: Held

    @property
    def event(self) -> Event:
        """What has happened."""
        return self.told.event

    @property
    def player(self) -> PlayerId | None:
        """Who did it; None if that is not known, or if it happened automatically."""
        return self.told.player

    @property
    def now(self) -> Competition:
        """The competition after the event."""
        return self.told.after.competition

    @property
    def then(self) -> Held:
        """The competition as it was held after the event. It has only the matches of rounds that
        are still the same now: some may have been taken back since.
        """
        both = zip(self.now.rounds, self.held.competition.rounds, strict=False)
        kept = {number for number, (then, now) in enumerate(both, start=1) if then == now}
        found = {game: id_ for game, id_ in self.held.matches.items() if game[0] in kept}
        return replace(self.held, competition=self.now, teams=self.teams, matches=found)

    @property
    def teams(self) -> Teams:
        """Who the entrants were after the event."""
        return self.told.after.teams

    @property
    def earlier(self) -> Teams:
        """Who the entrants were before the event."""
        return self.teams if self.told.before is None else self.told.before.teams


def because(told: str, reason: str, language: NullTranslations) -> str:
    """The text, followed by somebody's own words if there are any."""
    return text.because(told, text.called(reason), language)


def line(
    story: Story, told: str, language: NullTranslations, called: Sequence[PlayerId] = ()
) -> Reply:
    """A short text, with the button to the competition's page."""
    held = story.held
    division = held.terms.part is not None
    head = text.title(held.terms.name, held.id, language, division=division)
    page = message.page_button(held.id, language)
    return Reply(f"{head}\n{text.capital(told)}", (page,), mentions=tuple(dict.fromkeys(called)))
