"""The interactions that have caused the entries of matches. They are read only."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, select

from storage.ids import MatchNumber
from storage.schema import entry

_WITH = entry.alias("with")
_INTERACTION_OF = (
    select(entry.c.interaction)
    .join(_WITH, (_WITH.c.match_id == entry.c.match_id) & (_WITH.c.batch == entry.c.seq))
    .where(_WITH.c.match_id == bindparam("number"), _WITH.c.seq == bindparam("seq"))
)
_INTERACTIONS_BEFORE = (
    select(entry.c.interaction)
    .where(
        entry.c.match_id == bindparam("number"),
        entry.c.interaction.is_not(None),
        entry.c.seq < bindparam("seq"),
    )
    .order_by(entry.c.seq.desc())
    .limit(bindparam("most"))
)
_MATCH_OF_INTERACTION = select(entry.c.match_id).where(
    entry.c.interaction == bindparam("interaction")
)


def interaction_of(connection: Connection, number: MatchNumber, seq: int) -> int | None:
    """The interaction that has caused this entry, if there is one. It stands in the first entry of
    the transaction.
    """
    return connection.execute(_INTERACTION_OF, {"number": number, "seq": seq}).scalar()


def interactions_before(
    connection: Connection, number: MatchNumber, seq: int, most: int = 20
) -> list[int]:
    """The latest interactions that have caused entries before this one."""
    given = {"number": number, "seq": seq, "most": most}
    return list(connection.execute(_INTERACTIONS_BEFORE, given).scalars())


def match_of_interaction(connection: Connection, interaction: int) -> MatchNumber | None:
    """The number of the match in whose log this interaction stands."""
    return connection.execute(_MATCH_OF_INTERACTION, {"interaction": interaction}).scalar()
