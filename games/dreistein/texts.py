"""What 3Stein says, in English."""

from __future__ import annotations

from games.dreistein.help import HELP
from games.dreistein.lessons import LESSONS
from games.words import N_, NN_, Texts

TEXTS = Texts(
    summary=N_("Three castles, three lords: whoever captures the second lord wins."),
    seats=(N_("Red"), N_("Yellow"), N_("Blue")),
    help=HELP,
    lessons=LESSONS,
    parts={
        "man": N_("Move the man on"),
        "target": N_("Go to"),
        "survivor": N_("Keep the vassal's man on"),
        "pass": N_("Pass"),
    },
    questions={
        "play": N_("Which of your men do you want to move, and where to?"),
        "choice": N_("Which of the vassal's men stay on the board?"),
    },
    forms={
        "play": N_(
            "Type the field where your man stands, a hyphen and the field where it goes; a field "
            "is its hexagon's letter and two digits."
        ),
        "choice": N_("Type keep: and the fields of the men that stay, separated by commas."),
    },
    lanes=N_("hexagons {first} to {last}"),
    two_lanes=N_("hexagons {first} and {last}"),
    things={"man": N_("{man}")},
    words={
        "lord": NN_("{seat}: lord on {at}.", "{seat}: {count} lords on {at}."),
        "knight": NN_("{seat}: {count} knight on {at}.", "{seat}: {count} knights on {at}."),
        "squire": NN_("{seat}: {count} squire on {at}.", "{seat}: {count} squires on {at}."),
        "no-men": N_("{seat}: no men on the board."),
        "reserve": NN_(
            "{seat} has {count} knight in reserve.", "{seat} has {count} knights in reserve."
        ),
        "withdrawn": N_("{seat} has withdrawn."),
        "truce": N_("{seat} is {conqueror_seat}'s vassal."),
        "choosing": N_("{seat} still has to choose which men {vassal_seat} keeps."),
        "idle": NN_(
            "{count} move in a row without a capture or a promotion.",
            "{count} moves in a row without a capture or a promotion.",
        ),
        "occurrence": N_("This position has occurred {count} times."),
    },
    terms=(N_("lord"), N_("knight"), N_("squire")),
    refusals={
        "no-field": N_(
            "There is no field {at}. A field is a hexagon and a number, as in c36; half hexagons "
            "have only three of the numbers."
        ),
        "choose-first": N_("First choose which men {vassal_seat} keeps, as in {example}"),
        "nothing-to-choose": N_(
            "There is nothing to choose now. Only the player who has just captured the first lord "
            "chooses which men stay. Move a man instead, as in a24-b22."
        ),
        "twice": N_("You named {at} twice. Name each field once."),
        "not-the-vassals": N_(
            "None of {vassal_seat}'s men is on {at}. Choose from the vassal's men."
        ),
        "wrong-number": N_(
            "That is not the right number of men. Knights to keep: {knights}. Squires to keep: "
            "{squires}."
        ),
        "no-pass": N_("You can't pass while you have another move, such as {example}."),
        "nobody-there": N_("There is no man on {from}. Move one of your own."),
        "not-yours": N_("The man on {from} belongs to {seat}. Move one of your own."),
        "same-field": N_("A move must end on a field other than {from}, where it begins."),
        "own-man": N_("You can't move to {at}: your own {man} is there."),
        "truce": N_(
            "You can't capture on {at}: the man there belongs to {seat}. Conqueror and vassal may "
            "not capture each other's men."
        ),
        "own-castle": N_(
            "The squire can't move to {at}: a squire that has left its castle may not enter it "
            "again. Other castles are open to it."
        ),
        "lord-reach": N_(
            "The lord can't move from {from} to {at}. It moves one step, to a field that shares a "
            "whole side with its own."
        ),
        "obstructed": N_(
            "You can't move from {from} to {at}: the man on {by} is in the way, and men never jump."
        ),
        "obstructed-both-ways": N_(
            "You can't move from {from} to {at}: both ways round are blocked, by the men on {by} "
            "and {and}."
        ),
        "corner": N_(
            "You can't move from {from} to {at}: they touch only at a corner where four fields "
            "meet. Men cross only whole sides."
        ),
        "squire-reach": N_(
            "The squire can't move from {from} to {at}. It moves round its hexagon, or one step "
            "across a short side into another one."
        ),
        "other-side": N_(
            "The knight on {from} can't move to {at}: that field is on the other side of the "
            "line. A knight stays on its side."
        ),
        "only-tip": N_(
            "The knight on {from} can't move to {at}: that field only touches the line with its "
            "tip, and a knight passes it by."
        ),
        "knight-reach": N_(
            "The knight can't move from {from} to {at}. It moves round its hexagon, one step "
            "across a short side, or along one of its two dotted lines."
        ),
    },
    events={
        "moved": N_("{seat}: the {man} moves from {from} to {at}."),
        "captured": N_(
            "{seat}: the {man} moves from {from} to {at} and captures {victim_seat}'s {victim}."
        ),
        "promoted": N_("{seat}: the squire on {at} becomes a knight."),
        "conquered": N_("{vassal_seat} is now {seat}'s vassal."),
        "removed": NN_(
            "{seat} also loses {count} man, on {at}.",
            "{seat} also loses {count} men, on {at}.",
        ),
        "passed": N_("{seat} has no legal move and passes."),
    },
    results={
        "lord-captured": N_("by capturing the second lord"),
        "repetition": N_("by threefold repetition"),
        "no-progress": N_("after 150 moves without a capture or a promotion"),
    },
    phases={
        "choice": N_("Choosing the men that stay"),
    },
)
