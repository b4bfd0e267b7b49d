"""What Attangle says, in English."""

from __future__ import annotations

from games.attangle.help import HELP, LESSONS
from games.words import N_, NN_, Texts

EXAMPLE = "b2,e2-c3"

TEXTS = Texts(
    summary=N_("Surround and stack: build three triples before your opponent does."),
    seats=(N_("White"), N_("Black")),
    example=EXAMPLE,
    help=HELP,
    lessons=LESSONS,
    parts={
        "place": N_("Place on"),
        "attacker": N_("Capture with"),
        "second-attacker": N_("And with"),
        "target": N_("Capture on"),
    },
    words={
        "singles": NN_("{seat}: {count} single on {at}.", "{seat}: {count} singles on {at}."),
        "doubles": NN_("{seat}: {count} double on {at}.", "{seat}: {count} doubles on {at}."),
        "triples": NN_("{seat}: {count} triple on {at}.", "{seat}: {count} triples on {at}."),
        "no-men": N_("{seat}: nothing on the board."),
        "stock": NN_("{seat} has {count} piece in stock.", "{seat} has {count} pieces in stock."),
    },
    refusals={
        "centre": N_("No piece may stand on the centre, {at}; pieces only pass over it."),
        "occupied": N_(
            "There is a piece on {at} already. Pieces are placed on free points; to capture, name "
            "two of your pieces and the target, as in b2,e2-c3."
        ),
        "empty-stock": N_("Your stock is empty: you must capture."),
        "same-attacker": N_("A capture takes two different pieces; you named {from} twice."),
        "nobody-there": N_("There is no piece on {from} to capture with."),
        "not-yours": N_("The stack on {from} belongs to your opponent: its top piece counts."),
        "triple-attacks": N_("The triple on {from} can't move: triples never capture."),
        "triple-captured": N_("The triple on {at} is safe: triples are never captured."),
        "nothing-to-capture": N_(
            "There is nothing to capture on {at}. Pieces move only to capture."
        ),
        "own-target": N_("The stack on {at} is your own."),
        "no-line": N_("No straight line leads from {from} to {at}."),
        "same-direction": N_(
            "{from} and {with} would come to {at} from the same direction; it takes two "
            "different ones."
        ),
        "obstructed": N_("There is a piece on {by} between {from} and {at}."),
        "two-doubles": N_(
            "There are doubles on both {from} and {with}; a double attacks only together with a "
            "single."
        ),
        "too-high": N_(
            "The stack would be too high: a double is captured by two singles, and there is a "
            "double on {from} as well as on {at}."
        ),
    },
    events={
        "placed": N_("{seat} places a piece on {at}."),
        "captured": N_("{seat} captures on {at} with {from} and {with}: a double."),
        "built-triple": N_("{seat} captures on {at} with {from} and {with}: a triple!"),
    },
    results={
        "third-triple": N_("with the third triple"),
        "no-move": N_("because the opponent has no legal move"),
    },
)
