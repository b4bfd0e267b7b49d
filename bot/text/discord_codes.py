"""Discord's refusals: one line for each code, and for each status without a code.

A line says what the player reads, what is tried again and when, and how it is logged. All code that
has to interpret a refusal calls `meaning_of`; only this module knows the numbers.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Literal, TypeAlias

import aiohttp
import discord

from games.words import N_

Again: TypeAlias = Literal["soon", "mended", "never", "resent", "in words", "awake", "done"]
"""What is tried again: the same, soon, because the trouble passes · the same, with growing pauses,
until somebody mends the place · nothing, because it would be refused again · a new message instead
of one that is gone · the same without its picture · the same once the thread is unarchived ·
nothing, because it is already done.
"""
Request: TypeAlias = Literal[
    "answer", "edit", "follow", "message", "change", "thread", "apart", "post", "reopen", "rename",
    "tags", "direct", "look", "channel", "read", "active", "commands", "emojis", "event", "delete",
]  # fmt: skip
"""The purposes of the requests that we make.

One URL serves several purposes, and what a refusal leads to depends on the purpose. A `thread` is
started from a message, one `apart` has no message, and a `post` is in a forum. A thread is
`reopen`ed for a message, or gets the result as its name (`rename`); a post gets its name and
`tags`.
"""

TROUBLE = N_("Discord couldn't do that just now. Please try again in a moment.")
MISSING = N_("I'm missing permissions in {channel}: {permissions}. Server managers can grant them.")
UNSEEN = N_("I can't see {channel}. Server managers can check my permissions there.")
DENIED = N_(
    "I'm not allowed to do that in {channel}. Server managers can check my permissions there."
)
MUTED = N_(
    "Discord isn't letting me post in {channel} right now. Please try again in a few minutes."
)
LOCKED = N_("The thread {channel} is locked, so I can't post there. Server managers can unlock it.")
ARCHIVED = N_(
    "The thread {channel} is archived, and I'm not allowed to reopen it. Please ask me in another "
    "channel."
)
UNFIT = N_("{channel} isn't a text channel, so I can't post there. Please use another channel.")
BLOCKED = N_("AutoMod has blocked my message in {channel}. Server managers can check its rules.")
NO_FILES = N_("Discord isn't allowing files on this server right now, so there is no picture.")
TOO_LARGE = N_("The picture was too large for Discord.")
CROWDED = N_("This server has too many threads, so the match doesn't get its own.")
NO_THREAD = N_("Discord couldn't create a thread for the match.")
NO_DIRECT = N_("I can't message this person: they don't accept direct messages from me.")
GONE = N_("That message is gone.")
EXPIRED = N_("This answer came too late: Discord is no longer waiting for it.")
FAULT = N_("Discord didn't understand my request. That's my mistake.")

UNKNOWN_MEMBER, UNKNOWN_USER = 10007, 10013
"""The codes for people who are not on a server, or don't exist."""
INVALID = 50035
"""The code for a message that Discord can't take as it is, such as one with a lost emoji."""
INVALID_EMOJI = 50151
"""The code for an emoji that Discord can't show, perhaps because it was deleted."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a refusal means. `sentence` is for the player, with the fields `channel` and
    `permissions`. `level` is the log level. `met` names the requests that can get it.
    """

    code: int
    status: int
    name: str
    again: Again
    sentence: str
    level: int
    met: tuple[Request, ...]

    @property
    def shuts(self) -> bool:
        """Whether the place refuses us until somebody mends it."""
        return self.again == "mended"

    @property
    def passes(self) -> bool:
        """Whether the same request may be accepted later."""
        return self.again in ("soon", "mended", "awake")

    @property
    def passes_by_itself(self) -> bool:
        """Whether Discord or the network is in trouble, whatever was asked: it may take days."""
        return self.sentence in (TROUBLE, MUTED) and self.status not in (400, 404)

    @property
    def lasts(self) -> bool:
        """Whether the same request would probably be refused again."""
        return self.again in ("never", "mended")

    @property
    def hides(self) -> bool:
        """Whether everything below the place is shut, too."""
        return self.shuts and self.sentence == UNSEEN

    @property
    def bears_words(self) -> bool:
        """Whether the same message may be accepted without its picture."""
        return self.again == "in words" or self.code == 50013


_SEND: tuple[Request, ...] = ("message", "change")
_THREADS: tuple[Request, ...] = ("thread", "apart", "post")
_NAMES: tuple[Request, ...] = ("rename", "tags")
_PLACE: tuple[Request, ...] = (*_SEND, *_THREADS, "reopen", *_NAMES)
_LOOKS: tuple[Request, ...] = ("look", "channel", "read", "active")
_OWN: tuple[Request, ...] = ("answer", "edit", "follow")
_ALL: tuple[Request, ...] = (
    *_OWN, *_PLACE, *_LOOKS, "direct", "commands", "emojis", "event", "delete"
)  # fmt: skip
_INFO, _WARNING, _ERROR = logging.INFO, logging.WARNING, logging.ERROR

_LINES = (
    # Things that don't exist (any more)
    Meaning(10002, 404, "unknown application", "never", FAULT, _ERROR,
            (*_OWN, "commands", "emojis")),
    Meaning(10003, 404, "unknown channel", "mended", UNSEEN, _INFO,
            (*_PLACE, "follow", "look", "channel", "read", "delete")),
    Meaning(10004, 404, "unknown guild", "mended", UNSEEN, _INFO,
            ("message", "look", "active", "commands", "event")),
    Meaning(UNKNOWN_MEMBER, 404, "unknown member", "never", GONE, _INFO, ("look",)),
    Meaning(10008, 404, "unknown message", "resent", GONE, _INFO,
            ("change", "thread", "edit", "read", "delete")),
    Meaning(10014, 404, "unknown emoji", "done", GONE, _INFO, ("emojis",)),
    Meaning(UNKNOWN_USER, 404, "unknown user", "mended", NO_DIRECT, _INFO, ("direct", "look")),
    Meaning(10015, 404, "unknown webhook", "never", EXPIRED, _INFO, ("edit", "follow", "delete")),
    Meaning(10062, 404, "unknown interaction", "never", EXPIRED, _INFO, ("answer",)),
    Meaning(10063, 404, "unknown command", "never", FAULT, _ERROR, ("commands",)),
    Meaning(10070, 404, "unknown event", "never", GONE, _INFO, ("event",)),
    Meaning(10087, 404, "unknown tag", "soon", NO_THREAD, _INFO, ("post", "tags")),
    # Things that we may not do
    Meaning(20001, 403, "not for bots", "never", FAULT, _ERROR, _ALL),
    Meaning(20009, 403, "explicit content", "in words", BLOCKED, _WARNING,
            ("message", "post", "follow")),
    Meaning(20012, 403, "another's application", "never", FAULT, _ERROR, ("commands", "emojis")),
    # Too much at once
    Meaning(20016, 429, "slow mode", "soon", TROUBLE, _INFO, ("message", *_THREADS)),
    Meaning(20022, 429, "announcements", "soon", TROUBLE, _INFO, ("change",)),
    Meaning(20028, 429, "writes in channel", "soon", TROUBLE, _INFO, _PLACE),
    Meaning(20029, 429, "writes in guild", "soon", TROUBLE, _INFO, _PLACE),
    Meaning(20031, 400, "words not allowed", "never", NO_THREAD, _WARNING, (*_THREADS, *_NAMES)),
    Meaning(30008, 400, "too many emojis", "never", FAULT, _ERROR, ("emojis",)),
    Meaning(30015, 400, "too many attachments", "in words", FAULT, _ERROR, ("message", "follow")),
    Meaning(30032, 400, "too many commands", "never", FAULT, _ERROR, ("commands",)),
    Meaning(30033, 400, "too many in thread", "soon", TROUBLE, _INFO, ("message",)),
    Meaning(30034, 429, "commands of a day", "soon", TROUBLE, _ERROR, ("commands",)),
    Meaning(30038, 400, "too many events", "never", FAULT, _WARNING, ("event",)),
    Meaning(30046, 429, "edits of old messages", "resent", TROUBLE, _INFO, ("change",)),
    # Not now, or not by us
    Meaning(40001, 401, "unauthorized", "soon", TROUBLE, _ERROR, (*_PLACE, "direct", *_LOOKS)),
    Meaning(40002, 403, "account not verified", "soon", TROUBLE, _ERROR, (*_PLACE, "direct")),
    Meaning(40003, 429, "too many direct", "soon", TROUBLE, _WARNING, ("direct",)),
    Meaning(40004, 403, "sending disabled", "soon", MUTED, _WARNING, ("message", "post", "follow")),
    Meaning(40005, 413, "too large", "in words", TOO_LARGE, _ERROR,
            (*_SEND, "post", "edit", "follow", "emojis")),
    Meaning(40006, 403, "feature disabled", "soon", TROUBLE, _WARNING, _ALL),
    Meaning(40007, 403, "banned", "mended", UNSEEN, _WARNING, _PLACE),
    Meaning(40041, 400, "command exists", "never", FAULT, _ERROR, ("commands",)),
    Meaning(40043, 400, "interaction not sent", "soon", TROUBLE, _WARNING, ("answer",)),
    Meaning(40058, 400, "forum", "mended", UNFIT, _WARNING, ("message",)),
    Meaning(40060, 400, "answered already", "done", EXPIRED, _INFO, ("answer",)),
    Meaning(40062, 429, "resource limited", "soon", TROUBLE, _INFO, _ALL),
    Meaning(40066, 400, "tags of moderators", "mended", UNFIT, _WARNING, ("post", "tags")),
    Meaning(40067, 400, "forum wants a tag", "mended", UNFIT, _WARNING, ("post", "tags")),
    Meaning(40094, 400, "follow-ups used up", "never", EXPIRED, _WARNING, ("follow",)),
    Meaning(40333, 403, "Cloudflare blocks", "soon", TROUBLE, _WARNING, _ALL),
    # Places, people, tokens
    Meaning(50001, 403, "missing access", "mended", UNSEEN, _INFO,
            (*_PLACE, *_LOOKS, "commands", "event", "delete")),
    Meaning(50002, 400, "account type", "never", FAULT, _ERROR, _ALL),
    Meaning(50003, 403, "direct channel", "never", NO_THREAD, _WARNING,
            ("thread", "apart", "rename")),
    Meaning(50005, 403, "another's message", "resent", GONE, _WARNING, ("change",)),
    Meaning(50006, 400, "empty", "never", FAULT, _ERROR, (*_OWN, *_SEND, "post")),
    Meaning(50007, 403, "takes no messages", "mended", NO_DIRECT, _INFO, ("message", "direct")),
    Meaning(50008, 400, "no text", "mended", UNFIT, _WARNING, ("message",)),
    Meaning(50009, 403, "verification level", "mended", DENIED, _WARNING, ("message", *_THREADS)),
    Meaning(50013, 403, "missing permissions", "mended", MISSING, _INFO,
            (*_PLACE, "follow", "event", "delete")),
    Meaning(50014, 401, "invalid token", "soon", TROUBLE, _ERROR, (*_PLACE, "direct", *_LOOKS)),
    Meaning(50021, 403, "system message", "resent", GONE, _WARNING, ("change", "thread", "delete")),
    Meaning(50024, 400, "type of channel", "mended", UNFIT, _INFO, _PLACE),
    Meaning(50027, 401, "token of the answer", "never", EXPIRED, _INFO, _OWN),
    Meaning(50033, 400, "invalid recipient", "mended", NO_DIRECT, _INFO, ("direct",)),
    Meaning(INVALID, 400, "invalid form", "never", FAULT, _ERROR, _ALL),
    Meaning(50041, 400, "version of the API", "never", FAULT, _ERROR, _ALL),
    Meaning(50045, 400, "file too large", "in words", TOO_LARGE, _ERROR, (*_SEND, "follow")),
    Meaning(50046, 400, "invalid file", "in words", FAULT, _ERROR, (*_SEND, "follow")),
    Meaning(50055, 400, "invalid guild", "mended", UNSEEN, _WARNING,
            ("look", "active", "commands")),
    Meaning(50068, 400, "type of message", "never", FAULT, _ERROR, ("message", "follow")),
    Meaning(50083, 400, "archived thread", "awake", ARCHIVED, _INFO,
            (*_OWN, "change", *_NAMES, "delete")),
    Meaning(50091, 400, "type of event", "never", FAULT, _ERROR, ("event",)),
    Meaning(50095, 451, "not in our location", "mended", UNSEEN, _WARNING, _PLACE),
    Meaning(50109, 400, "invalid JSON", "never", FAULT, _ERROR, _ALL),
    Meaning(50110, 400, "unreadable file", "in words", FAULT, _ERROR, (*_SEND, "follow")),
    Meaning(50123, 400, "type of file", "in words", FAULT, _ERROR, (*_SEND, "follow")),
    Meaning(50138, 400, "emoji too large", "never", FAULT, _ERROR, ("emojis",)),
    Meaning(50146, 400, "file not found", "soon", TROUBLE, _WARNING, (*_SEND, "follow")),
    Meaning(INVALID_EMOJI, 400, "invalid emoji", "never", FAULT, _WARNING, (*_OWN, *_SEND)),
    Meaning(50178, 403, "user not verified", "mended", DENIED, _WARNING, ("message",)),
    Meaning(50278, 403, "no common server", "mended", NO_DIRECT, _INFO, ("message", "direct")),
    Meaning(60003, 403, "two factors", "mended", DENIED, _ERROR, _PLACE),
    Meaning(110001, 503, "application not ready", "soon", TROUBLE, _WARNING, _ALL),
    Meaning(130000, 503, "overloaded", "soon", TROUBLE, _WARNING, _ALL),
    # Threads and moderation
    Meaning(160002, 403, "reply without history", "never", DENIED, _WARNING, ("message",)),
    Meaning(160004, 400, "has a thread", "done", NO_THREAD, _INFO, ("thread",)),
    Meaning(160005, 403, "locked thread", "mended", LOCKED, _INFO,
            ("message", "change", "reopen", *_NAMES)),
    Meaning(160006, 400, "active threads", "never", CROWDED, _WARNING, (*_THREADS, "reopen")),
    Meaning(160007, 400, "announcement threads", "never", CROWDED, _WARNING, ("thread", "apart")),
    Meaning(180000, 400, "finished event", "done", GONE, _INFO, ("event",)),
    Meaning(180002, 400, "stage of event", "never", FAULT, _ERROR, ("event",)),
    Meaning(200000, 400, "automatic moderation", "soon", BLOCKED, _WARNING,
            ("message", "change", "post")),
    Meaning(200001, 400, "title moderated", "never", NO_THREAD, _WARNING, (*_THREADS, *_NAMES)),
    Meaning(240000, 400, "harmful links", "soon", BLOCKED, _WARNING, ("message", "change", "post")),
    Meaning(400001, 403, "files limited", "in words", NO_FILES, _WARNING, (*_SEND, "follow")),
    # Statuses without a code
    Meaning(0, 400, "bad request", "soon", TROUBLE, _ERROR, _ALL),
    Meaning(0, 401, "unauthorized", "soon", TROUBLE, _ERROR, _ALL),
    Meaning(0, 403, "forbidden", "soon", DENIED, _WARNING,
            (*_PLACE, *_LOOKS, "commands", "emojis")),
    Meaning(0, 404, "not found", "soon", TROUBLE, _WARNING, _ALL),
    Meaning(0, 405, "method", "never", FAULT, _ERROR, _ALL),
    Meaning(0, 413, "too large", "in words", TOO_LARGE, _ERROR,
            (*_SEND, "post", "edit", "follow", "emojis")),
    Meaning(0, 429, "rate limit", "soon", TROUBLE, _WARNING, _ALL),
    Meaning(0, 500, "server error", "soon", TROUBLE, _WARNING, _ALL),
)  # fmt: skip

EDGE = Meaning(0, 403, "page of the network's edge", "soon", TROUBLE, _WARNING, _ALL)
"""A 403 that is not from Discord itself: it says nothing about permissions."""
LOST = Meaning(0, 0, "no answer", "soon", TROUBLE, _WARNING, _ALL)
"""The connection broke, or none could be made."""

LINES: tuple[Meaning, ...] = (*_LINES, EDGE, LOST)
_BY_CODE = {one.code: one for one in _LINES if one.code}
_BY_STATUS = {one.status: one for one in _LINES if not one.code}

TROUBLES = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""What a request may raise, because of Discord or of the network."""


def meaning_of(error: BaseException) -> Meaning:
    """The meaning of a failed request. An undocumented code has the meaning of its status."""
    if isinstance(error, discord.RateLimited):
        return _BY_STATUS[429]
    if not isinstance(error, discord.HTTPException):
        return LOST
    if error.code in _BY_CODE:
        return _BY_CODE[error.code]
    if error.status in (401, 403) and _is_page(error):
        return EDGE
    if error.status >= 500:
        return replace(_BY_STATUS[500], status=error.status)
    return _BY_STATUS.get(error.status, _BY_STATUS[400])


def _is_page(error: discord.HTTPException) -> bool:
    """Whether the answer is not JSON. Discord itself always answers in JSON."""
    return not error.response.headers.get("Content-Type", "").startswith("application/json")


FIRST, LONGEST = timedelta(seconds=5), timedelta(hours=1)
"""The pauses before further attempts: twice `FIRST`, then doubled each time, up to `LONGEST`."""
ATTEMPTS = 10
"""A message is given up after this many attempts …"""
ATTEMPTS_IN_TROUBLE = 24 * 30
"""… but only after a month of hourly ones if the trouble passes by itself, or if somebody may mend
the place."""


def patience(meaning: Meaning | None, attempts: int) -> timedelta | None:
    """How long to wait after this many attempts, given the last refusal, or None if it was a
    mistake of ours. None: give up.
    """
    # Deleted places don't come back.
    lasting = meaning is not None and (
        meaning.passes_by_itself or (meaning.shuts and meaning.status != 404)
    )
    if attempts >= (ATTEMPTS_IN_TROUBLE if lasting else ATTEMPTS):
        return None
    wait: timedelta = FIRST * 2 ** min(attempts, 10)
    return min(wait, LONGEST)
