#!/usr/bin/env python3
"""Writes bodies of scenes/keiser2006, of our own making: head.ply, hollow_head.ply with walls of one thickness, pony.ply,
and rider.ply, who sits on it. Standard library only.

    tools/make_sculptures.py [FOLDER]        # default: scenes/keiser2006
"""
import math
import struct
import sys
from pathlib import Path

from make_characters import Body, Bone, neighbours_of, refuse_what_is_no_manifold, relaxed, surface_nets, triangles_of

CELL = 0.0063  # m
PONY_CELL, RIDER_CELL = 0.009, 0.0082  # m
GAP = 0.0015  # m, between them
WALL = 0.034  # m, of the hollow one
FOOT = -0.118  # m, where the neck is cut


def mirrored(x, *others):
    return [(side * x, *others) for side in (-1, 1)]


def ball(at, radius, flat=(1.0, 1.0, 1.0)):
    return Bone(0, at, (at[0], at[1] + 1e-4, at[2]), radius, radius, flat)


def smooth_least(a, b, blend):
    h = max(blend - abs(a - b), 0.0) / blend
    return min(a, b) - 0.25 * h * h * blend


class Head(Body):
    """Bones, less the sockets of the eyes and what is below the neck, and the eyes in the sockets."""

    def __init__(self):
        bones = [Bone(0, (0, 0.035, -0.028), (0, 0.038, -0.004), 0.086, 0.083),
                 Bone(0, (0, 0.012, 0.028), (0, -0.055, 0.043), 0.064, 0.043),
                 ball((0, -0.074, 0.064), 0.021),
                 Bone(0, (0, 0.022, 0.089), (0, -0.020, 0.106), 0.008, 0.0125),
                 Bone(0, (0, -0.050, -0.018), (0, -0.150, -0.026), 0.052, 0.060),
                 Bone(0, (-0.017, -0.0445, 0.085), (0.017, -0.0445, 0.085), 0.006, 0.006),
                 Bone(0, (-0.014, -0.0565, 0.083), (0.014, -0.0565, 0.083), 0.0075, 0.0075)]
        bones += [ball(at, 0.030) for at in mirrored(0.036, -0.012, 0.050)]
        bones += [ball(at, 0.0085) for at in mirrored(0.0115, -0.022, 0.096)]
        bones += [Bone(0, (side * 0.045, 0.037, 0.066), (side * 0.010, 0.036, 0.084), 0.010, 0.010) for side in (-1, 1)]
        bones += [Bone(0, (side * 0.088, 0.024, -0.014), (side * 0.082, -0.016, -0.006), 0.024, 0.015, (0.42, 1.0, 0.8))
                  for side in (-1, 1)]
        super().__init__(bones, 0.014)
        self.sockets = [ball(at, 0.021) for at in mirrored(0.033, 0.014, 0.098)]
        self.eyes = [ball(at, 0.0145) for at in mirrored(0.032, 0.014, 0.0775)]

    def distance(self, p):
        d = super().distance(p)
        for socket in self.sockets:
            d = -smooth_least(-d, socket.reach(p)[1], 0.018)
        for eye in self.eyes:
            d = smooth_least(d, eye.reach(p)[1], 0.009)
        return -smooth_least(-d, p[1] - FOOT, 0.012)


class Pony(Body):
    def __init__(self):
        bones = [Bone(0, (-0.125, 0.21, 0), (0.125, 0.21, 0), 0.074, 0.070),
                 Bone(0, (0.125, 0.225, 0), (0.205, 0.345, 0), 0.052, 0.042),
                 Bone(0, (0.205, 0.355, 0), (0.285, 0.318, 0), 0.043, 0.030),
                 Bone(0, (-0.185, 0.235, 0), (-0.245, 0.160, 0), 0.020, 0.018)]
        for z in (-1, 1):
            bones.append(Bone(0, (0.190, 0.385, z * 0.024), (0.178, 0.425, z * 0.034), 0.016, 0.012))
            bones += [Bone(0, (x, 0.175, z * 0.042), (1.12 * x, 0.034, z * 0.058), 0.040, 0.033) for x in (-0.125, 0.120)]
        super().__init__(bones, 0.035)


class Rider(Body):
    def __init__(self):
        bones = [Bone(0, (-0.01, 0.310, 0), (-0.005, 0.405, 0), 0.038, 0.043), ball((0.004, 0.487, 0), 0.040)]
        for z in (-1, 1):
            bones += [Bone(0, (-0.005, 0.412, z * 0.045), (0.060, 0.350, z * 0.066), 0.021, 0.019),
                      Bone(0, (0.060, 0.350, z * 0.066), (0.125, 0.318, z * 0.062), 0.019, 0.021),
                      Bone(0, (-0.01, 0.298, z * 0.040), (0.035, 0.232, z * 0.102), 0.032, 0.026),
                      Bone(0, (0.035, 0.232, z * 0.102), (0.005, 0.135, z * 0.108), 0.026, 0.022),
                      Bone(0, (0.005, 0.128, z * 0.108), (0.035, 0.122, z * 0.110), 0.022, 0.020)]
        super().__init__(bones, 0.014)
        self.pony = Pony()

    def distance(self, p):
        return -smooth_least(-super().distance(p), self.pony.distance(p) - GAP, 0.008)


class Inside:
    """A body as seen from inside, further in."""

    def __init__(self, body):
        self.body = body

    def distance(self, p):
        return self.body.distance(p) + WALL

    def gradient(self, p):
        return self.body.gradient(p)

    def bounds(self):
        return self.body.bounds()


def meshed(body, cell):
    points, quads = surface_nets(body, cell)
    refuse_what_is_no_manifold(triangles_of(points, quads), type(body).__name__)
    points = relaxed(body, points, neighbours_of(quads, len(points)), 3)
    return points, triangles_of(points, quads)


def write(path, points, triangles):
    header = "ply\nformat binary_little_endian 1.0\ncomment by tools/make_sculptures.py, CC0 1.0\n"
    header += f"element vertex {len(points)}\n" + "".join(f"property float {c}\n" for c in "xyz")
    header += f"element face {len(triangles)}\nproperty list uchar int vertex_indices\nend_header\n"
    data = header.encode()
    data += b"".join(struct.pack("<3f", *p) for p in points) + b"".join(struct.pack("<B3i", 3, *t) for t in triangles)
    path.write_bytes(data)
    print(f"{path}: {len(data)} bytes, {len(points)} vertices")


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent.parent / "scenes/keiser2006"
    points, triangles = meshed(Head(), CELL)
    write(folder / "head.ply", points, triangles)
    write(folder / "pony.ply", *meshed(Pony(), PONY_CELL))
    write(folder / "rider.ply", *meshed(Rider(), RIDER_CELL))
    inner, turned = meshed(Inside(Head()), 1.5 * CELL)
    n = len(points)
    write(folder / "hollow_head.ply", points + inner, triangles + [(a + n, c + n, b + n) for a, b, c in turned])


if __name__ == "__main__":
    main()
