"""What an interaction is about, as far as is known: for refusals and the log."""

from __future__ import annotations

from dataclasses import dataclass

from bot.context import Interaction
from competitions.log.ids import KindName
from games.protocol import AnyGame
from matches.model.ids import MatchId

_SUBJECT = "subject"


@dataclass(slots=True)
class Subject:
    """Filled in while an interaction is answered; nothing in it has been checked.

    `action` is that of a control; `kind` says which kind of competition is meant, also if the
    `competition` itself is not known.
    """

    match_id: MatchId | None = None
    action: str | None = None
    game: AnyGame | None = None
    competition: str | None = None
    kind: KindName | None = None


def subject_of(interaction: Interaction) -> Subject:
    """What this interaction is about. It may be changed."""
    found: Subject = interaction.extras.setdefault(_SUBJECT, Subject())
    return found
