"""``python -m marrow``."""

import sys

from marrow.cli import main

if __name__ == "__main__":
    sys.exit(main())
