"""Links and pictures of the docs lead somewhere: files exist, headings that are named stand in their page.

usage: check_links.py ROOT
"""

import re

from checking import files_below, finish, root_argument

LINK = re.compile(r"\]\(([^)\s]+)\)")
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.S)
HEADING = re.compile(r"^#+ +(.*)$", re.M)


def anchor(heading):
    """As pages of Markdown name their headings."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def anchors_of(path):
    return {anchor(heading.strip()) for heading in HEADING.findall(path.read_text(encoding="utf-8"))}


def problem_of(page, link):
    if re.match(r"[a-z]+:", link):
        return None
    file, _, place = link.partition("#")
    target = page.parent / file if file else page
    if not target.exists():
        return f"'{link}' leads to no file"
    if place and target.suffix == ".md" and place not in anchors_of(target):
        return f"'{link}' names no heading"
    return None


def problems_of(root):
    for path in files_below(root):
        if path.suffix != ".md":
            continue
        text = CODE.sub("", path.read_text(encoding="utf-8"))
        for link in LINK.findall(text):
            if problem := problem_of(path, link):
                yield f"{path.relative_to(root)}: {problem}"


if __name__ == "__main__":
    finish(list(problems_of(root_argument())))
