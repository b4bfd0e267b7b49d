"""The messages to a competition's channel about sign-up: announcement, teams, waiting list."""

from __future__ import annotations

from dataclasses import replace
from gettext import NullTranslations

from discord import ButtonStyle

from bot.messages.competitions import tournament as message
from bot.messages.competitions.story import Story, because, line
from bot.text import competition as text
from bot.text import match as match_text
from bot.text.numbers import listed
from bot.ui.controls import Control
from bot.ui.message import Reply
from competitions.model.entrants import EntrantId
from competitions.model.events import (
    Agreed,
    Cancelled,
    Ended,
    Joined,
    Left,
    Opened,
    Paired,
    Reinstated,
    Replaced,
    Started,
    Unpaired,
    Withdrawn,
)
from competitions.tournaments.held import Held, Team
from games.words import N_, NN_, Fields, say
from matches.model.ids import PlayerId

MOVES_UP = NN_(
    "{entrants}: a spot has opened up, so you're in.",
    "{entrants}: a spot has opened up, so you're in.",
)
DISMISSED = N_("The director has removed {entrant}.")
ASKS = N_("{players}: {player} wants to team up with you here.")
AGREE, DECLINE = N_("I'm in"), N_("Decline")
TOGETHER = N_("{entrant} are playing here as a team.")
DECLINED = N_("{player} doesn't want to team up with {others} here.")

SHOWN = (
    Joined,
    Agreed,
    Left,
    Started,
    Paired,
    Unpaired,
    Withdrawn,
    Reinstated,
    Replaced,
    Cancelled,
    Ended,
)
"""The events that change the announcement."""


def poster(held: Held, language: NullTranslations) -> Reply:
    """The announcement that sign-up is open, with the buttons to sign up. After sign-up, without
    them.
    """
    controls = [*message.sections_menu(held, language), message.page_button(held.id, language)]
    if held.competition.status == "open":
        leave = message.act_button(message.LEAVE, "cup-leave", held.id, language)
        controls = [message.join_button(held, language), *controls, leave]
    return Reply("", tuple(controls), parts=message.overview(held, language))


def opened(story: Story, event: Opened, language: NullTranslations) -> Reply:
    """The announcement."""
    return poster(story.held, language)


def left(story: Story, event: Left, language: NullTranslations) -> Reply | None:
    """Names somebody whom the director has removed. Mentions the partner of somebody who has
    declined, and those who move up from the waiting list.
    """
    lines, called = list[str](), list[PlayerId]()
    if event.reason:
        named = text.entrant(story.earlier, event.entrant, language)
        told = say(DISMISSED, {"entrant": named}, language=language)
        lines.append(because(told, event.reason, language))
    elif _has_declined(story, event.entrant):
        team = story.earlier.get(event.entrant, ())
        called += [one for one in team if one is not None and one != story.player]
        lines.append(declined(team, story.player, language))
    if up := story.told.moved_up:
        people = text.people(story.then, up)
        entrants = text.entrants(story.teams, up, language)
        fields: Fields = {"entrants": entrants, "count": len(people)}
        lines.append(say(MOVES_UP, fields, language=language))
        called += people
    return line(story, "\n".join(lines), language, called) if lines else None


def _has_declined(story: Story, entrant: EntrantId) -> bool:
    """Whether somebody has left an entrant who was asked and never agreed."""
    rows = [one for one in story.held.members if one.entrant == entrant and not one.agreed]
    return any(one.player_id == story.player for one in rows if one.player_id is not None)


def joined(story: Story, event: Joined, language: NullTranslations) -> Reply | None:
    """Mentions and asks partners who have not agreed yet."""
    held, id_ = story.held, event.entrant.id
    team = story.teams.get(id_, ())
    asked = [
        one for one in team if one is not None and one in held.asked and held.entrant_of(one) == id_
    ]
    if not asked:
        return None
    host = next((one for one in team if one not in asked), None)
    fields: Fields = {
        "player": match_text.mention(host, language),
        "players": listed([match_text.mention(one, language) for one in asked], language),
    }
    told = say(ASKS, fields, language=language)
    found = line(story, told, language, asked)
    return replace(found, controls=(*answers_to(held, id_, language), *found.controls))


def answers_to(held: Held, team: EntrantId, language: NullTranslations) -> tuple[Control, ...]:
    """The buttons for somebody who was asked to join a team."""
    style = ButtonStyle.success
    return (
        message.act_button(AGREE, "cup-agree", held.id, language, team, style=style),
        message.act_button(DECLINE, "cup-decline", held.id, language, team),
    )


def answered(held: Held, said: str, language: NullTranslations) -> Reply:
    """What replaces the question to a partner once they have answered."""
    return Reply(f"{text.title(held.terms.name, held.id, language)}\n{said}")


def agreed(team: Team, language: NullTranslations) -> str:
    """That a team is complete."""
    return say(TOGETHER, {"entrant": text.team(team, language)}, language=language)


def declined(team: Team, player: PlayerId | None, language: NullTranslations) -> str:
    """That somebody doesn't want to play in a team."""
    others = tuple(one for one in team if one != player)
    fields = {
        "player": match_text.mention(player, language),
        "others": text.team(others, language),
    }
    return say(DECLINED, fields, language=language)
