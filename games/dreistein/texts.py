"""What 3Stein says, in English."""

from __future__ import annotations

from games.words import N_, NN_, Section, Texts

EXAMPLE = "a24-b22"

TEXTS = Texts(
    summary=N_("Three castles, three lords: capture two of the lords, whoever's they are."),
    seats=(N_("Red"), N_("Yellow"), N_("Blue")),
    example=EXAMPLE,
    help=(
        Section(
            N_("The board"),
            N_(
                "Ten hexagons and nine half ones along the sides, in five rows a to e from top to "
                "bottom, numbered from the left. A hexagon has six kite-shaped fields, numbered "
                "clockwise from the top, a half hexagon three: `c36` is the upper left field of "
                "the hexagon c3. Two fields are neighbours if they share a whole side. Dotted "
                "lines run from side to side; a field lies along two of them and touches others "
                "only with its tip."
            ),
        ),
        Section(
            N_("The men"),
            N_(
                "Red has the castle at the top, Yellow the one at the bottom right, Blue the one "
                "at the bottom left; Red begins and turns go clockwise. Each has a lord (crown), "
                "four knights (horse's head) and seven squires (plain), and two more knights in "
                "reserve. Red's men are round, Yellow's square, Blue's shields."
            ),
        ),
        Section(
            N_("Moving"),
            N_(
                "You move one man and say from where to where: `a24-b22`. Nobody jumps over "
                "another man. Who enters a field with an enemy captures him; your own men block. "
                "If you have no legal move, you pass: `pass`."
            ),
        ),
        Section(
            N_("Lord and squire"),
            N_(
                "The lord goes to any neighbouring field. A squire goes round inside his hexagon, "
                "either way, as far as no man stops him; or one step across a short side into "
                "another hexagon; never both in one move, and never over the corner where four "
                "fields meet. A squire who has left his castle may not enter it again. Foreign "
                "castles are open to him."
            ),
        ),
        Section(
            N_("The knight"),
            N_(
                "The knight goes round his hexagon or across a short side like a squire, and no "
                "castle is closed to him. Or he rides along one of the two dotted lines along "
                "which he stands, forwards or back, any distance, always on his side of the line: "
                "through the fields that have a long side on it. Fields that only touch the line "
                "with their tip are passed by; men there neither block him nor can he capture "
                "them."
            ),
        ),
        Section(
            N_("Promotion"),
            N_(
                "Your goal line is the side of the board opposite your castle, drawn in your "
                "colour. A squire who arrives on one of the six fields along it is replaced by a "
                "knight from your reserve, at once and always. With no reserve left he stays a "
                "squire."
            ),
        ),
        Section(
            N_("Lords and vassals"),
            N_(
                "Whoever captures the first lord makes its owner his vassal. The vassal keeps one "
                "knight and two squires on the board; where there is a choice, the conqueror "
                "names them in the same turn: `keep:a25,c31,d16`. The vassal keeps his reserve "
                "and plays on in his turn, for himself. Conqueror and vassal may not capture each "
                "other's men, but block each other."
            ),
        ),
        Section(
            N_("The end"),
            N_(
                "Whoever captures a second lord wins: the conqueror, the vassal, or the third "
                "player who takes the conqueror's. There is no check: a lord may be left or moved "
                "into danger. The game is drawn when the same position occurs for the third time, "
                "and after 150 plies in a row without a capture or a promotion."
            ),
        ),
        Section(
            N_("Who leaves"),
            N_(
                "If you resign or run out of time, your men stay on the board and can be captured; "
                "your turns are skipped. Even a lord without a player can be captured, and his "
                "owner is then a vassal who does not move. The last one left has won."
            ),
        ),
        Section(
            N_("Tips"),
            N_(
                "There can be only one winner: agreements and alliances are not allowed, and "
                "conqueror and vassal may not confer either. The lord is your most important and "
                "least mobile man. Knights can cross the whole board in one move, forwards, "
                "sideways and back, which makes them unpredictable: learn their moves first. At "
                "the start they are boxed in, so move squires such that at least two knights get "
                "a clear field. Attacks keep shifting, and the balance turns surprisingly. A "
                "vassal is not without hope: with no lord to defend he plays more freely, and his "
                "squires reach the goal line more easily, as they can walk through their "
                "conqueror's ranks without being captured."
            ),
        ),
    ),
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
