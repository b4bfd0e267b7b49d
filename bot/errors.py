"""What the bot itself refuses."""

from __future__ import annotations

from games.words import N_, Sentence

OUTDATED = N_("That's from an older version of the bot. Have a look at `/games`.")


class Refused(Exception):
    """A refusal of the bot itself, as a sentence."""

    def __init__(self, sentence: Sentence, **fields: str | int) -> None:
        super().__init__(f"{sentence} {fields}")
        self.sentence = sentence
        self.fields = fields


class Outdated(Refused):
    """A control of an earlier version: unknown, or with something in it that no longer fits."""

    def __init__(self) -> None:
        super().__init__(OUTDATED)
