"""Why a file can't be opened as a record, as a refusal."""

from __future__ import annotations

from gettext import NullTranslations

from bot.errors import Refused
from bot.text import refusal as refusal_text
from games.record import TOO_MANY, RecordError
from games.words import N_, Refusal, say

TOO_LONG = N_(
    "This match has more than {count} turns. That's too long to view from a file. If it was "
    "played with me, you can open it by its ID with `/replay`."
)
NO_RECORD = N_("I can't open this file. {why}")


def refused(error: RecordError, language: NullTranslations) -> Refused:
    """What the user is told."""
    if error.sentence == TOO_MANY:
        return Refused(TOO_LONG, **error.fields)
    fields = refusal_text.spoken(Refusal("record", error.fields), language)
    return Refused(NO_RECORD, why=say(error.sentence, fields, language=language))
