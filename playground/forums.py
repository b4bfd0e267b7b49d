"""Forums: channels of posts, which are threads with tags."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from .errors import Json
from .forms import Form

REQUIRE_TAG = 1 << 4
"""A forum's flag: each post must have a tag."""
MOST = 5
"""The most tags of a post."""


@dataclass(frozen=True)
class Tag:
    """A tag of a forum. A moderated tag can only be applied and removed by people who manage
    threads.
    """

    id: int
    name: str
    moderated: bool = False


def described(tags: Sequence[Tag]) -> list[Json]:
    """The tags of a forum as Discord describes them."""
    return [
        {
            "id": str(each.id),
            "name": each.name,
            "moderated": each.moderated,
            "emoji_id": None,
            "emoji_name": None,
        }
        for each in tags
    ]


def read_applied(form: Form, tags: Sequence[Tag]) -> list[int]:
    """The tags of a post, by their ids. Unknown ones are errors."""
    known = {each.id for each in tags}
    found = list[int]()
    for item in form.items(0, MOST) if form.given else []:
        tag = item.snowflake(required=True)
        if tag is not None and tag not in known:
            item.error("FORUM_TAG_UNKNOWN", f"Unknown tag {tag}")
        elif tag is not None:
            found.append(tag)
    return [*dict.fromkeys(found)]


def moderated(tags: Sequence[Tag], before: Collection[int], after: Collection[int]) -> bool:
    """Whether this change requires somebody who manages threads."""
    changed = {*before} ^ {*after}
    return any(each.moderated and each.id in changed for each in tags)
