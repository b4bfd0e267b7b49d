"""The messages to a ladder's channel: challenges, answers, results, decisions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any, TypeAlias

from discord.utils import format_dt

import matches
from bot.context import Bot
from bot.messages.competitions import ladder as message
from bot.messages.competitions.tournament import page_of
from bot.text import competition as text
from bot.text import ladder as ladder_text
from bot.ui.controls import Control, Link, link
from bot.ui.message import Reply
from competitions.ladders import news
from competitions.ladders.held import Held
from competitions.ladders.news import Told
from competitions.ladders.settlement import NO_RESULT
from competitions.log.kept import People
from competitions.model.entrants import MemberId
from competitions.model.ladder.events import (
    Accepted,
    Annulled,
    Challenged,
    Closed,
    Dropped,
    Event,
    Lapsed,
    Left,
    Moved,
    Opened,
    Played,
    Recalled,
    Refused,
)
from competitions.model.ladder.ladder import Challenge, Ladder
from games.words import N_, Fields, say
from matches.model.ids import PlayerId

CHALLENGES = N_("⚔️ {challenger} (place {place}) challenges {others}.")
ANSWER = N_(
    "Please answer by {time}. Anyone who declines or doesn't answer loses the challenge "
    "without playing."
)
PLAY = N_("{players} are playing match `{match}`.")
TO_MATCH = N_("Go to the match")
ACCEPTS = N_("{player} accepts {challenger}'s challenge.")
DECLINES = N_("{player} declines {challenger}'s challenge.")
LATE = N_("{players}: the time to answer {challenger}'s challenge is up.")
TAKES_BACK = N_("{challenger} withdraws the challenge.")
RESULT = N_("{challenger}'s challenge: {result}.")
STAY = N_("The places stay as they are.")
LEAVES = N_("{player} has left the ladder.")
REMOVED = N_("The director has removed {player} from the ladder.")
ANNULLED = N_("{challenger}'s challenge has been annulled.")
DROPS = N_("{player} hasn't played for a while and drops down the ladder.")
MOVED = N_("The director has moved {player} to another place.")
CLOSED = N_("The ladder has been closed.")
FIRST = N_("🏆 {player} is at the top.")


@dataclass(frozen=True, slots=True)
class _Story:
    """An event of a ladder, with the ladder as it is now."""

    bot: Bot
    held: Held
    told: Told
    language: NullTranslations

    def say(self, sentence: str, **fields: str | int) -> str:
        """A sentence in the language of the channel."""
        return say(sentence, fields, language=self.language)

    def member(self, id_: MemberId) -> str:
        """A member's name or mention."""
        return text.member(self.told.people, id_, self.language)

    def challenge(self, number: int) -> Challenge:
        """A challenge as it was before the event."""
        assert self.told.before is not None
        return self.told.before.challenges[number]

    def challenger(self, number: int) -> str:
        """The member who made a challenge."""
        return self.member(self.challenge(number).challenger)

    def moves(self, those: Sequence[MemberId]) -> str:
        """Which of these members have moved, and where to."""
        before, after = self.told.before, self.told.after
        assert before is not None
        moved = ladder_text.moves(self.told.people, before, after, those, self.language)
        return moved or self.language.gettext(STAY)

    def because(self, told: str, reason: str) -> str:
        """The text, followed by the reason if there is one."""
        return text.because(told, ladder_text.why(reason, self.language), self.language)

    def without_result(self, told: str) -> str:
        """The text, followed by what happens to matches whose challenges ended without a result."""
        before = self.told.before.challenges if self.told.before else {}
        ended = (one for number, one in before.items() if number not in self.told.after.challenges)
        if all(one.unanswered for one in ended):
            return told
        return f"{told}\n-# {self.language.gettext(text.GO_ON)}"

    async def called(self, *ids: MemberId) -> tuple[PlayerId, ...]:
        """Those of these members who want to be mentioned."""
        found = (self.told.people.get(id_) for id_ in ids)
        return await self.bot.preferences.called([one for one in found if one is not None])

    def line(
        self,
        told: str,
        called: Sequence[PlayerId] = (),
        controls: Sequence[Control | Link] = (),
    ) -> Reply:
        """A short text, with the button to the ladder's page."""
        head = text.title(self.held.terms.name, self.held.id, self.language)
        buttons = (*controls, page_of(self.held.id, self.language))
        return Reply(f"{head}\n{text.capital(told)}", buttons, mentions=tuple(called))


async def replies(bot: Bot, held: Held, told: Told, language: NullTranslations) -> list[Reply]:
    """The messages about an event; empty if it isn't announced."""
    story = _Story(bot, held, told, language)
    tell = _STORIES.get(type(told.event))
    found = None if tell is None else await tell(story, told.event)
    return [] if found is None else [found]


async def _opened(story: _Story, event: Opened) -> Reply:
    return message.poster(story.held, story.language)


async def _left(story: _Story, event: Left) -> Reply:
    sentence = REMOVED if event.reason else LEAVES
    told = story.say(sentence, player=story.member(event.member))
    return story.line(story.without_result(story.because(told, event.reason)))


async def _challenged(story: _Story, event: Challenged) -> Reply:
    """Mentions the challenged even if they don't want mentions, since not answering loses."""
    now, number = story.told.after, story.told.after.made
    usual = event.at + now.settings.days("answer")
    until = format_dt(story.held.until.get(number, usual), "f")
    made = _made(story.told.people, now, event, story.language)
    told = f"{made}\n{story.say(ANSWER, time=until)}"
    called = [story.told.people.get(id_) for id_ in event.challenged]
    controls = message.answer_buttons(story.held, number, story.language)
    return story.line(told, [one for one in called if one is not None], controls)


def _made(
    people: People, ladder: Ladder, one: Challenged | Challenge, language: NullTranslations
) -> str:
    """Who challenges whom, and from which place."""
    fields: Fields = {
        "challenger": text.member(people, one.challenger, language),
        "place": ladder.places.index(one.challenger) + 1,
        "others": text.members(people, one.challenged, language),
    }
    return say(CHALLENGES, fields, language=language)


def declined(before: Held, challenge: Challenge, language: NullTranslations) -> Reply:
    """What replaces a challenge that was declined: only what it was. A separate message tells the
    outcome.
    """
    title = text.title(before.terms.name, before.id, language)
    made = _made(before.people, before.ladder, challenge, language)
    return Reply(f"{title}\n{made}", (page_of(before.id, language),))


async def _accepted(story: _Story, event: Accepted) -> Reply | None:
    """Once everybody has accepted: where the match is played."""
    challenge = story.told.after.challenges[event.number]
    if challenge.unanswered:
        return None
    match_id = await news.match_of(story.bot.database, story.held, event.number)
    if match_id is None:
        return None
    named = text.members(story.told.people, challenge.members, story.language)
    told = story.say(PLAY, players=named, match=match_id)
    place = (await matches.get(story.bot.database, match_id)).place
    there = story.bot.get_partial_messageable(place.where, guild_id=place.guild)
    to_match = link(story.language.gettext(TO_MATCH), there.jump_url)
    return story.line(told, await story.called(challenge.challenger), (to_match,))


def answered(held: Held, number: int, said: str, language: NullTranslations) -> Reply:
    """What replaces a challenge once one of the challenged has answered: who still has to."""
    title = text.title(held.terms.name, held.id, language)
    lines, buttons = [title, said], list[Control]()
    challenge = held.ladder.challenges.get(number)
    if challenge is not None and challenge.unanswered:
        until = format_dt(held.until[number], "f")
        left = text.members(held.people, challenge.unanswered, language)
        lines.append(f"{left}: {say(ANSWER, {'time': until}, language=language)}")
        buttons += message.answer_buttons(held, number, language)
    return Reply("\n".join(lines), (*buttons, page_of(held.id, language)))


async def _refused(story: _Story, event: Refused) -> Reply:
    challenge = story.challenge(event.number)
    declines = story.say(
        DECLINES,
        player=story.member(event.member),
        challenger=story.member(challenge.challenger),
    )
    called = await story.called(challenge.challenger)
    return story.line(f"{declines}\n{story.moves(challenge.members)}", called)


async def _lapsed(story: _Story, event: Lapsed) -> Reply:
    challenge = story.challenge(event.number)
    late = story.say(
        LATE,
        players=text.members(story.told.people, challenge.unanswered, story.language),
        challenger=story.member(challenge.challenger),
    )
    called = await story.called(*challenge.members)
    return story.line(f"{late}\n{story.moves(challenge.members)}", called)


async def _recalled(story: _Story, event: Recalled) -> Reply:
    told = story.say(TAKES_BACK, challenger=story.challenger(event.number))
    return story.line(told)


async def _played(story: _Story, event: Played) -> Reply:
    challenge = story.challenge(event.number)
    result = ladder_text.result(story.told.people, challenge.members, event, story.language)
    told = story.say(RESULT, challenger=story.member(challenge.challenger), result=result)
    return story.line(f"{told}\n{story.moves(challenge.members)}")


async def _annulled(story: _Story, event: Annulled) -> Reply:
    told = story.say(ANNULLED, challenger=story.challenger(event.number))
    called = await story.called(*story.challenge(event.number).members)
    told = story.because(told, event.reason)
    # Its match is over without a result, so none goes on.
    return story.line(told if event.reason == NO_RESULT else story.without_result(told), called)


async def _dropped(story: _Story, event: Dropped) -> Reply:
    drops = story.say(DROPS, player=story.member(event.member))
    called = await story.called(event.member)
    return story.line(f"{drops}\n{story.moves([event.member])}", called)


async def _moved(story: _Story, event: Moved) -> Reply:
    moved = story.say(MOVED, player=story.member(event.member))
    told = f"{moved}\n{story.moves([event.member])}"
    return story.line(story.because(told, event.reason), await story.called(event.member))


async def _closed(story: _Story, event: Closed) -> Reply:
    told = story.language.gettext(CLOSED)
    if story.told.after.places:
        first = story.member(story.told.after.places[0])
        told = f"{told} {story.say(FIRST, player=first)}"
    return story.line(story.without_result(story.because(told, event.reason)))


Tell: TypeAlias = Callable[[_Story, Any], Awaitable[Reply | None]]
_STORIES: Mapping[type[Event], Tell] = {
    Opened: _opened,
    Left: _left,
    Challenged: _challenged,
    Accepted: _accepted,
    Refused: _refused,
    Lapsed: _lapsed,
    Recalled: _recalled,
    Played: _played,
    Annulled: _annulled,
    Dropped: _dropped,
    Moved: _moved,
    Closed: _closed,
}
"""How each kind of event is told. Joining isn't announced; it shows on the page."""
