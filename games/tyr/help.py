"""How Tyr is played: the help with its pictures."""

from __future__ import annotations

from games.words import N_, Example, Section

PLACED = "4@33=3 3@19=2 5@22=8"
"""The three dice in the first pictures of moving."""

HELP = (
    Section(
        N_("In short"),
        N_(
            "**Goal:** Bring the three dice into line, on three neighbouring fields of a row, "
            "column or diagonal. Everybody shares the dice.\n\n"
            "**Your turn:** First the three dice are placed, one a turn, no two with the same "
            "number. Then, each turn, move a die in a straight line to the row or column that its "
            "number names, and turn it to another number. You may not begin with the die with the "
            "padlock: it was moved last. If your die now shows another's number (a *Pasch*), you "
            "move that one too.\n\n"
            "**The end:** Whoever brings the dice into line wins.\n\n"
            "**To type:** `4@63=8` puts die IV on 63, showing 8; `4-83=5` moves it to 83 and turns "
            "it to 5. A winning die isn't turned: in the picture A has played `5-43`."
        ),
        (
            Example(
                N_("A has moved die V from 32 to 43: the three dice lie side by side in row 4."),
                position="2 adjacent 1 455,448,323 4 - - - -",
                line="5-43",
            ),
        ),
    ),
    Section(
        N_("The board and the dice"),
        N_(
            "The board has nine by nine fields. A field is written as two digits, first the row, "
            "then the column: row 1 is at the top, column 1 at the left. So `54` is row 5, column "
            "4.\n\n"
            "Each of the three dice has its own numbers:\n"
            "- **III**, blue: 1 2 5 6 7 9\n"
            "- **IV**, red: 1 3 4 5 8 9\n"
            "- **V**, black: 2 3 4 6 7 8\n\n"
            "Every number from 1 to 9 is on exactly two of the dice. When you type a move, the "
            "dice are `3`, `4` and `5`; Roman numerals work too.\n\n"
            "A game takes about a quarter of an hour. The original board is made of leather, 28 × "
            "28 cm."
        ),
        (
            Example(
                N_("The first die is placed: IV in row 6, column 3, with 8 on top."), line="4@63=8"
            ),
        ),
    ),
    Section(
        N_("Placing"),
        N_(
            "The board starts empty. The players take turns, and each **places one die** until all "
            "three are on the board: any die that is not there yet, on any free field, with any of "
            "its numbers on top. But **no number may be on top twice**. Type die, field and "
            "number: `4@63=8`.\n\n"
            "With two players, A places the first and the third die, and B moves first. With three "
            "or four players, A, B and C each place one; then A moves if there are three players, "
            "D if there are four.\n\n"
            "If the third die completes the line, it wins immediately."
        ),
        (
            Example(
                N_("A has placed IV, B has placed III, and A has placed V last. B is to move."),
                line=PLACED,
            ),
        ),
    ),
    Section(
        N_("Target fields"),
        N_(
            "The number on top names a row and a column. With *n* on top, a die goes **to fields "
            "in row n or in column n**, in a straight line: along its row, its column or one of "
            "its diagonals, like a queen in chess. Those are its target fields.\n\n"
            "There may be many or few. A die that is already in row *n* can go to every other "
            "field of that row, and likewise for column *n*. From 11, a 2 goes to 12, 21 and 22 "
            "only."
        ),
        (
            Example(
                N_("V shows 3 on 54; the dots are its target fields, all in row 3 or column 3."),
                position="2 adjacent 1 199,168,543 5 - - - -",
                line="4-86=3",
            ),
            Example(
                N_("V shows 8 on 88, in row 8 and column 8: it can go to sixteen fields."),
                line="4@33=3 3@16=1 5@88=8 4-31=8",
            ),
            Example(
                N_("V shows 6 on 92, far from row 6 and column 6: four target fields."),
                line="4@33=3 3@17=5 5@92=6 3-57=6",
            ),
        ),
    ),
    Section(
        N_("Moving"),
        N_(
            "Once all three dice are placed, each turn is the same: **first move, then turn**. "
            "Move one die in a straight line to a target field, then turn it to any other of its "
            "numbers. Both are compulsory.\n\n"
            "The way must be clear: dice never jump over each other and never share a field. "
            "Target fields on the way don't stop a die; it may go on to one further along.\n\n"
            "Type die, hyphen, field, `=` and the new number: `4-63=5`. You can always move, so "
            "you never pass."
        ),
        (
            Example(
                N_("IV showed 3. B has moved it down column 3 to 63 and turned it to 5."),
                line=f"{PLACED} 4-63=5",
            ),
        ),
    ),
    Section(
        N_("Use a different die"),
        N_(
            "**The die that was moved or placed last may not begin the next turn**, no matter who "
            "did it. In the picture it has a padlock. So you have two dice to choose from.\n\n"
            "It may still be moved as the second or third die of a turn, when a Pasch demands it. "
            "After such a turn, the padlock is on the die that was moved last."
        ),
        (
            Example(
                N_("B has just moved III. A may begin with IV or V, but not with III."),
                line=f"{PLACED} 3-29=9",
            ),
        ),
    ),
    Section(
        N_("Pasch"),
        N_(
            "A **Pasch** is two dice that show the same number. If the new number makes a Pasch, "
            "you must immediately move and turn **the other die** too, even if it has the "
            "padlock.\n\n"
            "Its new number may make a Pasch with the third die; then you move and turn that one "
            "too. So a turn has up to three moves. There can't be more, because every number is on "
            "only two dice.\n\n"
            "Type the moves one after the other: `4-63=8 5-28=7`. You may also play the first one "
            "alone: the picture then shows which die must move and where it can go."
        ),
        (
            Example(
                N_("IV has been turned to 8, which V shows. Now V must move, to one of the dots."),
                line=f"{PLACED} 4-63=8",
            ),
            Example(
                N_("The Pasch is resolved: V has moved to 28 and shows 7. The turn is over."),
                line=f"{PLACED} 4-63=8 5-28=7",
            ),
            Example(
                N_(
                    "Three moves in one turn: V makes a Pasch with III, III makes one with IV, "
                    "and IV wins on 91."
                ),
                position="2 adjacent 1 847,981,522 3 - - - -",
                line="5-82=7 3-73=1 4-91",
            ),
        ),
    ),
    Section(
        N_("When a Pasch is forbidden"),
        N_(
            "Every Pasch must be resolved. So you may turn a die to the number of another die "
            "only **if that other die then has at least one target field**. One is enough, and a "
            "winning field counts too.\n\n"
            "This is checked after your die has moved, with your die on its new field. If the "
            "other die would be stuck, choose another number; the rest of the move is legal."
        ),
        (
            Example(
                N_(
                    "B may move III to 21 but may not turn it to 1: IV in the corner would then "
                    "have to move, but III and V block its column and its row."
                ),
                line="4@11=1 3@24=2 5@12=6",
            ),
        ),
    ),
    Section(
        N_("Winning"),
        N_(
            "You win as soon as the three dice are **on three neighbouring fields in a row, a "
            "column or a diagonal**, in any order.\n\n"
            "This is checked right after a die has moved, before it is turned. So a winning move "
            "has no number: `5-43`. That goes for every move of a turn with a Pasch.\n\n"
            "A third die that is placed into line wins too. It is still placed with a number, "
            "which may not make a Pasch: `5@66=2`."
        ),
        (
            Example(
                N_("By placing the last die, A has completed the diagonal 44, 55, 66 and won."),
                line="4@44=3 3@55=7 5@66=2",
            ),
            Example(
                N_(
                    "B wins with a Pasch: III moves to 57 and is turned to 5, which IV shows; then "
                    "IV moves to 56."
                ),
                position="2 adjacent 2 757,125,584 5 - - - -",
                line="3-57=5 4-56",
            ),
        ),
    ),
    Section(
        N_("What counts as a line"),
        N_(
            "The rules say “in one line”. Here that means neighbouring fields. With the `line` "
            "option you can set up a match in which any three fields of one row, column or "
            "diagonal count, with or without gaps.\n\n"
            "With gaps, most positions can be won in one turn and games are short. Try it once you "
            "know the game well. There are no other options."
        ),
        (
            Example(
                N_("A match with gaps allowed: 11, 44 and 77 are a line, and B has won."),
                position="2 any 2 112,443,757 4 - - - -",
                line="5-77",
            ),
        ),
    ),
    Section(
        N_("Draws"),
        N_(
            "If the same position occurs **for the third time**, the game is drawn. That means the "
            "same fields and numbers, the same die moved last, the same player to move, and the "
            "same die that must move because of a Pasch. Positions within a turn count too.\n\n"
            "The players can also agree to a draw at any time."
        ),
    ),
    Section(
        N_("Resigning"),
        N_(
            "With two players, a player who resigns or runs out of time loses.\n\n"
            "With three or four, a player who leaves ranks behind all who stay. The others play "
            "on without that seat, and its unfinished turn is dropped. The last player left wins. "
            "The player who completes the line is first; all others who stayed share second place."
        ),
    ),
    Section(
        N_("Tips"),
        N_(
            "Before you turn a die, ask where it could go with its new number, and which two dice "
            "your opponent may choose from. With two players, A also places the third die. B can "
            "then always make at least two moves with a Pasch, so A must take special care."
        ),
    ),
)
