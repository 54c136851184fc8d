"""The command line. One file per verb; the table of verbs stands in :mod:`marrow.cli.app`."""

from __future__ import annotations

from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, and return its exit code.

    Parameters
    ----------
    arguments
        Without the program's name; by default, those of the process.
    """
    try:
        from marrow.cli.app import run

        return run(arguments)
    except KeyboardInterrupt:  # also while modules are imported
        return 130
