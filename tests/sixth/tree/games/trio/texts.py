"""What Trio says, in English."""

from __future__ import annotations

from games.trio.help import HELP
from games.trio.lessons import LESSONS
from games.words import N_, NN_, Texts

TEXTS = Texts(
    summary=N_("One stone or two: three in line win."),
    seats=(N_("White"), N_("Black")),
    help=HELP,
    lessons=LESSONS,
    parts={"place": N_("Place on"), "end": N_("End the turn")},
    questions={"play": N_("Place a stone: on which field?")},
    words={
        "stones": NN_("{seat}: {count} stone on {at}.", "{seat}: {count} stones on {at}."),
        "no-stones": N_("{seat}: no stones."),
    },
    refusals={
        "occupied": N_("There is a stone on {at} already."),
        "not-beside": N_("The second stone must lie beside the first: {at} is not beside {first}."),
        "not-begun": N_("The turn has not begun: place a stone first."),
    },
    events={
        "placed": N_("{seat} places a stone on {at}."),
        "ended": N_("{seat} does without a second stone."),
    },
    results={
        "three": N_("with three in line"),
        "full": N_("because the board is full"),
    },
)
