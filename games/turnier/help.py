"""How Turnier is played: the help with its pictures.

The pictures show two grounds: an arena around a hole, and a stack of four straight boards.
"""

from __future__ import annotations

from games.words import N_, Example, Section

ARENA = "Csw@0,0/Cse@4,0/Cnw@0,4/Cne@4,4/Sv@8,1"
STACK = "Sh@0,0/Sh@0,2/Sh@0,4/Sh@0,6/Csw@6,0"
STACK_OF_THREE = f"{STACK}/Csw@6,4"
STACK_OF_FOUR = f"{STACK_OF_THREE}/Csw@0,8/Csw@4,8"

DRAWN_UP = (
    "a2,a3,a4,a7,a8,b1,b2,b4,b5,b8,c2,d1,d2,d7,e1,e8,f8,g8/"
    "c1,f1,f2,f7,g1,g2,g3,g4,h2,h4,h6,h8,i5,i6,j2,j3,j5,j6"
)


def fight(men: str, hands: str = "0,0", ground: str = STACK, options: str = "2+flags") -> str:
    """Seat 1 is to move in the main fight. `*` marks a fighter with a flag."""
    return f"{options} {ground} fight 1 {men} {hands} - 0 - - - -"


HELP = (
    Section(
        N_("In short"),
        N_(
            "**Goal:** Have three of your flags standing, each on a different board.\n\n"
            "**Your turn:** First you all lay the ground, board by board; then you draw up your "
            "fighters, and each of you removes four enemies. Then the fight: move one fighter, "
            "with a step or with jumps over others. An enemy beside it is captured if another of "
            "your fighters, or the edge, is straight behind that enemy. On a board where only your "
            "fighters stand, you may plant a flag.\n\n"
            "**The end:** Three flags win; partners need four between them. Or you are the last "
            "one standing.\n\n"
            "**To type:** `c5-c6` moves a fighter, `flag:c6` plants a flag on it. In the picture "
            "Rose has played `c5-c6 flag:c6`."
        ),
        (
            Example(
                N_("Rose has planted the third flag, on board 3, and wins."),
                position=fight("a1*,c2,c5,e8*/b4,d4,g2", "1,3"),
                line="c5-c6 flag:c6",
            ),
        ),
    ),
    Section(
        N_("The phases"),
        N_(
            "A tournament for two, three or four players with 18 fighters each. A match has four "
            "phases:\n"
            "1. Together you lay the **ground**, board by board.\n"
            "2. You **draw up** your fighters.\n"
            "3. You **open the fight**: each player removes four enemies.\n"
            "4. In the **main fight** you capture enemies by closing them in, and you plant flags."
        ),
        (
            Example(
                N_("The main fight: Rose has two flags standing, Violet one. Rose is to move."),
                position=fight(
                    "a2*,a3,a4,a7,b2,b4,b5*,b8,d1,d7,e8,f8/d2,f1,g2,g4,h2,h4*,h6,i5,j2,j3,j6",
                    "1,2",
                    ARENA,
                ),
            ),
        ),
    ),
    Section(
        N_("Players and partners"),
        N_(
            "Seat 1 has the rose fighters, then come violet, light blue and dark blue. Seats play "
            "in this order, and seat 1 begins each phase.\n\n"
            "With four players it's best to play as **partners**: seats 1 and 3 against 2 and 4. "
            "Partners sit opposite each other and have similar colours: then seat 1 is rose and 3 "
            "violet, seat 2 is light blue and 4 dark blue. A partner's fighter is never an "
            "enemy.\n\n"
            "With the option `partners`, four players can also each fight alone, as two or three "
            "always do. With the option `flags` you can play without flags."
        ),
    ),
    Section(
        N_("Laying the ground"),
        N_(
            "The ground is made of boards of **twelve points**. There are four straight boards, "
            "double rows of six, and four corner boards, 4×4 squares without one quarter. Two "
            "players lay five boards, three lay six, four lay eight.\n\n"
            "In turn, each player lays one board of either kind, as long as there are any left. "
            "The first board lies at 0,0. Each further board must **touch the ground**: at least "
            "one of its points must be right beside, above or below a point that is already there. "
            "Boards never overlap. Any offset is allowed, and so are gaps and holes.\n\n"
            "*Move* shows you the shapes. Pick one, then one of the numbers in the picture: that "
            "is where its dot goes, the elbow of a corner board or the lower left corner of a "
            "straight one."
        ),
        (
            Example(
                N_("Three corner boards have been laid: 1, 2 and 3. The last one is outlined."),
                line="Csw@0,0 Cse@4,0 Cnw@0,4",
            ),
            Example(
                N_(
                    "All five boards have been laid, around a hole. Now the columns have letters "
                    "and the rows numbers."
                ),
                line=ARENA.replace("/", " "),
            ),
        ),
    ),
    Section(
        N_("How to type a board"),
        N_(
            "The points lie on a grid, x to the right and y up. Type the shape, `@`, and where the "
            "lower left point of its box goes:\n"
            "- `Sh@0,0`: a horizontal straight board, 6 wide and 2 high\n"
            "- `Sv@6,0`: an upright straight board, 2 wide and 6 high\n"
            "- `Csw@0,0`: a corner board with its elbow in the south-west, like an L; the others "
            "are `Cse`, `Cnw` and `Cne`\n\n"
            "The box of a corner board is its 4×4 square. The lower left point of the box counts "
            "even if the board has no point there, as with `Cne`.\n\n"
            "Once the last board has been laid, the leftmost column is `a` and the lowest row is "
            "1. From then on points are written like `c4`."
        ),
    ),
    Section(
        N_("Drawing up"),
        N_(
            "In turn, each player places **one fighter on any free point**, until everybody has "
            "placed all 18. Type the point, `c4`, or pick points with *Move*: as many as you like "
            "at once. The first fighter is drawn up now, the others as your turns come. If "
            "somebody else takes one of the points first, you put that fighter elsewhere.\n\n"
            "With two players there are 60 points for 36 fighters, with three 72 for 54, with four "
            "96 for 72: it gets crowded."
        ),
        (
            Example(
                N_("Rose has just placed a fighter on b1 and has twelve left."),
                position=f"2+flags {ARENA} drawing-up 1 a1,a2,b2,c1,h7/a7,e2,f2,g3,h3 3,3 "
                "- 0 - - - -",
                line="b1",
            ),
        ),
    ),
    Section(
        N_("Opening the fight"),
        N_(
            "When all fighters are in place, each player in turn removes **exactly four enemy "
            "fighters**, any four, all in one turn: `xc4 xd4 xe1 xa7`. They may belong to "
            "different enemies. A partner's fighter is not an enemy.\n\n"
            "After that, seat 1 begins the main fight."
        ),
        (
            Example(
                N_("Rose has removed four violet fighters, from c1, f1, f2 and f7."),
                position=f"2+flags {ARENA} opening 1 {DRAWN_UP} 3,3 - 0 - - - -",
                line="xc1 xf1 xf2 xf7",
            ),
        ),
    ),
    Section(
        N_("A turn of the main fight"),
        N_(
            "A turn has these parts, in this order:\n"
            "1. flags, if you like\n"
            "2. **one move of a fighter**; you `pass` only if none of yours can move\n"
            "3. if it has captured: further moves of the same fighter that capture again, as many "
            "as you like\n"
            "4. flags, if you like\n\n"
            "The turn ends automatically when nothing more is possible. If you could go on but "
            "want to stop, type `end`, or a full stop after your last move: `c4-d4.`"
        ),
        (
            Example(
                N_("Rose's last fighter, on a1, is boxed in and has nowhere to jump: `pass`."),
                position=fight("a1/a2,a3,b1,c1"),
                line="pass",
            ),
        ),
    ),
    Section(
        N_("Moving"),
        N_(
            "A fighter moves horizontally or vertically, never diagonally, in one of two ways:\n"
            "- **a step** to a free neighbouring point\n"
            "- **jumps**: over a neighbouring fighter of any colour to the free point straight "
            "behind it, and from there over the next one, straight on or at a right angle, as "
            "often as you like.\n\n"
            "You can't mix steps and jumps in one move. Fighters that are jumped over stay. "
            "Fighters never step or jump where there is no ground. The seams between boards don't "
            "matter.\n\n"
            "Type only where the move begins and ends: `c4-d4`. It can't end where it began."
        ),
        (
            Example(
                N_("A step: from b3 to b4."),
                position=fight("b3,c7,d1/d5,e7,f2"),
                line="b3-b4",
            ),
            Example(
                N_("Jumps: from b1 over b2, c3, d4 and e5 to f5, over friends and enemies alike."),
                position=fight("b1,b2,d4/c3,e5,f8"),
                line="b1-f5",
            ),
        ),
    ),
    Section(
        N_("Capturing"),
        N_(
            "**Only the fighter that has just moved captures**, at the point where its move ends, "
            "in all four directions at once. Nothing is captured on the way.\n\n"
            "An enemy right next to it is captured if **straight behind that enemy** there is\n"
            "- another fighter of your own side, or\n"
            "- a fighter of a third side, or\n"
            "- the edge: no point of the ground. That may be the rim, a notch, a gap or a hole.\n\n"
            "What is behind the enemy is called the **anvil**. All captured fighters are taken off "
            "together."
        ),
        (
            Example(
                N_("Rose has moved to d4 and captured the fighter on e4: Rose's f4 is behind it."),
                position=fight("b7,d3,f4/a2,e4,e7"),
                line="d3-d4",
            ),
            Example(
                N_("Rose has captured a5 against the rim of the ground."),
                position=fight("b4,d1/a5,e2,e7"),
                line="b4-b5",
            ),
            Example(
                N_("A hole is an edge too: Rose, now on a4, has captured b4."),
                position=fight("a2,a5,d8/b4,f1,i5", ground=ARENA),
                line="a5-a4",
            ),
            Example(
                N_("Two at once: e4, with f4 behind it, and d5, with d6 behind it."),
                position=fight("d3,d6,f4/a2,d5,e4,e7"),
                line="d3-d4",
            ),
        ),
    ),
    Section(
        N_("Safe or not"),
        N_(
            "An enemy is protected by a fighter **of its own side straight behind it**: that "
            "fighter is no anvil for you.\n\n"
            "You may **safely step between two enemies, or between an enemy and the edge**. Only "
            "the fighter that moves captures, and it is never captured by its own move.\n\n"
            "With three or more sides, a fighter of a third side is as good an anvil as your own. "
            "Partners are one side: they are anvils for each other, and they protect each other."
        ),
        (
            Example(
                N_(
                    "Rose has moved to d4. The fighter on e4 is safe: a fighter of its own side "
                    "is on f4."
                ),
                position=fight("b7,d3/a2,e4,f4"),
                line="d3-d4",
            ),
            Example(
                N_("Rose has moved a fighter between c4 and e4, and nothing happens to it."),
                position=fight("b7,d3/a2,c4,e4"),
                line="d3-d4",
            ),
            Example(
                N_(
                    "Three players: Rose has captured Violet's e4, with Light blue's f4 as the "
                    "anvil."
                ),
                position=fight(
                    "b7,d3/a2,c7,e4/d7,f4,g6", "0,0,0", STACK_OF_THREE, options="3+flags"
                ),
                line="d3-d4",
            ),
            Example(
                N_(
                    "Partners: the light blue fighter on e4 is not captured, because the one "
                    "behind it belongs to its partner, dark blue. If everyone played alone, it "
                    "would be captured."
                ),
                position=fight(
                    "b7,d3/a2,e4/d7,g6/c10,f4",
                    "0,0,0,0",
                    STACK_OF_FOUR,
                    options="4+flags+partners",
                ),
                line="d3-d4",
            ),
        ),
    ),
    Section(
        N_("Capturing in a chain"),
        N_(
            "After a capture, **the same fighter may move again if it captures again**, by a step "
            "or by jumps, as often as you can and want to. Type the moves one after the other: "
            "`b2-b3 b3-b4`.\n\n"
            "Every move of such a chain must capture something. You may stop at any time with "
            "`end`. If you then plant or move a flag, that ends the chain too."
        ),
        (
            Example(
                N_("Rose has captured a3 from b3, c4 from b4 and a5 from b5, all in one turn."),
                position=fight("b2,d4,e1/a3,a5,c4,e7"),
                line="b2-b3 b3-b4 b4-b5",
            ),
            Example(
                N_("Here Rose has stopped with `end` after the first capture."),
                position=fight("b2,d4,e1/a3,a5,c4,e7"),
                line="b2-b3 end",
            ),
        ),
    ),
    Section(
        N_("Flags"),
        N_(
            "Each player has three flags. You **hold a board** if your fighters stand on it and "
            "nobody else's do, not even your partner's.\n\n"
            "**Planting**, `flag:c4`: you may plant a flag on a fighter of yours if you hold its "
            "board and none of your flags stands there yet. You don't have to. You may plant "
            "several in one turn, even in your first.\n\n"
            "**Moving a flag**, `flag:c4-c6`: you may move a flag from one of your fighters to "
            "another on the same board, each flag at most once a turn. You don't have to hold the "
            "board for that.\n\n"
            "Both are free, and you may do them before or after the fighter's move. If a fighter "
            "moves within its board, its flag goes with it."
        ),
        (
            Example(
                N_("Rose holds board 3 and has planted a flag on c5. The turn goes on."),
                position=fight("c5,d6,e2/b1,e8,f3", "3,3"),
                line="flag:c5",
            ),
            Example(
                N_("Rose has moved the flag from c5 to d6, away from the violet fighters."),
                position=fight("c5*,d6,e2/b1,b5,c4,e8", "2,3"),
                line="flag:c5-d6",
            ),
        ),
    ),
    Section(
        N_("Losing a flag"),
        N_(
            "A flag marks the board as yours **even if enemies move onto it later**. To conquer "
            "the board, they have to capture the fighter with the flag.\n\n"
            "A flag is **lost for good** and out of the game\n"
            "- when its fighter is captured, or\n"
            "- when its fighter ends a move on another board.\n\n"
            "The bot warns you before you carry a flag off its board. On a board that has lost "
            "its flag you may plant another one, even in the same turn, if you hold the board and "
            "have one left."
        ),
        (
            Example(
                N_("Rose has captured a5, and with it one of Violet's flags."),
                position=fight("b4,d1/a5*,e2,e7", "3,2"),
                line="b4-b5",
            ),
            Example(
                N_("Rose has moved from board 2 to board 3, and lost the flag on board 2."),
                position=fight("c4*,d1/a4,c8,e6", "2,3"),
                line="c4-c5",
            ),
        ),
    ),
    Section(
        N_("The end"),
        N_(
            "- If you play alone, you win **as soon as three of your flags stand**.\n"
            "- Partners win as soon as **four** of their flags stand together, at least one from "
            "each.\n"
            "- If only one side has fighters left, it wins. A player with no fighters left takes "
            "no more turns.\n\n"
            "Each of these ends the game at once, even in the middle of a turn. If you have lost "
            "too many flags to win with them, you can still be the last one standing.\n\n"
            "The winners are first; all others share second place."
        ),
        (
            Example(
                N_("Rose has captured Violet's last fighter and is the last one standing."),
                position=fight("b4,d1/a5"),
                line="b4-b5",
            ),
        ),
    ),
    Section(
        N_("Without flags"),
        N_(
            "With the option `flags` you can play without flags. Then a board belongs to the "
            "player who holds it alone, and only as long as nobody else's fighter stands on it.\n\n"
            "- If you play alone, you win when you hold **three boards**.\n"
            "- Partners win when they hold **four** together: three by one of them, at least one "
            "by the other.\n\n"
            "This is checked after every move of a fighter, within a chain too: first for the side "
            "that has moved, then for the others in turn. It is not checked after the opening or "
            "when a player passes."
        ),
        (
            Example(
                N_(
                    "Rose has stepped from board 3 to board 4, now holds boards 1, 2 and 4, and "
                    "wins."
                ),
                position=fight("a1,c2,c4,c6/b5,d5,h2", options="2"),
                line="c6-c7",
            ),
        ),
    ),
    Section(
        N_("Draws"),
        N_(
            "The main fight is drawn\n"
            "- when the same position occurs at the start of a turn for the third time: the same "
            "player to move, the same fighters and flags\n"
            "- after 40 rounds without a capture or a planted flag; a round is one turn of each "
            "player who still has fighters\n"
            "- when all players pass one after the other\n"
            "- when all players agree.\n\n"
            "In a draw all players share first place, even those without fighters."
        ),
    ),
    Section(
        N_("Resigning"),
        N_(
            "With two players, a player who resigns or runs out of time loses.\n\n"
            "With more players, if you resign or run out of time, your fighters stay. They occupy "
            "boards, serve as anvils and can be captured. Your turns are skipped, and you rank "
            "behind those who stay. Your flags stand until they are lost, and they count for your "
            "partner, who plays on alone.\n\n"
            "If you leave before the main fight, the others lay your boards, and fighters that you "
            "have not placed yet stay out. The last side left wins."
        ),
    ),
    Section(
        N_("Tips"),
        N_(
            "- **Drawing up:** keep your fighters together, because isolated ones are always in "
            "danger. But keep a foothold on as many boards as possible, and leave nobody alone on "
            "a board: a player who holds three boards when the main fight begins may plant three "
            "flags at once.\n"
            "- **Opening:** isolate enemies, break blockades, weaken your opponents.\n"
            "- **Edges:** next to the rim or a hole, a single fighter is enough to capture an "
            "enemy. Your own fighters are in the same danger there.\n"
            "- **Flags:** if a fighter with a flag is in danger, move the flag, but you can only "
            "do so on your own turn. Lost flags never come back.\n"
            "- **Without flags:** keep enemies off your boards."
        ),
    ),
)
