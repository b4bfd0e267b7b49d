"""What entrants do: sign up, find partners, leave, skip a round, withdraw."""

from __future__ import annotations

from gettext import NullTranslations

from bot.cogs.tournaments import page
from bot.cogs.tournaments.page import KIND
from bot.commands.competitions import common as shared
from bot.commands.competitions import destinations as ways
from bot.delivery.transport import answers
from bot.errors import Refused
from bot.interactions.locale import language_of
from bot.interactions.ways_out import lead
from bot.messages.competitions import sign_up as message
from bot.text import competition as text
from bot.text.numbers import listed
from bot.ui import forms
from bot.ui.controls import NO_MATCH, custom_id, number
from bot.ui.dispatch import Press, on
from bot.ui.forms import Values
from bot.ui.message import Reply
from competitions.model.entrants import EntrantId
from competitions.tournaments import signup
from competitions.tournaments.held import Held
from games.words import N_, Fields, say
from matches.model.ids import PlayerId

SIGNED_UP = N_("You're signed up for {name}.")
WAITS = N_("{name} is full. You're number {number} on the waiting list.")
ASKED = N_("I've asked {players}. You'll have a place in {name} as soon as all of you have agreed.")
LEFT = N_("You're no longer taking part in {name}.")
PARTNER, PARTNER_HINT = N_("Who's your partner?"), N_("They have to agree.")
BOTS = N_("Choose people: bots can't play here.")
BEGUN = N_("The tournament has already begun. You can withdraw on its page.")
OVER = N_("The tournament is over.")
lead(BEGUN, ways.page)
lead(OVER, ways.page)
WITHDRAW = N_("Withdraw from the tournament")
RESIGNS = N_(
    "You'll resign all your matches in progress here right away, and you won't get any more. Only "
    "the director can let you back in."
)
NEXT_SEASON = N_("You'll also be taken off the list for the next season.")
REASON, OPTIONAL = N_("Reason"), N_("Optional. Everybody can read it.")
LONGEST = 200
"""The maximum length of a reason in characters."""


# Signing up


@on("cup-join")
async def join(press: Press) -> None:
    """Signs the user up."""
    await answers.acknowledge(press.interaction)
    held, _ = await KIND.pressed(press)
    await _join(press, held)


async def _join(press: Press, held: Held, *partners: PlayerId) -> None:
    interaction = press.interaction
    held = await signup.join(
        interaction.client.database,
        held.id,
        press.player,
        *partners,
        membership=shared.membership(interaction, held),
        rates=interaction.client.settings.limits.rates,
        interaction=interaction.id,
    )
    await _done(press, held, _joined(press, held))


def _joined(press: Press, held: Held) -> str:
    """What the user has now: a place, one on the waiting list, or partners who were asked."""
    language, entrant = language_of(press.interaction), held.entrant_of(press.player)
    name = text.called(held.terms.name)
    waiting = [one.id for one in held.competition.waiting]
    if entrant is None:
        return say(LEFT, {"name": name}, language=language)
    if asked := held.asked.intersection(held.teams[entrant]):
        named = listed([f"<@{one}>" for one in asked], language)
        return say(ASKED, {"name": name, "players": named}, language=language)
    if entrant in waiting:
        fields: Fields = {"name": name, "number": waiting.index(entrant) + 1}
        return say(WAITS, fields, language=language)
    return say(SIGNED_UP, {"name": name}, language=language)


@on("cup-team")
async def ask_for_partners(press: Press) -> None:
    """Asks for the user's partners."""
    held, _ = await KIND.pressed(press)
    language, most = language_of(press.interaction), held.terms.team - 1
    label, hint = language.gettext(PARTNER), language.gettext(PARTNER_HINT)
    field = forms.people("partners", label, hint, [], most=most)
    to = custom_id("cup-team", NO_MATCH, 0, held.id)
    await forms.show(press.interaction, held.terms.name, to, [field])


@forms.on("cup-team")
async def join_as_team(press: Press, values: Values) -> None:
    """Signs a team up. The partners are asked."""
    await answers.acknowledge(press.interaction)
    held, _ = await KIND.pressed(press)
    if forms.bots(press.interaction):
        raise Refused(BOTS)
    partners = [PlayerId(number(one)) for one in values.get("partners") or ()]
    await _join(press, held, *partners)


_TEAM = r"/(\d{1,4})"


@on("cup-agree")
async def agree(press: Press) -> None:
    """The user agrees to play in the team that asked them."""
    await answers.acknowledge_in_place(press.interaction)
    held, (number_,) = await KIND.pressed(press, _TEAM)
    interaction, team = press.interaction, EntrantId(number(number_))
    held = await signup.agree(
        interaction.client.database,
        held.id,
        press.player,
        team=team,
        membership=shared.membership(interaction, held),
        interaction=interaction.id,
    )
    language = await shared.language_of_channel(press.interaction, held)
    said = message.agreed(held.teams.get(team, ()), language)
    await _answered(press, held, said, language)


@on("cup-decline")
async def decline(press: Press) -> None:
    """The user declines to play in the team that asked them."""
    await answers.acknowledge_in_place(press.interaction)
    before, (number_,) = await KIND.pressed(press, _TEAM)
    interaction, team = press.interaction, EntrantId(number(number_))
    held = await signup.decline(
        interaction.client.database, before.id, press.player, team, interaction=interaction.id
    )
    language = await shared.language_of_channel(press.interaction, held)
    said = message.declined(before.teams.get(team, ()), press.player, language)
    await _answered(press, held, said, language)


async def _answered(press: Press, held: Held, said: str, language: NullTranslations) -> None:
    """Replaces the question with its answer, so that nobody presses its buttons again."""
    if not answers.is_public(press.interaction):
        await page.show_changed(press.interaction, held)
        return
    shared.wake(press.interaction)
    await answers.show_reply(press.interaction, message.answered(held, said, language))


@on("cup-leave")
async def leave(press: Press) -> None:
    """Gives up the user's place, also on the waiting list or in a team that has asked them. After
    the start, withdrawing takes more than this button.
    """
    await answers.acknowledge(press.interaction)
    held, _ = await KIND.pressed(press)
    if held.entrant_of(press.player) in held.competition.seeding:
        raise Refused(BEGUN if held.competition.status == "running" else OVER)
    interaction = press.interaction
    held = await signup.withdraw(
        interaction.client.database, held.id, press.player, interaction=interaction.id
    )
    said = say(LEFT, {"name": text.called(held.terms.name)}, language=language_of(interaction))
    await _done(press, held, said)


# After the start


@on("cup-skip")
async def skip(press: Press) -> None:
    """Excuses the user from the round that the button names."""
    await answers.acknowledge(press.interaction)
    held, (round_,) = await KIND.pressed(press, r"/(\d{1,2})")
    database, id_ = press.interaction.client.database, press.interaction.id
    held = await signup.excuse(database, held.id, press.player, number(round_), interaction=id_)
    await page.show_changed(press.interaction, held)


@on("cup-attend")
async def attend(press: Press) -> None:
    """The user plays in the round after all."""
    await answers.acknowledge(press.interaction)
    held, (round_,) = await KIND.pressed(press, r"/(\d{1,2})")
    database, id_ = press.interaction.client.database, press.interaction.id
    held = await signup.attend(database, held.id, press.player, number(round_), interaction=id_)
    await page.show_changed(press.interaction, held)


@on("cup-withdraw")
async def ask_to_withdraw(press: Press) -> None:
    """Asks for confirmation and the reason, and says what the consequences are."""
    held, _ = await KIND.pressed(press)
    language = language_of(press.interaction)
    follows = [RESIGNS] if held.terms.part is None else [RESIGNS, NEXT_SEASON]
    said = " ".join(map(language.gettext, follows))
    label, hint = language.gettext(REASON), language.gettext(OPTIONAL)
    field = forms.text("reason", label, hint, "", most=LONGEST)
    to = custom_id("cup-withdraw", NO_MATCH, 0, held.id)
    await forms.show(press.interaction, language.gettext(WITHDRAW), to, [field], said)


@forms.on("cup-withdraw")
async def withdraw(press: Press, values: Values) -> None:
    """Withdraws the user's entrant."""
    await answers.acknowledge(press.interaction)
    held, _ = await KIND.pressed(press)
    held = await signup.withdraw(
        press.interaction.client.database,
        held.id,
        press.player,
        reason=str(values.get("reason", ""))[:LONGEST],
        interaction=press.interaction.id,
    )
    await page.show_changed(press.interaction, held)


async def _done(press: Press, held: Held, said: str) -> None:
    """Shows the tournament as it is now: on the user's page, or in a few words below the
    announcement, which is updated together with its message.
    """
    if not answers.is_public(press.interaction):
        await page.show_changed(press.interaction, held)
        return
    shared.wake(press.interaction)
    await answers.show_reply(press.interaction, Reply(said))
