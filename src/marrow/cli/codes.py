"""Exit codes of the program; ``docs/cli.md`` explains them."""

from __future__ import annotations

from typing import Final

OK: Final = 0
FAILED: Final = 1
"""An input could not be read, fetched or written."""
USAGE: Final = 2
"""The command makes no sense; nothing was done."""
UNSURE: Final = 3
"""All inputs were read, but some are below ``--min-confidence``."""
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141
"""Who read the output has closed it: as for any program that is ended by SIGPIPE."""
