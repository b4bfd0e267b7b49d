"""Logs repeated trouble once, and once more when it is over."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from matches.model.errors import TableError


class Trouble:
    """The trouble that a loop may have in each of its rounds. `what` is what can't be done then.

    `level_of` says at which level an error is logged that has to be reckoned with; None if it is a
    mistake of ours, whose traceback is logged. Refusals always have to be reckoned with.
    """

    def __init__(
        self,
        log: logging.Logger,
        what: str,
        level_of: Callable[[Exception], int | None] = lambda _: None,
    ) -> None:
        self._log = log
        self._what = what
        self._level_of = level_of
        self._cause: str | None = None

    @contextmanager
    def told(self) -> Iterator[None]:
        """Swallows every error inside. It is logged with its cause, unless the previous round
        failed in the same way; so is the first round that succeeds again.
        """
        try:
            yield
        except TableError as error:
            self._tell(str(error), logging.WARNING, None)
        except Exception as error:  # noqa: BLE001 - the next round may go well
            level = self._level_of(error)
            if level is not None:
                self._tell(str(error), level, None)
            else:
                self._tell(repr(error), logging.ERROR, error)
        else:
            if self._cause is not None:
                self._log.info("%s: that is over", self._what)
            self._cause = None

    def _tell(self, cause: str, level: int, error: Exception | None) -> None:
        if cause == self._cause:
            return
        self._cause = cause
        self._log.log(level, "%s: %s", self._what, cause, exc_info=error)
