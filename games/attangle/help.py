"""How Attangle is played: the help with its pictures, and the tutorial."""

from __future__ import annotations

from games.words import N_, Example, Lesson, Section

HELP = (
    Section(
        N_("The game"),
        N_(
            "Two players, White and Black, place pieces and capture by surrounding: two pieces "
            "close in on a third one and land on top of it. What was captured stays in the "
            "stack, so stacks grow.\n\n"
            "**Build three triples before your opponent does.** A triple is a stack of three with "
            "your colour on top. There are no options and no draws by the rules."
        ),
        (
            Example(
                N_(
                    "White to move has two triples, on b4 and f2, and can build the third one on "
                    "d3 with b1 and d5."
                ),
                position="bbw:b4,wbw:f2,wb:d3,w:b1,w:d5,w:e6,bwb:g2,b:f4,b:c6 10 10 1 -",
            ),
        ),
    ),
    Section(
        N_("The board"),
        N_(
            "A hexagon of 37 points, four to a side. The rows have the letters `a` to `g` from the "
            "bottom, and the points of a row are numbered from the left: `a1` is at the bottom "
            "left, `g4` at the top right.\n\n"
            "Lines run in three directions: along the row, and along both diagonals. A point in "
            "the middle has six neighbours.\n\n"
            "The centre, `d4`, is barred: no piece may ever stand there, but pieces may pass over "
            "it. White and Black have a stock of 18 pieces each. The board is empty at first, and "
            "White begins."
        ),
        (Example(N_("The empty board. Nobody may stand on the barred point in the middle.")),),
    ),
    Section(
        N_("Your turn"),
        N_(
            "A turn is one of two things:\n"
            "- you **place** a piece from your stock, or\n"
            "- you **capture** with two of your pieces.\n\n"
            "You must do one of them; there is no passing. Pieces on the board move only to "
            "capture. With an empty stock you have to capture."
        ),
    ),
    Section(
        N_("Placing"),
        N_(
            "Put a piece from your stock on any free point except the centre. Type the point: "
            "`c3`. At the start 36 points are open to you.\n\n"
            "Nothing else happens, even if the piece now stands between enemies. A capture always "
            "takes a turn of its own."
        ),
        (
            Example(
                N_("Three pieces have been placed: White c3, Black e4, and White d2 just now."),
                line="c3 e4 d2",
            ),
        ),
    ),
    Section(
        N_("Capturing"),
        N_(
            "Two of your pieces move at once, **from two different directions**, each in a "
            "straight line and over any distance, and land together on one enemy piece or enemy "
            "double.\n\n"
            "The way must be free: pieces of either colour block, and nobody jumps. Type both "
            "attackers and the target: `b2,e2-c3`. The order of the attackers does not matter."
        ),
        (
            Example(
                N_(
                    "White captures on c3 with b2, from the neighbouring point, and e2, from two "
                    "steps away: `b2,e2-c3`. It makes a double."
                ),
                position="w:b2,w:e2,b:c3,b:f4 16 16 1 -",
                line="b2,e2-c3",
            ),
        ),
    ),
    Section(
        N_("Directions and the centre"),
        N_(
            "Six directions lead to a point, and the attackers need two different ones. Opposite "
            "ones are different, too: left and right will do. Two pieces behind each other on the "
            "same side never capture together; besides, the nearer one is in the way.\n\n"
            "Pieces may pass over the centre as if it were any free point. They can't stop there."
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
        N_("What becomes of the pieces"),
        N_(
            "Both attackers land on the victim. Then the top piece of the new stack, always a "
            "single attacker, **goes back to the stock of the player who captured**, who may place "
            "it again later. The captured pieces stay below; the capturer's colour is on top.\n\n"
            "So you own one stack where you had two pieces, and have a piece more in stock. At a "
            "real board it is simplest to move one attacker onto the victim and to take the other "
            "one, a single, straight off into your stock."
        ),
    ),
    Section(
        N_("Stacks"),
        N_(
            "A stack belongs to the colour of its top piece, and it is never taken apart. There "
            "are singles, doubles and triples. Counting attackers and victim, **at most one "
            "double** may take part in a capture:\n"
            "- two singles capture a single: a double\n"
            "- two singles capture a double: a triple\n"
            "- a single and a double capture a single: a triple\n\n"
            "So a double captures only together with a single, and it is itself captured by two "
            "singles only."
        ),
        (
            Example(
                N_("Two white singles, b1 and e6, have captured a black double on e3: a triple."),
                position="w:b1,w:e6,wb:e3,b:f2,b:c5 15 15 1 -",
                line="b1,e6-e3",
            ),
            Example(
                N_(
                    "A white double from b3 and a single from e1 have captured a black single on "
                    "e5: a triple, too."
                ),
                position="bw:b3,w:e1,b:e5,b:g1,b:c2 16 14 1 -",
                line="b3,e1-e5",
            ),
        ),
    ),
    Section(
        N_("Triples"),
        N_(
            "A triple is safe for good: it cannot be captured, it captures nothing, and it never "
            "moves. It only stands in the way, for both sides, and it counts.\n\n"
            "The colour on top decides whose triple it is; what lies below is of no account."
        ),
    ),
    Section(
        N_("The end"),
        N_(
            "Whoever builds the **third triple** of their own colour wins at once.\n\n"
            "Whoever is to move and has **no legal move** loses at once: the stock is empty, and "
            "nothing can be captured. It is rare, but it happens.\n\n"
            "As every capture makes a stack higher, a game is over within 76 turns. The rules know "
            "no draw, but the players can agree on one. Who resigns or runs out of time loses."
        ),
        (
            Example(
                N_("White has captured on d3 and built the third triple."),
                position="bbw:b4,wbw:f2,wb:d3,w:b1,w:d5,w:e6,bwb:g2,b:f4,b:c6 10 10 1 -",
                line="b1,d5-d3",
            ),
            Example(
                N_(
                    "White has placed on g4. Black has nothing left in stock, and only one line "
                    "leads to a white piece that could be captured: Black has lost."
                ),
                position="bbw:g3,bbw:f4,bwb:d2,bwb:c5,b:a1,b:a3,b:b2,b:b4,b:c1,b:d6,b:e1,b:e3,"
                "b:f1,b:f2 14 0 1 -",
                line="g4",
            ),
        ),
    ),
    Section(
        N_("Advice"),
        N_(
            "- Two pieces threaten together: look for points from which a new piece aims at "
            "something that another one aims at already.\n"
            "- Every single and double on the board is a target. A piece that can be reached from "
            "one direction only is safe for the moment.\n"
            "- A double is half a triple, for both sides: your opponent's two singles turn it into "
            "a triple of theirs.\n"
            "- Block lines with triples, and with pieces that nobody can reach.\n"
            "- Keep something in stock, or something to capture: who can do neither has lost."
        ),
    ),
)

LESSONS = (
    Lesson(
        task=N_("You are White. Capture the black piece."),
        position="w:b2,w:e2,b:c3,w:f5 15 17 1 -",
        goal="captured",
        answer="b2,e2-c3",
        hint=N_(
            "Two of your pieces have a free straight line to c3. Name both, then the target: "
            "attacker, comma, attacker, hyphen, target."
        ),
        praise=N_(
            "Right: both landed on c3. One of them went back to your stock, and the captured piece "
            "lies under the other. You own a double."
        ),
    ),
    Lesson(
        task=N_("Capture with two pieces from different directions."),
        position="w:e5,w:e6,w:b1,w:g1,b:e3,b:d2 14 16 1 -",
        goal="captured",
        answer="b1,e5-e3",
        hint=N_(
            "e5 and e6 come to e3 from the same side, and e5 is in the way of e6. Which of the "
            "other pieces has a free line to e3?"
        ),
        praise=N_("Right: e5 came along the row, b1 along the diagonal."),
    ),
    Lesson(
        task=N_("Capture from afar: one of your pieces has to pass over the centre."),
        position="w:d1,w:d7,w:a2,b:d5,b:f3 15 16 1 -",
        goal="captured",
        answer="d1,d7-d5",
        hint=N_("Look along row d. Left and right are different directions."),
        praise=N_("Right: the centre is barred for standing, but not for passing."),
    ),
    Lesson(
        task=N_("Black owns a double. Capture it, which makes your first triple."),
        position="w:b1,w:e6,w:c6,bw:a2,wb:e3,b:f2,b:d6 13 14 1 -",
        goal="built-triple",
        answer="b1,e6-e3",
        hint=N_(
            "A double is captured by two singles only; your own double can't take part. Which two "
            "singles see e3?"
        ),
        praise=N_(
            "Right: two singles on a double make a triple. Nobody can ever take it from you."
        ),
    ),
    Lesson(
        task=N_("Now build a triple with the help of your own double."),
        position="bw:b3,w:e1,w:g4,b:e5,b:c2,b:f2 15 14 1 -",
        goal="built-triple",
        answer="b3,e1-e5",
        hint=N_(
            "Your double on b3 sees e5 along the diagonal. It needs a single that comes from "
            "another direction, and the victim must be a single."
        ),
        praise=N_("Right: the single went back to your stock, the double stays on top."),
    ),
    Lesson(
        task=N_("You have two triples. Win the game."),
        position="bbw:b4,wbw:f2,wb:d3,w:b1,w:d5,w:e6,w:c1,b:c3,bwb:g2,b:f4 9 10 1 -",
        goal="third-triple",
        answer="b1,d5-d3",
        hint=N_(
            "Capturing a single with two singles makes a double only. Where does Black have a "
            "double that two of your singles can reach?"
        ),
        praise=N_("The third triple: you have won!"),
    ),
)
