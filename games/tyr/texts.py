"""What Tyr says, in English."""

from __future__ import annotations

from games.tyr.help import HELP
from games.tyr.lessons import LESSONS
from games.words import N_, Texts

TEXTS = Texts(
    summary=N_("Three shared dice: move one, turn it, and bring all three into line."),
    seats=(N_("A"), N_("B"), N_("C"), N_("D")),
    help=HELP,
    lessons=LESSONS,
    parts={
        "die": N_("With the die"),
        "place": N_("Place it on"),
        "target": N_("Move it to"),
        "face": N_("Number on top"),
    },
    things={
        "die": N_("die {die}"),
        "showing": N_("showing {number}"),
        "shows": N_("now shows {number}"),
    },
    words={
        "lies": N_("{die} is on {at} and shows {number}."),
        "unplaced": N_("{die} is not placed yet."),
        "targets": N_("{die} can go to {at}."),
        "barred": N_("{die} was moved or placed last and may not begin this turn."),
        "must-move": N_("{seat} must move {die} now because of the Pasch."),
        "withdrawn": N_("{seat} has withdrawn."),
    },
    refusals={
        "all-lie": N_(
            "You can't place {die}: all three dice are placed, so now they move. To move it, type "
            "a hyphen, the field and the new number, as in 4-63=5."
        ),
        "not-all-lie": N_(
            "You can't move {die} yet: the dice are placed first. To place it on {at}, type @ and "
            "its number, as in 4@63=8."
        ),
        "lies-already": N_(
            "You can't place {die} again: it is on {at} already. Place another die."
        ),
        "occupied": N_(
            "You can't use {at}: {die} is there, and dice never share a field. Choose another "
            "field."
        ),
        "no-face": N_("The number is missing. Say which number of {die} is on top: {faces}."),
        "not-its-face": N_("{die} has no {face}. Its numbers are {faces}."),
        "no-pasch": N_(
            "You can't place with {face} on top: {other} shows it already, and no number may be "
            "on top twice while placing. Choose another number."
        ),
        "pasch-first": N_(
            "You can't move {die} now: the Pasch must be resolved by moving {other}."
        ),
        "same-die": N_(
            "You can't begin with {die}: it was moved or placed last. Begin with another die."
        ),
        "same-field": N_("{die} is on {at} already. It must move to another field."),
        "no-line": N_(
            "There is no straight line from {from} to {at}. Dice move along a row, a column or a "
            "diagonal."
        ),
        "no-target": N_(
            "{die} can't move to {at}: it shows {number}, so it goes only to fields in row "
            "{number} or column {number}."
        ),
        "obstructed": N_(
            "You can't move from {from} to {at}: {die} is in the way on {by}, and dice never jump."
        ),
        "wins-unturned": N_(
            "On {at}, {die} completes the line and wins before it is turned. Type the move "
            "without a number."
        ),
        "no-new-face": N_(
            "The new number is missing. Say which number you turn {die} to on {at}: {faces}."
        ),
        "same-face": N_(
            "You can't turn {die} to {face}: it shows {face} already. Choose another of its "
            "numbers."
        ),
        "stuck-pasch": N_(
            "You can't turn to {face}: {other} would have to move because of the Pasch, but with "
            "this die on {at} it would have no target field. Choose another number."
        ),
    },
    events={
        "placed": N_("{seat} places {die} on {at}, showing {face}."),
        "moved": N_("{seat} moves {die} from {from} to {at} and turns it to {face}."),
        "shifted": N_("{seat} moves {die} from {from} to {at}."),
        "pasch": N_("Pasch: {die} and {other} both show {face}, so {other} moves too."),
        "line": N_("{seat} has the three dice in line on {first}, {middle} and {third}!"),
    },
    results={
        "line": N_("with three dice in line"),
        "repetition": N_("by threefold repetition"),
    },
    questions={
        "placing": N_("Which die do you want to place, and with which number on top?"),
        "moving": N_(
            "Which die do you want to move, where to, and which number will you turn it to?"
        ),
    },
    rows=N_("row {first} to row {last}"),
    two_rows=N_("row {first} and row {last}"),
    options={
        "line": N_("What counts as a line"),
        "line=adjacent": N_("A line is three neighbouring fields of a row, column or diagonal"),
        "line=any": N_(
            "A line is any three fields of a row, column or diagonal, with or without gaps"
        ),
    },
)
