"""How the main fight of Turnier is played: moving, capturing, flags."""

from __future__ import annotations

from games.turnier.help_start import ARENA
from games.words import N_, Example, Section

STACK = "Sh@0,0/Sh@0,2/Sh@0,4/Sh@0,6/Csw@6,0"
"""Four straight boards, and a corner board beside them."""
STACK_OF_THREE = f"{STACK}/Csw@6,4"
STACK_OF_FOUR = f"{STACK_OF_THREE}/Csw@0,8/Csw@4,8"


def fight(men: str, hands: str = "0,0", ground: str = STACK, options: str = "2+flags") -> str:
    """Seat 1 is to move in the main fight. `*` marks a fighter with a flag."""
    return f"{options} {ground} fight 1 {men} {hands} - 0 - - - -"


FIGHT = (
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
)
