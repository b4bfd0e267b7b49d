"""What Tyr says, in English."""

from __future__ import annotations

from games.words import N_, Section, Texts

EXAMPLE = "4-63=8"

TEXTS = Texts(
    summary=N_("Three shared dice: move one, turn it, and bring all three into line."),
    seats=(N_("A"), N_("B"), N_("C"), N_("D")),
    example=EXAMPLE,
    help=(
        Section(
            N_("The board and the dice"),
            N_(
                "Nine by nine fields with two digits each: row, then column. Row 1 is at the top, "
                "column 1 at the left, so 54 is row 5, column 4. Three dice belong to all: III "
                "(blue) has 1 2 5 6 7 9, IV (red) 1 3 4 5 8 9, V (black) 2 3 4 6 7 8. Every number "
                "is on exactly two of them. Two to four play, for about a quarter of an hour; at a "
                "table, the board is leather, 28 × 28 cm."
            ),
        ),
        Section(
            N_("Placing"),
            N_(
                "The board is empty at first. In turn, place one die each on any free field with "
                "any number up, until all three lie: `4@63=8` puts die IV on row 6, column 3, "
                "showing 8. No number may be up twice. A third die that completes the line wins at "
                "once."
            ),
        ),
        Section(
            N_("Moving"),
            N_(
                "In your turn move one die in a straight line, along a row, a column or a "
                "diagonal, to a target field, and turn it to another number: `4-63=8`. The number "
                "on top names a row and a column: with n on top, a die goes to fields in row n or "
                "in column n. The way must be free of the other dice; target fields on the way do "
                "not stop it."
            ),
        ),
        Section(
            N_("The die must change"),
            N_(
                "The die that was moved or placed last may not begin the next turn, whoever moved "
                "it. It may be the second or third of a chain. The picture shows a padlock on it."
            ),
        ),
        Section(
            N_("Pasch"),
            N_(
                "If the new number is also up on another die, that is a Pasch, and you move and "
                "turn that other die at once. This may make a Pasch with the third die, which you "
                "move in turn: `4-63=8 5-28=7`. You may make a Pasch only if the other die then "
                "has a target field."
            ),
        ),
        Section(
            N_("The end"),
            N_(
                "If the three dice are in line after you have moved one, you have won; it is not "
                "turned any more, and you write the move without a number: `4-63`. In line means "
                "three neighbouring fields in a row, a column or a diagonal, or, by the option, "
                "any three fields on one of them. The same position for the third time is a draw."
            ),
        ),
        Section(
            N_("In short, and a tip"),
            N_(
                "Change the die. No Pasch while placing. First move, then turn. Every Pasch must "
                "be resolved by its other die. With two players A also places the third die, and "
                "B can then always make at least two moves by a Pasch, so A must take special care."
            ),
        ),
    ),
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
        "line=adjacent": N_("Three neighbouring fields"),
        "line=any": N_("Any three fields of a row, column or diagonal"),
    },
)
