"""The three buttons for somebody who is new: each leads to the thing itself in two more taps."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from discord import ButtonStyle

from bot.ui.controls import Control, button, custom_id
from games.words import N_

LEARN, COMPUTER, OPPONENT = N_("Learn"), N_("Play the computer"), N_("Find an opponent")
_STEPS = (
    (LEARN, "learn", ButtonStyle.secondary),
    (COMPUTER, "computer", ButtonStyle.primary),
    (OPPONENT, "opponent", ButtonStyle.secondary),
)


def first_steps(
    *languages: NullTranslations, steps: Sequence[str] = (LEARN, COMPUTER, OPPONENT)
) -> tuple[Control, ...]:
    """The buttons, or those of them with these labels, in one language, or in several if the
    reader's is not known.
    """
    return tuple(
        button(in_each(label, languages), custom_id(action), style=style)
        for label, action, style in _STEPS
        if label in steps
    )


def in_each(label: str, languages: Sequence[NullTranslations]) -> str:
    """A label in each of these languages."""
    return " · ".join(dict.fromkeys(language.gettext(label) for language in languages))
