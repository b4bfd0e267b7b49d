"""How 3Stein is played: the help with its pictures."""

from __future__ import annotations

from games.words import N_, Example, Section

RICH = (
    "La21,Nb21,Na36,Sb36,Sa13 Ld43,Nd42,Nc54,Sd41,Se31 Ld15,Nd14,Nd16,Sc13,Sd12,Se12 "
    "2,2,2 1 - 0 = - -"
)
"""Red can capture Blue's lord, and may choose among two knights and three squires."""

HELP = (
    Section(
        N_("In short"),
        N_(
            "**Goal:** Red, Yellow and Blue each have a castle and a lord. The player who captures "
            "the **second** lord wins.\n\n"
            "**Your turn:** Move one man. A **lord** goes one step. A **squire** goes round its "
            "hexagon, or one step across a short side into the next one. A squire that has left "
            "its castle may not go back in. A **knight** moves like a squire, or along its side of "
            "a dotted line as far as the way is clear; every castle is open to it. Moving onto "
            "an enemy captures it.\n\n"
            "**The end:** The first player to lose their lord becomes the conqueror's vassal and "
            "plays on with a few men. The second lord ends the game.\n\n"
            "**To type:** where the man is and where it goes. In the picture Red has played "
            "`d33-d43`."
        ),
        (
            Example(
                N_(
                    "Red's knight has captured Yellow's lord. It was the second one, after Blue's: "
                    "Red has won."
                ),
                position="La21,Nd33 Ld43,Sd44 Nd14,Sd12 2,2,2 1 1>3 0 = - -",
                line="d33-d43",
            ),
        ),
    ),
    Section(
        N_("The board"),
        N_(
            "Ten hexagons, and nine half hexagons along the sides, form five rows `a` to `e` from "
            "top to bottom. In each row they are numbered from the left: `a2` is at the top, `d1` "
            "and `d4` are in the lower corners.\n\n"
            "A hexagon has six kite-shaped fields, numbered clockwise from the top: 1 north, 2 "
            "north-east, 3 south-east, 4 south, 5 south-west, 6 north-west. `c36` is the upper "
            "left field of the hexagon c3. Half hexagons have only three fields: 2 3 4 on the "
            "left, 4 5 6 on the right, 1 2 6 at the bottom. That makes 87 fields.\n\n"
            "Two fields are **neighbours** if they share a whole side: a long one inside the "
            "hexagon, or a short one between two hexagons. Fields that meet only at a point are "
            "not neighbours."
        ),
        (
            Example(
                N_(
                    "The lord on c31 had four neighbouring fields: c32 and c36 in its hexagon, "
                    "b23 and b35 across short sides. It has moved to b35."
                ),
                position="Lc31 Ld43 Ld15 2,2,2 1 - 0 = - -",
                line="c31-b35",
            ),
        ),
    ),
    Section(
        N_("The men"),
        N_(
            "The game is for players aged 10 to 100. When you sit around a real board, the "
            "youngest player begins and play goes clockwise; here Red begins. Red's castle is at "
            "the top (a1 a2 a3), Yellow's at the bottom right (d4 c5 e3), Blue's at the bottom "
            "left (d1 c1 e1). Red's men are round, Yellow's are diamonds, Blue's are shields. Each "
            "player has\n"
            "- a **lord**, with a crown, in the outermost corner\n"
            "- four **knights**, with a horse's head, around the lord\n"
            "- seven **squires**, small and with a dot, in the front row\n"
            "- two more knights in reserve.\n\n"
            "On your turn, move one man. Type where it is and where it goes: `a24-b22`. **Men "
            "never jump.** If your man enters a field with an enemy, it captures that enemy, which "
            "is removed. Your own men block the way. You don't have to capture, and you don't have "
            "to answer a threat."
        ),
        (
            Example(
                N_("Red's squire on b24 has captured a blue one on c22 across a short side."),
                position="La21,Na26,Sb24 Ld43,Nd42,Sd41 Ld15,Nd14,Sc22 2,2,2 1 - 0 = - -",
                line="b24-c22",
            ),
        ),
    ),
    Section(
        N_("The lord"),
        N_(
            "The lord moves one step, to any neighbouring field. It captures like all other "
            "men.\n\n"
            "It is your most important man and the least mobile. **There is no check and no "
            "mate**: nobody has to warn you, and you may leave your lord in danger or move it "
            "into danger. The bot doesn't warn you either."
        ),
        (
            Example(
                N_("Red's lord leaves its corner and captures the blue squire on a22."),
                position="La21,Na36 Ld43 Ld15,Sa22,Nd14 2,2,2 1 - 0 = - -",
                line="a21-a22",
            ),
        ),
    ),
    Section(
        N_("The squire"),
        N_(
            "A squire moves in one of two ways, never both in one move:\n"
            "- **round its hexagon**, in either direction, to any field that it reaches without "
            "passing a man. In a half hexagon the three fields are a path, not a ring.\n"
            "- **one step across a short side** to a neighbouring field of another hexagon.\n\n"
            "It never moves diagonally across a corner where four fields meet.\n\n"
            "**No way home:** a squire that has left its castle may not enter it again. As long "
            "as it has not left the castle, it moves freely inside. It may enter the other "
            "castles."
        ),
        (
            Example(
                N_("Across a short side: Red's squire leaves the castle, moving from a24 to b22."),
                line="a24-b22",
            ),
            Example(
                N_(
                    "Round the hexagon: the squire has moved from b36 through b31 and b32 to b33. "
                    "In the other direction the way is blocked."
                ),
                position="La21,Sb36 Ld43,Sb33 Ld15,Sb35 2,2,2 1 - 0 = - -",
                line="b36-b33",
            ),
        ),
    ),
    Section(
        N_("The knight"),
        N_(
            "A knight moves in one of three ways, never in a combination:\n"
            "- round its hexagon, like a squire\n"
            "- one step across a short side, like a squire\n"
            "- **along a line**, any distance.\n\n"
            "A knight may enter every castle, even its own. After a move round its hexagon, it has "
            "other lines for its next move."
        ),
        (
            Example(
                N_("A knight moves round its hexagon from b24 to b21."),
                position="La21,Nb24,Na12 Ld43,Nd42 Ld15,Nd14 2,2,2 1 - 0 = - -",
                line="b24-b21",
            ),
        ),
    ),
    Section(
        N_("The knight's lines"),
        N_(
            "Fifteen dotted lines run through the centres of the hexagons, from one side of the "
            "board to another. A field lies **along** the two lines on which it has a long side. "
            "It touches other lines only with its tip.\n\n"
            "A knight moves along one of its two lines, forwards or back, and always **stays on "
            "its side of the line**. It passes in order through the fields on that side that have "
            "a long side on the line. It stops before a friend, or on an enemy, which it captures. "
            "The first field may be the other one in its own hexagon.\n\n"
            "**The knight passes by fields that only touch the line with their tip.** Men there "
            "don't block it, and it can't capture them. So a man that seems to be in the way often "
            "protects nobody."
        ),
        (
            Example(
                N_(
                    "A knight has moved from c12 to c56, on the north side of the line through row "
                    "c. The fields c21 and c31 only touch the line with their tips, so the men "
                    "there don't block the way."
                ),
                position="La21,Nc12,Sc21 Ld43,Sc31 Ld15 2,2,2 1 - 0 = - -",
                line="c12-c56",
            ),
            Example(
                N_(
                    "From a13 the knight moves past its friend on b22 and the blue squire on c32 "
                    "to d33, where it captures. Now it threatens Yellow's lord by way of d45."
                ),
                position="La21,Na13,Nb22 Ld43,Nd42,Nd33,Sd44 Ld15,Sc32 2,2,2 1 - 0 = - -",
                line="a13-d33",
            ),
            Example(
                N_(
                    "Both ways round the hexagon are blocked, by c21 and c25. The knight has moved "
                    "along the line from c26 to c22."
                ),
                position="La21,Nc26,Sc25 Ld43,Sc21 Ld15 2,2,2 1 - 0 = - -",
                line="c26-c22",
            ),
        ),
    ),
    Section(
        N_("Promotion"),
        N_(
            "Your **goal line** is the side of the board opposite your castle, drawn in your "
            "colour. A squire that arrives on one of the six fields along it becomes a knight: it "
            "is replaced by one from your reserve, **immediately and every time**.\n"
            "- Red: e16 e12 e26 e22 e36 e32\n"
            "- Yellow: a12 a14 b12 b14 c12 c14\n"
            "- Blue: a36 a34 b46 b44 c56 c54\n\n"
            "You have two knights in reserve. When both are used up, a squire that reaches the "
            "goal line stays a squire for good."
        ),
        (
            Example(
                N_(
                    "Red's squire has arrived on e22 and become a knight. Red has one knight left "
                    "in reserve."
                ),
                position="La21,Na36,Sd34 Ld43,Nd42,Se31 Ld15,Nd16,Se11 2,2,2 1 - 0 = - -",
                line="d34-e22",
            ),
        ),
    ),
    Section(
        N_("The first lord: a vassal"),
        N_(
            "The player who captures the **first** lord is the conqueror and makes its owner "
            "their vassal. The vassal keeps **one knight and two squires** on the board, or as "
            "many of them as are left. All other men of the vassal are removed from the board. "
            "The vassal's reserve stays.\n\n"
            "If there is a choice, the **conqueror** chooses which men stay, in the same turn. "
            "After the capture, type the fields of all that stay, `keep:c13,d12,d14`, or pick "
            "them.\n\n"
            "A vassal's men have a small dot in the conqueror's colour at their edge."
        ),
        (
            Example(
                N_("Red has captured Blue's lord on d15 and now has to choose which men stay."),
                position=RICH,
                line="b21-d15",
            ),
            Example(
                N_("Red has chosen the squires on c13 and d12 and the knight on d14 to stay."),
                position=RICH,
                line="b21-d15 keep:c13,d12,d14",
            ),
        ),
    ),
    Section(
        N_("Conqueror and vassal"),
        N_(
            "The vassal goes on taking turns. Conqueror and vassal **may not capture each other's "
            "men**; they block each other like men of the same colour. Both play against the third "
            "lord, but the vassal plays alone: a vassal who captures it is the only winner.\n\n"
            "A vassal still has a chance. There is no lord to defend, and a vassal's squires can "
            "walk through the conqueror's ranks to the goal line without being captured by them."
        ),
        (
            Example(
                N_(
                    "Blue is Red's vassal. A blue squire has walked through Red's men to a34 and "
                    "become a knight."
                ),
                position="La21,Na36,Nb21,Sb31 Ld43,Nd42,Sd41 Nd14,Sb32,Sc13 2,2,2 3 1>3 0 = - -",
                line="b32-a34",
            ),
        ),
    ),
    Section(
        N_("The end"),
        N_(
            "**The player who captures the second lord wins**: the conqueror, the vassal, or the "
            "third player, who has to capture the conqueror's. The other two share second "
            "place.\n\n"
            "The game is drawn\n"
            "- when the same position, with the same player to move, occurs for the third time\n"
            "- after 150 moves in a row, counting those of all players, without a capture or a "
            "promotion\n"
            "- when all players agree.\n\n"
            "In a draw all three share first place, the vassal too."
        ),
        (
            Example(
                N_(
                    "Red, Blue's conqueror, has also captured Yellow's lord, moving from d33 "
                    "through d45. The field d44 only touches the line with its tip, so the squire "
                    "there was no protection."
                ),
                position="La21,Nd33 Ld43,Nd42,Sd44 Nd14,Sd12 2,2,2 1 1>3 0 = - -",
                line="d33-d43",
            ),
        ),
    ),
    Section(
        N_("Passing"),
        N_(
            "If you have a legal move, you must make one. If you have none, type `pass`. That "
            "happens to a vassal who has lost all men or whose men are boxed in. The vassal's "
            "turns are not skipped, because the vassal is still in the game."
        ),
        (
            Example(
                N_("Blue has no men left, and passes."),
                position="La21,Na36 Ld43,Nd42 - 2,2,2 3 1>3 0 = - -",
                line="pass",
            ),
        ),
    ),
    Section(
        N_("Resigning"),
        N_(
            "If you resign or run out of time, your men stay on the board and can be captured; "
            "your turns are skipped. You rank behind the players who stay.\n\n"
            "Your lord can still be captured, and it counts: the player who captures it as the "
            "first lord gets a vassal who doesn't move. Conqueror and vassal still may not "
            "capture each other's men after one of them resigns. If a conqueror leaves before "
            "choosing which men stay, the choice is made automatically. The last player left wins."
        ),
    ),
    Section(
        N_("No agreements"),
        N_(
            "**Agreements and alliances are not allowed.** There can be only one winner. "
            "Conqueror and vassal play against the same lord, but they may not confer either: "
            "they learn each other's plans only from the moves.\n\n"
            "The same goes for direct messages. Talking about the weather is fine."
        ),
    ),
    Section(
        N_("Tips"),
        N_(
            "- Knights cross the whole board in one move, forwards, sideways and back. That makes "
            "them unpredictable: learn their moves first.\n"
            "- At the start they are boxed in. Move your squires so that at least two knights have "
            "a clear path.\n"
            "- Before each turn, look along the lines that lead to your lord, on both sides of "
            "them. Only men on the correct side of a line protect the lord.\n"
            "- Attacks keep shifting, and the balance often tips when you least expect it: "
            "capturing the first lord exposes you to the third player.\n"
            "- As a vassal, play on. The second lord wins the game for you too."
        ),
    ),
)
