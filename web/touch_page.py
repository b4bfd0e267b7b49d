"""The page on which a board is touched. It is the same for everybody: its scripts use the link's
secret to request what it shows.
"""

from __future__ import annotations

from aiohttp import web

from games.words import N_
from web.frame import Reader, answer, fresh, page
from web.markup import tag

TITLE = N_("Your board")
SCRIPTLESS = N_("This page needs JavaScript. Your match goes on in Discord as usual.")
LOADING = N_("One moment…")
VOID = N_(
    "This link is no longer valid. The “Tap to play” button under the board gives you a new one."
)
OFFLINE = N_("The bot can't be reached just now. I'll try again in a moment.")
BROKEN = N_("Something went wrong. Look at the board in Discord before you try again. Reference:")
BOARD = N_("The board. Arrow keys move around it, Enter chooses, Escape goes back.")
NOTHING = N_("Nothing can be chosen there.")
BACK, RESET, CONFIRM = N_("Back"), N_("Reset"), N_("Confirm")
CHOICES, INSTEAD = N_("Choices"), N_("Or lay this")
LARGER, SMALLER = N_("Zoom in"), N_("Zoom out")
NEWS, POSITION = N_("What has happened"), N_("The position in words")
WORDS = {
    "void": VOID,
    "offline": OFFLINE,
    "broken": BROKEN,
    "board": BOARD,
    "nothing": NOTHING,
    "back": BACK,
    "reset": RESET,
    "confirm": CONFIRM,
    "choices": CHOICES,
    "instead": INSTEAD,
    "larger": LARGER,
    "smaller": SMALLER,
    "news": NEWS,
    "position": POSITION,
}
"""What the page's scripts say, in the page's language and then in the player's."""


def response(reader: Reader, request: web.Request) -> web.Response:
    """The page."""
    say, site = reader.say, reader.site
    words = {f"data_say_{name}": say(sentence) for name, sentence in WORDS.items()}
    body = [
        tag("h1", say(TITLE), id="title"),
        tag("p", id="players", class_="players"),
        tag(
            "div",
            tag(
                "div",
                tag("p", id="standing", class_="standing", tabindex="-1"),
                tag("p", id="asked", class_="asked"),
                class_="turn",
            ),
            tag("figure", tag("p", say(LOADING)), id="board", class_="picture"),
            tag(
                "div",
                tag("div", id="choices", class_="choices"),
                tag("p", id="draft", class_="draft"),
                tag("p", id="warning", class_="warning"),
                tag(
                    "div",
                    tag("button", say(BACK), id="back", type="button", disabled=True),
                    tag("button", say(RESET), id="reset", type="button", disabled=True),
                    tag("button", say(CONFIRM), id="confirm", type="button", disabled=True),
                    class_="acts",
                ),
                tag("p", id="said", role="status", class_="said"),
                tag("p", id="aloud", role="status", class_="aloud"),
                tag("button", say(LARGER), id="larger", type="button"),
                tag("h2", say(NEWS), id="news-title"),
                tag("ul", id="news", class_="news"),
                tag("h2", say(POSITION), id="position-title"),
                tag("p", id="position", class_="state"),
                class_="beside",
            ),
            class_="match touch",
            id="touch",
            data_turn=site.url("t", "turn"),
            data_events=site.url("t", "events"),
            **words,
        ),
        tag("noscript", tag("p", say(SCRIPTLESS))),
    ]
    return fresh(request, answer(page(reader, say(TITLE), body, script="touch.js", private=True)))
