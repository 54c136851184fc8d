"""``marrow extract``: the main content of pages."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any, Final

import click

from marrow.cli.inputs import expanded
from marrow.cli.outputs import SUFFIXES, output_paths
from marrow.errors import MethodError, ParameterError
from marrow.page import DEFAULT_MAX_BYTES

# The rest is imported when there is a page to read: help and completion are there at once.
if TYPE_CHECKING:
    from marrow.cli.work import Job
    from marrow.fetch import FetchPolicy

SWITCHES: Final = ("links", "images", "tables", "formatting", "comments", "blocks")
"""Fields of RenderOptions: each is an option of the same name."""


def _complete_method(_context: click.Context, _option: click.Parameter, begun: str) -> list[str]:
    from marrow.registry import method_targets

    return [name for name in sorted(method_targets()) if name.startswith(begun)]


def _pair(separator: str) -> Any:
    """Make a callback that splits ``name=value``."""

    def split(
        _context: click.Context, option: click.Parameter, values: tuple[str, ...]
    ) -> tuple[tuple[str, str], ...]:
        pairs = []
        for value in values:
            name, found, rest = value.partition(separator)
            if not found or not name.strip():
                raise click.BadParameter(f"{value!r}: write it as {option.metavar}")
            pairs.append((name.strip(), rest.strip()))
        return tuple(pairs)

    return split


@click.command(
    epilog="""\b
Examples:
  marrow extract page.html
  marrow extract page.html -f markdown --no-links
  marrow extract https://example.org/ -f json
  curl -s https://example.org/ | marrow extract --url https://example.org/
  marrow extract saved/ -f markdown --metadata -o texts/ -j 4
  marrow extract saved/ -f json --min-confidence 0.8 > pages.jsonl
  marrow extract page.html -m cetd --set density=text
\b
Exit codes: 0 all done, 1 an input failed, 2 wrong usage,
3 a page is below --min-confidence, 130 interrupted."""
)
@click.argument("inputs", nargs=-1, metavar="[FILE|FOLDER|URL|-]...", type=click.Path())
@click.option(
    "--format",
    "-f",
    type=click.Choice(tuple(SUFFIXES)),
    default="text",
    show_default=True,
    help="Output format.",
)
@click.option(
    "--output",
    "-o",
    type=click.Path(),
    metavar="FILE|FOLDER",
    help="Write there; several inputs need a folder.",
)
@click.option(
    "--method",
    "-m",
    metavar="NAME",
    shell_complete=_complete_method,
    help="See 'marrow methods'. [default: marrow]",
)
@click.option(
    "--set",
    "parameters",
    multiple=True,
    metavar="NAME=VALUE",
    callback=_pair("="),
    help="A parameter of the method; may be repeated.",
)
@click.option(
    "--metadata/--no-metadata", default=None, help="Title, authors, dates. [default: in JSON and XML]"
)
@click.option("--links/--no-links", default=None, help="Addresses of links. [default: on]")
@click.option("--images/--no-images", default=None, help="Images. [default: off]")
@click.option("--tables/--no-tables", default=None, help="Data tables. [default: on]")
@click.option("--formatting/--no-formatting", default=None, help="Emphasis, inline code. [default: on]")
@click.option("--comments/--no-comments", default=None, help="Comments of readers. [default: on]")
@click.option("--blocks/--no-blocks", default=None, help="JSON: every block with its score. [default: off]")
@click.option(
    "--min-confidence",
    type=click.FloatRange(0, 1),
    default=0.0,
    metavar="0..1",
    help="Report pages below, and do not write them.",
)
@click.option("--url", metavar="URL", help="Address of the page that a file or stdin holds.")
@click.option(
    "--max-bytes",
    type=click.IntRange(min=1),
    default=DEFAULT_MAX_BYTES,
    metavar="N",
    show_default=True,
    help="Refuse larger pages.",
)
@click.option(
    "--timeout", type=click.FloatRange(min=0, min_open=True), metavar="SECONDS", help="For one URL."
)
@click.option("--user-agent", metavar="TEXT", help="Who asks for URLs.")
@click.option(
    "--header",
    "headers",
    multiple=True,
    metavar="NAME:VALUE",
    callback=_pair(":"),
    help="A request header; may be repeated.",
)
@click.option("--allow-private", is_flag=True, help="Fetch from private and local addresses, too.")
@click.option(
    "--jobs",
    "-j",
    type=click.IntRange(min=0),
    default=1,
    metavar="N",
    help="Processes; 0: one per core. [default: 1]",
)
def extract(inputs: tuple[str, ...], **options: Any) -> None:
    """Print the main content of pages.

    Reads files, folders (all .html, .htm and .xhtml files below them), URLs, or the standard input.
    Among many inputs, those that fail are reported at the end, and the others are done.
    """
    if not inputs and (sys.stdin is None or sys.stdin.isatty()):
        raise click.UsageError("no input: name a file, a folder or a URL, or pipe a page in")
    if options["metadata"] and options["format"] == "html":
        raise click.UsageError("HTML has no place for metadata: choose json, xml, markdown or text")
    pages = expanded(inputs)
    many = len(inputs) > 1 or any(page.below_folder for page in pages)
    if options["url"] and (many or pages[0].kind == "url"):
        raise click.UsageError("--url tells the address of one file or of stdin")
    paths = output_paths(options["output"], options["format"], pages, many=many)
    job = _job(options, as_line=many and paths is None)
    policy = _policy(options) if any(page.kind == "url" for page in pages) else None
    from marrow.cli.batch import Batch

    batch = Batch(job, tuple(pages), many, _n_processes(options["jobs"], len(pages)), policy)
    code = batch.run(paths)
    if code:
        raise click.exceptions.Exit(code)


def _job(options: dict[str, Any], *, as_line: bool) -> Job:
    """Gather what is to be done; a wrong method or parameter is a mistake of usage."""
    from marrow.cli.work import Job, extractor_of
    from marrow.registry import DEFAULT_METHOD
    from marrow.render import RenderOptions

    switches = {name: options[name] for name in SWITCHES if options[name] is not None}
    job = Job(
        method=options["method"] or DEFAULT_METHOD,
        parameters=options["parameters"],
        format=options["format"],
        options=RenderOptions(**switches),
        metadata=options["metadata"],
        min_confidence=options["min_confidence"],
        max_bytes=options["max_bytes"],
        url=options["url"],
        as_line=as_line and options["format"] == "json",
    )
    try:
        extractor_of(job.method, job.parameters)
    except MethodError as error:
        raise click.UsageError(str(error)) from None
    return job


def _policy(options: dict[str, Any]) -> FetchPolicy:
    from marrow.fetch import FetchPolicy

    limits: dict[str, Any] = {"max_bytes": options["max_bytes"], "allow_private": options["allow_private"]}
    if options["user_agent"] is not None:
        limits["user_agent"] = options["user_agent"]
    if options["timeout"] is not None:
        # Who allows two minutes allows two minutes of silence, too.
        limits |= dict.fromkeys(("deadline_s", "read_timeout_s", "connect_timeout_s"), options["timeout"])
    try:
        return FetchPolicy(headers=dict(options["headers"]), **limits)
    except ParameterError as error:
        raise click.UsageError(str(error)) from None


def _n_processes(jobs: int, n_pages: int) -> int:
    return min(jobs or os.cpu_count() or 1, n_pages)
