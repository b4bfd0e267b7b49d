"""What has happened to a competition, for telling it."""

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
    """What has happened to a competition, as it is held now."""

    told: Told
    held: Held

    @property
    def event(self) -> Event:
        """What has happened."""
        return self.told.event

    @property
    def player(self) -> PlayerId | None:
        """Who did it; None if that is not known, or if it followed from something else."""
        return self.told.player

    @property
    def now(self) -> Competition:
        """The competition after it."""
        return self.told.after.competition

    @property
    def then(self) -> Held:
        """The competition as it was held after it, with the matches of those rounds that are still
        as they were: some may have been taken back since.
        """
        both = zip(self.now.rounds, self.held.competition.rounds, strict=False)
        kept = {number for number, (then, now) in enumerate(both, start=1) if then == now}
        found = {game: id_ for game, id_ in self.held.matches.items() if game[0] in kept}
        return replace(self.held, competition=self.now, teams=self.teams, matches=found)

    @property
    def teams(self) -> Teams:
        """Who the entrants were then."""
        return self.told.after.teams

    @property
    def earlier(self) -> Teams:
        """Who they were before."""
        return self.teams if self.told.before is None else self.told.before.teams


def because(told: str, reason: str, language: NullTranslations) -> str:
    """With people's own words, where there are any."""
    return text.because(told, text.called(reason), language)


def line(
    story: Story, told: str, language: NullTranslations, called: Sequence[PlayerId] = ()
) -> Reply:
    """A few words, with the button to the page."""
    held = story.held
    division = held.terms.part is not None
    head = text.title(held.terms.name, held.id, language, division=division)
    page = message.page_button(held.id, language)
    return Reply(f"{head}\n{text.capital(told)}", (page,), mentions=tuple(dict.fromkeys(called)))
