"""Every #include of the library follows the order of the layers (docs/architecture.md, Layers).

usage: check_layers.py ROOT
"""

import re

from checking import finish, root_argument, sources_below

METHODS = {"sph", "flip", "prescribed", "rigid", "solid", "surfels", "level_set_liquid", "skinned", "surface", "tracking", "foam"}
LAYERS = [
    {"core"},
    {"linear"},
    {"geometry", "particles", "grid"},
    {"matter"},
    {"eulerian", "cache", "io", "server"},
    METHODS | {"render"},
    {"coupling"},
    {"scene"},
    {"pipeline"},
    {"validation", "view"},
]
# Methods that use another one, because what they need of it is the method itself.
USES = {("tracking", "surface"), ("solid", "surfels")}
LEVEL = {folder: level for level, layer in enumerate(LAYERS) for folder in layer}

# Methods know neither files nor people.
HIDDEN_FROM_METHODS = {"cache", "io", "server"}
FOREIGN_TO_METHODS = re.compile(r"nlohmann/|spdlog/|CLI/|iostream$|cstdio$|stdio\.h$|fstream$")

# Third-party headers stay in .cpp files, except these.
HEADERS_IN_HEADERS = {("core/vec.hpp", "Eigen/Core"), ("core/pack.hpp", "experimental/simd"), ("core/pack.hpp", "immintrin.h")}
STANDARD_HEADER = re.compile(r"[a-z_0-9]+$")
INCLUDE = re.compile(r'\s*#\s*include\s*([<"])([^>"]+)[>"]')


def ours(folder, target):
    """What is wrong with including lamella/<target>/... from lamella/<folder>."""
    if target not in LEVEL:
        return f"lamella/{target} has no layer"
    if folder in METHODS and target in HIDDEN_FROM_METHODS:
        return f"a method ({folder}) does not include {target}"
    if target != folder and LEVEL[target] >= LEVEL[folder] and (folder, target) not in USES:
        return f"{folder} stands left of or beside {target} and does not include it"
    return None


def theirs(folder, file, header):
    """What is wrong with including a header that is not ours."""
    if folder in METHODS and FOREIGN_TO_METHODS.match(header):
        return f"a method ({folder}) does not include <{header}>"
    if file.endswith(".hpp") and not STANDARD_HEADER.match(header) and (file, header) not in HEADERS_IN_HEADERS:
        return f"<{header}> belongs in a .cpp file"
    return None


def problem_of(file, bracket, header):
    folder = file.split("/")[0]
    if folder not in LEVEL:
        return f"lamella/{folder} has no layer"
    if bracket == '"':
        return f'"{header}" is to be <lamella/folder/file.hpp>'
    if header.startswith("lamella/"):
        return ours(folder, header.split("/")[1])
    return theirs(folder, file, header)


def problems_of(root):
    for path in sources_below(root, ["lamella"]):
        file = path.relative_to(root / "lamella").as_posix()
        for number, line in enumerate(path.read_text().splitlines(), 1):
            include = INCLUDE.match(line)
            problem = include and problem_of(file, *include.groups())
            if problem:
                yield f"lamella/{file}:{number}: {problem}"


if __name__ == "__main__":
    finish(list(problems_of(root_argument())))
