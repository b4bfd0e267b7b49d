"""The report of a soak."""

from __future__ import annotations

from benchmarks.results import taken
from tests.soak.fleet import GATEWAYS, THINKERS
from tests.soak.requests import table
from tests.soak.run import Options, Outcome


def form(options: Options) -> str:
    """Which processes there were, and what became of them."""
    if not options.fleet:
        return "One process"
    form = f"{GATEWAYS} gateways and {THINKERS} thinkers"
    if options.revision:
        form = f"Two processes of {options.revision}, upgraded after half of the time to {form}"
    if "pooler=" in options.database:
        form += ", behind PgBouncer"
    if options.fail_over is not None:
        form += "; after half of the time the server died and its standby took over"
    return form


def section(outcome: Outcome) -> str:
    """All actions and counts, in Markdown."""
    options = outcome.options
    lost = [one for one in outcome.problems if one.startswith("lost")]
    doubled = [one for one in outcome.problems if one.startswith("doubled")]
    missing = [one for one in outcome.problems if one.startswith("missing")]
    unanswered = [one for one in outcome.problems if one.startswith("unanswered")]
    known = (lost, doubled, missing, unanswered)
    others = len(outcome.problems) - sum(map(len, known))
    database = options.database.partition(":")[0] or "sqlite"
    what = (
        f"{taken()}\n{options.seconds / 60:g} minutes, {options.users} users, "
        f"{options.matches} matches at the same time, {options.at_once} people acting at once, "
        f"seed {options.seed}, {database}{', with the limits of Discord' * options.limits}.\n"
        f"{form(options)}.\n"
        f"With everything before and after it took {outcome.seconds:.0f} s."
    )
    headline = (
        f"**{len(lost)} lost, {len(doubled)} doubled, {len(missing)} missing, "
        f"{len(unanswered)} unanswered for no known reason, {others} others.**"
    )
    lines = [
        what,
        "",
        headline,
        "",
        "| what | times |",
        "| --- | ---: |",
        *(f"| {name} | {outcome.counts[name]:,} |" for name in sorted(outcome.counts)),
        *(
            f"| interactions {name} | {count:,} |"
            for name, count in sorted(outcome.answers.items())
        ),
        "",
        "### Requests",
        "",
        *table(outcome.requests, limits=options.limits),
    ]
    return "\n".join(lines)
