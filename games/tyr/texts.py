"""What Tyr says, in English."""

from __future__ import annotations

from games.tyr.help import HELP, LESSONS
from games.words import N_, Texts

EXAMPLE = "4-63=8"

TEXTS = Texts(
    summary=N_("Three shared dice: move one, turn it, and bring all three into line."),
    seats=(N_("A"), N_("B"), N_("C"), N_("D")),
    example=EXAMPLE,
    help=HELP,
    lessons=LESSONS,
    parts={
        "die": N_("The die"),
        "place": N_("Place it on"),
        "target": N_("Move it to"),
        "face": N_("The number on top"),
    },
    words={
        "lies": N_("{die} lies on {at} and shows {number}."),
        "unplaced": N_("{die} is not placed yet."),
        "targets": N_("{die} can go to {at}."),
        "barred": N_("{die} was moved last and may not begin this turn."),
        "must-move": N_("{seat} must move {die} now, for the Pasch."),
        "withdrawn": N_("{seat} has withdrawn."),
    },
    refusals={
        "all-lie": N_(
            "All three dice lie: they are moved now, not placed. To move {die} there, write a "
            "hyphen and its new number."
        ),
        "not-all-lie": N_(
            "The dice are placed first. To place {die} on {at}, write @ and its number, as in "
            "4@63=8."
        ),
        "lies-already": N_("{die} lies on {at} already; place another die."),
        "occupied": N_("{die} lies on {at}; dice never share a field."),
        "no-face": N_("Say which number of {die} is up: {faces}."),
        "not-its-face": N_("{die} has no {face}; its numbers are {faces}."),
        "no-pasch": N_(
            "{other} shows {face} already, and no number may be up twice while placing."
        ),
        "pasch-first": N_("{die} can't move now: the Pasch must be resolved by {other}."),
        "same-die": N_("The die must change: {die} was moved last and may not begin this turn."),
        "same-field": N_("{die} is on {at} already; it must go to another field."),
        "no-line": N_("No straight line leads from {from} to {at}."),
        "no-target": N_(
            "{die} shows {number} and goes to fields in row {number} or column {number} only; {at} "
            "is not one of them."
        ),
        "obstructed": N_("{die} lies on {by}, between {from} and {at}; dice are not jumped over."),
        "wins-unturned": N_(
            "On {at}, {die} completes the line and wins at once: write the move without a number."
        ),
        "no-new-face": N_("Say to which number {die} is turned on {at}: {faces}."),
        "same-face": N_("{die} shows {face} already; it must be turned to another number."),
        "stuck-pasch": N_(
            "With {face}, {other} would have to move for the Pasch, but with this die on {at} it "
            "has no target field."
        ),
    },
    events={
        "placed": N_("{seat} places {die} on {at}, showing {face}."),
        "moved": N_("{seat} moves {die} from {from} to {at} and turns it to {face}."),
        "shifted": N_("{seat} moves {die} from {from} to {at}."),
        "pasch": N_("Pasch: {die} and {other} both show {face}; {other} moves on."),
        "line": N_("{seat} has the three dice in line on {first}, {middle} and {third}!"),
    },
    results={
        "line": N_("with three dice in line"),
        "repetition": N_("by threefold repetition"),
    },
    phases={
        "placing": N_("Placing"),
        "moving": N_("Moving"),
    },
    options={
        "line": N_("What counts as a line"),
        "line=adjacent": N_("A line is three neighbouring fields"),
        "line=any": N_("A line is any three fields of a row, column or diagonal"),
    },
)
