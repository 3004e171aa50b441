"""What the checks of this folder share."""

import sys
from pathlib import Path

SKIPPED = {".git", "build", "out", "lamella-validate", "__pycache__", "node_modules"}


def files_below(folder):
    """All files of a checkout, without what is built."""
    for path in sorted(folder.iterdir()):
        if path.is_dir() and path.name not in SKIPPED:
            yield from files_below(path)
        elif path.is_file():
            yield path


def sources_below(root, folders, endings=(".cpp", ".hpp")):
    for folder in folders:
        if (root / folder).is_dir():
            yield from (p for p in files_below(root / folder) if p.suffix in endings)


def finish(problems):
    """Prints one problem a line and ends with 1 when there is one."""
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)


def root_argument():
    return Path(sys.argv[1]).resolve()
