"""What tracked surfaces carry: colours, texture coordinates, replays of finished motions."""
import json
import shutil
import struct
import unittest

from environment_test import png
from program import CUBE, SMALL, ProgramTest, hashes, lamella
from tracked_test import TRACKED, turning_cube

CHECKER = {"type": "checker", "projection": {"type": "solid", "size": 0.8}, "columns": 2, "rows": 2}
STRIPES = {"type": "stripes", "projection": {"type": "spherical"}, "rows": 3}
BYTES = {"float": ("f", 4), "int": ("i", 4), "uchar": ("B", 1)}


def paint(*coats):
    return ["--set", f"surface.paint={json.dumps(coats)}"]


def vertices(path):
    """A binary PLY's vertices, each as a dictionary."""
    head, body = path.read_bytes().split(b"end_header\n", 1)
    lines = head.decode().split("\n")
    count = next(int(line.split()[2]) for line in lines if line.startswith("element vertex"))
    fields = [line.split()[1:] for line in lines if line.startswith("property") and "list" not in line]
    row = struct.Struct("<" + "".join(BYTES[kind][0] for kind, _ in fields))
    return [dict(zip([name for _, name in fields], row.unpack_from(body, k * row.size))) for k in range(count)]


class Cubes(ProgramTest):
    """A small cube of particles that turns, as files."""

    def setUp(self):
        super().setUp()
        for frame in (1, 2, 3):
            self.write(f"a.{frame:04d}.csv", turning_cube(6, 0.1, 0.05 * frame))

    def surface(self, to, *arguments, frames="a.%04d.csv"):
        return lamella("surface", self.folder / frames, "-o", self.folder / to, "--spacing", 0.1, *TRACKED, *arguments)

    def made(self, to, *arguments, **options):
        process = self.surface(to, *arguments, **options)
        self.assertEqual(process.returncode, 0, process.stderr)
        return process

    def says(self, sentence, to, *arguments, **options):
        process = self.surface(to, *arguments, **options)
        self.assertNotEqual(process.returncode, 0)
        self.assertIn(sentence, " ".join(process.stderr.split()))


class PaintTest(Cubes):
    def test_colours_stay_where_their_matter_goes(self):
        self.made("m.%04d.ply", *paint(CHECKER))
        seen = set()
        for v in vertices(self.folder / "m.0003.ply"):
            if min(abs(v[f"rest_{a}"] / 0.4 - round(v[f"rest_{a}"] / 0.4)) for a in "xyz") < 0.3:
                continue  # near a border, where remeshing may blend
            tile = sum(int(v[f"rest_{a}"] // 0.4) for a in "xyz") % 2
            seen.add((tile, v["red"], v["green"], v["blue"]))
        self.assertEqual(len(seen), 2, seen)

    def test_coats_lie_one_over_the_other_by_box_and_fluid(self):
        red, blue = {"type": "colour", "colour": [1, 0, 0]}, {"type": "colour", "colour": [0, 0, 1]}
        half = {**blue, "within": {"min": [-9, -9, -9], "max": [0, 9, 9]}}
        other = {"type": "colour", "colour": [0, 1, 0], "fluid": "b"}
        self.made("m.%04d.ply", *paint(red, half, other))
        for v in vertices(self.folder / "m.0001.ply"):
            self.assertEqual((v["red"], v["green"], v["blue"]), (0, 0, 255) if v["x"] <= 0 else (255, 0, 0))

    def test_a_picture_is_projected(self):
        (self.folder / "a.png").write_bytes(png(16, 8))
        image = {"type": "image", "file": str(self.folder / "a.png"), "projection": {"type": "planar"}}
        self.made("m.%04d.ply", *paint(image))
        self.assertIn("red", vertices(self.folder / "m.0003.ply")[0])
        image["file"] = str(self.folder / "nothing.png")
        self.says("nothing.png", "n.%04d.ply", *paint(image))
        image["file"] = str(self.write("text.png", "nothing"))
        self.says("'surface.paint[0].file': " + image["file"] + ": this is no PNG", "n.%04d.ply", *paint(image))

    def test_texture_coordinates_of_a_mesh(self):
        corners = "\n".join(f"vt {i} {i * i}" for i in range(1, 9))
        lines = [line if not line.startswith("f") else "f " + " ".join(f"{k}/{k}" for k in line.split()[1:])
                 for line in CUBE.split("\n")]
        mesh = self.write("box.obj", corners + "\n" + "\n".join(lines))
        self.made("m.%04d.ply", "--set", f'surface.coordinates={{"type":"mesh","file":"{mesh}"}}')
        self.assertGreater(max(v["uv_x"] for v in vertices(self.folder / "m.0003.ply")), 1)
        bare = self.write("bare.obj", CUBE)
        self.says("bare.obj has no texture coordinates (uv)", "n.%04d.ply", "--set",
                  f'surface.coordinates={{"type":"mesh","file":"{bare}"}}')
        self.says("files are poured from no mesh; give its 'file'", "n.%04d.ply", "--set", "surface.coordinates=mesh")

    def test_every_format_carries_them(self):
        columns = [*paint(CHECKER), "--set", "surface.coordinates=spherical"]
        for ending, words in [("obj", ["vt "]), ("gltf", ["COLOR_0", "TEXCOORD_0"]),
                              ("usda", ["primvars:displayColor", "primvars:st", "velocities", "primvars:rest"])]:
            self.made(f"m.%04d.{ending}" if ending != "usda" else "m.%04d.ply", *columns, "--overwrite")
            if ending == "usda":
                self.done("convert", self.folder / "m.%04d.ply", self.folder / "m.usda")
            text = (self.folder / ("m.usda" if ending == "usda" else f"m.0002.{ending}")).read_text(encoding="utf-8")
            for word in words:
                self.assertIn(word, text)

    def test_particles_can_keep_them(self):
        self.made("m.%04d.ply", *paint(CHECKER), "--set", "surface.paint_on=particles")
        self.made("n.%04d.ply", *paint(CHECKER))
        kept, carried = vertices(self.folder / "m.0003.ply"), vertices(self.folder / "n.0003.ply")
        self.assertEqual([v["id"] for v in kept], [v["id"] for v in carried])
        mixed = sum(1 for v in kept if v["red"] not in {w["red"] for w in carried})
        self.assertGreater(mixed, len(kept) // 10)  # blurred between the tiles
        self.write("b.0001.csv", turning_cube(6, 0.1, 0.05, "x,y,z,vx,vy,vz"))
        self.says("the particles have no ids (id), by which they would keep their colours", "o.%04d.ply",
                  *paint(CHECKER), "--set", "surface.paint_on=particles", frames="b.%04d.csv")

    def test_wrong_paint_has_its_sentence(self):
        bare = {"type": "checker"}
        self.says("without 'coordinates' the surface has no texture coordinates (uv)", "m.%04d.ply", *paint(bare))
        flat = {"type": "checker", "projection": {"type": "planar", "up": [0, 0, 1]}}
        self.says("'direction' and 'up' must be two directions", "m.%04d.ply", *paint(flat))
        empty = {**CHECKER, "within": {"min": [1, 0, 0], "max": [0, 1, 1]}}
        self.says("the box is empty", "m.%04d.ply", *paint(empty))
        self.says("no column 'phase'", "m.%04d.ply", *paint({**CHECKER, "phase": 1}))
        self.refused(".*no fluid of this scene is poured from a mesh", "simulate", "drop", "-o", self.folder / "run",
                     *SMALL, *TRACKED, "--set", "surface.coordinates=mesh")
        self.refused(".*no fluid is named \"wine\"", "simulate", "drop", "-o", self.folder / "run", *SMALL, *TRACKED,
                     *paint({**CHECKER, "fluid": "wine"}))


class ReplayTest(Cubes):
    def test_gives_the_tracked_bits(self):
        self.made("m.%04d.ply", *paint(CHECKER))
        self.made("n.%04d.ply", *paint(STRIPES), "--set", "surface.coordinates=spherical")
        self.made("m.%04d.ply", *paint(STRIPES), "--set", "surface.coordinates=spherical", "--replay")
        for kind in ("ply", "tracked"):
            replayed, tracked = (hashes(self.folder, f"{k}.*.{kind}") for k in "mn")
            self.assertEqual(list(replayed.values()), list(tracked.values()))

    def test_goes_on_from_a_frame(self):
        self.made("m.%04d.ply", *paint(CHECKER))
        self.made("m.%04d.ply", *paint(STRIPES), "--replay", "--frames", ":2")
        self.made("m.%04d.ply", *paint(STRIPES), "--replay", "--frames", "3:")
        self.made("n.%04d.ply", *paint(STRIPES))
        self.assertEqual(*(list(hashes(self.folder, f"{k}.*.ply").values()) for k in "mn"))

    def test_refuses_logs_of_other_runs(self):
        self.made("m.%04d.ply", *paint(CHECKER))
        self.says("the log is of another run, or of one with other settings than colours", "m.%04d.ply",
                  *paint(STRIPES), "--replay", "--set", "surface.step=0.3")
        for frame in (1, 2, 3):
            self.write(f"c.{frame:04d}.csv", turning_cube(6, 0.1, 0.06 * frame))
        self.says("the state was made of other particles than those of the frame", "m.%04d.ply", *paint(STRIPES),
                  "--replay", frames="c.%04d.csv")
        self.says("m.0001.tracked: the state was made of other particles", "m.%04d.ply", "--replay",
                  frames="c.%04d.csv")
        (self.folder / "m.0002.tracked").unlink()
        self.says("m.0002.tracked: the file is missing; the log in it is what a replay goes through", "m.%04d.ply",
                  *paint(STRIPES), "--replay")

    def test_needs_the_frame_before_with_the_same_colours(self):
        self.made("m.%04d.ply", *paint(CHECKER))
        self.says("begin with the first frame", "m.%04d.ply", *paint(STRIPES), "--replay", "--frames", "3:")

    def test_is_for_tracked_surfaces(self):
        process = lamella("surface", self.folder / "a.%04d.csv", "-o", self.folder / "m.%04d.ply", "--replay")
        self.assertEqual(process.returncode, 2)
        self.assertIn("only a tracked surface has logs that can be replayed", process.stderr)


class RunReplayTest(ProgramTest):
    """The drop falls into the pool: the meshes join, and vertices are born."""

    def test_a_run_is_replayed_to_the_bit(self):
        self.replays_to_the_bit()

    def test_a_run_with_waves_is_replayed_to_the_bit(self):
        self.replays_to_the_bit("--set", "surface.waves={}")

    def replays_to_the_bit(self, *more):
        small = [*SMALL, "--set", "frames=5", *TRACKED, *more]
        self.done("simulate", "drop", "-o", self.folder / "a", *small, *paint(CHECKER))
        shutil.copytree(self.folder / "a", self.folder / "b")
        self.done("surface", self.folder / "a")
        self.done("surface", self.folder / "a", *paint(STRIPES), "--set", 'surface.carried=["density"]', "--replay")
        self.done("surface", self.folder / "b", *paint(STRIPES), "--set", 'surface.carried=["density"]')
        for pattern in ("*.ply", "*.tracked"):
            a, b = (hashes(self.folder / k / "surface", pattern) for k in "ab")
            self.assertEqual(len(a), 5)
            self.assertEqual(a, b)

    def test_nothing_is_lost_where_it_cannot_be_replayed(self):
        self.done("simulate", "drop", "-o", self.folder / "a", *SMALL, *TRACKED)
        self.done("surface", self.folder / "a")
        meshes = hashes(self.folder / "a/surface", "*.ply")
        self.refused(r".*water\.0001\.tracked: the log is of another run", "surface", self.folder / "a", "--replay",
                     "--set", "surface.cell=0.6")
        (self.folder / "a/surface/water.0003.tracked").unlink()
        self.refused(r".*water\.0003\.tracked: the file is missing", "surface", self.folder / "a", "--replay",
                     *paint(STRIPES))
        self.assertEqual(hashes(self.folder / "a/surface", "*.ply"), meshes)


class InputTest(Cubes):
    def test_a_cell_larger_than_the_body(self):
        self.write("s.0001.csv", "x,y,z,vx,vy,vz,id\n0.05,0.05,0.05,0,0,0,1\n")
        self.says("is 'cell' larger than the body?", "m.%04d.ply", "--set", "surface.cell=2", frames="s.%04d.csv")

    def test_a_count_that_jumps(self):
        self.write("j.0001.csv", turning_cube(4, 0.1, 0.05))
        other = turning_cube(8, 0.1, 0.1).split("\n")
        self.write("j.0002.csv", "\n".join([other[0], *[row.rsplit(",", 1)[0] + f",{9000 + k}"
                                                        for k, row in enumerate(other[1:]) if row]]) + "\n")
        process = self.made("m.%04d.ply", "--set", "surface.file_rate=20", frames="j.%04d.csv")
        self.assertIn("only 0 of 512 particles go on from the 64 of the frame before", process.stderr)
        for frame, count in [(1, 4), (2, 8)]:
            self.write(f"k.{frame:04d}.csv", turning_cube(count, 0.1, 0.05 * frame, "x,y,z,vx,vy,vz"))
        process = self.made("n.%04d.ply", "--set", "surface.file_rate=20", frames="k.%04d.csv")
        self.assertIn("the number of particles jumps from 64 to 512, and they have no ids", process.stderr)


if __name__ == "__main__":
    unittest.main()
