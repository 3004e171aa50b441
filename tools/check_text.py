"""What may not be in any file: paths of one machine, notes to oneself, tabs in sources, a megabyte.

usage: check_text.py ROOT
"""

import re

from checking import files_below, finish, root_argument

LARGEST = 1_000_000
MACHINE_PATH = re.compile(r"(?<![\w.$}])/(work|home|root)/")
NOTE = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X)\b")
WITHOUT_TABS = {".cpp", ".hpp", ".py", ".cmake", ".json", ".md", ".txt"}


def problems_of_line(line, tabs_allowed):
    if path := MACHINE_PATH.search(line):
        yield f"a path of one machine: {path[0]}"
    if note := NOTE.search(line):
        yield f"{note[0]}: open an issue instead"
    if "\t" in line and not tabs_allowed:
        yield "a tab"


def problems_of_file(path):
    if path.stat().st_size > LARGEST:
        yield "", f"{path.stat().st_size} bytes, at most {LARGEST} are allowed"
        return
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        return  # a picture or a binary sample
    for number, line in enumerate(lines, 1):
        for problem in problems_of_line(line, path.suffix not in WITHOUT_TABS):
            yield f":{number}", problem


def problems_of(root):
    for path in files_below(root):
        for place, problem in problems_of_file(path):
            yield f"{path.relative_to(root)}{place}: {problem}"


if __name__ == "__main__":
    finish(list(problems_of(root_argument())))
