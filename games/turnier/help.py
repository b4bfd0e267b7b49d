"""How Turnier is played: the help with its pictures.

The pictures show two grounds: an arena around a hole, and a stack of four straight boards.
"""

from __future__ import annotations

from games.turnier.help_fight import FIGHT, fight
from games.turnier.help_start import ARENA, BEGINNING
from games.words import N_, Example, Section

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
            "**To type:** `c5-c6` moves a fighter, `flag:c6` plants a flag on it, `end` ends a "
            "turn that could go on. In the picture Rose has played `c5-c6 flag:c6`."
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
            "With the `partners` option, four players can also each fight alone, as two or three "
            "always do. With the `flags` option you can play without flags."
        ),
    ),
    *BEGINNING,
    *FIGHT,
    Section(
        N_("The end"),
        N_(
            "- If you play alone, you win **as soon as three of your flags stand**.\n"
            "- Partners win as soon as they have **four** flags standing between them, at least "
            "one from each.\n"
            "- If only one side has fighters left, it wins. A player with no fighters left takes "
            "no more turns.\n\n"
            "Each of these ends the game immediately, even in the middle of a turn. If you have "
            "lost too many flags to win with them, you can still be the last one standing.\n\n"
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
            "With the `flags` option you can play without flags. Then a board belongs to the "
            "player who holds it alone, and only as long as nobody else's fighter stands on it.\n\n"
            "- If you play alone, you win when you hold **three boards**.\n"
            "- Partners win when they hold **four** between them: one of them three, and the other "
            "at least one.\n\n"
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
