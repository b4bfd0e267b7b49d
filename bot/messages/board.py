"""Boards as messages: text, picture and controls."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from itertools import dropwhile

from discord import ButtonStyle, PartialEmoji

from bot.context import Bot
from bot.messages import clock as clock_message
from bot.messages import halves
from bot.messages import rating as rating_message
from bot.messages.competitions.tournament import Belonging, Belongings, page_of, said
from bot.pictures.board import of_match
from bot.pictures.men import Emojis
from bot.pictures.prefetch import BoardPrefetch
from bot.text import match as match_text
from bot.text.numbers import listed
from bot.ui.controls import Control, Link, button, custom_id, link
from bot.ui.layout import RULE, Part, Text, heading
from bot.ui.message import Reply
from games.play import HANDOVER, event_token
from games.protocol import AnyGame
from games.words import N_, NN_, Fields, say
from matches import pages
from matches.model.computer_players import is_computer_player
from matches.model.ids import PlayerId
from matches.model.match import Listing, LoggedEvent, LoggedTurn, Match, PlayedTurn
from matches.model.played import Dropped
from matches.model.shots import after
from matches.model.turns import holder, since

BEGUN = N_("The match begins.")
GREETING = NN_("{players} wishes you a good match.", "{players} wish you a good match.")
GREETING_ALL = NN_("{players} wishes you all a good match.", "{players} wish you all a good match.")
"""To several people."""
MOVE, SHOW = N_("Move"), N_("Show")
TOUCH = N_("Tap to play")
BOARD, PREPARED = N_("Board just for me"), N_("Prepared turns")
AS_TEXT, REPLAY, MORE = N_("Board as text"), N_("Replay"), N_("More…")
TRY = N_("Try it out")
WEB_PAGE = N_("Web page")
RULES, TO_BOARD = N_("Rules"), N_("Go to the board")
ON_BOARDS = "more"
"""The action of a control that all boards have, and nothing else has."""
LATEST = 999_999
"""Greater than every turn's number."""
RESUME, REMATCH = N_("Resume"), N_("Rematch")
DROPPED = NN_(
    "{match}: a prepared turn was dropped, because it can't be played: {texts}\n{why}",
    "{match}: {count} prepared turns were dropped, because the first of them can't be played: "
    "{texts}\n{why}",
)


# Boards


async def public_board(
    bot: Bot,
    match: Match,
    language: NullTranslations,
    turns: Sequence[PlayedTurn] = (),
    events: Sequence[LoggedEvent] = (),
    *,
    kept: bool = False,
    notify: bool = True,
) -> Reply:
    """The public board: what has just happened, and who is to move or has won. The last
    board leads to the competition to which the match belongs. `kept`: it takes the place of the
    board before it.
    """
    belongs = await bot.service(Belongings).of(match)
    signs = bot.service(Emojis).signs(match.game, match.setup)
    lines = [*head(match, belongs, signs, language)]
    if match.status == "running" and not match.turns and not events:
        lines.append(language.gettext(BEGUN))
    if match.status == "running" and _greets(match, events, kept=kept):
        lines += _greetings(match, language)
    lines += match_text.turns_by_name(match, turns, language)
    lines += [match_text.logged(match, event, language) for event in events]
    standing = [match_text.standing(match, language)]
    standing += await rating_message.changed(bot.database, match, language)
    standing += await halves.told(bot.database, match, language)
    standing += await clock_message.lines(bot, match, language)
    over = match.ending is not None
    lines += [] if over else standing
    page = (page_of(belongs.id, language),) if over and belongs is not None else ()
    return Reply(
        "\n".join(filter(None, lines)),
        (*under_board(match, language, touch=bot.pages_url is not None), *page),
        await bot.service(BoardPrefetch).board(match, language),
        await bot.preferences.called(_to_call(match, events)) if notify else (),
        parts=result(standing) if over else (),
    )


def head(
    match: Match, belongs: Belonging | None, signs: Sequence[str], language: NullTranslations
) -> tuple[str, ...]:
    """The title; who has which seat, each with its sign, and who had them before; the return match;
    what the match belongs to; the phase.
    """
    to = "" if belongs is None else f"-# {said(belongs, language)}"
    phase = match_text.phase(match, language)
    before = match_text.handovers(match, language)
    other = match_text.other_half(match, language)
    return match_text.header(match, language, signs), *before, other, to, phase


def result(lines: Sequence[str]) -> tuple[Part, ...]:
    """How a match has ended, in larger letters, and what follows from it."""
    first, *rest = "\n".join(filter(None, lines)).split("\n")
    return (RULE, Text("\n".join((heading(first).text, *rest))))


def _greets(match: Match, events: Sequence[LoggedEvent], *, kept: bool) -> bool:
    """Whether this is the first board. One that is kept still is until everybody has had a turn to
    read it.
    """
    if kept:
        return match.turn_count < len(match.seated)
    return not (match.turns or events)


def _greetings(match: Listing, language: NullTranslations) -> list[str]:
    """The computer players' greetings at the start. They say nothing else."""
    computer_players = [
        match_text.mention(one, language) for one in match.seated if is_computer_player(one)
    ]
    fields: Fields = {"players": listed(computer_players, language), "count": len(computer_players)}
    several = len(match.seated) - len(computer_players) > 1
    sentence = GREETING_ALL if several else GREETING
    return [say(sentence, fields, language=language)] if computer_players else []


def line(
    match: Match,
    language: NullTranslations,
    turns: Sequence[PlayedTurn],
    events: Sequence[LoggedEvent],
    shown: Reply,
    *,
    answered: bool = True,
) -> Reply:
    """A line about what has just happened and who is next, where the board itself is kept up to
    date. It mentions those whom the `shown` board would, and has the button to move.

    It is empty after turns that call nobody, since a computer player is next, or whoever has just
    moved and is `answered`. The next line includes those turns, but doesn't repeat their own
    to the player whom it calls. It does if their board couldn't be shown. A turn that ends a phase
    has a line for the other people, even if it calls nobody.
    """
    mentions = shown.mentions
    if turns and match.status == "running" and not events:
        called, last = match.player_to_move, turns[-1]
        if is_computer_player(called) or (answered and not _has_line(match, last, called)):
            return Reply("")
        if answered and not _calls(match, last.turn, called):
            mentions = ()
        turns = _untold(match, turns)
    lines = match_text.turns_by_name(match, turns, language)
    lines += [match_text.logged(match, event, language) for event in events]
    lines = [match_text.title(match, language), *lines, match_text.standing(match, language)]
    move = move_button(match, language) if match.status == "running" else ()
    return Reply("\n".join(filter(None, lines)), move, mentions=mentions)


def _calls(match: Match, turn: LoggedTurn, player: PlayerId | None) -> bool:
    """Whether this turn calls the player who is to move after it: not a computer player, nor
    whoever has just moved, even if they typed their turn as a prepared one.
    """
    together = (one for one in match.turns if one.batch == turn.batch)
    seat = next((one.seat for one in together if one.origin != "automatic"), None)
    mover = None if seat is None else match.players[seat - 1]
    return player != mover and not is_computer_player(player)


def _has_line(match: Match, one: PlayedTurn, player: PlayerId | None) -> bool:
    """Whether a line tells of this turn at once, after which `player` is to move: it calls them, or
    it ends a phase, and other people play, too.
    """
    if _calls(match, one.turn, player):
        return True
    if is_computer_player(player) or one.steps[0].before.phase == one.steps[-1].after.phase:
        return False
    return not all(is_computer_player(other) for other in match.players if other != player)


def _untold(match: Match, turns: Sequence[PlayedTurn]) -> Sequence[PlayedTurn]:
    """These turns, and those right before them of which no line has told: they called nobody. The
    board has shown those: the player to move knows the ones with which they begin, if they are
    their own.
    """
    players, earlier = match.players, list[PlayedTurn]()
    for one in reversed([one for one in match.recent if one.turn.seq < turns[0].turn.seq]):
        then = (earlier or turns)[0].turn
        begins = then.batch != one.turn.batch
        if begins and _has_line(match, one, players[then.seat - 1]):
            break
        earlier.insert(0, one)
    called = match.player_to_move
    unknown = dropwhile(lambda one: players[one.turn.seat - 1] == called, earlier)
    return [*unknown, *turns]


def tells_all(match: Match) -> bool:
    """Whether the board after the last turns tells of all that the line about them does: no line is
    still to tell of those before them.
    """
    last = match.recent[-1].turn.batch if match.recent else 0
    turns = [one for one in match.recent if one.turn.batch == last]
    return bool(turns) and len(_untold(match, turns)) == len(turns)


def to_notify(match: Listing) -> tuple[PlayerId, ...]:
    """Whom a turn concerns: the player to move; at the end, all players."""
    if match.status == "running":
        return () if match.player_to_move is None else (match.player_to_move,)
    return match.seated


def _to_call(match: Match, events: Sequence[LoggedEvent]) -> tuple[PlayerId, ...]:
    """Whom a board calls: whom its turn concerns, and who has just taken a seat over."""
    came = [
        holder(match, one.seat, one.seq)
        for one in events
        if one.seat is not None and one.token == event_token(HANDOVER, one.seat)
    ]
    return tuple(dict.fromkeys((*to_notify(match), *filter(None, came))))


def under_board(
    match: Match, language: NullTranslations, *, touch: bool = False
) -> tuple[Control, ...]:
    """The controls under a board: to move, to `touch` it on the web if that is possible, and to
    whatever else is.
    """
    to_touch = touch_button(match, language) if touch else ()
    return (*move_button(match, language), *to_touch, *beside_move(match, language))


def touch_button(match: Match, language: NullTranslations) -> tuple[Control, ...]:
    """The button for a link to a board on the web that can be touched, while the match runs."""
    if match.status != "running":
        return ()
    return (button(language.gettext(TOUCH), custom_id("touch", match.id, match.seq)),)


def move_button(match: Match, language: NullTranslations) -> tuple[Control, ...]:
    """The button to move, unless a computer player is to; to resume; or for a rematch."""
    if match.status == "running":
        nobody = is_computer_player(match.player_to_move)
        return () if nobody else (pick_button(match, language),)
    if match.status == "adjourned":
        return (button(language.gettext(RESUME), custom_id("resume", match.id, match.seq)),)
    if match.ending is not None and match.full and match.started_at:
        return (button(language.gettext(REMATCH), custom_id("rematch", match.id, match.seq)),)
    return ()


def pick_button(match: Match, language: NullTranslations) -> Control:
    """The button to the menus in which a turn is picked."""
    to = custom_id("move", match.id, match.seq)
    return button(language.gettext(MOVE), to, style=ButtonStyle.primary)


def to_match(
    match: Listing, player: PlayerId, language: NullTranslations, emoji: PartialEmoji | None = None
) -> Control:
    """The button to a match: to move in it, if it is the player's turn, or to see it."""
    if match.player_to_move == player:
        to = custom_id("move", match.id, match.seq)
        return button(language.gettext(MOVE), to, style=ButtonStyle.primary, emoji=emoji)
    return button(language.gettext(SHOW), custom_id("go", match.id, match.seq), emoji=emoji)


def beside_move(match: Match, language: NullTranslations) -> tuple[Control, ...]:
    """The buttons to look at a match, and to whatever else can be done."""
    rules = (rules_button(match.game, language),)
    made = [button(language.gettext(AS_TEXT), custom_id("text", match.id, match.seq))]
    if match.turn_count:
        made.insert(0, act_button(match, REPLAY, "replay", language, str(LATEST)))
    more = button(language.gettext(MORE), custom_id(ON_BOARDS, match.id, match.seq))
    over = match.ending is not None  # Then people look back, and need no rules to go on.
    return (*made, *rules, more) if over else (*rules, *made, more)


def rules_button(game: AnyGame, language: NullTranslations, row: int | None = None) -> Control:
    """The button to the rules of a game, which leaves the message as it is."""
    return button(language.gettext(RULES), custom_id("rules-of", rest=game.info.key), row=row)


def act_button(
    match: Listing,
    label: str,
    act: str,
    language: NullTranslations,
    text: str = "",
    *,
    style: ButtonStyle = ButtonStyle.secondary,
) -> Control:
    """A button that runs a command with this match (see `bot.commands.which_match`)."""
    to = custom_id("act", match.id, match.seq, f"{act}/{text}")
    return button(language.gettext(label), to, style=style)


async def own_board(bot: Bot, match: Match, player: PlayerId, language: NullTranslations) -> Reply:
    """The board for one user, with all that has happened since they last moved."""
    seat = match.seat_of(player)
    news = since(match, seat)
    signs = bot.service(Emojis).signs(match.game, match.setup)
    lines = [*head(match, await bot.service(Belongings).of(match), signs, language)]
    lines += match_text.turns(match, news, language)
    lines.append(match_text.standing(match, language, player))
    lines += await clock_message.lines(bot, match, language)
    shot = after(match.position, news)
    picture = await of_match(bot, match, language, shot, viewer=player)
    mine = match.player_to_move == player
    touch = bot.pages_url is not None
    controls = under_board(match, language, touch=touch) if mine else beside_move(match, language)
    if touch and not mine and seat is not None:
        controls = (*touch_button(match, language), *controls)
    on_web = await web_page(bot, match, language)
    return Reply("\n".join(filter(None, lines)), (*controls, *on_web), picture)


async def web_page(bot: Bot, match: Listing, language: NullTranslations) -> tuple[Link, ...]:
    """A link to the page that a match has on the web, as long as everybody can open that. Raises
    Unavailable.
    """
    if bot.pages_url is None or match.id not in await pages.pages(bot.database, [match.id]):
        return ()
    return (link(language.gettext(WEB_PAGE), f"{bot.pages_url}/m/{match.id}"),)


def dropped(match: Listing, what: Dropped, why: str, language: NullTranslations) -> Reply:
    """Tells their owner which prepared turns were dropped."""
    fields: Fields = {
        "match": match_text.title(match, language),
        "count": len(what.texts),
        "texts": match_text.cut("; ".join(map(match_text.code, what.texts)), 800),
        "why": why,
    }
    return Reply(say(DROPPED, fields, language=language))
