"""What the server refuses to the page is said in German, too."""

import ast
import re
from collections.abc import Iterator

from playground.page import OFFLINE, STATIC


def test_refusals_have_a_german_text() -> None:
    """Each sentence with which the server refuses what the page asks for, and no other."""
    raised = set[str]()
    for path in (STATIC.parent / f"{name}.py" for name in ("page", "invoke", "resolve")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                called = node.exc.func
                if isinstance(called, ast.Name) and called.id in {"PageError", "Unusable"}:
                    raised.update(_sentences(node.exc.args[-1]))
    script = (STATIC / "refusals.js").read_text("utf-8")
    known = re.findall(r'^  "(.+?)":(?: "|\n)', script, re.MULTILINE)
    assert {*known} == raised
    assert len(known) == len(raised)


def _sentences(said: ast.expr) -> Iterator[str]:
    """What an expression can say, with `{}` for what is filled in."""
    if isinstance(said, ast.IfExp):
        yield from (*_sentences(said.body), *_sentences(said.orelse))
    elif isinstance(said, ast.JoinedStr):
        parts = (one.value if isinstance(one, ast.Constant) else "{}" for one in said.values)
        yield "".join(map(str, parts))
    else:
        yield OFFLINE if isinstance(said, ast.Name) else str(ast.literal_eval(said))
