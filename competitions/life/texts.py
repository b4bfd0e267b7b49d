"""What competitions refuse, and why they are over, in English."""

from __future__ import annotations

from collections.abc import Mapping

from competitions.life.rounds import NOT_PAIRABLE
from competitions.life.settling import HARD_END, TOO_FEW
from competitions.model.errors import Code, CompetitionError
from games.words import N_, NN_, Refusal, Sentence, Term

REFUSALS: Mapping[Code, Sentence] = {
    "unknown-competition": N_("There is no competition “{competition}”."),
    "damaged": N_(
        "The log of competition {competition} can't be read. The operator of the bot has to look "
        "into it."
    ),
    "wrong-setting": N_("{name}: that can be from {least} to {most} here."),
    "wrong-seats": N_("This game isn't played by {seats} in such teams."),
    "wrong-times": N_("The start can't be in the past, and the end has to come after the start."),
    "wrong-name": N_("A competition needs a name, of up to {most} characters."),
    "not-open": N_("Sign-up is over."),
    "not-running": N_("The competition hasn't started yet, or is over."),
    "time-up": N_("The time for this competition is up."),
    "not-director": N_("Only the director can do that."),
    "signed-up": N_("You or your partner have already signed up."),
    "not-signed-up": N_("You haven't signed up for this competition."),
    "not-asked-to": N_("Nobody has asked you to be a partner here, or you've already agreed."),
    "not-together": N_("These players can't be partners. Please choose somebody else."),
    "no-person": N_(
        "Computer players are signed up by the director, and people sign up themselves."
    ),
    "members-only": N_("Only members of the competition's server can sign up."),
    "wrong-role": N_("Only members with the role <@&{role}> can sign up."),
    "wrong-rating": N_(
        "Sign-up is for ratings from {lowest} to {highest}, and yours isn't one of them. (0 means "
        "no limit.)"
    ),
    "unreliable": N_(
        "Sign-up is for people who play at least {needed} percent of their matches to the end. "
        "You've done so in {share} percent of your latest ones."
    ),
    "too-many-hosted": N_(
        "You already direct {limit} competitions. One of them has to end before you open another."
    ),
    "too-many-games": N_(
        "You've limited yourself to {limit} games in competitions at the same time, and this would "
        "be more."
    ),
    "wrong-team": N_("A team here has {size} players."),
    "wrong-number": N_("Somebody else signed up at the same moment. Please try again."),
    "unknown-entrant": N_("{player} doesn't take part."),
    "not-listed": N_("{player} isn't on the list (any more)."),
    "not-waiting": N_("{player} isn't on the waiting list."),
    "too-few": NN_(
        "There is only {count} entrant; at least {least} are needed.",
        "There are only {count} entrants; at least {least} are needed.",
    ),
    "wrong-seeding": N_("The seeding has to name every entrant once."),
    "wrong-round": N_("That isn't the round: it's round {round}."),
    "last-round": NN_("There is only {count} round.", "There are only {count} rounds."),
    "wrong-tables": N_("A table can have up to {most} seats, and a pairing up to four games."),
    "paired-twice": N_("{player} would play twice in this round."),
    "has-withdrawn": N_("{player} has withdrawn."),
    "not-withdrawn": N_("{player} hasn't withdrawn."),
    "is-excused": N_("{player} is excused from round {round}."),
    "not-excused": N_("{player} isn't excused from round {round}."),
    "must-play": N_("In this format, everybody has to play every round."),
    "unknown-game": N_("There is no game {game} of pairing {pairing} in round {round}."),
    "already-decided": N_("Pairing {pairing} of round {round} has a result already."),
    "not-decided": N_("Pairing {pairing} of round {round} has no result yet."),
    "being-played-on": N_("Round {round} has begun: somebody has moved."),
    "wrong-ranks": N_(
        "That's no result for {seats}: each of them needs a place, and somebody has to be first."
    ),
    "wrong-how": N_(
        "Pairing {pairing} of round {round}: a bye can't be decided like a game, nor a game like a "
        "bye."
    ),
    "no-reason": N_("Please give a reason. It goes into the competition's log."),
    "wrong-places": N_("The final order has to name every entrant once."),
    "unfinished": NN_("{count} game has no result yet.", "{count} games have no result yet."),
    "only-pairs": N_("This report is only for competitions with two at a table."),
    "closed": N_("This ladder is over."),
    "out-of-reach": N_("On this ladder you can challenge people up to {reach} places above you."),
    "already-challenging": N_("You have a challenge running already. One at a time."),
    "already-challenged": N_("They have a challenge to play already."),
    "cooling-down": N_("You two have only just played. Challenge somebody else meanwhile."),
    "unknown-challenge": N_("There is no challenge {number} running."),
    "not-asked": N_("This challenge isn't waiting for your answer."),
    "not-accepted": N_("Not everybody has accepted this challenge yet."),
    "being-played": N_("This challenge is being played already."),
    "too-late": N_("The time to answer this challenge is over."),
    "not-due": N_("There is still time for that."),
}

REASONS: Mapping[str, Sentence] = {
    HARD_END: N_("The time was up."),
    NOT_PAIRABLE: N_("The remaining entrants couldn't be paired any more."),
    TOO_FEW: N_("Too few had signed up."),
}
"""Why a competition was ended or cancelled by itself. Other reasons are people's own words."""

SETTINGS: Mapping[str, str] = {
    "seats": N_("Entrants at a table"),
    "games": N_("Games of a pairing"),
    "rounds": N_("Rounds"),
    "cycles": N_("How often everybody meets"),
    "groups": N_("Groups"),
    "advance": N_("How many of each group go on"),
    "third": N_("Match for third place"),
    "least": N_("Entrants at least"),
    "most": N_("Entrants at most"),
    "mixed": N_("Smaller tables where needed"),
    "partners": N_("Partners"),
}
"""What the settings are called."""


def refused(error: CompetitionError) -> Refusal:
    """A refusal with words instead of keys."""
    fields = dict(error.fields)
    if error.code == "wrong-setting":
        fields["name"] = Term(SETTINGS[str(fields["name"])])
    return Refusal(error.code, fields)
