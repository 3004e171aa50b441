#!/usr/bin/env python3
"""Writes the octopus of scenes/keiser2006, a body of our own making with colours at its vertices. Standard library only.

    tools/make_octopus.py [FILE]        # default: scenes/keiser2006/octopus.ply
"""
import math
import random
import struct
import sys
from pathlib import Path

from make_characters import Body, Bone, neighbours_of, refuse_what_is_no_manifold, relaxed, surface_nets, triangles_of, unit

CELL = 0.0167  # m; with some others two parts pass one cell, and the surface is no manifold
ARMS, PIECES = 8, 10
EYES = [(0.070, 0.196, 0.104), (-0.070, 0.196, 0.104)]


def arm(number):
    """Bones from the body to the tip: outwards, down, and up again in a curl."""
    angle = 2 * math.pi * (number + 0.5) / ARMS
    out, side, way = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle)), 1 if number % 2 else -1
    points = []
    for k in range(PIECES + 1):
        s = k / PIECES
        along, sway = 0.05 + 0.43 * s - 0.07 * s**3, way * 0.07 * math.sin(2.6 * s) * s
        height = 0.06 - 0.085 * math.sin(math.pi * min(1.25 * s, 1)) + (0.13 + 0.03 * (number % 3)) * s**3
        points.append((along * out[0] + sway * side[0], height, along * out[1] + sway * side[1]))
    radius = lambda k: 0.052 - 0.027 * (k / PIECES) ** 0.8
    return [Bone(0, points[k], points[k + 1], radius(k), radius(k + 1)) for k in range(PIECES)]


class Octopus(Body):
    """Bones that are too far to count are left out."""

    def __init__(self):
        bones = [Bone(0, (0, 0.07, 0), (0, 0.15, -0.01), 0.095, 0.088),
                 Bone(0, (0, 0.15, -0.01), (0, 0.27, -0.055), 0.088, 0.135),
                 Bone(0, (0, 0.27, -0.055), (0, 0.36, -0.105), 0.135, 0.085)]
        bones += [Bone(0, (x, y - 0.01, z - 0.026), (x, y, z - 0.024), 0.036, 0.036) for x, y, z in EYES]
        for number in range(ARMS):
            bones += arm(number)
        super().__init__(bones, 0.03)
        self.spheres = [(tuple(a + 0.5 * d for a, d in zip(b.a, b.ab)), 0.5 * math.sqrt(b.square) + max(b.ra, b.rb))
                        for b in bones]

    def distance(self, p):
        d = math.inf
        for bone, (centre, radius) in zip(self.bones, self.spheres):
            if math.dist(p, centre) - radius > d + self.blend:
                continue
            e = bone.reach(p)[1]
            h = max(self.blend - abs(d - e), 0.0) / self.blend if d < math.inf else 0.0
            d = min(d, e) - 0.25 * h * h * self.blend
        return d


def colour(p, n, spots):
    """Pale below, mottled above, with dark eyes."""
    if min(math.dist(p, eye) for eye in EYES) < 0.017:
        return 25, 20, 24
    up = 1 / (1 + math.exp(-6 * (n[1] + 0.15)))
    spot = max(math.exp(-((math.dist(p, at) / size) ** 2)) for at, size in spots)
    skin, below = (0.80 - 0.42 * spot, 0.26 - 0.18 * spot, 0.16 - 0.10 * spot), (0.93, 0.72, 0.58)
    return tuple(round(255 * (up * s + (1 - up) * b)) for s, b in zip(skin, below))


def main():
    body = Octopus()
    points, quads = surface_nets(body, CELL)
    refuse_what_is_no_manifold(triangles_of(points, quads), "octopus")
    points = relaxed(body, points, neighbours_of(quads, len(points)), 3)
    triangles = triangles_of(points, quads)
    chance = random.Random(5)
    spots = [(points[chance.randrange(len(points))], chance.uniform(0.008, 0.026)) for _ in range(130)]
    header = "ply\nformat binary_little_endian 1.0\ncomment an octopus by tools/make_octopus.py, CC0 1.0\n"
    header += f"element vertex {len(points)}\n" + "".join(f"property float {c}\n" for c in "xyz")
    header += "".join(f"property uchar {c}\n" for c in ("red", "green", "blue"))
    header += f"element face {len(triangles)}\nproperty list uchar int vertex_indices\nend_header\n"
    data = header.encode()
    data += b"".join(struct.pack("<3f3B", *p, *colour(p, unit(body.gradient(p)), spots)) for p in points)
    data += b"".join(struct.pack("<B3i", 3, *t) for t in triangles)
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent.parent / "scenes/keiser2006/octopus.ply"
    path.write_bytes(data)
    print(f"{path}: {len(data)} bytes, {len(points)} vertices")


if __name__ == "__main__":
    main()
