"""What the command line names: files, folders, addresses, stdin."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from marrow.errors import InputError, TooLargeError

PAGE_SUFFIXES: Final = (".html", ".htm", ".xhtml")
_URL: Final = re.compile(r"[a-z][a-z0-9+.\-]*://", re.IGNORECASE)
_STDIN: Final = "-"


@dataclass(frozen=True, slots=True)
class Input:
    """One page to be read.

    Attributes
    ----------
    name
        Path or URL, as messages and results call it; ``stdin`` for the standard input.
    kind
        Where it comes from. ``nothing``: a folder that gives no page, told as a failure in its turn.
    stem
        Path below an output folder, without a suffix: unique only after
        :func:`marrow.cli.outputs.paths_in_folder`.
    below_folder
        Whether a folder was named, rather than the page.
    failure
        Why there is no page, when the kind is ``nothing``.
    """

    name: str
    kind: Literal["file", "url", "stdin", "nothing"]
    stem: str
    below_folder: bool = False
    failure: str = ""


def is_url(argument: str) -> bool:
    """Whether an argument is an address rather than a path."""
    return _URL.match(argument) is not None


def expanded(arguments: Sequence[str]) -> list[Input]:
    """All pages that the arguments name; a folder stands for the pages below it, sorted."""
    return [page for argument in arguments or (_STDIN,) for page in _pages(argument)]


def _pages(argument: str) -> Iterator[Input]:
    if argument == _STDIN:
        yield Input("stdin", "stdin", "stdin")
    elif is_url(argument):
        yield Input(argument, "url", _stem_of_url(argument))
    elif Path(argument).is_dir():
        yield from _pages_below(argument)
    else:
        yield Input(argument, "file", Path(argument).stem)


def _pages_below(folder: str) -> Iterator[Input]:
    errors: list[OSError] = []
    found = [
        Path(parent, name)
        for parent, _, names in os.walk(folder, onerror=errors.append)
        for name in names
        if name.lower().endswith(PAGE_SUFFIXES)
    ]
    for path in sorted(found):
        stem = path.relative_to(folder).with_suffix("")
        yield Input(str(path), "file", str(stem), below_folder=True)
    for error in errors:
        reason = f"{error.filename}: cannot be read ({error.strerror}): check the folder"
        yield Input(str(error.filename), "nothing", "", below_folder=True, failure=reason)
    if not found and not errors:
        reason = f"{folder}: has no .html, .htm or .xhtml files: name the files themselves"
        yield Input(folder, "nothing", "", below_folder=True, failure=reason)


def _stem_of_url(url: str) -> str:
    """Host and path of a URL as one plain file name."""
    address = _URL.sub("", url, count=1).partition("#")[0].rstrip("/")
    address = re.sub(r"\.(html?|xhtml)$", "", address, flags=re.IGNORECASE)
    return re.sub(r"[^\w.\-]+", "-", address).strip(".-") or "page"


def read_file(path: str, max_bytes: int | None) -> bytes:
    """Read a file, and no more of it than is allowed.

    Raises
    ------
    InputError
        The file cannot be read, or is larger than ``max_bytes``.
    """
    try:
        with Path(path).open("rb") as file:
            if max_bytes is not None and os.fstat(file.fileno()).st_size > max_bytes:
                raise _too_large(path, max_bytes)
            data = file.read(-1 if max_bytes is None else max_bytes + 1)
    except FileNotFoundError:
        remedy = f"for a web page, write https://{path}" if _looks_like_host(path) else "check the path"
        raise InputError(f"{path}: no such file or folder: {remedy}") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}): check the file") from None
    except ValueError:  # a NUL in the name
        raise InputError(f"{path!r}: is no path: check the name") from None
    return _limited(data, path, max_bytes)


def read_stdin(max_bytes: int | None) -> bytes:
    """Read the standard input, and no more of it than is allowed."""
    data = sys.stdin.buffer.read(-1 if max_bytes is None else max_bytes + 1)
    return _limited(data, "stdin", max_bytes)


def _limited(data: bytes, name: str, max_bytes: int | None) -> bytes:
    if max_bytes is not None and len(data) > max_bytes:
        raise _too_large(name, max_bytes)
    return data


def _too_large(name: str, max_bytes: int) -> TooLargeError:
    return TooLargeError(f"{name}: is over the limit of {max_bytes:,} bytes: raise it with --max-bytes")


def _looks_like_host(path: str) -> bool:
    return re.match(r"(www\.|[\w\-]+(\.[\w\-]+)*\.[a-z]{2,}/)", path, re.IGNORECASE) is not None
