"""``marrow completion``: what makes a shell complete verbs, options and methods."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class


@click.command(
    epilog="""\b
Examples:
  marrow completion bash >> ~/.bashrc
  marrow completion zsh >> ~/.zshrc
  marrow completion fish > ~/.config/fish/completions/marrow.fish"""
)
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
def completion(shell: str) -> None:
    """Print what makes your shell complete."""
    from marrow.cli.app import COMPLETION_VARIABLE, PROGRAM, app

    found = get_completion_class(shell)
    if found is None:
        raise click.UsageError(f"no completion for {shell}")
    click.echo(found(app, {}, PROGRAM, COMPLETION_VARIABLE).source())
