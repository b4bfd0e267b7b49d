"""What the use cases say, in English: refusals by code, and reasons of endings without a result."""

from __future__ import annotations

from collections.abc import Mapping

from games.words import N_, Sentence

REFUSALS: Mapping[str, Sentence] = {
    "unknown-match": N_(
        "There is no match “{match}”. Match IDs look like `KRVQ`; `/games` lists yours."
    ),
    "match-frozen": N_(
        "Match {match} is frozen: turn {number} ({text}) can't be replayed under the current "
        "rules. The bot's operator has to look into it."
    ),
    "stale-match": N_("Match {match} has moved on since. Look at the board first."),
    "stale-draft": N_(
        "These menus are out of date: you've changed your turn since. Use the latest ones, or "
        "press *Move*."
    ),
    "touch-is-off": N_(
        "You've turned off *Tap-to-play boards*. `/settings touch:True` turns them back on."
    ),
    "unavailable": N_("I can't reach the matches right now. Please try again in a moment."),
    "not-open": N_("Table {match} is no longer waiting for players."),
    "not-running": N_("Match {match} hasn't begun yet."),
    "match-over": N_("Match {match} is over."),
    "not-seated": N_("You aren't playing in match {match}."),
    "not-your-turn": N_(
        "It's {player}'s turn in match {match}. To prepare a turn for later, start it with a "
        "semicolon: ; {text}"
    ),
    "not-host": N_("Only {player}, who opened table {match}, can do that."),
    "not-invited": N_("Challenge {match} is for other players."),
    "already-joined": N_("You already have a seat at table {match}."),
    "seat-taken": N_("Seat {number} isn't free. Choose another one."),
    "table-full": N_("All seats at table {match} are taken."),
    "not-full": N_(
        "Table {match} doesn't have enough players yet: {game} is for {allowed} players."
    ),
    "wrong-invitations": N_(
        "With {seats} seats, there is room for {needed} besides you. You can't invite yourself, or "
        "anybody twice."
    ),
    "youngest-first": N_(
        "All players of {match} are here. The match begins when the youngest player says so at "
        "the table."
    ),
    "nothing-to-confirm": N_("You haven't begun a turn in match {match}."),
    "no-draft": N_("There is nothing to take back in match {match}."),
    "nothing-prepared": N_("You have no prepared turns in match {match}."),
    "nothing-to-prepare": N_(
        "Put a semicolon before each turn you want to prepare: `/move ; {example}`"
    ),
    "too-many-prepared": N_("You can prepare at most {limit} turns; that would be {number}."),
    "no-condition": N_(
        "Only your own turns can be played for you, and only in answer to somebody else's. Try "
        "out a line that ends with your answer."
    ),
    "too-many-conditions": N_(
        "You can have at most {limit} lines with conditional turns in match {match}. Drop some of "
        "them first."
    ),
    "branch-too-long": N_("A line with conditional turns can have at most {limit} turns."),
    "no-such-condition": N_("You don't have this conditional turn in match {match} any more."),
    "turn-too-long": N_("A turn can have at most {limit} characters."),
    "no-offer": N_("Nobody is offering a draw in match {match}."),
    "already-offered": N_(
        "You've already offered a draw in match {match}. You can offer again after your next turn."
    ),
    "already-agreed": N_("You've already agreed to the draw in match {match}."),
    "own-offer": N_("The draw offer in match {match} is yours. The others have to answer it."),
    "too-late": N_(
        "Everyone has moved in match {match}, so it can't be aborted any more. You can resign "
        "or offer a draw."
    ),
    "has-withdrawn": N_("You've withdrawn from match {match}."),
    "time-is-up": N_("Your time in match {match} is up."),
    "no-clock": N_("Match {match} is played without a clock, so there's no timeout to claim."),
    "time-left": N_("In match {match}, {player}'s time isn't up yet; it runs out {due_at}."),
    "not-against-you": N_("In match {match}, only {player}'s opponents can claim a timeout."),
    "wrong-vacation": N_(
        "A vacation can't begin in the past, or more than a year from now. It has to end after "
        "it begins."
    ),
    "vacation-overlaps": N_("You already have a vacation at that time; it ends {ends_at}."),
    "vacation-too-long": N_(
        "You have {limit} vacation days a year. For {year}, you have {left} left."
    ),
    "no-vacation": N_("You're not on vacation and haven't planned one."),
    "adjourned": N_("Match {match} is adjourned. Resume it with `/resume`."),
    "not-adjourned": N_("Match {match} isn't adjourned."),
    "nothing-to-take-back": N_("You have no turn to take back in match {match}."),
    "no-request": N_(
        "There's no open request in match {match} any more: it was withdrawn or answered, or the "
        "match has gone on since."
    ),
    "request-pending": N_(
        "{player} has made a request in match {match}. It has to be answered first."
    ),
    "already-asked": N_(
        "You've already asked for that in match {match}. You can ask again after the next turn."
    ),
    "already-granted": N_(
        "You don't need to agree to that in match {match}: you already have, or it's no longer "
        "needed."
    ),
    "own-request": N_("The request in match {match} is yours. The others have to answer it."),
    "rated": N_(
        "Match {match} is rated, so there are no hints. To play with hints, start an unrated match."
    ),
    "official-match": N_(
        "Match {match} belongs to a competition. It can't be aborted, and turns can't be taken "
        "back. You can resign or offer a draw."
    ),
    "official-end": N_(
        "Match {match} belongs to a competition. Only the competition's director can decide "
        "what happens to it."
    ),
    "nothing-to-analyse": N_("There is nothing to analyse in match {match}."),
    "seat-offered": N_("The seat in match {match} is already on offer."),
    "seat-not-offered": N_(
        "That seat in match {match} isn't being offered, or it's offered to somebody else."
    ),
    "seat-time-is-up": N_(
        "This seat in match {match} has run out of time, so it can't be taken over."
    ),
    "seat-for-people": N_(
        "Match {match}: computer players can't hand over their seats or take over those of others."
    ),
    "has-seat": N_("{player} already has a seat in match {match}."),
    "has-left": N_(
        "Anyone who has handed over a seat in match {match} can't come back to the match."
    ),
    "name-somebody": N_(
        "Match {match} is played in direct messages. Name the person who should take over your "
        "seat."
    ),
    "official-seat": N_(
        "Match {match} belongs to a competition, so its seats can't be handed over. In a "
        "tournament, the director can replace players from the waiting list."
    ),
    "handed-over-often": N_(
        "This seat in match {match} has been handed over {limit} times. It can't change hands "
        "again."
    ),
    "offered-too-often": N_(
        "You've offered seats {limit} times in a short time. You can offer one again {possible_at}."
    ),
    "too-unreliable": N_(
        "This match is for people who play at least {needed} percent of their matches to the end. "
        "You've done so in {share} percent of your last {count}."
    ),
    "not-over": N_("Match {match} isn't over yet."),
    "players-gone": N_("Not all players of match {match} are still around for a rematch."),
    "rematch-exists": N_("The rematch already exists: {match}."),
    "too-many-tables": N_(
        "You already have {limit} tables waiting for players. Close one of them first."
    ),
    "too-many-matches": N_(
        "You're already playing {limit} matches. Please finish one of them first."
    ),
    "not-together": N_(
        "These players can't share this table. Please choose other players or another table."
    ),
    "opened-too-often": N_(
        "You've opened {limit} tables and challenges in a short time. You can open the next one "
        "{possible_at}."
    ),
    "invited-too-often": N_(
        "You've invited {other_player} {limit} times, and they haven't accepted. You can invite "
        "them again {possible_at}."
    ),
    "server-too-busy": N_(
        "Too many tables have been opened on this server in a short time. You can open one "
        "{possible_at}."
    ),
    "left-too-often": N_(
        "You've left {limit} tables, tournaments, ladders or leagues in a short time. You can "
        "join one again {possible_at}."
    ),
    "vacation-too-often": N_(
        "You've announced {limit} vacations in a short time. You can announce the next one "
        "{possible_at}. Those you already have stay as they are."
    ),
    "return-of-two": N_(
        "Only two players can swap seats. Open a table for two, or leave out `return`."
    ),
    "private-alone": N_(
        "For a private match, name everyone you want to play with. Nobody else can find it."
    ),
    "not-yourself": N_("You can't block yourself."),
    "unknown-level": N_(
        "There are no computer players of level {number}. Levels go from 1 to {most}."
    ),
    "too-many-computer-matches": N_(
        "You're already playing {limit} matches with computer players. Please finish one of "
        "them first."
    ),
    "unknown-study": N_("You don't have this study any more. `/whatif` begins a new one."),
    "stale-study": N_("This board is out of date: you've moved on in your study since."),
    "unreadable-study": N_(
        "This study was made under other rules, so it can't be shown any more. You can delete it."
    ),
    "study-full": N_(
        "There's no more room in this study: it can hold at most {limit} positions, and "
        "{number} turns in a row. Delete branches you don't need."
    ),
    "too-many-studies": N_(
        "You have {limit} studies, and all of them have names. Delete one of them first."
    ),
    "not-ahead": N_(
        "Match {match} can no longer reach this position. Press *Go to match position* and "
        "continue from there."
    ),
    "nothing-tried": N_("You haven't tried anything in this study yet."),
    "not-published": N_("That isn't published with match {match} any more."),
    "unknown-wish": N_("This search has ended. `/seek` shows your searches."),
    "too-many-wishes": N_("You already have {limit} searches. Cancel one of them first."),
    "party-too-large": N_(
        "With {seats} seats, you can bring at most {limit} friends: at least one seat is for "
        "somebody else."
    ),
    "wish-fulfilled": N_("This search has already led to match {match}."),
}

ENDINGS: Mapping[str, str] = {
    "aborted": N_("{player} aborted the match before everyone had moved."),
    "closed": N_("{player} has closed the table."),
    "declined": N_("{player} has declined the challenge."),
    "expired": N_("Nobody else joined, so the table has closed."),
    "ended": N_("Server managers have ended the match."),
    "adjudged": N_("The match was stopped, and its result was decided in the competition."),
}
CHALLENGE_ENDINGS: Mapping[str, str] = {
    "closed": N_("{player} has withdrawn the challenge."),
    "expired": N_("The challenge has expired."),
}
"""How a challenge has ended, where that differs from another table."""
