"""Every work that a comment or a sentence of the library cites as 'Name 2012' is in docs/references.bib.

usage: check_references.py ROOT
"""

import re

from checking import finish, root_argument, sources_below

CITATION = re.compile(r"\b([A-Z][a-z]+)(?: et al\.?)? ((?:19|20)\d\d)\b")
LINE_BREAK = re.compile(r"\n\s*//\s*")


def authors_by_year(bibliography):
    found = {}
    for entry in bibliography.split("\n@")[1:]:
        author = re.search(r"author = {(.*?)}", entry, re.S)
        year = re.search(r"year = {(\d+)}", entry)
        found[year[1]] = found.get(year[1], "") + " " + author[1]
    return found


def problems_of(root):
    known = authors_by_year((root / "docs/references.bib").read_text())
    for path in sources_below(root, ["lamella", "cli"]):
        text = LINE_BREAK.sub(" ", path.read_text())
        for name, year in sorted(set(CITATION.findall(text))):
            if not re.search(rf"\b{name}\b", known.get(year, "")):
                yield f"{path.relative_to(root)}: {name} {year} is not in docs/references.bib"


if __name__ == "__main__":
    finish(list(problems_of(root_argument())))
