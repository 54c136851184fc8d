"""The program ``marrow``: its verbs, and its manners when something ends early or goes wrong."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Final, NamedTuple

import click

import marrow
from marrow.cli.codes import BROKEN_PIPE, FAILED, INTERRUPTED, OK
from marrow.cli.terminal import complain
from marrow.errors import MarrowError

PROGRAM: Final = "marrow"
COMPLETION_VARIABLE: Final = "_MARROW_COMPLETE"


class Verb(NamedTuple):
    """Where a verb stands, as ``module:command``, and what ``marrow --help`` says of it."""

    target: str
    summary: str


# A new verb is one line here and one file beside this one; nothing is imported until it is called.
VERBS: Final = {
    "extract": Verb("marrow.cli.extract:extract", "Print the main content of pages."),
    "methods": Verb("marrow.cli.methods:methods", "List the methods, with their papers."),
    "train": Verb("marrow.cli.train:train", "Train the weights of a method."),
    "completion": Verb("marrow.cli.completion:completion", "Print what makes your shell complete."),
}


class _Verbs(click.Group):
    """A group that imports a verb when it is called."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        verb = VERBS.get(cmd_name)
        if verb is None:
            return None
        module, _, attribute = verb.target.partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Verbs"):
            formatter.write_dl([(name, verb.summary) for name, verb in VERBS.items()])


@click.group(
    cls=_Verbs,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="""\b
Examples:
  marrow extract page.html
  marrow extract https://example.org/ --format markdown
  curl -s https://example.org/ | marrow extract
  marrow extract --help""",
)
@click.version_option(marrow.__version__, prog_name=PROGRAM, message="%(prog)s %(version)s")
def app() -> None:
    """Read web pages: the main content of any page, and what it says about itself."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the program; every mistake of a user ends in one line on stderr and an exit code."""
    if COMPLETION_VARIABLE in os.environ:
        app.main(arguments, prog_name=PROGRAM, complete_var=COMPLETION_VARIABLE)
    if sys.stdout is None:  # closed by who called: then nobody wants to read it
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    try:
        with app.make_context(PROGRAM, list(sys.argv[1:] if arguments is None else arguments)) as context:
            app.invoke(context)
        # What is still in the buffer is written here, where a closed pipe is caught.
        sys.stdout.flush()
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return error.exit_code
    except click.ClickException as error:
        complain(error.format_message() + _where_to_look(error))
        return error.exit_code
    except MarrowError as error:
        complain(str(error))
        return FAILED
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        _forget_stdout()
        return BROKEN_PIPE
    except OSError as error:
        # What has a name was told under it before; only stdout has none: a full disk, a lost drive.
        _forget_stdout()
        complain(f"stdout: cannot be written ({error.strerror}): check where it goes")
        return FAILED
    return OK


def _where_to_look(error: click.ClickException) -> str:
    context = error.ctx if isinstance(error, click.UsageError) else None
    return f" (see '{context.command_path} --help')" if context is not None else ""


def _forget_stdout() -> None:
    """Let what is left in the buffer go nowhere: its reader has gone, and that is its right."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
