"""A file has at most 400 lines, a function at most a page of 60; tables stand alone and are not counted.
A folder has at most 60 files.

usage: check_sizes.py ROOT
"""

import re
from collections import Counter

from checking import finish, root_argument, sources_below

LONGEST_FILE = 400
LONGEST_FUNCTION = 60
LARGEST_FOLDER = 60
TABLE = re.compile(r"_tables?\.hpp$")

# In the project's format a definition begins in column 0 or 4, its head ends with "{", and it ends with "}" in the column in
# which it began. Lists of parameters are not looked at, nor are lambdas, which are part of a function.
HEAD_END = re.compile(r".*\)[^()=]*\{$")
NO_FUNCTION = re.compile(r" *(namespace|class|struct|enum|union|if|for|while|switch|else|do|return|try|case|\})\b")
NO_HEAD = re.compile(r"fields\(\) \{$|\[[&=\w, *]*\]\s*\(")


def column(line):
    return len(line) - len(line.lstrip())


def begin_of(lines, last):
    """Where the head that ends in this line begins: arguments and initialisers that follow stand further in."""
    first = last
    while first > 0 and (column(lines[first]) > 4 or lines[first].lstrip().startswith(":")):
        first -= 1
    return first


def functions_of(lines):
    """The number of the first line and the length of each function."""
    for last, line in enumerate(lines):
        if not HEAD_END.match(line) or NO_HEAD.search(line):
            continue
        first = begin_of(lines, last)
        if NO_FUNCTION.match(lines[first]) or column(lines[first]) not in (0, 4):
            continue
        close = " " * column(lines[first]) + "}"
        yield first + 1, next((k for k in range(last + 1, len(lines)) if lines[k].startswith(close)), first) - first + 1


def large_folders(paths):
    for folder, count in sorted(Counter(path.parent for path in paths).items()):
        if count > LARGEST_FOLDER:
            yield folder, count


def problems_of(root):
    paths = list(sources_below(root, ["lamella", "cli"]))
    for folder, count in large_folders(paths):
        yield f"{folder.relative_to(root).as_posix()}: {count} files, at most {LARGEST_FOLDER}"
    for path in paths:
        if TABLE.search(path.name):
            continue
        lines = path.read_text().splitlines()
        name = path.relative_to(root).as_posix()
        if len(lines) > LONGEST_FILE:
            yield f"{name}: {len(lines)} lines, at most {LONGEST_FILE}"
        for number, length in functions_of(lines):
            if length > LONGEST_FUNCTION:
                yield f"{name}:{number}: a function of {length} lines, at most {LONGEST_FUNCTION}"


if __name__ == "__main__":
    finish(list(problems_of(root_argument())))
