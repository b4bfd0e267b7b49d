"""How Turnier begins: laying the ground, drawing up, opening the fight."""

from __future__ import annotations

from games.words import N_, Example, Section

ARENA = "Csw@0,0/Cse@4,0/Cnw@0,4/Cne@4,4/Sv@8,1"
"""A ground around a hole."""
DRAWN_UP = (
    "a2,a3,a4,a7,a8,b1,b2,b4,b5,b8,c2,d1,d2,d7,e1,e8,f8,g8/"
    "c1,f1,f2,f7,g1,g2,g3,g4,h2,h4,h6,h8,i5,i6,j2,j3,j5,j6"
)

BEGINNING = (
    Section(
        N_("Laying the ground"),
        N_(
            "The ground is made of boards of **twelve points**. There are four straight boards, "
            "double rows of six, and four corner boards, 4×4 squares without one quarter. Two "
            "players lay five boards, three lay six, four lay eight.\n\n"
            "In turn, each player lays one board of either kind, as long as there are any left. "
            "They belong to nobody: in the picture, the ones left lie above the ground. The first "
            "board lies at 0,0. Each further board must **touch the ground**: at least "
            "one of its points must be right beside, above or below a point that is already there. "
            "Boards never overlap. Any offset is allowed, and so are gaps and holes.\n\n"
            "*Move* shows you the shapes. Pick one, then one of the circled numbers in the "
            "picture: that is where its dot goes, the elbow of a corner board or the lower left "
            "corner of a straight one."
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
            "1. From then on points are written like `c4`. A ground with more than 14 columns that "
            "is wider than high is then turned in the picture, so that it fits on a phone: `a` is "
            "at the top, and 1 on the left."
        ),
    ),
    Section(
        N_("Drawing up"),
        N_(
            "In turn, each player places **one fighter on any free point**, until everybody has "
            "placed all 18. Type the point, `c4`, or several, `c4 ; c5 ; d4`, or pick points with "
            "*Move*: as many as you like. The first fighter is placed right away, the others as "
            "your turns come. If somebody else takes one of the points first, you put that fighter "
            "elsewhere.\n\n"
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
)
