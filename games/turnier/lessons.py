"""The tutorial of Turnier."""

from __future__ import annotations

from games.turnier.help_fight import STACK, fight
from games.words import N_, Lesson

LESSONS = (
    Lesson(
        key="laying",
        title=N_("Laying the ground"),
        rule=N_(
            "You lay the ground together, one board a turn: straight ones and corners, with twelve "
            "points each. Each new board must touch the ground laid so far."
        ),
        task=N_(
            "Lay an upright straight board at the right end of the first one: column 6, row 0."
        ),
        line="Sh@0,0",
        goal="laid",
        which={"kind": "an upright straight board", "at": "6,0"},
        answer="Sv@6,0",
        hint=N_(
            "Choose the upright straight board, then the number at 6,0, where its lower left point "
            "goes."
        ),
        praise=N_("It fits! With two players, five boards make up the ground."),
    ),
    Lesson(
        key="drawing-up",
        title=N_("Drawing up"),
        rule=N_(
            "Then you draw up your fighters: one a turn, on any free point, until everybody has "
            "placed all 18."
        ),
        task=N_("You are Rose. Place a fighter on c4."),
        position=f"2+flags {STACK} drawing-up 1 b3/d5 3,3 - 0 - - - -",
        goal="placed",
        which={"at": "c4"},
        answer="c4",
        hint=N_("Column c, row 4."),
        praise=N_("Good. Fighters that stand together are safer than lonely ones."),
    ),
    Lesson(
        key="opening",
        title=N_("Opening the fight"),
        rule=N_("When all fighters are in place, each player removes any four enemies."),
        task=N_("You have removed three. Remove the fourth, on e4."),
        position=f"2+flags {STACK} opening 1 b3,c4/a2,c7,d5,e4,e7,f1 3,3 - 0 - - - -",
        line="xa2 xc7 xf1",
        goal="taken",
        which={"at": "e4"},
        answer="xe4",
        hint=N_("Column e, row 4."),
        praise=N_("That was the fourth. Once everybody has done so, the main fight begins."),
    ),
    Lesson(
        key="moving",
        title=N_("Steps and jumps"),
        rule=N_(
            "In the main fight you move one fighter a turn: one step to a free point beside it, or "
            "any number of jumps over other fighters. Never diagonally."
        ),
        task=N_("Move the fighter on b1 to f5, in one go."),
        position=fight("b1,b2,d4/c3,e5,f8"),
        goal="moved",
        which={"from": "b1", "at": "f5"},
        answer="b1-f5",
        hint=N_("Jump over b2 to b3, then to the right over c3, and so on."),
        praise=N_("Four jumps in one move! The fighters you jumped over stay where they are."),
    ),
    Lesson(
        key="capturing",
        title=N_("Capturing"),
        rule=N_(
            "Where your move ends, you capture each enemy beside your fighter that has another of "
            "your fighters straight behind it."
        ),
        task=N_("Capture the violet fighter on e4."),
        position=fight("b7,d3,f4/a2,e4"),
        goal="captured",
        which={"at": "e4"},
        answer="d3-d4",
        hint=N_("Your fighter on f4 stands to its right. Where does another one have to go?"),
        praise=N_(
            "Caught between two! Only the one who moves captures, so stepping between two "
            "enemies is safe."
        ),
    ),
    Lesson(
        key="edge",
        title=N_("Against the edge"),
        rule=N_(
            "The edge helps you capture, too: where the ground ends straight behind an enemy, you "
            "need no second fighter. Holes and notches are edges as well."
        ),
        task=N_("Capture the violet fighter at the edge."),
        position=fight("b4,d2/a5,d7"),
        goal="captured",
        which={"at": "a5"},
        answer="b4-b5",
        hint=N_("It stands on a5, and to the left of it there is nothing. Step beside it."),
        praise=N_("Got it. Mind the edge with your own fighters!"),
    ),
    Lesson(
        key="chain",
        title=N_("Capturing in a chain"),
        rule=N_(
            "After a capture the same fighter may move again, as long as it captures each time. "
            "You may stop whenever you like: type `end` to end a turn that could go on."
        ),
        task=N_("Capture all three violet fighters in one turn."),
        position=fight("b2,d4,e1/a3,a5,c4"),
        goal="last-standing",
        answer="b2-b3 b3-b4 b4-b5",
        hint=N_("Begin with a3 at the edge: step to b3. Then go on up."),
        praise=N_("Three in one go! And since nobody else is left, you've even won."),
    ),
    Lesson(
        key="planting",
        title=N_("Planting a flag"),
        rule=N_(
            "If only your fighters stand on a board, you may plant a flag there, before or after "
            "you move. It stands on one of your fighters and costs nothing."
        ),
        task=N_("Plant a flag on board 3."),
        position=fight("c5,d2/b1,e8", "3,3"),
        goal="flag-planted",
        which={"number": 3},
        answer="flag:c5",
        hint=N_("Your fighter on c5 is alone on board 3."),
        praise=N_(
            "The first flag! It stays even if enemies come onto the board later. You also move a "
            "fighter in the same turn."
        ),
    ),
    Lesson(
        key="saving",
        title=N_("Saving a flag"),
        rule=N_(
            "A flag is lost if its fighter is captured or leaves the board. On your turn you may "
            "hand a flag to another of your fighters on the same board."
        ),
        task=N_("Violet is about to capture c5. Hand its flag to d6."),
        position=fight("c5*,d6/b5,d4", "2,3"),
        goal="flag-moved",
        which={"at": "d6"},
        answer="flag:c5-d6",
        hint=N_("Violet's d4 could step to d5: c5 would be caught between d5 and b5. d6 is safe."),
        praise=N_("Saved! You also move a fighter in the same turn."),
    ),
    Lesson(
        key="winning",
        title=N_("Winning"),
        rule=N_("You win as soon as three of your flags stand."),
        task=N_("Two stand already. Clear board 3, plant the third flag there and win!"),
        position=fight("a1*,b4,c8*/a5,d3,h2", "1,3"),
        goal="fields-held",
        answer="b4-b5 flag:b5",
        hint=N_(
            "The only fighter on board 3 is the one on a5, at the edge. Capture it from b5, then "
            "plant the flag."
        ),
        praise=N_("Three flags stand: you have won!"),
    ),
)
