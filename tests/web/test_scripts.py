"""The pages' scripts are typed: by JSDoc, checked by TypeScript's compiler."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

NPM = Path(__file__).parents[1] / "npm"
COMPILER = NPM / "node_modules" / ".bin" / "tsc"
STATIC = Path(__file__).parents[2] / "web" / "static"


def _checked(project: Path) -> subprocess.CompletedProcess[str]:
    if not COMPILER.exists():
        pytest.fail("Scripts are checked by TypeScript: npm ci --prefix tests/npm")
    command = [str(COMPILER), "--project", str(project)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_scripts_are_typed() -> None:
    """Strictly, and all of them."""
    scripts = [*STATIC.glob("*.js")]
    assert len(scripts) >= 4
    assert all(one.read_text("utf-8").startswith("// @ts-check\n") for one in scripts)
    found = _checked(NPM / "tsconfig.json")
    assert (found.returncode, found.stdout) == (0, "")


def test_a_wrong_type_is_found(tmp_path: Path) -> None:
    """So the check is one."""
    (tmp_path / "wrong.js").write_text("/** @type {number} */\nexport const one = 'two';\n")
    settings = f'{{"extends": "{NPM / "tsconfig.json"}", "include": ["*.js"]}}'
    (tmp_path / "tsconfig.json").write_text(settings)
    found = _checked(tmp_path)
    assert found.returncode != 0
    assert "wrong.js" in found.stdout
