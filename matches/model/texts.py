"""What the use cases say, in English: refusals by code, and reasons of endings without a result."""

from __future__ import annotations

from collections.abc import Mapping

from games.words import N_, Sentence

REFUSALS: Mapping[str, Sentence] = {
    "unknown-match": N_("There is no match “{match}”."),
    "match-frozen": N_(
        "The match {match} is frozen: its turn {number} ({text}) can't be replayed by the present "
        "rules. The operator of the bot has to look into it."
    ),
    "stale-match": N_("The match {match} has moved on since. Have a look at the board first."),
    "unavailable": N_("I can't get at the matches just now. Please try again in a moment."),
    "not-open": N_("The table {match} does not wait for players any more."),
    "not-running": N_("The match {match} has not begun yet."),
    "match-over": N_("The match {match} is over."),
    "not-seated": N_("You don't play in the match {match}."),
    "not-your-turn": N_(
        "It is {player}'s turn in the match {match}. To prepare a turn for later, begin it with a "
        "semicolon: ; {text}"
    ),
    "not-host": N_("Only {player}, who opened the table {match}, may do that."),
    "not-invited": N_("The challenge {match} is for others."),
    "already-joined": N_("You have a seat at the table {match} already."),
    "seat-taken": N_("Seat {number} is not free."),
    "table-full": N_("All seats of the table {match} are taken."),
    "not-full": N_("Too few players at the table {match}. {game} is for {allowed}."),
    "wrong-invitations": N_(
        "For {seats} seats invite at most {needed} different players besides yourself."
    ),
    "youngest-first": N_(
        "All players of {match} are there. It begins when the youngest says so at the table."
    ),
    "nothing-to-confirm": N_("You have not begun a turn in the match {match}."),
    "no-draft": N_("There is nothing to take back in the match {match}."),
    "nothing-prepared": N_("You have no prepared turns in the match {match}."),
    "nothing-to-prepare": N_(
        "Write the turns that you want to prepare after the semicolon: `/move ; {example}`. More "
        "of them follow after further semicolons."
    ),
    "too-many-prepared": N_("At most {limit} turns can be prepared; that would be {number}."),
    "turn-too-long": N_("A turn can have at most {limit} characters."),
    "no-offer": N_("Nobody offers a draw in the match {match}."),
    "already-offered": N_(
        "You have offered a draw in the match {match} already. You may offer again after your next "
        "turn."
    ),
    "already-agreed": N_("You have agreed to the draw in the match {match} already."),
    "too-late": N_(
        "Everyone has moved in the match {match}; it can't be aborted any more, only resigned or "
        "drawn."
    ),
    "has-withdrawn": N_("You have withdrawn from the match {match}."),
    "time-is-up": N_("Your time in the match {match} is over."),
    "no-clock": N_("The match {match} is played without a clock."),
    "time-left": N_("In the match {match} {player} has time until {due_at}."),
    "not-against-you": N_("In the match {match} only opponents of {player} may claim the time."),
    "wrong-vacation": N_(
        "A vacation begins now or later, within a year from now, and ends after it begins."
    ),
    "vacation-overlaps": N_("You have a vacation in that time already; it ends {ends_at}."),
    "vacation-too-long": N_(
        "Each year has {limit} days of vacation; of those of {year} you have {left} left."
    ),
    "no-vacation": N_("You are not on vacation and plan none."),
    "adjourned": N_("The match {match} is adjourned. `/resume` goes on with it."),
    "not-adjourned": N_("The match {match} is not adjourned."),
    "nothing-to-take-back": N_("You have no turn in the match {match} that could be taken back."),
    "no-request": N_("Nobody asks for that in the match {match} any more."),
    "request-pending": N_(
        "{player} has asked for something in the match {match}. That has to be answered first."
    ),
    "already-asked": N_(
        "You have asked for that in the match {match} already. You may ask again after the next "
        "turn."
    ),
    "already-granted": N_("You need not agree to that in the match {match} (any more)."),
    "rated": N_(
        "The match {match} is rated, so there are no hints in it. Open one with `rated: False` to "
        "play with hints."
    ),
    "nothing-to-analyse": N_("In the match {match} there is nothing to analyse."),
    "not-over": N_("The match {match} is not over yet."),
    "players-gone": N_("Not all players of the match {match} are there for a rematch."),
    "rematch-exists": N_("The rematch exists already; it is {match}."),
    "too-many-tables": N_(
        "You have {limit} tables that wait for players. Close one of them first."
    ),
    "too-many-matches": N_("You play {limit} matches already. Please finish one of them first."),
    "not-together": N_(
        "This table can't be shared by these players. Please choose other players or another table."
    ),
    "opened-too-often": N_(
        "You have opened {limit} tables and challenges in a short time. You can open the next one "
        "{possible_at}."
    ),
    "invited-too-often": N_(
        "You have invited {other_player} {limit} times, and they have not accepted. You can invite "
        "them again {possible_at}."
    ),
    "server-too-busy": N_(
        "Too many tables have been opened on this server in a short time. You can open one "
        "{possible_at}."
    ),
    "left-too-often": N_(
        "You have left {limit} tables in a short time. You can sit down at one again {possible_at}."
    ),
    "vacation-too-often": N_(
        "You have announced {limit} vacations in a short time. You can announce the next one "
        "{possible_at}; those that you have stay as they are."
    ),
    "private-alone": N_(
        "For a private match, name everybody with whom you want to play; nobody else finds it."
    ),
    "not-yourself": N_("You can't block yourself."),
    "unknown-level": N_(
        "There are no computer players of level {number}; the levels go from 1 to {most}."
    ),
    "too-many-computer-matches": N_(
        "You play {limit} matches with computer players already. Please finish one of them first."
    ),
}

ENDINGS: Mapping[str, str] = {
    "aborted": N_("The match was aborted by {player} before everyone had moved."),
    "closed": N_("The table was closed by {player}."),
    "declined": N_("The challenge was declined by {player}."),
    "expired": N_("Nobody else came; the table has expired."),
    "ended": N_("The match was ended by those who manage the server."),
}
