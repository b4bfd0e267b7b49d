"""What is played in a competition, and its current state, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from gettext import NullTranslations

from discord.utils import format_dt

from bot.text import clock as clock_text
from bot.text.competition import capital, coded, director, quoted
from competitions.formats import knockout
from competitions.formats.rounds import planned
from competitions.log.terms import CommonTerms
from competitions.model.competition import Competition, Status
from competitions.model.settings import Format, Settings
from competitions.pairing.sections import letter
from competitions.tournaments.held import Held, Repeats, Unfinished
from competitions.tournaments.ids import public_id
from competitions.tournaments.queries import Line
from competitions.tournaments.texts import REASONS
from games.protocol import AnyGame
from games.words import N_, NN_, say

FORMATS: Mapping[Format, str] = {
    "knockout": N_("Knockout"),
    "round-robin": N_("Round robin"),
    "swiss": N_("Swiss system"),
    "groups": N_("Groups, then a knockout"),
    "tables": N_("Tables"),
}
GAME = N_("Game: {game}")
"""Said with the game's name, because a game can be called like a kind of competition."""
TABLES_OF = N_("Tables of {seats}")
TWICE = N_("twice")
RETURN_MATCHES = N_("{games} matches per pairing, swapping seats")
ADVANTAGE = N_("{seat} has an advantage in this game, so opponents swap seats for a second match.")
TEAMS = N_("teams of {size}")
ROUNDS = NN_("{count} round", "{count} rounds")
ABOUT: Mapping[Format, str] = {
    "knockout": N_("If you lose, you're out."),
    "round-robin": N_("Everyone plays everyone."),
    "swiss": N_("In each round you play somebody with about as many points as you."),
    "groups": N_("The best from each group go through to a knockout."),
    "tables": N_("Everyone plays everyone about equally often."),
}

WITH_THIRD = N_("If you lose, you're out. The losers of the semi-finals play for third place.")
"""The same for a knockout with a match for third place."""
SIGN_UP = N_("Sign-up is open")
PLACES = NN_("{count} of {most} places taken", "{count} of {most} places taken")
ENTRANTS = NN_("{count} entrant", "{count} entrants")
WAITING = NN_("{count} waiting", "{count} waiting")
STARTS_AT = N_("Starts on {time}")
STARTS_FULL = N_("Starts when it's full, or earlier if {player} starts it")
IS_FULL = N_("All places are taken, and the first round is about to begin.")
STARTS_BY_HAND = N_("Starts when {player} starts it")
LEAST = N_("at least {least} are needed")
RUNNING = N_("Round {round} of {rounds}")
BEGINS = N_("The first round is being paired.")
STATUSES: Mapping[Status, str] = {
    "open": N_("sign-up is open"),
    "running": N_("in progress"),
    "over": N_("over"),
    "cancelled": N_("cancelled"),
}
IS_OVER, IS_CANCELLED = N_("It's over."), N_("It was cancelled.")
REPEATS: Mapping[Repeats, str] = {"week": N_("every week"), "month": N_("every month")}
HELD: Mapping[Repeats, str] = {"week": N_("held every week"), "month": N_("held every month")}
FOR_ROLE, FOR_ANYBODY = N_("only for {role}"), N_("open to people from other servers")
RATED_FROM, RATED_TO = N_("ratings of {points} or more"), N_("ratings up to {points}")
RATED_BETWEEN = N_("ratings from {lowest} to {highest}")
RELIABLE = N_("at least {share} percent of matches played to the end")
EACH_ROUND = N_("{time} per round")
ENDS_AT = N_("Ends on {time} at the latest")
SHARES = N_(
    "To make sure every match ends in time, its players share the time left for it equally."
)
AWAY = N_(
    "If you're going to be away, use `/vacation` before your match begins: then you'll have "
    "longer for a turn, and the match still ends in time."
)
PART = N_("Division {division} of season {season}")
SECTION, SECTION_OF = N_("Section {letter}"), N_("Section {letter} of {whole}")
SECTIONS = N_("sections by rating if more than {count} sign up")
DIVIDED = N_("It's played in sections: {sections}.")
FOR_SERVERS = N_("everyone plays for the server they sign up from")
TOGETHER, AT_ONCE = N_("all matches at once"), N_("All matches are being played")
UNFINISHED: Mapping[Unfinished, str] = {
    "time": N_("unfinished matches go to whoever has used less time"),
    "draw": N_("unfinished matches are drawn"),
    "director": N_("the director decides unfinished matches"),
}


def kind(settings: Settings, team: int, language: NullTranslations) -> str:
    """The format in a few words: `Swiss system · 5 rounds`."""
    say_ = language.gettext
    name = say_(FORMATS[settings.format])
    if settings.format == "tables":
        name = say(TABLES_OF, {"seats": settings.seats}, language=language)
    parts = [
        name,
        say_(TWICE) if settings.cycles > 1 else "",
        say(ROUNDS, {"count": settings.rounds}, language=language) if settings.rounds else "",
        say(TEAMS, {"size": team}, language=language) if team > 1 else "",
    ]
    if settings.games > 1:
        parts.append(say(RETURN_MATCHES, {"games": settings.games}, language=language))
    return " · ".join(filter(None, parts))


def played(game: AnyGame, language: NullTranslations, *, bold: bool = False) -> str:
    """The game in a few words: `Game: Attangle`."""
    name = language.gettext(game.info.name)
    return say(GAME, {"game": f"**{name}**" if bold else name}, language=language)


def described(held: Held, language: NullTranslations) -> Iterator[str]:
    """What is played, and with which clock, one line each."""
    terms, settings = held.terms, held.competition.settings
    if (part := terms.part) is not None:
        yield say(PART, {"division": part.division, "season": part.season}, language=language)
    if (section := terms.section) is not None:
        whole = coded(public_id(section.whole), language)
        fields = {"letter": letter(section.number), "whole": whole}
        yield say(SECTION_OF, fields, language=language)
    yield f"{played(terms.game, language, bold=True)} · {kind(settings, terms.team, language)}"
    third = settings.format == "knockout" and knockout.with_third(held.competition)
    yield f"*{language.gettext(WITH_THIRD if third else ABOUT[settings.format])}*"
    if settings.seats * terms.team == 2:
        yield from advantage(terms.game, settings.games, settings.cycles, language)
    clock = clock_text.control(terms.clock, language)
    at_end = clock_text.at_end(terms.at_end, settings.seats * terms.team, language)
    yield f"⏱ {clock}; {at_end}"
    yield from options(terms, language)
    yield from in_a_line(_limits(held, language))
    if terms.ends_at is not None:
        time = format_dt(terms.ends_at, "f")
        rule = language.gettext(UNFINISHED[terms.unfinished])
        yield f"{say(ENDS_AT, {'time': time}, language=language)}; {rule}"
    if terms.ends_at is not None or terms.each_round is not None:
        yield from in_time(terms, language)


def in_time(terms: CommonTerms, language: NullTranslations) -> Iterator[str]:
    """What makes matches end in time, and how vacations affect that."""
    if terms.clock.stops_on_vacation:
        yield f"{language.gettext(SHARES)} {language.gettext(AWAY)}"


def options(terms: CommonTerms, language: NullTranslations) -> Iterator[str]:
    """The chosen options of the game itself, one line each."""
    for key, value in terms.options.items():
        yield option(terms.game, key, value, language)


def option(game: AnyGame, key: str, value: str, language: NullTranslations) -> str:
    """A value of an option in words; for free text, with the option's name."""
    if said := game.texts.options.get(f"{key}={value}"):
        return language.gettext(said)
    return f"{language.gettext(key).capitalize()}: {value}"


def advantage(game: AnyGame, games: int, cycles: int, language: NullTranslations) -> Iterator[str]:
    """Why entrants at a table for two play this many games, or meet this often: so that nobody gets
    only the better seat, if one seat is better.
    """
    if (seat := game.info.favours) is not None and games * cycles % 2 == 0:
        yield say(ADVANTAGE, {"seat": seat}, game.texts.seats, language)


def _limits(held: Held, language: NullTranslations) -> Iterator[str]:
    """For whom it is, how often it is held, and how many play in it together."""
    terms = held.terms
    low, high = terms.lowest, terms.highest
    if low is not None and high is not None:
        yield say(RATED_BETWEEN, {"lowest": round(low), "highest": round(high)}, language=language)
    elif low is not None:
        yield say(RATED_FROM, {"points": round(low)}, language=language)
    elif high is not None:
        yield say(RATED_TO, {"points": round(high)}, language=language)
    yield from for_whom(terms, language)
    if terms.each_round is not None:
        time = clock_text.duration(terms.each_round, language)
        yield say(EACH_ROUND, {"time": time}, language=language)
    if terms.together:
        yield language.gettext(TOGETHER)
    if terms.repeats is not None:
        yield language.gettext(HELD[terms.repeats])
    if held.section_size is not None:
        yield say(SECTIONS, {"count": held.section_size}, language=language)
    if terms.servers:
        yield language.gettext(FOR_SERVERS)


def in_a_line(parts: Iterable[str]) -> Iterator[str]:
    """The parts in one line that begins with a capital letter; nothing if there are no parts."""
    line = " · ".join(parts)
    if line:
        yield capital(line)


def for_whom(terms: CommonTerms, language: NullTranslations) -> Iterator[str]:
    """Who may take part."""
    if terms.role is not None:
        yield say(FOR_ROLE, {"role": f"<@&{terms.role}>"}, language=language)
    if terms.reliability is not None:
        yield say(RELIABLE, {"share": terms.reliability}, language=language)
    if terms.anywhere:
        yield language.gettext(FOR_ANYBODY)


def state(held: Held, language: NullTranslations) -> str:
    """Its current state, in a line."""
    now = held.competition
    if now.status == "cancelled" and held.sections:
        named = (f"{letter(number)} `{id_}`" for number, id_ in enumerate(held.sections, start=1))
        return say(DIVIDED, {"sections": ", ".join(named)}, language=language)
    if now.status == "cancelled":
        return _with_reason(language.gettext(IS_CANCELLED), now.reason, language)
    if now.status == "over":
        return _with_reason(language.gettext(IS_OVER), now.reason, language)
    if now.status == "running":
        if not now.rounds:
            return language.gettext(BEGINS)
        if held.terms.together:
            return language.gettext(AT_ONCE)
        fields = {"round": len(now.rounds), "rounds": rounds(now)}
        return say(RUNNING, fields, language=language)
    if held.terms.starts_at is None and now.full:
        return taken(held, language)
    return " · ".join((language.gettext(SIGN_UP), taken(held, language)))


def section(number: int, language: NullTranslations) -> str:
    """The name of a section. Sections are counted from 1."""
    return say(SECTION, {"letter": letter(number)}, language=language)


def state_in_short(line: Line, language: NullTranslations) -> str:
    """Its current state, as far as lists know it."""
    count = say(ENTRANTS, {"count": line.entrants}, language=language)
    return f"{language.gettext(STATUSES[line.status])} · {count}"


def taken(held: Held, language: NullTranslations) -> str:
    """The number of people who have signed up, and of those who wait."""
    now = held.competition
    count, most, waiting = len(now.entrants), now.settings.most, len(now.waiting)
    if most is None:
        said = say(ENTRANTS, {"count": count}, language=language)
    else:
        said = say(PLACES, {"count": count, "most": most}, language=language)
    more = say(WAITING, {"count": waiting}, language=language) if waiting else ""
    return ", ".join(filter(None, (said, more)))


def start(held: Held, language: NullTranslations) -> str:
    """When it starts, for the time of sign-up."""
    settings, starts_at = held.competition.settings, held.terms.starts_at
    if starts_at is not None:
        said = say(STARTS_AT, {"time": format_dt(starts_at, "f")}, language=language)
    elif held.competition.full:
        return language.gettext(IS_FULL)
    elif settings.most is not None:
        said = say(STARTS_FULL, {"player": director(held, language)}, language=language)
    else:
        said = say(STARTS_BY_HAND, {"player": director(held, language)}, language=language)
    least = say(LEAST, {"least": settings.least}, language=language)
    return f"{said}; {least}" if len(held.competition.entrants) < settings.least else said


def rounds(competition: Competition) -> int:
    """The planned number of rounds of a competition that has begun; never fewer than it already
    has.
    """
    return max(planned(competition), len(competition.rounds))


def why(reason: str, language: NullTranslations) -> str:
    """Why it is over: a reason of the bot's, or people's own words."""
    return language.gettext(str(REASONS[reason])) if reason in REASONS else quoted(reason, language)


def _with_reason(said: str, reason: str, language: NullTranslations) -> str:
    return f"{said} {why(reason, language)}" if reason else said
