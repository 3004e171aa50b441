"""Every .cpp file of the given folders is compiled by the build. Of name.cpp and name_absent.cpp, which stands
in for it in builds without a third-party library, one is.

usage: check_sources.py ROOT BUILD FOLDER...
"""

import json
import sys
from pathlib import Path

from checking import finish, root_argument, sources_below


def problems_of(root, build, folders):
    entries = json.loads((build / "compile_commands.json").read_text())
    built = {(Path(entry["directory"]) / entry["file"]).resolve() for entry in entries}
    for path in sources_below(root, folders, endings=(".cpp",)):
        present = path.with_name(path.name.replace("_absent.cpp", ".cpp"))
        if path.resolve() not in built and (present == path or present not in built):
            yield f"{path.relative_to(root)}: no target builds it"


if __name__ == "__main__":
    finish(list(problems_of(root_argument(), Path(sys.argv[2]), sys.argv[3:])))
