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
    "unavailable": N_("That could not be saved just now. Please try again in a moment."),
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
        "For {seats} seats invite {needed} different players besides yourself."
    ),
    "nothing-to-confirm": N_("You have not begun a turn in the match {match}."),
    "no-draft": N_("There is nothing to take back in the match {match}."),
    "nothing-prepared": N_("You have no prepared turns in the match {match}."),
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
}

ENDINGS: Mapping[str, str] = {
    "aborted": N_("The match was aborted by {player} before everyone had moved."),
    "closed": N_("The table was closed by {player}."),
    "declined": N_("The challenge was declined by {player}."),
}
