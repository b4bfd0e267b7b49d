"""What Turnier says, in English."""

from __future__ import annotations

from games.turnier.help import HELP
from games.turnier.lessons import LESSONS
from games.words import N_, NN_, Texts

TEXTS = Texts(
    summary=N_("Build the ground, draw up your fighters and plant flags on three boards."),
    seats=(N_("Rose"), N_("Violet"), N_("Light blue"), N_("Dark blue")),
    help=HELP,
    lessons=LESSONS,
    phases={
        "laying": N_("Laying the ground"),
        "drawing-up": N_("Drawing up"),
        "opening": N_("Opening the fight"),
        "fight": N_("The main fight"),
    },
    questions={
        "laying": N_("Which board do you want to lay, and where?"),
        "drawing-up": N_("On which point do you want to place a fighter?"),
        "opening": NN_(
            "You still have to remove {count} enemy fighter: which one?",
            "You still have to remove {count} enemy fighters: which ones?",
        ),
        "fight": N_("Which fighter do you want to move, and where to?"),
    },
    forms={
        "laying": N_(
            "Type a board's shape, an @ and where the lower left point of its box goes, as two "
            "numbers."
        ),
        "drawing-up": N_("Type a free point where you want to place a fighter."),
        "opening": N_("Type an x and the point of the enemy fighter that you want to remove."),
        "fight": N_(
            "Type the point where your fighter stands, a hyphen and the point where it goes; to "
            "plant a flag, type flag: and the point."
        ),
    },
    options={
        "flags": N_("Flags"),
        "flags=true": N_("With flags"),
        "flags=false": N_("Without flags: whoever holds three boards wins"),
        "partners": N_("Partners"),
        "partners=true": N_("Partners: seats 1 and 3 against 2 and 4"),
        "partners=false": N_("Everyone for themselves"),
    },
    parts={
        "shape": N_("Board"),
        "elbow": N_("Put its elbow on"),
        "corner": N_("Put its lower left corner on"),
        "point": N_("Place fighters on"),
        "enemy": N_("Remove the fighters on"),
        "fighter": N_("Move the fighter on"),
        "target": N_("Go to"),
        "plant": N_("Plant a flag on"),
        "bearer": N_("Move the flag on"),
        "new-bearer": N_("Move the flag to"),
        "pass": N_("Pass"),
        "end": N_("End the turn"),
    },
    things={"board": N_("{kind}"), "bearer": N_("with a flag"), "fighter": N_("{seat}")},
    terms=(
        N_("a horizontal straight board"),
        N_("an upright straight board"),
        N_("a corner board with its elbow in the north-east"),
        N_("a corner board with its elbow in the north-west"),
        N_("a corner board with its elbow in the south-east"),
        N_("a corner board with its elbow in the south-west"),
    ),
    words={
        "no-ground": N_("No board has been laid yet."),
        "lies": N_(
            "Board {number}: {kind} at {at} ({text}), columns {west} to {east}, rows {south} to "
            "{north}."
        ),
        "supply": N_("Straight boards left: {straight}, corner boards: {corners}."),
        "to-lay": NN_("{count} board is still to be laid.", "{count} boards are still to be laid."),
        "free": N_("Board {number}: {points}. No fighters stand there."),
        "held": N_("Board {number}: {points}. {seat} holds it alone."),
        "contested": N_("Board {number}: {points}. Nobody holds it alone."),
        "men": NN_("{seat}: {count} fighter on {at}.", "{seat}: {count} fighters on {at}."),
        "no-men": N_("{seat}: no fighters on the ground."),
        "to-place": NN_(
            "{seat} has {count} fighter to place.", "{seat} has {count} fighters to place."
        ),
        "flags-standing": N_("{seat}'s flags stand on {at}."),
        "flags-left": NN_("{seat} has {count} flag in hand.", "{seat} has {count} flags in hand."),
        "to-take": NN_(
            "{seat} still has to remove {count} fighter.",
            "{seat} still has to remove {count} fighters.",
        ),
        "may-go-on": N_("The fighter on {at} may go on if it captures again."),
        "has-moved": N_("The fighter on {at} has already moved in this turn."),
        "flags-moved": N_("Flags already moved in this turn: on {at}."),
        "idle": NN_(
            "{count} turn without a capture or a planted flag; after {most} the game is drawn.",
            "{count} turns without a capture or a planted flag; after {most} the game is drawn.",
        ),
        "gone": N_("{seat} has withdrawn."),
    },
    printed=("free", "held", "contested"),
    refusals={
        "laying-now": N_(
            "You can't play {text} now: the ground is still being laid. Lay a board, as in Sh@0,0."
        ),
        "used-up": N_(
            "You can't lay {text}: all four boards of that kind are used. Lay one of the other "
            "kind."
        ),
        "first-at-origin": N_(
            "You can't lay {text}: the first board must lie at 0,0. Type {right}."
        ),
        "overlaps": N_(
            "You can't lay {text}: it would overlap board {number} at {at}. Boards never overlap."
        ),
        "apart": N_(
            "You can't lay {text}: it would not touch the ground. One of its points must be right "
            "beside, above or below a point that is already there."
        ),
        "drawing-up-now": N_(
            "You can't play {text} now: fighters are being drawn up. Place a fighter on a free "
            "point, as in c4."
        ),
        "off-ground": N_(
            "There is no point {at} on the ground. The picture shows the columns and rows."
        ),
        "occupied": N_(
            "{at} is not free: one of {seat}'s fighters stands there. Choose a free point."
        ),
        "opening-now": N_(
            "You can't play {text} now: the fight is being opened. Remove enemy fighters, as in "
            "xc4."
        ),
        "nobody-there": N_("There is no fighter on {at}."),
        "takes-own": N_("You can't remove your own fighter on {at}. Remove enemies."),
        "takes-partner": N_(
            "You can't remove your partner's fighter on {at}: partners are not enemies. Remove "
            "enemies."
        ),
        "fight-now": N_(
            "It is too late for {text}: this is the main fight. Move a fighter, as in c4-d4."
        ),
        "not-yours": N_("The fighter on {at} belongs to {seat}, not to you."),
        "same-point": N_("A move can't end on {at}, where it began. Choose another point."),
        "diagonal": N_(
            "You can't move from {from} to {at}: that is diagonal. Fighters move horizontally or "
            "vertically."
        ),
        "nobody-to-jump": N_(
            "You can't jump from {from} to {at}: there is no fighter on {over} to jump over."
        ),
        "gap": N_(
            "You can't jump from {from} to {at}: there is no ground between them, and so no "
            "fighter to jump over."
        ),
        "no-way": N_(
            "You can't get from {from} to {at} by a step or by jumps. A step goes to the next "
            "point, a jump over a neighbouring fighter."
        ),
        "chain-over": N_(
            "You can't move a fighter now: the one on {at} has already moved. Only that fighter "
            "could go on, right after a capture and by capturing again."
        ),
        "other-fighter": N_(
            "You can't move the fighter on {from}: only the one on {at}, which has just captured, "
            "may go on this turn."
        ),
        "captures-nothing": N_(
            "You can't go on from {from} to {at}: that captures nothing. After a capture, the "
            "next move must capture again."
        ),
        "can-move": N_("You can't pass while one of your fighters can move, as in {example}."),
        "pass-after-move": N_("You can't pass: you have already moved. Type end to end your turn."),
        "end-before-move": N_(
            "You can't end your turn yet: first move a fighter, as in {example}."
        ),
        "end-is-pass": N_("None of your fighters can move: type pass."),
        "no-flags": N_("You can't plant or move flags: this match is played without them."),
        "bears-flag": N_("You can't plant a flag on {at}: the fighter there has one already."),
        "board-has-flag": N_(
            "You can't plant a flag on {at}: your flag on {bearer} already stands on board "
            "{number}. Only one flag of yours may stand on each board."
        ),
        "not-alone": N_(
            "You can't plant a flag on {at}: you don't hold board {number}, because one of "
            "{seat}'s fighters stands on {by}."
        ),
        "no-flag-left": N_("You can't plant a flag: you have none left."),
        "no-flag-there": N_("There is no flag to move on {from}: your fighter there has none."),
        "flag-moved": N_(
            "You can't move the flag on {from} again: each flag may be moved only once a turn."
        ),
        "flag-stays": N_(
            "The flag already stands on {at}. Move it to another of your fighters on the same "
            "board."
        ),
        "other-board": N_(
            "You can't move the flag from {from} to {at}: these points are on different boards, "
            "and a flag can't be moved to another board."
        ),
    },
    events={
        "laid": N_("{seat} lays {kind} at {at}: board {number}."),
        "ground-complete": N_("The ground is complete."),
        "ground-turned": N_(
            "The picture is turned by a quarter now, so that it fits on a phone: column a is at "
            "the top, row 1 on the left."
        ),
        "placed": N_("{seat} places a fighter on {at}."),
        "drawn-up": N_("All fighters are drawn up."),
        "taken": N_("{seat} removes {other_seat}'s fighter on {at}."),
        "fight-begins": N_("The main fight begins."),
        "moved": N_("{seat} moves from {from} to {at}."),
        "captured": N_("{seat} captures {other_seat}'s fighter on {at}."),
        "flag-captured": N_("{other_seat} loses the flag on {at} for good."),
        "flag-left": N_("{seat} loses the flag on board {number}: its fighter has left for {at}."),
        "flag-planted": N_("{seat} plants a flag on {at}, on board {number}."),
        "flag-moved": N_("{seat} moves a flag from {from} to {at}."),
        "passed": N_("{seat} passes."),
        "wiped-out": N_("{seat} has no fighters left."),
    },
    results={
        "fields-held": N_("by planting enough flags"),
        "fields-held:flags=false": N_("by holding enough boards"),
        "last-standing": N_("as the last side standing"),
        "repetition": N_("by threefold repetition"),
        "no-progress": N_("for lack of progress"),
    },
    warnings=("flag-left",),
)
