"""Text for people in front of a terminal."""

from __future__ import annotations

import re
from typing import Final

import click

# Control characters but tab and line feed: on a terminal they move the cursor, or worse.
_CONTROLS: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def harmless(text: str) -> str:
    """Replace control characters, which a page or a file name may carry."""
    return _CONTROLS.sub("\N{REPLACEMENT CHARACTER}", text)


def complain(message: str) -> None:
    """Say on stderr, in one line, what went wrong."""
    click.echo(f"marrow: {harmless(message)}", err=True)
