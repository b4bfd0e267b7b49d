"""Competitions in words: entrants, pairings, results. Pure functions, as in `bot.text.match`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from gettext import NullTranslations

from bot.text import match as match_text
from bot.text.numbers import listed, number
from bot.text.stages import stage
from bot.text.verbatim import verbatim
from competitions.formats.tree import Knockout
from competitions.log.ids import KindName, kind_of
from competitions.log.kept import Kept, People
from competitions.model.entrants import EntrantId, MemberId
from competitions.model.pairings import Game, How, Outcome, Pairing, games_of
from competitions.model.results import decided, halves, totals
from competitions.tournaments.held import Held, Team
from games.words import N_, say
from matches.model.ids import MatchId, PlayerId

MANAGERS = N_("a server manager")
ROUND = N_("Round {round}")
HAS_BYE = N_("{entrant} has a bye")
IS_EXCUSED = N_("{entrant} is excused")
IS_AWAY = N_("{entrant} isn't playing")
FREE = N_("No match this round: {entrants}")
BEATS = N_("{entrant} beats {other}")
DRAWN = N_("a draw between {entrants}")
NUMBERED = N_("Player {number}")
QUOTED = N_("“{words}”")
WHY = N_("Reason: {reason}")
NOBODY = N_("no points for {entrants}")
HOWS: Mapping[How, str] = {
    "time": N_("on time"),
    "forfeit": N_("forfeit"),
    "adjudged": N_("by decision"),
}
"""How outcomes came about, where that is worth saying."""
CODED_DIVISION = N_("division `{id}`")
_CODED: Mapping[KindName, str] = {
    "tournament": N_("tournament `{id}`"),
    "ladder": N_("ladder `{id}`"),
    "league": N_("league `{id}`"),
}
GO_ON = N_("Matches in progress go on as ordinary matches.")
VERSUS = "\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}"
"""The sign between points. It keeps them in one line on a phone."""
_BYES: Mapping[How, str] = {"excused": IS_EXCUSED, "forfeit": IS_AWAY}


def capital(line: str) -> str:
    """The line with a capital letter at its beginning, for a line of its own."""
    return line[:1].upper() + line[1:]


def coded(id_: str, language: NullTranslations, *, division: bool = False) -> str:
    """The id of a tournament, a division, a ladder or a league, with the word for it, because their
    ids look much the same.
    """
    sentence = CODED_DIVISION if division else _CODED[kind_of(id_)]
    return say(sentence, {"id": id_}, language=language)


def title(name: str, id_: str, language: NullTranslations, *, division: bool = False) -> str:
    """The name and id with which messages about a competition begin."""
    return f"**{called(name)}** · {coded(id_, language, division=division)}"


def called(name: str) -> str:
    """The name of a competition as it was written, because people choose it."""
    return verbatim(name)


def quoted(words: str, language: NullTranslations) -> str:
    """People's own words in quotation marks, as they were written."""
    return say(QUOTED, {"words": called(words)}, language=language)


def director(held: Kept, language: NullTranslations) -> str:
    """Who directs it. If the director's data were deleted, those who manage the server."""
    return match_text.mention(held.host, language) if held.host else language.gettext(MANAGERS)


def because(told: str, why: str, language: NullTranslations) -> str:
    """The sentence, with the reason below it if there is one. The reason is markdown already."""
    return f"{told}\n-# {say(WHY, {'reason': why}, language=language)}" if why else told


# Entrants


def team(members: Team, language: NullTranslations) -> str:
    """The people of an entrant, and computer players by name."""
    former = language.gettext(match_text.FORMER_PLAYER)
    said = [former if one is None else match_text.mention(one, language) for one in members]
    return " & ".join(said) or former


def entrant(teams: Mapping[EntrantId, Team], id_: EntrantId, language: NullTranslations) -> str:
    """An entrant, by the names of its people."""
    return team(teams.get(id_, ()), language)


def entrants(
    teams: Mapping[EntrantId, Team], ids: Sequence[EntrantId], language: NullTranslations
) -> str:
    """Several entrants in a sentence."""
    return listed([entrant(teams, id_, language) for id_ in ids], language)


def member(people: People, id_: MemberId, language: NullTranslations) -> str:
    """A member of a ladder or a league, by name."""
    return team((people.get(id_),), language)


def members(people: People, ids: Sequence[MemberId], language: NullTranslations) -> str:
    """Several members in a sentence."""
    return listed([member(people, id_, language) for id_ in ids], language)


def numbered(id_: EntrantId, language: NullTranslations) -> str:
    """An entrant whose name isn't known or can't be written."""
    return say(NUMBERED, {"number": id_}, language=language)


def people(held: Held, ids: Sequence[EntrantId]) -> tuple[PlayerId, ...]:
    """The players behind these entrants, each once."""
    found = (player for id_ in ids for player in held.teams.get(id_, ()) if player is not None)
    return tuple(dict.fromkeys(found))


# Pairings


def free(held: Held, pairings: Sequence[Pairing], language: NullTranslations) -> str:
    """Who has no match in a round in which everyone else has one. That happens in a round robin
    with an odd number of entrants. Empty if nobody is free.
    """
    competition = held.competition
    if competition.settings.format not in ("groups", "round-robin"):
        return ""
    knockout = Knockout.of(competition)
    if knockout and any(knockout.behind(one) is not None for one in pairings):
        return ""  # Those who are out are not free.
    seated = {id_ for one in pairings for id_ in one.seats}
    found = [id_ for id_ in competition.remaining if id_ not in seated]
    if not found:
        return ""
    return say(FREE, {"entrants": entrants(held.teams, found, language)}, language=language)


def round_lines(
    held: Held, pairings: Sequence[Pairing], language: NullTranslations
) -> Iterator[tuple[str, Pairing]]:
    """Each pairing with its number. The title of a knockout's round is put above the pairings that
    belong to it.
    """
    knockout, said = Knockout.of(held.competition), ""
    for one in pairings:
        before, said = said, stage(knockout, one, language)
        above = "" if said == before else f"**{said}**\n"
        yield f"{above}{one.number}. {pairing(held, one, language)}", one


def pairing(held: Held, one: Pairing, language: NullTranslations) -> str:
    """A pairing in a line: who meets whom, and the score or the matches of its games."""
    competition = held.competition
    if one.bye:
        outcome = competition.outcomes.get((one.round, one.number, 0))
        sentence = HAS_BYE if outcome is None else _BYES.get(outcome.how, HAS_BYE)
        named = entrant(held.teams, one.seats[0], language)
        return say(sentence, {"entrant": named}, language=language)
    parts = [" – ".join(entrant(held.teams, id_, language) for id_ in one.seats)]
    if decided(one, competition.outcomes):
        parts.append(score(held, one, language))
    parts += [match_text.coded(match_id, language) for match_id in _going(held, one)]
    return " · ".join(filter(None, parts))


def _going(held: Held, one: Pairing) -> list[MatchId]:
    """The matches of the undecided games."""
    return [
        held.matches[game]
        for game in games_of(one)
        if game in held.matches and game not in held.competition.outcomes
    ]


def score(held: Held, one: Pairing, language: NullTranslations) -> str:
    """The points of a decided pairing in the order of its seats, and how they came about."""
    outcomes = held.competition.outcomes
    values = totals(one, outcomes) if one.games > 1 else halves(one, outcomes)
    hows = dict.fromkeys(outcomes[game].how for game in games_of(one))
    said = [language.gettext(HOWS[how]) for how in hows if how in HOWS]
    points = [number(Fraction(one, 2), language) for one in values]
    shown = f"**{VERSUS.join(points)}**"
    return f"{shown} ({', '.join(said)})" if said else shown


def outcome(held: Held, game: Game, what: Outcome, language: NullTranslations) -> str:
    """The outcome of one game: its places, with the names of those who have them."""
    seating = held.competition.pairing(game).seating(game[2])
    places: dict[int, list[EntrantId]] = {}
    for rank, id_ in sorted(zip(what.ranks, seating, strict=True)):
        places.setdefault(rank, []).append(id_)
    named = [entrants(held.teams, there, language) for there in places.values()]
    if len(named) == 1:
        sentence = DRAWN if what.ranks[0] == 1 else NOBODY
        return say(sentence, {"entrants": named[0]}, language=language)
    if len(named) == 2 and len(seating) == 2:
        return say(BEATS, {"entrant": named[0], "other": named[1]}, language=language)
    return " · ".join(f"{place}. {who}" for place, who in zip(places, named, strict=True))
