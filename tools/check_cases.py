"""Every case of `lamella validate` that is declared stands in its list: one that does not compiles and never runs.

usage: check_cases.py ROOT
"""

import re

from checking import finish, root_argument


def problems_of(root):
    folder = root / "lamella" / "validation"
    listed = set(re.findall(r"\bmeasure_\w+", (folder / "validate.cpp").read_text()))
    for case in re.findall(r"\bvoid (measure_\w+)\(", (folder / "cases.hpp").read_text()):
        if case not in listed:
            yield f"lamella/validation/cases.hpp: {case} is not in the list of validate.cpp"


if __name__ == "__main__":
    finish(list(problems_of(root_argument())))
