"""Where results go: stdout, one file, or a folder. A file appears whole, or not at all."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import click

from marrow.cli.inputs import Input
from marrow.cli.terminal import harmless
from marrow.errors import InputError

SUFFIXES: Final = {"text": ".txt", "markdown": ".md", "html": ".html", "json": ".json", "xml": ".xml"}
# Most file systems take names of 255 bytes; some room is left for "-2" and a suffix.
_MAX_NAME_BYTES: Final = 200


def output_paths(
    output: str | None, format: str, inputs: Sequence[Input], *, many: bool
) -> list[Path] | None:
    """Decide where each result goes; ``None``: all to stdout.

    Raises
    ------
    click.UsageError
        Several inputs for one file, or an output that is an input.
    """
    if output is None or output == "-":
        return None
    target = Path(output)
    if many and target.exists() and not target.is_dir():
        raise click.UsageError(f"{output} is a file: several inputs need a folder")
    into_folder = many or target.is_dir() or output.endswith(("/", os.sep))
    paths = paths_in_folder(target, inputs, format) if into_folder else [target]
    _refuse_overwriting(paths, inputs)
    return paths


def paths_in_folder(folder: Path, inputs: Sequence[Input], format: str) -> list[Path]:
    """Give each input a file of its own in ``folder``, in the order of the inputs.

    Names that would meet, also on file systems that ignore case, get a number.
    """
    taken: set[str] = set()
    paths = []
    for page in inputs:
        stem = _short(page.stem)
        number = 1
        while (name := stem if number == 1 else f"{stem}-{number}").casefold() in taken:
            number += 1
        taken.add(name.casefold())
        paths.append(folder / (name + SUFFIXES[format]))
    return paths


def _refuse_overwriting(paths: Iterable[Path], inputs: Iterable[Input]) -> None:
    """Refuse to write over what is to be read.

    Raises
    ------
    click.UsageError
    """
    sources = {os.path.realpath(page.name): page.name for page in inputs if page.kind == "file"}
    for path in paths:
        source = sources.get(os.path.realpath(path))
        if source is not None:
            raise click.UsageError(f"{source} would be written over: name another output with -o")


def write_file(path: Path, text: str) -> None:
    """Write UTF-8 to a file of the same folder, and give it the name when it is whole.

    Raises
    ------
    InputError
        The file cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        target = Path(os.path.realpath(path))
        if target.exists() and not target.is_file():  # a device, a named pipe
            target.write_text(text, encoding="utf-8", newline="\n")
            return
        import secrets  # it takes longer to import than a page to read

        draft = target.with_name(f".{secrets.token_hex(8)}.part")
        try:
            with draft.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror}): check folder and space") from None


def print_result(text: str) -> None:
    """Write UTF-8 to stdout, whatever the locale; to a terminal, without control characters."""
    if sys.stdout.isatty():
        click.echo(harmless(text), nl=False)
    else:
        _write_all(text.encode("utf-8", "replace"))


def _write_all(data: bytes) -> None:
    """Write bytes as they are; an unbuffered stream may take less than it is given."""
    sys.stdout.flush()
    rest = memoryview(data)
    while rest:
        rest = rest[sys.stdout.buffer.write(rest) or 0 :]
    sys.stdout.buffer.flush()


def heading(name: str, format: str, *, first: bool) -> str:
    """Give the line before each of several results on stdout; JSON lines need none."""
    if format == "json":
        return ""
    blank = "" if first else "\n"
    if format == "text":
        return f"{blank}==> {harmless(name)} <==\n"
    # A comment in Markdown, HTML and XML alike, where two hyphens may not stand within.
    return f"{blank}<!-- ==> {harmless(name).replace('--', '-%2D')} <== -->\n"


def _short(stem: str) -> str:
    parts = [_cut(part) for part in Path(stem).parts]
    return str(Path(*parts)) if parts else "page"


def _cut(name: str) -> str:
    return os.fsencode(name)[:_MAX_NAME_BYTES].decode("utf-8", "ignore") or "page"
