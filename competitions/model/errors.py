"""The refusals of competitions, ladders and leagues."""

from __future__ import annotations

from typing import Literal, TypeAlias

Code: TypeAlias = Literal[
    "wrong-setting",
    "fixed-rounds",
    "only-once",
    "not-open",
    "not-running",
    "wrong-number",
    "unknown-entrant",
    "not-listed",
    "not-waiting",
    "too-few",
    "wrong-seeding",
    "wrong-round",
    "wrong-tables",
    "paired-twice",
    "has-withdrawn",
    "not-withdrawn",
    "is-excused",
    "not-excused",
    "must-play",
    "unknown-game",
    "already-decided",
    "not-decided",
    "wrong-ranks",
    "wrong-how",
    "no-reason",
    "wrong-places",
    "unfinished",
    "has-to-wait",
    "closed",
    "out-of-reach",
    "already-challenging",
    "already-challenged",
    "cooling-down",
    "unknown-challenge",
    "not-asked",
    "not-accepted",
    "being-played",
    "too-late",
    "not-due",
    "unknown-competition",
    "damaged",
    "not-director",
    "signed-up",
    "team-signed-up",
    "not-signed-up",
    "wrong-team",
    "wrong-seats",
    "wrong-teams",
    "wrong-times",
    "wrong-name",
    "time-up",
    "last-round",
    "only-pairs",
    "not-together",
    "not-asked-to",
    "no-person",
    "members-only",
    "not-from-here",
    "wrong-role",
    "wrong-rating",
    "low-rating",
    "high-rating",
    "unreliable",
    "not-offered",
    "too-many-hosted",
    "too-many-games",
    "being-played-on",
    "outdated",
    "busy-director",
    "wrong-director",
    "in-league",
    "league-over",
    "season-begun",
    "last-season",
    "on-ladder",
    "off-ladder",
    "wrong-place",
]
"""The reasons for refusals, with their fields in backticks. Where competitions are stored,
`player` says who an `entrant` is.

- `wrong-setting`: the setting or term `name` can't have the value; it goes from `least` to `most`
- `fixed-rounds`: in this format the number of rounds follows from the number of entrants
- `only-once`: in this format nobody can choose that everybody meets everybody twice
- `not-open`: sign-up is over
- `not-running`: it has not begun, or is over
- `wrong-number`: the next entrant's number is `number`
- `unknown-entrant`: `entrant` does not take part
- `not-listed`: `entrant` is not or no longer on the list, or has already agreed
- `not-waiting`: `entrant` is not on the waiting list
- `too-few`: there are `count` entrants, and it needs `least`
- `wrong-seeding`: it does not name each entrant once
- `wrong-round`: the next round to pair is `round`
- `wrong-tables`: there are no tables, or they don't have 1 to `most` seats, or not 1 to 4 games
- `paired-twice`: `entrant` would play twice in one round
- `has-withdrawn`, `not-withdrawn`: `entrant`
- `is-excused`, `not-excused`: `entrant`, in the `round`
- `must-play`: nobody is excused in this format
- `unknown-game`: there is no such `round`, `pairing` and `game`
- `already-decided`, `not-decided`: that game
- `wrong-ranks`: these ranks are impossible with that number of `seats`
- `wrong-how`: byes can't be adjudged, and games are no byes: `pairing`, `round`
- `no-reason`: what the director decides needs a reason
- `wrong-places`: they don't name each entrant once
- `unfinished`: `count` games are not decided
- `has-to-wait`: somebody can't take over in the middle of a match, but can once it is over
- `unknown-competition`, `damaged`: there is no such `competition`, or its log can't be read
- `not-director`: only the director may do that
- `signed-up`, `team-signed-up`, `not-signed-up`: a player, or one of a team, already takes part, or
  does not
- `wrong-team`: a team has `size` members
- `wrong-seats`: the game is not for `seats` people, but for as many as `possible` says: `2–4`
- `wrong-teams`: the game is not for such teams of `seats` people
- `wrong-times`: the start or the end is in the past, or the end is not after the start
- `wrong-name`: the name is empty, or longer than `most` characters
- `time-up`: the hard end has come
- `last-round`: there are only `count` rounds
- `only-pairs`: FIDE's reports are for two at a table
- `not-together`: somebody of a team has blocked a partner
- `not-asked-to`: nobody has asked the player to be a partner
- `no-person`: the director can sign up computer players, but nobody else
- `members-only`, `wrong-role`: sign-up is for members of its server, or for those with a `role`
- `not-from-here`: the player asks from another server, which doesn't want that
- `wrong-rating`, `low-rating`, `high-rating`: sign-up is for ratings from `lowest` to `highest`;
  from `lowest`; up to `highest`
- `unreliable`: sign-up is for people who play `needed` percent of their matches to the end, and
  the player's `share` is less
- `not-offered`: nobody has offered its direction to the player, or the offer is void
- `too-many-hosted`: the player already directs `limit` competitions
- `too-many-games`: the player would play more than `limit` games at the same time
- `being-played-on`: a match of the `round` has begun
- `outdated`: who meets in that round has changed since it was looked at, or it is not the last one
- `busy-director`: `player`, who would direct it, already directs `limit` competitions
- `wrong-director`: `player` can't be made its director
- `in-league`: that is up to the league whose division the competition is
- `league-over`: the league has ended
- `season-begun`: the `season` has already begun
- `last-season`: no further season follows the present one

Of ladders, where an `entrant` is a member:

- `closed`: the ladder has ended
- `out-of-reach`: `entrant` is not at most `reach` places above the challenger
- `already-challenging`: the challenger has a challenge running
- `already-challenged`: `entrant` is challenged by somebody, or has one running with the challenger
- `cooling-down`: `entrant` and the challenger can't meet before `until`, a time
- `unknown-challenge`: no challenge of this `number` is running
- `not-asked`: `entrant` was not asked, or has answered
- `not-accepted`, `being-played`: not everybody has accepted it; everybody has
- `too-late`: the time for an answer was over at `until`
- `not-due`: the time for it has not come
- `on-ladder`, `off-ladder`: the player is already on it, or is not
- `wrong-place`: the places go from 1 to `most`
"""


class CompetitionError(ValueError):
    """A refusal, after which nothing has changed. `code` and `fields` are for texts, `str(error)`
    for logs.
    """

    def __init__(self, code: Code, **fields: str | int) -> None:
        super().__init__(f"{code}: {fields}")
        self.code: Code = code
        self.fields = fields
