"""What Turnier says, in English."""

from __future__ import annotations

from games.words import N_, NN_, Section, Texts

EXAMPLE = "c4-d4"

HELP = (
    Section(
        N_("The game"),
        N_(
            "A tournament for two, three or four seats with 18 fighters each. You build the ground "
            "together, draw up your fighters, open the fight, and then capture by closing enemies "
            "in. Whoever has flags on three boards has won, and so has the last one standing. Four "
            "players best play as partners: seats 1 and 3 against 2 and 4, who sit opposite each "
            "other."
        ),
    ),
    Section(
        N_("Laying the ground"),
        N_(
            "In turn each seat lays one board of twelve points: a straight one, a double row of "
            "six, or a corner, a square of 4×4 without one quarter. There are four of each; five "
            "are laid by two seats, six by three, eight by four. Points lie on a grid, x to the "
            "right and y up. Type the shape and where its lower left point comes to lie: `Sh@0,0` "
            "is a straight board across, `Sv@6,0` an upright one, `Cne@2,-4` a corner whose elbow "
            "lies in the north-east (`Cnw`, `Cse`, `Csw` are the others). For a corner it is the "
            "lower left point of its 4×4 square, be it missing or not. The first board lies at "
            "0,0; every other one touches the ground and overlaps nothing. Any offset and holes "
            "are allowed. When the last board lies, columns get letters and rows numbers."
        ),
    ),
    Section(
        N_("Drawing up and opening"),
        N_(
            "In turn each seat places one fighter on any free point: `c4`. When all stand, each "
            "seat in turn takes any four enemy fighters off the ground, all in one turn: `xc4 xd4 "
            "xe1 xa7`. A partner's fighter is no enemy."
        ),
    ),
    Section(
        N_("Moving"),
        N_(
            "A fighter moves horizontally or vertically, never diagonally: one step to a free "
            "neighbouring point; or it jumps over a neighbouring fighter of any colour to the free "
            "point straight behind, and from there over the next one, straight on or round a "
            "corner, as often as you like. Only from and to are written: `c4-d4`. What is jumped "
            "over stays. The seams between boards don't matter. If none of your fighters can move, "
            "you `pass`."
        ),
    ),
    Section(
        N_("Capturing"),
        N_(
            "Only the fighter that has just moved captures, where its move ends, in all four "
            "directions at once. An enemy next to it is captured if straight behind that enemy "
            "stands one of your own side, or a fighter of a third side, or if there the ground "
            "ends: at the rim, in a notch or at a hole. With a friend at its back the enemy is "
            "safe; and it is safe to step between two enemies, or between an enemy and the edge. "
            "After a capture the same fighter may move again if it captures again, as often as it "
            "can: `c4-d4 d4-d6`. Type `end`, or a full stop after the last move (`c4-d4.`), to "
            "stop where you could still go on."
        ),
    ),
    Section(
        N_("Flags"),
        N_(
            "You hold a board when your fighters stand on it and no others, not even your "
            "partner's. On such a board you may plant one of your three flags: `flag:c4`. Before "
            "or after your fighter's move you may plant flags, and move each flag once to another "
            "of your fighters on its board: `flag:c4-c6`. It costs nothing. A flag stays when "
            "enemies come later; it is lost for good when its fighter is captured, or moves to "
            "another board. After the fighter's move the first flag ends the chain of captures."
        ),
    ),
    Section(
        N_("The end"),
        N_(
            "Alone you win with three flags standing; partners with four together, at least one "
            "of each. Without flags (an option) it takes three boards held alone after a fighter's "
            "move; for partners four together, three of the one and one of the other. When only "
            "one side has fighters left, it has won. The game is drawn when a position stands for "
            "the third time at the start of a turn, after 40 rounds without a capture or a planted "
            "flag, and when all pass one after the other."
        ),
    ),
    Section(
        N_("Tips"),
        N_(
            "Drawing up: mass your fighters, but keep a foothold on as many boards as possible, "
            "for isolated fighters are always in danger; leave nobody alone on a board before the "
            "opening is over, since whoever holds three boards when the fight begins may plant "
            "three flags at once. Opening: isolate enemies, break blockades, weaken your "
            "opponents. If a fighter with a flag is in danger, move the flag, but you can do so "
            "only in your own turn, and lost flags never come back. Without flags: keep the "
            "enemies off your boards."
        ),
    ),
)

TEXTS = Texts(
    summary=N_("Build the ground, draw up your fighters, and plant your flags on three boards."),
    seats=(N_("Rose"), N_("Violet"), N_("Light blue"), N_("Dark blue")),
    example=EXAMPLE,
    help=HELP,
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
    terms=(N_("a straight board"), N_("a corner board")),
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
