"""Processes that do something at the same time as a test."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


@asynccontextmanager
async def racing(module: str, *arguments: str) -> AsyncIterator[list[str]]:
    """Two processes of a module that are `ready` and go as the block begins. Once they have ended
    well, the list holds the words that they have written since.
    """
    processes = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-m", module, *arguments,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        )
        for _ in range(2)
    ]  # fmt: skip
    for process in processes:
        assert process.stdout is not None
        assert await process.stdout.readline() == b"ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write(b"go\n")
    words: list[str] = []
    yield words
    for process in processes:
        out, _ = await process.communicate()
        assert process.returncode == 0
        words += out.decode().split()
