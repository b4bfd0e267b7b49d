"""What leads to a match, by the deeds of `docs/access.md`.

`tests/bot/test_deeds.py` holds that nothing is missing here. `tests/bot/access_walk.py` holds that
whoever may not do a deed tries all that leads to it. `tests/bot/test_security.py` presses all of
these controls.
"""

from __future__ import annotations

ACTS = {
    "read": {"analyse", "animate", "board", "export", "replay", "whatif"},
    "play": {
        *("abort", "adjourn", "claim", "conditions", "draw", "handover", "hint", "keep", "move"),
        *("prepared", "resign", "resume", "takeback"),
    },
    "show": {"show"},
    "end": {"end"},
}
"""What a command does once its match is known; also in buttons and menus."""
ACTIONS = {
    "read": {
        *("animate", "go", "more", "move", "newest", "replay", "replay-turn", "review"),
        *("review-curve", "review-jump", "text", "try", "try-back", "try-compare", "try-drop"),
        *("try-dropped", "try-go", "try-here", "try-match", "try-more", "try-note", "try-on"),
        *("try-page", "try-page-on", "try-pick", "try-publish", "try-published", "try-stop"),
        *("try-type", "tried", "tried-at", "tried-delete", "tried-go", "tried-of", "tried-on"),
        *("tried-page", "unrated"),
    },
    "play": {
        *("abort", "back", "claim", "clear", "condition-drop", "conditions", "conditions-clear"),
        *("confirm", "decline", "draw-accept", "draw-decline", "draw-offer", "fill", "fill-level"),
        *("hint", "leave", "page", "page-on", "pick", "play", "prepare", "request-accept"),
        *("request-decline", "reset", "resign", "resume", "seat-ask", "seat-offer", "start"),
        *("touch", "try-if", "try-if-yes", "youngest"),
    },
    "join": {"accept", "join", "sit"},
    "take": {"seat-decline", "seat-look", "seat-take"},
    "rematch": {"rematch"},
    "end": {"end"},
    # They lead to any deed; or concern only what is the user's own, and leave the match alone.
    "any": {"act", "again", "analysis-cancel", "cancel", "next", "stay", "tried-off", "which"},
}
"""Controls."""
COMMANDS = {
    "read": {"analyse", "board", "export", "replay", "whatif"},
    "play": {
        *("abort", "adjourn", "claim", "draw", "handover", "hint", "move", "prepared", "resign"),
        *("resume", "takeback"),
    },
    "rematch": {"rematch"},
    "end": {"end"},
}
"""Commands with the option `match`. `/board public:True` is *show*, too."""
ON_MESSAGES = {"read": {"Analyse"}, "show": {"Show the board here"}}
"""Commands in the menu on messages."""


def ways(deed: str, *, controls: bool) -> set[str]:
    """The ways to this deed as the walk notes them; those by controls only if there are any."""
    found = {f"/{name}" for name in COMMANDS.get(deed, ())}
    if controls:
        found |= {f"act:{name}" for name in ACTS.get(deed, ())}
        found |= {*ACTIONS.get(deed, ()), *ON_MESSAGES.get(deed, ())}
    return found
