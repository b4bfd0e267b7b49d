"""How 3Stein is played: the help with its pictures, and the tutorial."""

from __future__ import annotations

from games.words import N_, Example, Lesson, Section

RICH = (
    "La21,Nb21,Na36,Sb36,Sa13 Ld43,Nd42,Nc54,Sd41,Se31 Ld15,Nd14,Nd16,Sc13,Sd12,Se12 "
    "2,2,2 1 - 0 = - -"
)
"""Red can capture Blue's lord, and may choose among two knights and three squires."""

HELP = (
    Section(
        N_("The game"),
        N_(
            "Three players, Red, Yellow and Blue, each defend a castle and a lord, everybody "
            "against everybody. Knights and squires swarm out to capture the lords of the others.\n"
            "\n"
            "Who captures the first lord makes its owner a **vassal**, who plays on with few men. "
            "**Whoever captures the second lord has won**, and that may be any of the three: the "
            "conqueror, the third player, or the vassal.\n\n"
            "The game is for players from 10 to 100; the youngest begins, and turns go clockwise. "
            "In a match here Red begins. There are no options."
        ),
        (Example(N_("The start: three castles, and Red is to move.")),),
    ),
    Section(
        N_("The board"),
        N_(
            "Ten hexagons and nine half ones along the sides, in five rows `a` to `e` from top to "
            "bottom, numbered from the left: `a2` is at the top, `d1` and `d4` are in the lower "
            "corners.\n\n"
            "A hexagon has six kite-shaped fields, numbered clockwise from the top: 1 north, 2 "
            "north-east, 3 south-east, 4 south, 5 south-west, 6 north-west. `c36` is the upper "
            "left field of the hexagon c3. Half hexagons have three of them: on the left 2 3 4, "
            "on the right 4 5 6, at the bottom 1 2 6. That makes 87 fields.\n\n"
            "Two fields are **neighbours** if they share a whole side: a long one inside the "
            "hexagon, or a short one between two hexagons. Fields that only meet at a point are no "
            "neighbours."
        ),
        (
            Example(
                N_(
                    "The lord on c31 had four neighbours: c32 and c36 in his hexagon, b23 and b35 "
                    "across short sides. He has gone to b35."
                ),
                position="Lc31 Ld43 Ld15 2,2,2 1 - 0 = - -",
                line="c31-b35",
            ),
        ),
    ),
    Section(
        N_("The men"),
        N_(
            "Red's castle is at the top (a1 a2 a3), Yellow's at the bottom right (d4 c5 e3), "
            "Blue's at the bottom left (d1 c1 e1). Red's men are round, Yellow's square, Blue's "
            "shields. Each player has\n"
            "- a **lord**, with a crown, in the outermost corner\n"
            "- four **knights**, with a horse's head, around him\n"
            "- seven **squires**, plain, in the front row\n"
            "- two more knights in reserve.\n\n"
            "Take turns to move one man. Type from where to where: `a24-b22`. **Nobody jumps.** "
            "Who enters a field with an enemy captures him, and takes him off; your own men are in "
            "the way. You need not capture, and you need not answer a threat."
        ),
        (
            Example(
                N_("Red's squire on b24 has captured a blue one on c22, across a short side."),
                position="La21,Na26,Sb24 Ld43,Nd42,Sd41 Ld15,Nd14,Sc22 2,2,2 1 - 0 = - -",
                line="b24-c22",
            ),
        ),
    ),
    Section(
        N_("The lord"),
        N_(
            "The lord goes one step, to any neighbouring field. He captures like everybody else.\n"
            "\n"
            "He is your most important man and the least mobile one. **There is no check and no "
            "mate**: nobody has to warn you, and you may leave your lord in danger, or move him "
            "into it. The bot won't warn you either."
        ),
        (
            Example(
                N_("Red's lord leaves his corner and captures the blue squire on a22."),
                position="La21,Na36 Ld43 Ld15,Sa22,Nd14 2,2,2 1 - 0 = - -",
                line="a21-a22",
            ),
        ),
    ),
    Section(
        N_("The squire"),
        N_(
            "A squire makes one of two moves, never both at once:\n"
            "- **round his hexagon**, either way, to any field that he reaches without passing a "
            "man; in a half hexagon the three fields are a path, not a ring; or\n"
            "- **one step across a short side** to a neighbouring field of another hexagon.\n\n"
            "He never moves diagonally over a corner where four fields meet.\n\n"
            "**No way home:** a squire who has left his castle may not enter it again. As long as "
            "he has not left it he moves in it freely. Foreign castles are open to him."
        ),
        (
            Example(
                N_("Across a short side: Red's squire leaves the castle, from a24 to b22."),
                line="a24-b22",
            ),
            Example(
                N_(
                    "Round the hexagon: the squire has gone from b36 to b33, past b31 and b32. The "
                    "other way round is barred."
                ),
                position="La21,Sb36 Ld43,Sb33 Ld15,Sb35 2,2,2 1 - 0 = - -",
                line="b36-b33",
            ),
        ),
    ),
    Section(
        N_("The knight"),
        N_(
            "A knight makes one of three moves, never a combination:\n"
            "- round his hexagon, like a squire\n"
            "- one step across a short side, like a squire\n"
            "- **along a line**, any distance.\n\n"
            "No castle is closed to him, not even his own. After he has gone round his hexagon he "
            "stands on other lines, for his next move."
        ),
        (
            Example(
                N_("A knight goes round his hexagon from b24 to b21."),
                position="La21,Nb24,Na12 Ld43,Nd42 Ld15,Nd14 2,2,2 1 - 0 = - -",
                line="b24-b21",
            ),
        ),
    ),
    Section(
        N_("The knight's lines"),
        N_(
            "Fifteen dotted lines run through the centres from side to side of the board. A field "
            "lies **along** the two lines on which it has a long side. Others it only touches with "
            "its tip.\n\n"
            "The knight rides along one of his two lines, forwards or back, and always **stays on "
            "his side of it**: through the fields that have a long side on it there, in their "
            "order. He stops before a friend, or on an enemy, whom he captures. The first field "
            "may be the other one of his own hexagon.\n\n"
            "**Fields that touch the line with their tip are passed by.** Men who stand there "
            "neither bar his way nor can he capture them. So a man who seems to stand in the way "
            "often protects nobody."
        ),
        (
            Example(
                N_(
                    "On the north side of the line through row c a knight rides from c12 to c56. "
                    "The men on c21 and c31 touch it with their tips only."
                ),
                position="La21,Nc12,Sc21 Ld43,Sc31 Ld15 2,2,2 1 - 0 = - -",
                line="c12-c56",
            ),
            Example(
                N_(
                    "From a13 past his own knight on b22 and the blue squire on c32 to d33, where "
                    "he captures. Now he threatens Yellow's lord, by d45."
                ),
                position="La21,Na13,Nb22 Ld43,Nd42,Nd33,Sd44 Ld15,Sc32 2,2,2 1 - 0 = - -",
                line="a13-d33",
            ),
            Example(
                N_(
                    "Round the hexagon both ways are barred, by c21 and c25; along the line "
                    "the knight has gone from c26 to c22."
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
            "colour. A squire who arrives on one of the six fields along it becomes a knight: he "
            "is replaced by one from your reserve, **at once and always**.\n"
            "- Red: e16 e12 e26 e22 e36 e32\n"
            "- Yellow: a12 a14 b12 b14 c12 c14\n"
            "- Blue: a36 a34 b46 b44 c56 c54\n\n"
            "You have two knights in reserve. When they are used up, a squire on the goal line "
            "stays a squire for good."
        ),
        (
            Example(
                N_("Red's squire has arrived on e22 and become a knight. One is left in reserve."),
                position="La21,Na36,Sd34 Ld43,Nd42,Se31 Ld15,Nd16,Se11 2,2,2 1 - 0 = - -",
                line="d34-e22",
            ),
        ),
    ),
    Section(
        N_("The first lord: a vassal"),
        N_(
            "Whoever captures the **first** lord makes its owner the vassal. The vassal keeps "
            "**one knight and two squires** on the board, or as many as there are; all his other "
            "men there are taken off. His reserve stays his.\n\n"
            "Where there is a choice, the **conqueror** chooses who stays, in the same turn: after "
            "the capture, type the fields of all who stay, `keep:c13,d12,d14`, or pick them.\n\n"
            "The men of a vassal bear a dot in the conqueror's colour."
        ),
        (
            Example(
                N_("Red has captured Blue's lord on d15, and now has to choose who stays."),
                position=RICH,
                line="b21-d15",
            ),
            Example(
                N_("Red has let the squires on c13 and d12 and the knight on d14 stay."),
                position=RICH,
                line="b21-d15 keep:c13,d12,d14",
            ),
        ),
    ),
    Section(
        N_("Conqueror and vassal"),
        N_(
            "The vassal moves on in his turn. Conqueror and vassal **may not capture each other's "
            "men**; they are in each other's way like one's own. Both play against the third "
            "lord, but the vassal for himself: if he captures it, he alone has won.\n\n"
            "A vassal is not without hope. He has no lord to defend, and his squires walk through "
            "the ranks of the conqueror without being captured, to the goal line."
        ),
        (
            Example(
                N_(
                    "Blue is Red's vassal. His squire has walked through Red's men to a34, and "
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
            "**Whoever captures a second lord has won**: the conqueror, the vassal, or the third "
            "player, who must take the conqueror's. The two others share second place.\n\n"
            "The game is drawn\n"
            "- when the same position, with the same player to move, comes about for the third "
            "time\n"
            "- after 150 moves in a row, counted over all players, without a capture or a "
            "promotion\n"
            "- when all agree.\n\n"
            "In a draw all three are first, the vassal too."
        ),
        (
            Example(
                N_(
                    "Red, Blue's conqueror, has captured Yellow's lord too, from d33 by d45. The "
                    "squire on d44 only touched the line with his tip."
                ),
                position="La21,Nd33 Ld43,Nd42,Sd44 Nd14,Sd12 2,2,2 1 1>3 0 = - -",
                line="d33-d43",
            ),
        ),
    ),
    Section(
        N_("Passing"),
        N_(
            "If you have a legal move you must make one. If you have none you pass: `pass`. It "
            "happens to a vassal who has lost all his men, or whose men are boxed in. His turns "
            "are not skipped, for he is still in the game."
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
            "your turns are skipped. You are ranked behind those who stay.\n\n"
            "Your lord can still be captured, and counts: whoever captures him as the first has a "
            "vassal who does not move. The truce between conqueror and vassal outlasts a "
            "resignation. A conqueror who leaves before choosing who stays has the choice made for "
            "him. The last player left has won."
        ),
    ),
    Section(
        N_("No agreements"),
        N_(
            "**Agreements and alliances are not allowed.** There can be only one winner. Conqueror "
            "and vassal play against the same lord, but they may not confer either: each finds "
            "out by the other's moves what he is up to.\n\n"
            "Keep it so in direct messages, too. Talking about the weather is fine."
        ),
    ),
    Section(
        N_("Tips"),
        N_(
            "- Knights cross the whole board in one move, forwards, sideways and back. That makes "
            "them unpredictable: learn their moves first.\n"
            "- At the start they are boxed in. Move squires such that at least two knights get a "
            "clear field.\n"
            "- Before each turn, look along the lines that lead to your lord, on both sides of "
            "them. Only men on the right side of a line protect him.\n"
            "- Attacks keep shifting, and the balance turns surprisingly: who takes the first "
            "lord exposes himself to the third player.\n"
            "- As a vassal, play on. The second lord wins the game for you as well."
        ),
    ),
)

LESSONS = (
    Lesson(
        task=N_("You are Red. Capture the yellow squire on b33 with your squire on b36."),
        position="La21,Na36,Sb36 Ld43,Nd42,Sb33 Ld15,Nd14,Sb35 2,2,2 1 - 0 = - -",
        goal="captured",
        which={"at": "b33"},
        answer="b36-b33",
        hint=N_(
            "A squire goes round his hexagon either way. One way is barred by the blue squire on "
            "b35; is the other one free?"
        ),
        praise=N_("Right: past b31 and b32. Inside his hexagon a squire goes as far as he likes."),
    ),
    Lesson(
        task=N_("Now the knight: from a13, capture the yellow knight on d33."),
        position="La21,Na13,Nb22 Ld43,Nd33,Sd44 Ld15,Nd14,Sc32 2,2,2 1 - 0 = - -",
        goal="captured",
        which={"at": "d33"},
        answer="a13-d33",
        hint=N_(
            "Follow the dotted line from a1 down to e3, on its left side: b21, b23, c31, c33, d31, "
            "d33. Which of these fields are occupied?"
        ),
        praise=N_(
            "Right: the men on b22 and c32 stand beside the line and touch it with their tips "
            "only. From d33 your knight already threatens Yellow's lord."
        ),
    ),
    Lesson(
        task=N_("Promote a squire."),
        position="La21,Na36,Sd34,Sb22 Ld43,Nd42,Se31 Ld15,Nd16,Se11 2,2,2 1 - 0 = - -",
        goal="promoted",
        answer="d34-e22",
        hint=N_(
            "Red's goal line is at the bottom, in red. A squire crosses a short side from d34 to "
            "one of its fields."
        ),
        praise=N_("Right: the squire is replaced by a knight from your reserve, at once."),
    ),
    Lesson(
        task=N_("Capture the first lord, and choose which of his men stay."),
        position=RICH,
        goal="removed",
        answer="b21-d15 keep:c13,d12,d14",
        hint=N_(
            "Your knight on b21 sees Blue's lord along a line, by c21 and d11. Then name one "
            "knight and two squires of Blue's with keep:, or pick them one after the other."
        ),
        praise=N_("Right: Blue is your vassal now. The second lord would win you the game."),
    ),
    Lesson(
        task=N_("You are Blue, Red's vassal: you may not capture Red's men. Win all the same."),
        position="Lb31,Nc12,Sb25 Ld43,Nd42,Sd45,Nc54 Nb33,Sd24,Sc26 1,2,2 3 1>3 4 = - -",
        goal="lord-captured",
        answer="b33-d43",
        hint=N_(
            "Red's lord beside you is safe from you. Yellow's stands on d43: along which line does "
            "your knight come there, and who really stands in the way?"
        ),
        praise=N_("The vassal takes the second lord, and wins alone. You have won!"),
    ),
    Lesson(
        task=N_("You are Yellow. Red has made Blue his vassal and now hunts you. Be faster: win."),
        position="La21,Nc21,Nd33,Sa22,Sb32,Sa34 Ld43,Nc43,Nd11,Sd41 Nd14,Sb35,Sd12 "
        "1,2,2 2 1>3 3 = - -",
        goal="lord-captured",
        answer="c43-a21",
        hint=N_(
            "Only Red's lord on a21 can still be captured by you. The knight on d11 is stopped on "
            "c21. Look at the other one, and at the line that leads from c4 to a2."
        ),
        praise=N_("Right through Red's men, all of whom only touched the line. You have won!"),
    ),
)
