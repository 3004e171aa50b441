#!/usr/bin/env python3
"""Writes the characters of scenes/lee2019 as glTF: ball.glb, arm.glb, whale.glb, bear.glb, and four_balls.glb, which
have no skin and a grey each. Standard library only.

A body is a smooth union of bones with thickness, meshed by surface nets (Gibson 1998), relaxed on its surface, and
bound to the joints by the distances from their bones. All meshes are closed, oriented manifolds; metres, y up, the
front along +x. The files are given away (CC0).

    tools/make_characters.py [FOLDER]        # default: scenes/lee2019
"""
import json
import math
import struct
import sys
from pathlib import Path


def add(a, b): return (a[0] + b[0], a[1] + b[1], a[2] + b[2])
def sub(a, b): return (a[0] - b[0], a[1] - b[1], a[2] - b[2])
def mul(s, a): return (s * a[0], s * a[1], s * a[2])
def dot(a, b): return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
def length(a): return math.sqrt(dot(a, a))
def unit(a): return mul(1.0 / length(a), a)


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def turn(axis, degrees):
    """A quaternion x, y, z, w."""
    half = 0.5 * math.radians(degrees)
    return tuple(math.sin(half) * c for c in axis) + (math.cos(half),)


X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)


class Bone:
    """A segment with a radius at each end, flattened along the axes by factors, that belongs to a joint."""

    def __init__(self, joint, a, b, ra, rb, flat=(1.0, 1.0, 1.0)):
        self.joint, self.flat = joint, flat
        self.a, self.ab = a, sub(b, a)
        self.ra, self.rb = ra, rb
        self.square = max(dot(self.ab, self.ab), 1e-12)
        self.least = min(flat)

    def reach(self, p):
        """How far p lies from the segment in radii, and the distance from the surface, about."""
        s = max(0.0, min(1.0, dot(sub(p, self.a), self.ab) / self.square))
        d = sub(p, add(self.a, mul(s, self.ab)))
        radius = self.ra + s * (self.rb - self.ra)
        away = length((d[0] / self.flat[0], d[1] / self.flat[1], d[2] / self.flat[2]))
        return away / radius, (away - radius) * self.least


class Body:
    def __init__(self, bones, blend):
        self.bones, self.blend = bones, blend

    def distance(self, p):
        """The smooth least of the bones' distances (Quilez's polynomial)."""
        d = math.inf
        for bone in self.bones:
            e = bone.reach(p)[1]
            h = max(self.blend - abs(d - e), 0.0) / self.blend if d < math.inf else 0.0
            d = min(d, e) - 0.25 * h * h * self.blend
        return d

    def gradient(self, p, step=1e-4):
        return tuple((self.distance(add(p, mul(step, axis))) - self.distance(sub(p, mul(step, axis)))) / (2 * step)
                     for axis in (X, Y, Z))

    def bounds(self):
        low, high = [math.inf] * 3, [-math.inf] * 3
        for bone in self.bones:
            for end, r in ((bone.a, bone.ra), (add(bone.a, bone.ab), bone.rb)):
                for c in range(3):
                    low[c] = min(low[c], end[c] - r * bone.flat[c])
                    high[c] = max(high[c], end[c] + r * bone.flat[c])
        return low, high


def surface_nets(body, cell):
    """One vertex a cell that the surface crosses, one quad an edge that it crosses."""
    low, high = body.bounds()
    low = [x - 2.3 * cell for x in low]
    n = [int((h + 2.3 * cell - l) / cell) + 2 for l, h in zip(low, high)]
    at = lambda i, j, k: (low[0] + i * cell, low[1] + j * cell, low[2] + k * cell)
    value = {(i, j, k): body.distance(at(i, j, k)) for i in range(n[0]) for j in range(n[1]) for k in range(n[2])}
    corners = [(i, j, k) for i in (0, 1) for j in (0, 1) for k in (0, 1)]
    edges = [(a, b) for a in corners for b in corners if a < b and sum(x != y for x, y in zip(a, b)) == 1]
    number, points = {}, []
    for i in range(n[0] - 1):
        for j in range(n[1] - 1):
            for k in range(n[2] - 1):
                cuts = []
                for a, b in edges:
                    va, vb = value[i + a[0], j + a[1], k + a[2]], value[i + b[0], j + b[1], k + b[2]]
                    if (va < 0) != (vb < 0):
                        s = va / (va - vb)
                        cuts.append(tuple(x + s * (y - x) for x, y in zip(a, b)))
                if cuts:
                    number[i, j, k] = len(points)
                    middle = [sum(c[axis] for c in cuts) / len(cuts) for axis in range(3)]
                    points.append(add(at(i, j, k), mul(cell, middle)))
    return points, quads_of(value, number)


def quads_of(value, number):
    quads = []
    for (i, j, k), v in value.items():
        for axis in range(3):
            far = [i, j, k]
            far[axis] += 1
            w = value.get(tuple(far))
            if w is None or (v < 0) == (w < 0):
                continue
            b, c = (axis + 1) % 3, (axis + 2) % 3
            around = []
            for db, dc in ((0, 0), (-1, 0), (-1, -1), (0, -1)):
                cell = [i, j, k]
                cell[b] += db
                cell[c] += dc
                around.append(number[tuple(cell)])
            quads.append(around if v < 0 else around[::-1])
    return quads


def triangles_of(points, quads):
    triangles = []
    for a, b, c, d in quads:
        if length(sub(points[a], points[c])) <= length(sub(points[b], points[d])):
            triangles += [(a, b, c), (a, c, d)]
        else:
            triangles += [(a, b, d), (b, c, d)]
    return triangles


def neighbours_of(quads, count):
    near = [set() for _ in range(count)]
    for quad in quads:
        for k in range(4):
            near[quad[k]].add(quad[k - 1])
            near[quad[k - 1]].add(quad[k])
    return near


def relaxed(body, points, near, rounds=6):
    """Towards the mean of the neighbours, and back onto the surface."""
    for _ in range(rounds):
        moved = []
        for p, around in zip(points, near):
            mean = mul(1.0 / len(around), [sum(points[i][c] for i in around) for c in range(3)])
            q = add(p, mul(0.5, sub(mean, p)))
            for _ in range(2):
                g = body.gradient(q)
                q = sub(q, mul(body.distance(q) / dot(g, g), g))
            moved.append(q)
        points = moved
    return points


def refuse_what_is_no_manifold(triangles, name):
    seen = set()
    for t in triangles:
        for k in range(3):
            edge = (t[k], t[(k + 1) % 3])
            assert edge not in seen, f"{name}: the edge {edge} is run through twice"
            seen.add(edge)
    assert all((b, a) in seen for a, b in seen), f"{name}: the surface is open"


def weights_of(body, points, near, joints, sharpness=2.5, rounds=4):
    """Four joints a vertex; shares fall off with the distance from the bones in radii, and are smoothed."""
    shares = []
    for p in points:
        share = [0.0] * joints
        for bone in body.bones:
            share[bone.joint] = max(share[bone.joint], math.exp(-sharpness * bone.reach(p)[0] ** 2))
        total = sum(share)
        shares.append([s / total for s in share])
    for _ in range(rounds):
        shares = [[0.5 * own[j] + 0.5 * sum(shares[i][j] for i in around) / len(around) for j in range(joints)]
                  for own, around in zip(shares, near)]
    result = []
    for share in shares:
        best = sorted(range(joints), key=lambda j: -share[j])[:4]
        while len(best) < 4:
            best.append(0)
        values = [share[j] if best.index(j) == k else 0.0 for k, j in enumerate(best)]
        whole = [round(65535 * v / sum(values)) for v in values]
        whole[0] += 65535 - sum(whole)
        result.append((best, whole))
    return result


class Glb:
    """A binary glTF file: one mesh, one skin, clips of rotations, translations and weights."""

    def __init__(self):
        self.json = {"asset": {"version": "2.0", "generator": "tools/make_characters.py", "copyright": "CC0 1.0"},
                     "scene": 0, "scenes": [{"nodes": []}], "nodes": [], "bufferViews": [], "accessors": []}
        self.data = b""

    def accessor(self, rows, letter, kind, normalized=False, target=None, bounds=False):
        code = {"f": 5126, "H": 5123, "B": 5121}[letter]
        rows = [r if isinstance(r, (tuple, list)) else (r,) for r in rows]
        self.data += b"\0" * (-len(self.data) % 4)
        start = len(self.data)
        self.data += b"".join(struct.pack(f"<{len(r)}{letter}", *r) for r in rows)
        view = {"buffer": 0, "byteOffset": start, "byteLength": len(self.data) - start}
        if target:
            view["target"] = target
        self.json["bufferViews"].append(view)
        entry = {"bufferView": len(self.json["bufferViews"]) - 1, "componentType": code, "count": len(rows), "type": kind}
        if normalized:
            entry["normalized"] = True
        if bounds:
            packed = [struct.unpack(f"<{len(r)}f", struct.pack(f"<{len(r)}f", *r)) for r in rows]
            entry["min"] = [min(r[c] for r in packed) for c in range(len(packed[0]))]
            entry["max"] = [max(r[c] for r in packed) for c in range(len(packed[0]))]
        self.json["accessors"].append(entry)
        return len(self.json["accessors"]) - 1

    def add_mesh(self, name, points, normals, colours, triangles, weights, targets=()):
        attributes = {"POSITION": self.accessor(points, "f", "VEC3", target=34962, bounds=True),
                      "NORMAL": self.accessor(normals, "f", "VEC3", target=34962),
                      "COLOR_0": self.accessor(colours, "B", "VEC4", True, 34962)}
        if weights:
            attributes |= {"JOINTS_0": self.accessor([w[0] for w in weights], "B", "VEC4", target=34962),
                           "WEIGHTS_0": self.accessor([w[1] for w in weights], "H", "VEC4", True, 34962)}
        primitive = {"attributes": attributes,
                     "indices": self.accessor([c for t in triangles for c in t], "H", "SCALAR", target=34963)}
        mesh = {"name": name, "primitives": [primitive]}
        if targets:
            primitive["targets"] = [{"POSITION": self.accessor(t, "f", "VEC3", bounds=True)} for t in targets]
            mesh["weights"] = [0.0] * len(targets)
        self.json["meshes"] = [mesh]
        self.json["nodes"].append({"name": name, "mesh": 0, "skin": 0} if weights else {"name": name, "mesh": 0})
        self.json["scenes"][0]["nodes"].append(0)

    def add_skin(self, joints):
        """joints: (name, number of the parent or None, where it is). The first is the root."""
        first = len(self.json["nodes"])
        for name, parent, place in joints:
            above = joints[parent][2] if parent is not None else (0.0, 0.0, 0.0)
            self.json["nodes"].append({"name": name, "translation": list(sub(place, above))})
            if parent is not None:
                self.json["nodes"][first + parent].setdefault("children", []).append(len(self.json["nodes"]) - 1)
        self.json["scenes"][0]["nodes"].append(first)
        inverse = [(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0) + mul(-1.0, place) + (1,) for _, _, place in joints]
        self.json["skins"] = [{"joints": [first + k for k in range(len(joints))], "skeleton": first,
                               "inverseBindMatrices": self.accessor(inverse, "f", "MAT4")}]
        self.first = first

    def add_clip(self, name, times, channels):
        """channels: (number of the joint or None for the mesh, path, one value a time)."""
        clip = {"name": name, "channels": [], "samplers": []}
        when = self.accessor(times, "f", "SCALAR", bounds=True)
        for joint, path, values in channels:
            kind = {"rotation": "VEC4", "translation": "VEC3", "weights": "SCALAR"}[path]
            clip["samplers"].append({"input": when, "output": self.accessor(values, "f", kind),
                                     "interpolation": "LINEAR"})
            node = 0 if joint is None else self.first + joint
            clip["channels"].append({"sampler": len(clip["samplers"]) - 1, "target": {"node": node, "path": path}})
        self.json.setdefault("animations", []).append(clip)

    def write(self, path):
        self.data += b"\0" * (-len(self.data) % 4)
        self.json["buffers"] = [{"byteLength": len(self.data)}]
        text = json.dumps(self.json, separators=(",", ":")).encode()
        text += b" " * (-len(text) % 4)
        size = 12 + 8 + len(text) + 8 + len(self.data)
        path.write_bytes(struct.pack("<4sII", b"glTF", 2, size) + struct.pack("<I4s", len(text), b"JSON") + text +
                         struct.pack("<I4s", len(self.data), b"BIN\0") + self.data)
        print(f"{path}: {size} bytes")


def shade(colour):
    return tuple(round(255 * c) for c in colour) + (255,)


def character(name, body, cell, joints, colour):
    """A file with the mesh and the skin, and the points of the mesh."""
    points, quads = surface_nets(body, cell)
    near = neighbours_of(quads, len(points))
    points = relaxed(body, points, near)
    triangles = triangles_of(points, quads)
    refuse_what_is_no_manifold(triangles, name)
    file = Glb()
    normals = [unit(body.gradient(p)) for p in points]
    file.mesh = (name, points, normals, [shade(colour(p, n)) for p, n in zip(points, normals)], triangles,
                 weights_of(body, points, near, len(joints)))
    return file, points


def cycle(period, keys, pose):
    """Times and the channels of pose(phase), which gives {(joint, path): value}; the last key is the first."""
    times = [period * k / keys for k in range(keys + 1)]
    poses = [pose(2.0 * math.pi * (k % keys) / keys) for k in range(keys + 1)]
    return times, [(joint, path, [p[joint, path] for p in poses]) for joint, path in poses[0]]


def ball():
    body = Body([Bone(0, (0, 0, 0), (0, 0, 0), 0.25, 0.25)], 0.01)
    file, points = character("ball", body, 0.04, [("ball", None, (0, 0, 0))],
                             lambda p, n: (0.85, 0.35, 0.2) if math.sin(8 * math.atan2(p[2], p[0])) > 0 else (0.9,) * 3)
    squash = [(0.25 * p[0], -0.4 * p[1], 0.25 * p[2]) for p in points]
    file.add_mesh(*file.mesh, targets=[squash])
    file.add_skin([("ball", None, (0.0, 0.0, 0.0))])
    times, dip = cycle(4.0, 24, lambda a: {(0, "translation"): (0.0, 0.5 * (math.cos(a) - 1.0), 0.0)})
    file.add_clip("dip", times, dip)
    times, beat = cycle(1.0, 12, lambda a: {(None, "weights"): 0.5 - 0.5 * math.cos(a)})
    file.add_clip("squash", times, beat)
    return file


def four_balls():
    """Side by side; their greys are adhesions: none, 1/12, 3/12 and all of the solver's."""
    body = Body([Bone(0, (0, 0, 0), (0, 0, 0), 0.2, 0.2)], 0.01)
    ball, points = character("ball", body, 0.03, [("ball", None, (0, 0, 0))], lambda p, n: (0.0,) * 3)
    _, _, normals, _, triangles, _ = ball.mesh
    file, count = Glb(), len(points)
    places, greys, corners = [], [], []
    for k, grey in enumerate((0.0, 1 / 12, 3 / 12, 1.0)):
        places += [add(p, (0.6 * k - 0.9, 0.0, 0.0)) for p in points]
        greys += [shade((grey,) * 3)] * count
        corners += [tuple(c + k * count for c in t) for t in triangles]
    file.add_mesh("four_balls", places, normals * 4, greys, corners, None)
    return file


def arm():
    joints = [("shoulder", None, (0, 0, 0)), ("elbow", 0, (0.5, 0, 0))]
    body = Body([Bone(0, (0, 0, 0), (0.5, 0, 0), 0.12, 0.1), Bone(1, (0.5, 0, 0), (0.95, 0, 0), 0.1, 0.08)], 0.02)
    file, _ = character("arm", body, 0.04, joints, lambda p, n: (0.82, 0.6, 0.48))
    file.add_mesh(*file.mesh)
    file.add_skin(joints)
    times, bend = cycle(2.0, 16, lambda a: {(1, "rotation"): turn(Z, 45.0 - 45.0 * math.cos(a))})
    file.add_clip("bend", times, bend)
    return file


def whale():
    joints = [("chest", None, (0.35, 0, 0)), ("head", 0, (0.7, 0, 0))]
    joints += [(f"spine{k}", 0 if k == 0 else k + 1, (x, 0.0, 0.0)) for k, x in enumerate([-0.15, -0.55, -0.9, -1.2])]
    joints += [("fluke", 5, (-1.45, 0, 0)), ("fin_left", 0, (0.5, -0.15, 0.25)), ("fin_right", 0, (0.5, -0.15, -0.25))]
    bones = [Bone(1, (0.75, 0, 0), (1.3, -0.02, 0), 0.36, 0.2, (1, 0.9, 0.95)),
             Bone(0, (0.75, 0, 0), (-0.15, 0, 0), 0.37, 0.36),
             Bone(2, (-0.15, 0, 0), (-0.55, 0.02, 0), 0.36, 0.28), Bone(3, (-0.55, 0.02, 0), (-0.9, 0.03, 0), 0.28, 0.2),
             Bone(4, (-0.9, 0.03, 0), (-1.2, 0.03, 0), 0.2, 0.13), Bone(5, (-1.2, 0.03, 0), (-1.5, 0.03, 0), 0.13, 0.09),
             Bone(2, (-0.45, 0.3, 0), (-0.6, 0.42, 0), 0.12, 0.06, (1, 1, 0.6))]
    for side, fin in ((1, 7), (-1, 8)):
        bones.append(Bone(6, (-1.5, 0.03, 0), (-1.75, 0.03, 0.5 * side), 0.17, 0.08, (1, 0.45, 1)))
        bones.append(Bone(fin, (0.5, -0.15, 0.25 * side), (0.15, -0.35, 0.75 * side), 0.15, 0.08, (1, 0.5, 1)))
    body = Body(bones, 0.12)
    file, _ = character("whale", body, 0.062, joints,
                        lambda p, n: (0.16, 0.2, 0.26) if p[1] + 0.3 * n[1] > -0.2 else (0.85, 0.86, 0.84))
    file.add_mesh(*file.mesh)
    file.add_skin(joints)

    def swim(a):
        pose = {(0, "rotation"): turn(Z, 3.0 * math.sin(a + 1.2)), (1, "rotation"): turn(Z, 3.0 * math.sin(a + 1.8))}
        for k, joint in enumerate((2, 3, 4, 5, 6)):
            pose[joint, "rotation"] = turn(Z, (4.0 + 2.5 * k) * math.sin(a - 0.55 * k))
        pose[7, "rotation"] = turn(X, 10.0 * math.sin(a))
        pose[8, "rotation"] = turn(X, -10.0 * math.sin(a))
        return pose
    file.add_clip("swim", *cycle(1.5, 24, swim))
    return file


def bear():
    joints = [("pelvis", None, (-0.45, 0.72, 0)), ("spine", 0, (-0.1, 0.76, 0)), ("chest", 1, (0.3, 0.76, 0)),
              ("neck", 2, (0.55, 0.84, 0)), ("head", 3, (0.75, 0.92, 0))]
    bones = [Bone(0, (-0.45, 0.7, 0), (-0.1, 0.72, 0), 0.3, 0.31), Bone(1, (-0.1, 0.72, 0), (0.3, 0.74, 0), 0.31, 0.3),
             Bone(2, (0.3, 0.74, 0), (0.45, 0.76, 0), 0.31, 0.26), Bone(3, (0.5, 0.8, 0), (0.75, 0.92, 0), 0.23, 0.18),
             Bone(4, (0.75, 0.92, 0), (0.9, 0.92, 0), 0.19, 0.16), Bone(4, (0.9, 0.9, 0), (1.07, 0.86, 0), 0.12, 0.075),
             Bone(4, (0.74, 1.06, 0.13), (0.73, 1.1, 0.15), 0.06, 0.05),
             Bone(4, (0.74, 1.06, -0.13), (0.73, 1.1, -0.15), 0.06, 0.05),
             Bone(0, (-0.72, 0.8, 0), (-0.78, 0.78, 0), 0.07, 0.06)]
    for name, above, x, side in (("front_left", 2, 0.36, 1), ("front_right", 2, 0.36, -1),
                                 ("hind_left", 0, -0.5, 1), ("hind_right", 0, -0.5, -1)):
        upper, z, bent = len(joints), 0.2 * side, 0.04 if x > 0 else -0.06
        joints += [(f"{name}_upper", above, (x, 0.62, z)), (f"{name}_lower", upper, (x - bent, 0.34, z)),
                   (f"{name}_paw", upper + 1, (x - bent, 0.1, z))]
        bones += [Bone(upper, (x, 0.62, z), (x - bent, 0.34, z), 0.16, 0.12),
                  Bone(upper + 1, (x - bent, 0.34, z), (x - bent, 0.1, z), 0.12, 0.095),
                  Bone(upper + 2, (x - bent, 0.09, z), (x - bent + 0.1, 0.075, z), 0.095, 0.075)]
    body = Body(bones, 0.07)
    file, _ = character("bear", body, 0.047, joints,
                        lambda p, n: (0.62, 0.5, 0.36) if p[0] > 0.93 else (0.36, 0.23, 0.13))
    file.add_mesh(*file.mesh)
    file.add_skin(joints)

    def walk(a, stride=1.0):
        pose = {(0, "translation"): (-0.45, 0.72 + 0.012 * stride * math.cos(2 * a), 0.0),
                (1, "rotation"): turn(Y, 4.0 * stride * math.sin(a)),
                (3, "rotation"): turn(Z, 4.0 * stride * math.sin(2 * a)),
                (4, "rotation"): turn(Y, -5.0 * stride * math.sin(a))}
        for leg, phase in ((5, 0.25), (8, 0.75), (11, 0.0), (14, 0.5)):  # hind, then front of one side, then the other
            b = a + 2.0 * math.pi * phase
            lift = stride * max(math.cos(b), 0.0)  # it is carried forwards while this is above zero
            swing = 22.0 * stride * math.sin(b)
            pose[leg, "rotation"] = turn(Z, swing)
            pose[leg + 1, "rotation"] = turn(Z, (-40.0 if leg > 10 else -48.0) * lift)
            pose[leg + 2, "rotation"] = turn(Z, -swing + 30.0 * lift)
        return pose
    file.add_clip("walk", *cycle(1.2, 24, walk))
    file.add_clip("walk_and_shake", *walk_and_shake(walk))
    return file


def walk_and_shake(walk, period=0.8, walked=2.8, shaken=1.2, beats=4.5):
    """The bear walks, stands, and shakes itself: a wave of turns about its length that runs from the head backwards."""
    stop, start = walked - 0.4, walked + 0.1
    times = [0.05 * k for k in range(round(start / 0.05))]
    times += [start + k / 40 for k in range(round(40 * shaken) + 1)] + [start + shaken + 0.4]

    def pose(t):
        stride = min(max((walked - t) / (walked - stop), 0.0), 1.0)
        pose = walk(2.0 * math.pi * t / period, stride * stride * (3.0 - 2.0 * stride))
        s = (t - start) / shaken
        swell = math.sin(math.pi * s) ** 0.7 if 0.0 < s < 1.0 else 0.0

        def roll(degrees, lag):
            return degrees * swell * math.sin(2.0 * math.pi * beats * (t - start) - lag)
        if t < start:
            return pose
        pelvis, chest = roll(17.0, 2.2), roll(20.0, 1.0)
        turns = {0: pelvis, 1: 0.5 * (chest - pelvis), 2: 0.5 * (chest - pelvis), 3: roll(14.0, 0.4), 4: roll(22.0, 0.0)}
        for joint, degrees in turns.items():
            pose[joint, "rotation"] = turn(X, degrees)
        for leg, own in ((5, chest), (8, chest), (11, pelvis), (14, pelvis)):
            pose[leg, "rotation"] = turn(X, -own)
        return pose
    poses = [pose(t) for t in times]
    keys = dict.fromkeys(key for p in poses for key in p)
    return times, [(joint, path, [p.get((joint, path), turn(X, 0.0)) for p in poses]) for joint, path in keys]


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent.parent / "scenes/lee2019"
    for make in (ball, arm, whale, bear, four_balls):
        make().write(folder / f"{make.__name__}.glb")


if __name__ == "__main__":
    main()
