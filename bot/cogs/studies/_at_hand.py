"""The study that a control belongs to, and showing it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.cogs.studies._message import View, message
from bot.context import Interaction
from bot.delivery.transport import answers
from bot.errors import Outdated
from bot.interactions import access
from bot.interactions.locale import language_of
from bot.interactions.response import acknowledge_in_time
from bot.interactions.subject import subject_of
from bot.ui.dispatch import Press
from games.play import AnyLine
from games.record import record
from matches.archive import records
from matches.model.ids import NO_ID, StudyNumber
from matches.model.match import Match
from matches.model.study_errors import StaleStudy
from matches.model.tree import Number
from matches.studies import stored
from matches.studies.study import Study, at
from storage.database import Database

STATE = r"(\d{1,9})/(\d{1,4})/(\d{1,4})/[\d-]{1,9}/(.*)"
"""What the controls carry: the node, the length of the begun turn, the page, their own number, the
beginning of a move."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A press of a control of a study, with what it was made for."""

    press: Press
    study: Study
    match: Match
    here: Number
    length: int
    page: int
    stem: str

    @property
    def db(self) -> Database:
        """The database."""
        return self.press.interaction.client.database

    @property
    def line(self) -> AnyLine:
        """The line of the turn as it was shown. Raises StaleStudy if the turn has changed since."""
        study = self.seen
        begun = study.begun
        if len(begun.steps) != self.length:
            raise StaleStudy(number=study.number)
        return begun.line

    @property
    def seen(self) -> Study:
        """The study with its owner at the node that was shown. Raises StaleStudy if it is gone."""
        if not self.study.tree.has(self.here):
            raise StaleStudy(number=self.study.number)
        return self.study if self.study.here == self.here else at(self.study, self.here)


async def at_hand(press: Press, *, new: bool = False, form: bool = False) -> Hand:
    """The study that a control belongs to, which the user owns, and its match, which they may read.
    Acknowledges the interaction, unless it opens a form.

    Raises UnknownStudy, UnknownMatch, and Outdated for a control that is none of ours.
    """
    here, length, page, stem = press.read(STATE)
    if not form:
        acknowledge_in_time(press.interaction, new=new)
    database = press.interaction.client.database
    study = await stored.get(database, press.player, StudyNumber(press.seq))
    if (study.match_id or NO_ID) != press.match_id:
        raise Outdated
    match = await match_of(press.interaction, study)
    return Hand(press, study, match, int(here), int(length), int(page), stem)


async def match_of(interaction: Interaction, study: Study) -> Match:
    """The match of a study as it is now, if the user may read it. For a study without a match: its
    game and setup, as a match. Raises UnknownMatch.
    """
    subject_of(interaction).game = study.game  # For refusals of what is typed.
    if study.match_id is None:
        return records.outline(record(study.game, study.setup, (), None), 0, 0)
    return await access.require(interaction, study.match_id)


async def show(interaction: Interaction, view: View) -> None:
    """Shows a study in place of the acknowledgement or of the message with the button."""
    reply = await message(interaction, view, language_of(interaction))
    await answers.show_reply(interaction, reply)


async def show_after(hand: Hand, study: Study, note: str = "") -> None:
    """Shows the study as a step has left it."""
    await show(hand.press.interaction, View(study, hand.match, note=note))
