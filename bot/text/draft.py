"""A player's draft in words: what has been picked, what is asked next, and what it costs."""

from __future__ import annotations

from gettext import NullTranslations

from bot.text import match as match_text
from games import picks
from games.play import AnyLine, events
from games.words import N_, NN_, Event, Fields, say
from matches.model.played import Draft

SO_FAR = N_("Your turn so far: `{text}` {events}")
WHOLE = N_("Your turn: `{text}`. {events}")
LATER = NN_("Then, on your next turn: {turns}", "Then, on your next {count} turns: {turns}")
MAY_END = N_("Or confirm it to end your turn here.")
COULD_END, END_HERE = N_("The turn may end here."), N_("End the turn here")
"""For turns outside matches, where nothing waits to be confirmed as long as it could go on."""
BACK, RESET, CONFIRM = N_("Back"), N_("Reset"), N_("Confirm")


def so_far(draft: Draft, stem: str, language: NullTranslations) -> str:
    """What has been picked, with the beginning of a move, and what that has done; empty if nothing
    has been picked.
    """
    text = f"{draft.text} {stem}".strip()
    if not text:
        return ""
    done = match_text.event_sentences(draft.match, _events(draft, warned=False), language)
    fields: Fields = {"text": text if draft.complete else f"{text} …", "events": done}
    return say(WHOLE if draft.complete else SO_FAR, fields, language=language).rstrip()


def question(line: AnyLine, language: NullTranslations) -> str:
    """The question for the next choice."""
    return say(picks.question(line), {"count": picks.at_once(line)}, language=language)


def later(draft: Draft, language: NullTranslations) -> list[str]:
    """The further turns that were picked along with this one."""
    texts = draft.match.queues.get(draft.seat, ())
    fields: Fields = {"count": len(texts), "turns": ", ".join(map(match_text.code, texts))}
    return [say(LATER, fields, language=language)] if texts else []


def warnings(draft: Draft, language: NullTranslations) -> list[str]:
    """Costs of the turn that the board doesn't show."""
    lost = _events(draft, warned=True)
    return [f"⚠️ {match_text.event_sentences(draft.match, lost, language)}"] if lost else []


def can_confirm(draft: Draft, stem: str) -> bool:
    """Whether the draft can be confirmed, if this much of a move has been begun."""
    return not stem and draft.length > 0 and draft.can_stop


def _events(draft: Draft, *, warned: bool) -> list[Event]:
    """What the moves have done: the events that the game warns of, or all others."""
    game = draft.match.game
    return [
        event
        for event in events(game, draft.steps)
        if (event.code in game.texts.warnings) == warned
    ]
