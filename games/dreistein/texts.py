"""What 3Stein says, in English."""

from __future__ import annotations

from games.dreistein.help import HELP, LESSONS
from games.words import N_, NN_, Texts

EXAMPLE = "a24-b22"

TEXTS = Texts(
    summary=N_("Three castles, three lords: capture two of the lords, whoever's they are."),
    seats=(N_("Red"), N_("Yellow"), N_("Blue")),
    example=EXAMPLE,
    help=HELP,
    lessons=LESSONS,
    parts={
        "man": N_("Move the man on"),
        "target": N_("Go to"),
        "survivor": N_("Let stay the vassal's man on"),
        "pass": N_("Pass"),
    },
    words={
        "lord": NN_("{seat}: lord on {at}.", "{seat}: {count} lords on {at}."),
        "knight": NN_("{seat}: {count} knight on {at}.", "{seat}: {count} knights on {at}."),
        "squire": NN_("{seat}: {count} squire on {at}.", "{seat}: {count} squires on {at}."),
        "no-men": N_("{seat}: nobody on the board."),
        "reserve": NN_(
            "{seat} has {count} knight in reserve.", "{seat} has {count} knights in reserve."
        ),
        "withdrawn": N_("{seat} has withdrawn."),
        "truce": N_("{seat} is the vassal of {conqueror_seat}."),
        "choosing": N_("{seat} still has to choose which men of {vassal_seat} stay."),
        "idle": NN_(
            "{count} ply without a capture or a promotion.",
            "{count} plies without a capture or a promotion.",
        ),
        "occurrence": N_("This position has occurred {count} times."),
    },
    terms=(N_("lord"), N_("knight"), N_("squire")),
    refusals={
        "no-field": N_(
            "There is no field {at}. A field is a hexagon and a number, as in c36; half hexagons "
            "have only three numbers."
        ),
        "choose-first": N_(
            "First choose which men of {vassal_seat} stay on the board, for example: {example}"
        ),
        "nothing-to-choose": N_(
            "There are no survivors to choose. They are chosen by whoever has just captured the "
            "first lord."
        ),
        "twice": N_("You named {at} twice."),
        "not-the-vassals": N_("There is no man of {vassal_seat} on {at}."),
        "wrong-number": N_(
            "The numbers of those who stay must be exactly these: knights {knights}, squires "
            "{squires}."
        ),
        "no-pass": N_("You may pass only if you have no other move. One is {example}."),
        "nobody-there": N_("There is no man on {from}."),
        "not-yours": N_("The man on {from} belongs to {seat}."),
        "same-field": N_("A man must go to another field than {from}."),
        "own-man": N_("Your own {man} stands on {at}."),
        "truce": N_(
            "The man on {at} belongs to {seat}. Conqueror and vassal may not capture each other's "
            "men."
        ),
        "own-castle": N_(
            "{at} lies in your castle. A squire who has left his castle may not enter it again."
        ),
        "lord-reach": N_(
            "The lord goes only to fields that share a whole side with {from}; {at} does not."
        ),
        "obstructed": N_("There is a man on {by} between {from} and {at}."),
        "obstructed-both-ways": N_(
            "Both ways round from {from} to {at} are barred, by the men on {by} and {and}."
        ),
        "corner": N_(
            "{from} and {at} touch only at a corner where four fields meet; nobody moves across it."
        ),
        "squire-reach": N_(
            "The squire on {from} does not come to {at}. He goes round his hexagon, or one step "
            "across a short side into another one."
        ),
        "other-side": N_(
            "{at} lies on the other side of the line. The knight on {from} stays on his side of it."
        ),
        "only-tip": N_(
            "{at} only touches the line of the knight on {from} with its tip; he passes it by."
        ),
        "knight-reach": N_(
            "The knight on {from} does not come to {at}. He goes round his hexagon, one step "
            "across a short side, or along one of his two dotted lines."
        ),
    },
    events={
        "moved": N_("{seat}: the {man} goes from {from} to {at}."),
        "captured": N_(
            "{seat}: the {man} goes from {from} to {at} and captures the {victim} of {victim_seat}."
        ),
        "promoted": N_("{seat}: the squire on {at} becomes a knight."),
        "conquered": N_("{vassal_seat} is now the vassal of {seat}."),
        "removed": NN_(
            "{seat} loses {count} more man, on {at}.", "{seat} loses {count} more men, on {at}."
        ),
        "passed": N_("{seat} has no legal move and passes."),
    },
    results={
        "lord-captured": N_("by capturing the second lord"),
        "repetition": N_("by threefold repetition"),
        "no-progress": N_("after 150 plies without a capture or a promotion"),
    },
    phases={
        "play": N_("The game"),
        "choice": N_("The choice of the survivors"),
    },
)
