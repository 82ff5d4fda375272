"""`python -m riichicast`."""

import sys

from riichicast.cli import main

sys.exit(main())
