"""How Attangle is played: the help with its pictures."""

from __future__ import annotations

from games.words import N_, Example, Section

HELP = (
    Section(
        N_("In short"),
        N_(
            "**Goal:** Build three triples before your opponent does. A triple is a stack of three "
            "with your colour on top.\n\n"
            "**Your turn:** Place a piece on any free point but the centre. Or capture: two of "
            "your pieces move in straight lines over free points, from different directions, and "
            "land together on an enemy single or double (a stack of two). What you capture stays "
            "underneath, and one of your singles goes back to your stock. At most one of the three "
            "may be a double.\n\n"
            "**The end:** The third triple wins. If you can neither place nor capture, you "
            "lose.\n\n"
            "**To type:** `c3` places on c3. In the picture White has played `b1,d5-d3`."
        ),
        (
            Example(
                N_(
                    "White has captured on d3 with the pieces from b1 and d5. That makes the third "
                    "triple, a stack of three with White on top: White has won."
                ),
                position="bbw:b4,wbw:f2,wb:d3,w:b1,w:d5,b:f4,b:e5 12 11 1 -",
                line="b1,d5-d3",
            ),
        ),
    ),
    Section(
        N_("The board"),
        N_(
            "A hexagon of 37 points, four to a side. The rows are lettered `a` to `g` from the "
            "bottom, and the points of each row are numbered from the left: `a1` is at the bottom "
            "left, `g4` at the top right.\n\n"
            "Lines run in three directions: along the row and along both diagonals. A point "
            "inside the board has six neighbours.\n\n"
            "The centre, `d4`, is barred: no piece may ever stand there, but pieces may pass over "
            "it. White and Black each have a stock of 18 pieces. The board starts empty, and "
            "White moves first."
        ),
        (Example(N_("The empty board. No piece may stand on the barred centre.")),),
    ),
    Section(
        N_("Your turn"),
        N_(
            "On your turn you do one of two things:\n"
            "- you **place** a piece from your stock, or\n"
            "- you **capture** with two of your pieces.\n\n"
            "You must do one of them; you can't pass. Pieces on the board move only to capture. If "
            "your stock is empty, you must capture."
        ),
    ),
    Section(
        N_("Placing"),
        N_(
            "Put a piece from your stock on any free point except the centre. Type the point: "
            "`c3`. At the start you can choose from 36 points.\n\n"
            "Nothing else happens, even if the piece now stands between enemies. A capture is "
            "always a separate turn."
        ),
        (
            Example(
                N_(
                    "Three pieces have been placed: White's on c3, Black's on e4, and now White's "
                    "on d2."
                ),
                line="c3 e4 d2",
            ),
        ),
    ),
    Section(
        N_("Capturing"),
        N_(
            "Two of your pieces move at once, **from two different directions**. Each moves in a "
            "straight line, any distance, and they land together on an enemy single or double.\n\n"
            "The way must be clear: pieces of either colour block it, and there is no jumping. "
            "Type both attackers and the target: `b2,e2-c3`. The order of the attackers doesn't "
            "matter."
        ),
        (
            Example(
                N_(
                    "White captures on c3 with b2, right next to it, and with e2, two points away: "
                    "`b2,e2-c3`. The result is a double."
                ),
                position="w:b2,w:e2,b:c3,b:f4 16 16 1 -",
                line="b2,e2-c3",
            ),
        ),
    ),
    Section(
        N_("Directions and the centre"),
        N_(
            "Each point can be reached from six directions, and the attackers must come from two "
            "different ones. Opposite directions count as different, so left and right will do. "
            "Two pieces one behind the other on the same side never capture together; besides, "
            "the nearer one is in the way.\n\n"
            "Pieces may pass over the centre as over any free point, but they can't stop there."
        ),
        (
            Example(
                N_(
                    "White captures on d5 with d1 and d7: one comes from the left, over the "
                    "centre, the other from the right."
                ),
                position="w:d1,w:d7,b:d5,b:b3 16 16 1 -",
                line="d1,d7-d5",
            ),
        ),
    ),
    Section(
        N_("What happens to the pieces"),
        N_(
            "Both attackers land on the victim. Then the top piece of the new stack, always an "
            "attacker that was a single, **goes back to your stock**. You may place it again "
            "later. The captured pieces stay underneath; your colour is on top.\n\n"
            "So two of your stacks become one, and you have one more piece in stock. On a real "
            "board it is simplest to move one attacker onto the victim and put the other, a "
            "single, straight back into your stock."
        ),
    ),
    Section(
        N_("Stacks"),
        N_(
            "A stack belongs to the colour of its top piece, and is never split. There are "
            "singles, doubles and triples. Counting attackers and victim, **at most one double** "
            "may take part in a capture:\n"
            "- two singles capture a single and make a double\n"
            "- two singles capture a double and make a triple\n"
            "- a single and a double capture a single and make a triple\n\n"
            "So a double captures only together with a single, and only two singles can capture a "
            "double."
        ),
        (
            Example(
                N_(
                    "Two white singles, from b1 and e6, have captured a black double on e3: a "
                    "triple."
                ),
                position="w:b1,w:e6,wb:e3,b:f2,b:c5 15 15 1 -",
                line="b1,e6-e3",
            ),
            Example(
                N_(
                    "A white double from b3 and a single from e1 have captured a black single on "
                    "e5: also a triple."
                ),
                position="bw:b3,w:e1,b:e5,b:g1,b:c2 16 14 1 -",
                line="b3,e1-e5",
            ),
        ),
    ),
    Section(
        N_("Triples"),
        N_(
            "A triple is safe for good: it can't be captured, never captures and never moves. From "
            "then on it counts, and it blocks the way for both sides.\n\n"
            "The colour on top says whose triple it is; what lies below doesn't matter."
        ),
    ),
    Section(
        N_("The end"),
        N_(
            "If you build the **third triple** of your colour, you win immediately.\n\n"
            "If it is your turn and you have **no legal move**, you lose immediately: your stock "
            "is empty and you can't capture anything. It is rare, but it happens.\n\n"
            "Every capture makes a stack higher, so a game is over within 76 turns. The rules have "
            "no draw, but the players can agree to one. A player who resigns or runs out of time "
            "loses."
        ),
        (
            Example(
                N_(
                    "White has placed on g4. Black has no pieces left in stock, and only one line "
                    "leads to the one white piece that could be captured. Black has lost."
                ),
                position="bbw:g3,bbw:f4,bwb:d2,bwb:c5,b:a1,b:a3,b:b2,b:b4,b:c1,b:d6,b:e1,b:e3,"
                "b:f1,b:f2 14 0 1 -",
                line="g4",
            ),
        ),
    ),
    Section(
        N_("Tips"),
        N_(
            "- It takes two pieces to make a threat: look for points from which a new piece aims "
            "at a target that another of your pieces already aims at.\n"
            "- Every single and double on the board is a target. A piece that can be reached from "
            "only one direction is safe for the moment.\n"
            "- A double is half a triple, for both sides: two enemy singles can turn yours into an "
            "enemy triple.\n"
            "- Block lines with triples and with pieces that can't be reached.\n"
            "- Make sure that you always have a piece in stock or something to capture: if you can "
            "neither place nor capture, you lose."
        ),
    ),
)
