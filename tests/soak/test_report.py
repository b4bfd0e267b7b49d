"""What the report of a soak says of itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.soak.report import form
from tests.soak.run import Options

_POOLER = "postgresql://tests@127.0.0.1:6432/soak?pooler=transaction"
_HERE = Path()
FORMS = {
    "One process": Options(_HERE),
    "Two processes of 7a9300f7 (2026-11-29), upgraded after half of the time to 3 gateways and 2 "
    "thinkers": Options(_HERE, fleet=True, earlier=_HERE, revision="7a9300f7 (2026-11-29)"),
    "3 gateways and 2 thinkers, behind PgBouncer; after half of the time the server died and its "
    "standby took over": Options(_HERE, fleet=True, database=_POOLER, fail_over=lambda: None),
}


@pytest.mark.parametrize(("said", "options"), FORMS.items(), ids=["alone", "upgrade", "fleet"])
def test_the_report_names_the_form(said: str, options: Options) -> None:
    """Readers see which processes there were, and what became of them."""
    assert form(options) == said
