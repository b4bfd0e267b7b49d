"""Why a use case of studies refuses, as in `matches.model.errors`.

TableError
├── UnknownStudy  StaleStudy  UnreadableStudy  StudyFull  TooManyStudies  NotAhead
└── NothingTried  NotPublished
"""

from __future__ import annotations

from matches.model.errors import TableError


class UnknownStudy(TableError):
    """The player has no such study (any more)."""


class StaleStudy(TableError):
    """The position, or the begun turn, isn't in the study `number` any more as it was shown."""


class UnreadableStudy(TableError):
    """The study `number` was made under other rules."""


class StudyFull(TableError):
    """A study of more than `limit` positions, or of more than `number` turns in a row."""


class TooManyStudies(TableError):
    """The player has `limit` studies, all of which have names."""


class NotAhead(TableError):
    """The match can't come to this position of the study."""


class NothingTried(TableError):
    """There is nothing in the study that could be published."""


class NotPublished(TableError):
    """What was published of the match isn't there any more."""
