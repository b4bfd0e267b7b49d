"""The refusals of competitions, and the reasons why they ended, in English."""

from __future__ import annotations

from collections.abc import Mapping

from competitions.model.errors import Code, CompetitionError
from competitions.tournaments.direction import LEAGUE_OVER
from competitions.tournaments.settlement import HARD_END, TOO_FEW
from competitions.tournaments.upkeep import NOT_PAIRABLE
from games.words import N_, NN_, Refusal, Sentence, Term

REFUSALS: Mapping[Code, Sentence] = {
    "unknown-competition": N_("“{competition}” doesn't exist."),
    "damaged": N_(
        "The log of {competition} can't be read. The bot's operator has to look into it."
    ),
    "wrong-setting": N_("{name}: choose a number from {least} to {most} here."),
    "fixed-rounds": N_(
        "In this format, the number of rounds depends on how many take part. You can choose it for "
        "a Swiss system or for tables."
    ),
    "only-once": N_("Everyone can play everyone twice only in a round robin or in groups."),
    "wrong-seats": N_("This game is for {possible} players, not for {seats}."),
    "wrong-teams": N_("This game can't be played by {seats} players in teams of that size."),
    "wrong-times": N_("The start can't be in the past, and the end has to come after the start."),
    "wrong-name": N_("Please choose a name of up to {most} characters."),
    "not-open": N_("Sign-up is over."),
    "not-running": N_("This hasn't started yet, or is already over."),
    "time-up": N_("The time for this tournament is up."),
    "not-director": N_("Only the director can do that."),
    "signed-up": N_("You've already signed up."),
    "team-signed-up": N_("You or your partner has already signed up."),
    "not-signed-up": N_("You haven't signed up here."),
    "not-asked-to": N_("Nobody has asked you to be a partner here, or you've already agreed."),
    "not-together": N_("These players can't be partners. Please choose somebody else."),
    "no-person": N_("The director signs up computer players; people sign up for themselves."),
    "members-only": N_("Only members of the server where this is held can sign up."),
    "not-from-here": N_(
        "You can't sign up from this server for other servers' tournaments, leagues and "
        "ladders. This server's managers can change that with `/server`."
    ),
    "wrong-role": N_("Only members with the role <@&{role}> can sign up."),
    "wrong-rating": N_(
        "Only players rated from {lowest} to {highest} can sign up, and you aren't one of them."
    ),
    "low-rating": N_(
        "Only players rated {lowest} or more can sign up, and you aren't one of them."
    ),
    "high-rating": N_(
        "Only players rated up to {highest} can sign up, and you aren't one of them."
    ),
    "unreliable": N_(
        "Only people who play at least {needed} percent of their matches to the end can sign "
        "up. Lately, you've played {share} percent of yours to the end."
    ),
    "not-offered": N_("That offer wasn't made to you, or it has expired."),
    "too-many-hosted": N_(
        "You're already directing {limit} competitions. One of them has to end before you can "
        "create another."
    ),
    "busy-director": N_(
        "{player} is already directing {limit} competitions. One of them has to end before they "
        "can direct another."
    ),
    "wrong-director": N_("{player} can't direct this. Please choose somebody else."),
    "too-many-games": N_(
        "Your settings allow at most {limit} tournament, league and ladder matches at the same "
        "time, and this would exceed that. You can change the limit with `/settings`."
    ),
    "wrong-team": N_("A team here has {size} players."),
    "wrong-number": N_("Somebody else signed up at the same moment. Please try again."),
    "unknown-entrant": N_("{player} isn't taking part."),
    "not-listed": N_("{player} isn't on the list, or no longer is."),
    "not-waiting": N_("{player} isn't on the waiting list."),
    "too-few": NN_(
        "There is only {count} entrant; at least {least} are needed.",
        "There are only {count} entrants; at least {least} are needed.",
    ),
    "wrong-seeding": N_("The seeding has to list every entrant once."),
    "wrong-round": N_("That isn't the current round. It's round {round} now."),
    "last-round": NN_("There is only {count} round.", "There are only {count} rounds."),
    "wrong-tables": N_("A table can have up to {most} seats, and a pairing up to four matches."),
    "paired-twice": N_("{player} would play twice in this round."),
    "has-withdrawn": N_("{player} has withdrawn."),
    "not-withdrawn": N_("{player} hasn't withdrawn."),
    "is-excused": N_("{player} is excused from round {round}."),
    "not-excused": N_("{player} isn't excused from round {round}."),
    "must-play": N_("In this format, everybody has to play every round."),
    "unknown-game": N_("Pairing {pairing} of round {round} has no match {game}."),
    "already-decided": N_("Pairing {pairing} of round {round} already has a result."),
    "not-decided": N_("Pairing {pairing} of round {round} has no result yet."),
    "being-played-on": N_("It's too late for that: somebody has already moved in round {round}."),
    "outdated": N_("The pairings have changed since then. Please have another look."),
    "wrong-ranks": N_(
        "That isn't a valid result for {seats} players: each of them needs a place, and somebody "
        "has to be first."
    ),
    "wrong-how": N_(
        "Pairing {pairing} of round {round}: a bye can't be decided like a match, nor a match like "
        "a bye."
    ),
    "no-reason": N_("Please give a reason. It goes into the log."),
    "wrong-places": N_("The final standings have to list every entrant once."),
    "unfinished": NN_("{count} match has no result yet.", "{count} matches have no result yet."),
    "has-to-wait": N_(
        "This player can't take over in the middle of a match. Once the match is over, they can."
    ),
    "only-pairs": N_("This report is only for tournaments with two players per table."),
    "in-league": N_("This is a division of a league. You can do that on the league's page."),
    "league-over": N_("This league is over."),
    "season-begun": N_("Season {season} has already begun."),
    "last-season": N_("This is the last season of the league."),
    "on-ladder": N_("You're already on this ladder."),
    "off-ladder": N_("You aren't on this ladder."),
    "wrong-place": N_("Choose a place from 1 to {most}."),
    "closed": N_("This ladder has been closed."),
    "out-of-reach": N_("On this ladder you can challenge people up to {reach} places above you."),
    "already-challenging": N_(
        "You already have a challenge in progress. Finish it before you start another."
    ),
    "already-challenged": N_("They already have a challenge in progress. Challenge somebody else."),
    "cooling-down": N_(
        "You two have only just had a challenge. Challenge somebody else in the meantime."
    ),
    "unknown-challenge": N_("This challenge is over."),
    "not-asked": N_("This challenge isn't waiting for your answer."),
    "not-accepted": N_("Not everybody has accepted this challenge yet."),
    "being-played": N_("This challenge is already being played."),
    "too-late": N_("The time to answer this challenge is up."),
    "not-due": N_("It isn't time for that yet."),
}

REASONS: Mapping[str, Sentence] = {
    HARD_END: N_("Time ran out."),
    NOT_PAIRABLE: N_("The remaining entrants couldn't be paired any more."),
    TOO_FEW: N_("Too few people signed up."),
    LEAGUE_OVER: N_("The league is over."),
}
"""Why a competition ended or was cancelled automatically. Other reasons are people's own words."""

SETTINGS: Mapping[str, str] = {
    "seats": N_("Entrants per table"),
    "games": N_("Matches per pairing"),
    "rounds": N_("Rounds"),
    "cycles": N_("How often everyone plays everyone"),
    "groups": N_("Groups"),
    "advance": N_("How many go through from each group"),
    "third": N_("Third-place match"),
    "least": N_("Minimum number of entrants"),
    "most": N_("Maximum number of entrants"),
    "mixed": N_("Smaller tables where needed"),
    "partners": N_("Partners"),
    "each_round": N_("Hours per round"),
    "lowest": N_("The lowest rating allowed"),
    "section_size": N_("Entrants per section"),
    "reach": N_("How far up you can challenge"),
    "answer": N_("Days to answer a challenge"),
    "cooldown": N_("Days until the same two can meet again"),
    "idle": N_("Days without playing or challenging until somebody drops"),
    "drop": N_("How many places they drop"),
    "size": N_("Players in a division"),
    "exchanged": N_("How many are promoted and relegated"),
    "days": N_("Length of a season, in days"),
    "together": N_("All matches at once"),
}
"""What the settings are called, and terms that are refused in the same way."""


def refused(error: CompetitionError) -> Refusal:
    """A refusal in words."""
    fields = dict(error.fields)
    if error.code == "wrong-setting":
        fields["name"] = Term(SETTINGS[str(fields["name"])])
    return Refusal(error.code, fields)
