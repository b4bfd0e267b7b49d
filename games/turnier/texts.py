"""What Turnier says, in English."""

from __future__ import annotations

from games.turnier.help import HELP
from games.turnier.lessons import LESSONS
from games.words import N_, NN_, Texts

EXAMPLE = "c4-d4"

TEXTS = Texts(
    summary=N_("Build the ground, draw up your fighters, and plant your flags on three boards."),
    seats=(N_("Rose"), N_("Violet"), N_("Light blue"), N_("Dark blue")),
    example=EXAMPLE,
    help=HELP,
    lessons=LESSONS,
    phases={
        "laying": N_("Laying the ground"),
        "drawing-up": N_("Drawing up"),
        "opening": N_("Opening the fight"),
        "fight": N_("The main fight"),
    },
    options={
        "flags": N_("Flags"),
        "flags=true": N_("With flags"),
        "flags=false": N_("Without flags: whoever holds three boards wins"),
        "partners": N_("Partners"),
        "partners=true": N_("Partners: seats 1 and 3 against 2 and 4"),
        "partners=false": N_("Everyone alone"),
    },
    parts={
        "shape": N_("Board"),
        "x": N_("Left edge at"),
        "y": N_("Lower edge at"),
        "column": N_("Column"),
        "enemy-column": N_("Take off in column"),
        "row": N_("Row"),
        "fighter": N_("Move the fighter on"),
        "target": N_("To"),
        "flag": N_("Plant or move a flag"),
        "bearer": N_("The flag on"),
        "new-bearer": N_("Move the flag to"),
        "pass": N_("Pass"),
        "end": N_("End the turn"),
    },
    terms=(
        N_("a straight board across"),
        N_("a straight board upright"),
        N_("a corner board with its elbow in the north-east"),
        N_("a corner board with its elbow in the north-west"),
        N_("a corner board with its elbow in the south-east"),
        N_("a corner board with its elbow in the south-west"),
    ),
    words={
        "no-ground": N_("No board lies yet."),
        "lies": N_("Board {number}: {text}."),
        "supply": N_("To be had: {straight} straight boards, {corners} corner boards."),
        "to-lay": NN_("{count} board is still to be laid.", "{count} boards are still to be laid."),
        "free": N_("Board {number}: {points}. Nobody stands there."),
        "held": N_("Board {number}: {points}. {seat} holds it alone."),
        "contested": N_("Board {number}: {points}. Nobody holds it alone."),
        "men": NN_("{seat}: {count} fighter on {at}.", "{seat}: {count} fighters on {at}."),
        "no-men": N_("{seat}: no fighters on the ground."),
        "to-place": NN_(
            "{seat} has {count} fighter to place.", "{seat} has {count} fighters to place."
        ),
        "flags-standing": N_("Flags of {seat} stand on {at}."),
        "flags-left": NN_("{seat} has {count} flag in hand.", "{seat} has {count} flags in hand."),
        "to-take": NN_(
            "{seat} still takes {count} fighter off.", "{seat} still takes {count} fighters off."
        ),
        "may-go-on": N_("The fighter on {at} may go on if it captures again."),
        "has-moved": N_("The fighter on {at} has moved in this turn."),
        "flags-moved": N_("Moved in this turn: the flags on {at}."),
        "idle": NN_(
            "{count} turn without a capture or a planted flag; {most} are a draw.",
            "{count} turns without a capture or a planted flag; {most} are a draw.",
        ),
        "gone": N_("{seat} has withdrawn."),
    },
    refusals={
        "laying-now": N_("The ground is still being laid: lay a board, as in Sh@0,0, not {text}."),
        "used-up": N_("{text} can't be laid: all four boards of its kind lie already."),
        "first-at-origin": N_("The first board lies at 0,0: type {right}."),
        "overlaps": N_("{text} would lie on board {number} at {at}."),
        "apart": N_(
            "{text} would not touch the ground: one of its points must be right beside, above or "
            "below a point of a board that lies already."
        ),
        "drawing-up-now": N_(
            "Fighters are being drawn up: type a free point, as in c4, not {text}."
        ),
        "off-ground": N_("{at} is not a point of the ground."),
        "occupied": N_("There is a fighter of {seat} on {at} already."),
        "opening-now": N_(
            "The fight is being opened: take enemy fighters off, as in xc4, not {text}."
        ),
        "nobody-there": N_("There is no fighter on {at}."),
        "takes-own": N_("The fighter on {at} is your own; take enemies off."),
        "takes-partner": N_("The fighter on {at} is your partner's, and so no enemy."),
        "fight-now": N_("This is the main fight: move a fighter, as in c4-d4. {text} is too late."),
        "not-yours": N_("The fighter on {at} belongs to {seat}."),
        "same-point": N_("A move must end on another point than {at}, where it began."),
        "diagonal": N_("{from} to {at} is diagonal; fighters move horizontally or vertically."),
        "nobody-to-jump": N_("From {from} to {at} there is nobody on {over} to jump over."),
        "gap": N_("Between {from} and {at} there is no ground, and nothing to jump over."),
        "no-way": N_("No step and no jumps lead from {from} to {at}."),
        "chain-over": N_(
            "The fighter on {at} has moved. Another move in the same turn must be its own, right "
            "after a capture, and capture again."
        ),
        "other-fighter": N_(
            "Only the fighter on {at}, which has just captured, may go on in this turn, not the "
            "one on {from}."
        ),
        "captures-nothing": N_(
            "From {from} to {at} nothing would be captured; to go on after a capture, a move must "
            "capture again."
        ),
        "can-move": N_("You can't pass while one of your fighters can move, as in {example}."),
        "pass-after-move": N_("You have moved already: type end to end your turn."),
        "end-before-move": N_("A turn has one move of a fighter, as in {example}, before it ends."),
        "end-is-pass": N_("None of your fighters can move: type pass."),
        "no-flags": N_("This match is played without flags."),
        "bears-flag": N_("The fighter on {at} bears a flag already."),
        "board-has-flag": N_("Your flag stands on board {number} already, on {bearer}."),
        "not-alone": N_(
            "You don't hold board {number}, where {at} is, alone: there is a fighter of {seat} on "
            "{by}."
        ),
        "no-flag-left": N_("You have no flag left to plant."),
        "no-flag-there": N_("Your fighter on {from} bears no flag."),
        "flag-moved": N_("The flag on {from} has been moved in this turn already."),
        "flag-stays": N_("The flag stands on {at} already."),
        "other-board": N_("A flag stays on its board; {from} and {at} lie on different ones."),
    },
    events={
        "laid": N_("{seat} lays {kind} at {at}: board {number}."),
        "ground-complete": N_("The ground is complete."),
        "placed": N_("{seat} draws up a fighter on {at}."),
        "drawn-up": N_("All fighters are drawn up."),
        "taken": N_("{seat} takes the fighter of {other_seat} off {at}."),
        "fight-begins": N_("The main fight begins."),
        "moved": N_("{seat} moves from {from} to {at}."),
        "captured": N_("{seat} captures the fighter of {other_seat} on {at}."),
        "flag-captured": N_("{other_seat} loses the flag on {at}, for good."),
        "flag-left": N_("{seat} loses the flag of board {number}: its fighter left for {at}."),
        "flag-planted": N_("{seat} plants a flag on {at}, on board {number}."),
        "flag-moved": N_("{seat} moves a flag from {from} to {at}."),
        "passed": N_("{seat} passes."),
        "wiped-out": N_("{seat} has no fighters left."),
    },
    results={
        "fields-held": N_("by the fields held"),
        "last-standing": N_("as the last one standing"),
        "repetition": N_("by threefold repetition"),
        "no-progress": N_("because nothing happened for too long"),
    },
    warnings=("flag-left",),
)
