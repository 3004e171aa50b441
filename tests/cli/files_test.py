"""info, convert, and surface and render of files that are not in a run folder."""
import base64
import gzip
import json
import math
import struct
import subprocess
import sys
import unittest
import zlib

from program import CUBE, PROGRAM, SMALL, ProgramTest, hashes, lamella


def lattice(count, spacing):
    """The text of an XYZ file: a cube of particles."""
    rows = [f"{x * spacing} {y * spacing} {z * spacing}" for x in range(count) for y in range(count) for z in
            range(count)]
    return "\n".join(rows) + "\n"


class InfoTest(ProgramTest):
    def value(self, text, key):
        for line in text.splitlines():
            if line.startswith(key + "  "):
                return line[len(key):].strip()
        self.fail(f"no line '{key}' in\n{text}")

    def test_a_mesh(self):
        text = self.done("info", self.write("cube.obj", CUBE)).stdout
        for key, value in [("vertices", "8"), ("triangles", "12"), ("closed", "yes"), ("manifold", "yes"),
                           ("oriented", "yes"), ("components", "1"), ("Euler characteristic", "2"),
                           ("volume", "2 m^3"), ("area", "10 m^2"), ("highest corner", "1 2 1 m")]:
            self.assertEqual(self.value(text, key), value)

    def test_an_open_mesh(self):
        text = self.done("info", self.write("open.obj", CUBE.replace("f 1 4 3 2\n", ""))).stdout
        self.assertEqual(self.value(text, "closed"), "no (4 boundary edges)")
        self.assertEqual(self.value(text, "volume"), "unknown (not closed)")

    def test_particles(self):
        text = self.done("info", self.write("points.xyz", lattice(6, 0.1))).stdout
        self.assertEqual(self.value(text, "particles"), "216")
        self.assertEqual(self.value(text, "highest corner"), "0.5 0.5 0.5 m")
        self.assertAlmostEqual(float(self.value(text, "spacing").split()[0]), 0.1, delta=0.02)

    def test_a_run_its_frames_and_its_checkpoints(self):
        out = self.folder / "run"
        self.done("simulate", "drop", "-o", out, *SMALL)
        frame = self.done("info", out / "particles/water.0001.bgeo").stdout
        self.assertRegex(frame, r"(?m)^  pscale +float +0\.00999999978 to 0\.00999999978$")
        self.assertRegex(frame, r"(?m)^  v +3 floats +0 to 0; -1 to 0; 0 to 0$")
        checkpoint = next((out / "checkpoints").glob("*.lck"))
        self.assertEqual(self.value(self.done("info", checkpoint).stdout, "last whole frame"), "3")
        self.assertRegex(self.done("info", out).stdout, r"(?m)^  frame +3$")
        self.assertEqual(self.value(self.done("info", "drop").stdout, "frames"), "20 at 50 a second")

    def test_a_rig(self):
        self.done("scenes", "--copy", "lee2019/arm", cwd=self.folder)
        self.assertTrue((self.folder / "arm.json").exists())
        text = self.done("info", self.folder / "arm.glb").stdout
        self.assertEqual(self.value(text, "closed"), "yes")
        self.assertEqual(self.value(text, "skin '0'"), "joints: 2 (shoulder, elbow)")
        self.assertEqual(self.value(text, "clip 'bend'"), "2 s")
        self.assertEqual(self.value(text, "closed without its seams"), "yes")

    def test_what_cannot_be_read(self):
        self.refused(r".*nothing\.ply: there is no such file", "info", self.folder / "nothing.ply")
        self.refused(r".*a\.doc: the ending '\.doc' names no format; known are \.bgeo", "info", self.write("a.doc", "x"))
        self.refused(r".*a: the name has no ending that names a format; known are", "info", self.write("a", "x"))
        self.refused(r".*this is no run folder", "info", self.folder)
        for name in ["a.bgeo", "a.ply", "a.vtk", "a.vtu", "a.csv", "a.stl", "a.glb", "a.lck", "a.vdb"]:
            self.refused(rf".*{name}", "info", self.write(name, "no such thing\n"))


class BombTest(ProgramTest):
    """Small files that unpack to large ones: what they take is bounded by what their heads say, or they are refused."""
    ZEROS = bytes(300_000_000)
    # A process takes over the peak of the one that starts it, so a small one is between.
    MEASURED = """import resource, subprocess, sys
code = subprocess.run(sys.argv[1:]).returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(code)"""

    def peak_megabytes(self, code, sentence, *arguments):
        process = subprocess.run([sys.executable, "-c", self.MEASURED, PROGRAM, *arguments], capture_output=True, text=True,
                                 check=False)
        said = process.stdout + process.stderr
        self.assertEqual(process.returncode, code, said)
        self.assertRegex(said, sentence)
        return int(process.stdout.split()[-1]) / 1000

    def test_particles(self):
        def bgeo(name, points, zeros):
            head = b"BgeoV" + struct.pack(">9i", 5, points, 0, 0, 0, 0, 0, 0, 0)
            path = self.folder / name
            path.write_bytes(gzip.compress(head + zeros, 9))
            return path
        more = bgeo("more.bgeo", 3, self.ZEROS[:60_000_000])
        self.assertLess(self.peak_megabytes(0, r"particles +3\n", "info", more), 80)
        endless = bgeo("endless.bgeo", 3, self.ZEROS)
        self.assertLess(self.peak_megabytes(2, "endless.bgeo: the compressed data grow above", "info", endless), 80)
        many = bgeo("many.bgeo", 18_000_000, self.ZEROS)
        self.assertLess(self.peak_megabytes(2, "18000000 points do not fit", "info", many), 80)

    def test_arrays(self):
        packed = zlib.compress(self.ZEROS, 9)
        text = base64.b64encode(struct.pack("<4I", 1, len(self.ZEROS), 0, len(packed))) + base64.b64encode(packed)
        file = self.write("zeros.vtu", f"""<VTKFile type="UnstructuredGrid" compressor="vtkZLibDataCompressor">
            <UnstructuredGrid><Piece NumberOfPoints="{len(self.ZEROS) // 12}" NumberOfCells="0"><Points>
            <DataArray type="Float32" NumberOfComponents="3" format="binary">{text.decode()}</DataArray>
            </Points></Piece></UnstructuredGrid></VTKFile>""")
        self.assertLess(self.peak_megabytes(2, "zeros.vtu.*300000000 bytes do not fit into", "info", file), 80)


class ConvertTest(ProgramTest):
    def test_particles_through_every_format(self):
        file = self.write("points.xyz", lattice(4, 0.25))
        for ending in ["bgeo", "ply", "vtk", "vtu", "csv", "bhclassic", "xyz"]:
            self.done("convert", file, self.folder / f"next.{ending}")
            file = self.folder / f"next.{ending}"
        self.assertRegex(self.done("info", file).stdout, r"(?m)^highest corner +0\.75 0\.75 0\.75 m$")

    def test_meshes_and_their_vertices(self):
        cube = self.write("cube.obj", CUBE)
        for ending in ["ply", "vtk", "obj"]:
            self.done("convert", cube, self.folder / f"next.{ending}")
            cube = self.folder / f"next.{ending}"
            self.assertRegex(self.done("info", cube).stdout, r"(?m)^volume +2 m\^3$")
        self.done("convert", cube, self.folder / "vertices.bgeo")
        self.assertRegex(self.done("info", self.folder / "vertices.bgeo").stdout, r"(?m)^particles +8$")
        self.refused(".*does not convert to '.png'", "convert", cube, self.folder / "cube.png")

    def test_the_bodies_of_a_run(self):
        out = self.folder / "run"
        self.done("simulate", "bodies/cards", "-o", out, "--set", "frames=3")
        for ending, start in [("glb", b"glTF"), ("gltf", b"{"), ("usda", b"#usda 1.0")]:
            file = self.folder / f"cards.{ending}"
            self.done("convert", out, file)
            self.assertTrue(file.read_bytes().startswith(start))
        document = json.loads((self.folder / "cards.gltf").read_text())
        poses = json.loads((out / "bodies.0003.json").read_text())
        self.assertEqual([node["name"] for node in document["nodes"]], [body["name"] for body in poses["bodies"]])
        self.assertEqual(len(document["animations"][0]["channels"]), 2 * len(document["nodes"]))
        self.assertEqual((self.folder / "cards.usda").read_text().count("xformOp:orient.timeSamples"),
                         len(document["nodes"]))
        self.refused(r".*cards\.glb: the file is there already", "convert", out, self.folder / "cards.glb")
        self.refused(r".*cards\.obj: the bodies of a run are written to \.usda", "convert", out,
                     self.folder / "cards.obj")
        self.refused(r".*a run has y up", "convert", out, self.folder / "up.usda", "--up", "z")
        (out / "bodies.0002.json").write_text("{}")
        self.refused(r".*bodies\.0002\.json: the file has no 'frame'", "convert", out, self.folder / "bad.glb")

    def test_a_scene_of_splishsplash(self):
        theirs = self.write("a.json", """{"Configuration": {"particleRadius": 0.05, "stopAt": 1, "pause": true},
            "FluidBlocks": [{"start": [0, 0, 0], "end": [1, 1, 1]}]}""")
        result = self.done("convert", theirs, self.folder / "b.json")
        self.assertRegex(result.stderr, r"a\.json:1:57: 'pause' of Configuration has no counterpart and is left out")
        self.assertIn("particle spacing", self.done("info", self.folder / "b.json").stdout)
        self.refused(r".*b\.json: the file is there already", "convert", theirs, self.folder / "b.json")
        self.refused(r".*b\.ply: a scene \(\.json\) converts to \.json only", "convert", theirs, self.folder / "b.ply")

    def test_up_axis(self):
        cube = self.write("cube.obj", CUBE)
        self.done("convert", cube, self.folder / "turned.obj", "--up", "z")
        text = self.done("info", self.folder / "turned.obj").stdout
        self.assertRegex(text, r"(?m)^lowest corner +0 0 -2 m$")
        self.assertRegex(text, r"(?m)^volume +2 m\^3$")
        self.done("convert", self.folder / "turned.obj", self.folder / "back.obj", "--up-out", "z")
        self.assertRegex(self.done("info", self.folder / "back.obj").stdout, r"(?m)^highest corner +1 2 1 m$")

    def test_sequences(self):
        for frame in (3, 4, 5):
            self.write(f"p.{frame:04d}.xyz", lattice(3, 0.1))
        self.done("convert", self.folder / "p.%04d.xyz", self.folder / "out/q.{}.vtu")
        self.assertEqual(sorted(hashes(self.folder / "out", "*")),
                         ["q.0003.vtu", "q.0004.vtu", "q.0005.vtu", "q.pvd", "q.vtu.series"])
        series = json.loads((self.folder / "out/q.vtu.series").read_text("utf-8"))
        self.assertEqual(series["file-series-version"], "1.0")
        self.assertEqual([file["name"] for file in series["files"]], ["q.0003.vtu", "q.0004.vtu", "q.0005.vtu"])
        self.assertEqual([file["time"] for file in series["files"]], [2 / 24, 3 / 24, 4 / 24])
        self.refused(".*is there already; use --overwrite", "convert", self.folder / "p.*.xyz",
                     self.folder / "out/q.%04d.vtu")
        (self.folder / "out/q.0005.vtu").unlink()
        self.done("convert", self.folder / "p.*.xyz", self.folder / "out/q.%04d.vtu", "--resume")
        self.assertEqual(len(hashes(self.folder / "out", "*.vtu")), 3)
        self.write("p.0004.xyz", "1 2 three\n")
        process = self.refused("1 of 3 frames failed", "convert", self.folder / "p.*.xyz",
                               self.folder / "out/q.%04d.vtu", "--overwrite")
        self.assertIn("p.0004.xyz", process.stderr)

    def test_the_closing_line_names_what_was_written(self):
        for frame in (1, 2):
            self.write(f"p.{frame:04d}.xyz", lattice(3, 0.1))
        process = self.done("convert", self.folder / "p.*.xyz", self.folder / "one.vtu")
        self.assertRegex(process.stderr, r"lamella: done, see .*/one\.%04d\.vtu\n$")
        self.assertTrue((self.folder / "one.pvd").exists() and (self.folder / "one.vtu.series").exists())
        process = self.done("convert", self.folder / "p.0002.xyz", self.folder / "two.%04d.ply")
        self.assertRegex(process.stderr, r"lamella: done, see .*/two\.0002\.ply\n$")
        self.assertTrue((self.folder / "two.0002.ply").exists())

    def test_folders_and_unknown_endings(self):
        points = self.write("p.xyz", lattice(3, 0.1))
        (self.folder / "folder.ply").mkdir()
        self.refused(".*folder.ply: this is a folder; a file or a sequence is needed", "convert",
                     self.folder / "folder.ply", self.folder / "q.ply")
        self.refused(".*folder.ply: this is a folder; a file is needed", "convert", points, self.folder / "folder.ply",
                     "--overwrite")
        self.refused(".*a.doc: the ending '.doc' names no format; known are .* .obj", "convert", self.write("a.doc", ""),
                     self.folder / "q.ply")
        self.refused(".*does not convert to a file without an ending", "convert", points, self.folder / "q")

    def test_a_mesh_sequence_becomes_one_usd_file(self):
        for frame in (1, 2):
            self.write(f"c.{frame:04d}.obj", CUBE)
        self.done("convert", self.folder / "c.%04d.obj", self.folder / "c.usda")
        self.assertIn("timeSamples", (self.folder / "c.usda").read_text())

    def test_usd_and_gltf_say_and_keep_what_they_can(self):
        coloured = "".join(f"{line} 1 0.5 0\n" if line.startswith("v") else line + "\n" for line in CUBE.splitlines())
        cube = self.write("cube.obj", coloured)
        for up, axis in (("y", "Y"), ("z", "Z")):
            self.done("convert", cube, self.folder / f"{up}.usda", "--up-out", up)
            text = (self.folder / f"{up}.usda").read_text("utf-8")
            self.assertIn(f'upAxis = "{axis}"', text)
            self.assertIn("primvars:displayColor", text)
        self.done("convert", cube, self.folder / "c.glb")
        text = self.done("info", self.folder / "c.glb").stdout
        self.assertRegex(text, r"(?m)^volume +2 m\^3$")
        self.assertRegex(text, r"(?m)^  Cd +3 floats +1 to 1; 0\.5 to 0\.5; 0 to 0$")
        self.refused(r".*z\.glb: a glTF file has y up by its definition", "convert", cube, self.folder / "z.glb",
                     "--up-out", "z")
        self.assertFalse((self.folder / "z.glb").exists())
        moving = self.write("m.csv", "x,y,z,vx,vy,vz,heat\n0,0,0,1,0,0,3\n1,0,0,1,0,0,3\n0,1,0,1,0,0,3\n")
        self.done("convert", moving, self.folder / "m.ply")
        ply = (self.folder / "m.ply").read_bytes()
        self.assertIn(b"heat", ply)

    def test_what_a_format_has_no_place_for_is_told_once(self):
        text = ("ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
                "property float heat\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n"
                "0 0 0 1\n1 0 0 1\n0 1 0 1\n3 0 1 2\n")
        for frame in (1, 2):
            self.write(f"t.{frame:04d}.ply", text)
        process = self.done("convert", self.folder / "t.%04d.ply", self.folder / "t.%04d.obj")
        self.assertEqual(process.stderr.count("the attribute 'heat' is left out: the format has no place for it"), 1)
        process = self.done("convert", self.folder / "t.%04d.ply", self.folder / "t.%04d.gltf")
        self.assertNotIn("heat", process.stderr)
        self.assertIn("heat", self.done("info", self.folder / "t.0002.gltf").stdout)


class StagesOfFilesTest(ProgramTest):
    def test_unrelated_files_are_treated_one_by_one(self):
        self.write("fine.xyz", lattice(6, 0.01))
        self.write("coarse.xyz", lattice(6, 0.5))
        process = self.done("surface", self.folder / "*.xyz", "-o", self.folder / "out/*.ply")
        for name, spacing in (("fine", 0.01), ("coarse", 0.5)):
            text = self.done("info", self.folder / f"out/{name}.ply").stdout
            self.assertRegex(text, r"(?m)^components +1$", process.stderr)
            volume = float(text.split("volume")[1].split()[0])
            self.assertTrue(math.isclose(volume, (6 * spacing) ** 3, rel_tol=0.3), volume)
        self.refused(".*fine.xyz would both become .*m.0001.ply; with '\\*' in it", "surface", self.folder / "*.xyz", "-o",
                     self.folder / "m.ply")
        self.refused(".*a pattern stands in the name of the file", "surface", self.folder / "*.xyz", "-o",
                     self.folder / "o%d/m.ply")

    def test_a_spacing_that_is_far_off_is_told(self):
        file = self.write("p.xyz", lattice(6, 0.1))
        process = self.done("surface", file, "-o", self.folder / "m.ply", "--spacing", "10")
        self.assertRegex(process.stderr, r"the spacing 10 m that was given is (99|1\d\d)(\.\d)? times the 0\.\d+ m")
        process = self.done("surface", file, "-o", self.folder / "n.ply", "--spacing", "0.12")
        self.assertNotIn("times the", process.stderr)

    def test_particles_in_a_format_of_meshes_are_drawn(self):
        self.done("convert", self.write("p.xyz", lattice(4, 0.25)), self.folder / "p.vtk")
        small = ["--set", "render.width=32", "--set", "render.height=32", "--set", "render.samples=1"]
        self.done("render", self.folder / "p.vtk", "-o", self.folder / "p.png", *small)
        matt = '[{"name": "*", "material": {"type": "diffuse", "colour": [1, 0, 0]}}]'
        red = ["--set", "render.materials=" + matt]
        self.done("render", self.folder / "p.vtk", "-o", self.folder / "red.png", *small, *red)
        self.assertNotEqual((self.folder / "p.png").read_bytes(), (self.folder / "red.png").read_bytes())

    def test_materials_by_the_name_of_the_file(self):
        cube = self.write("cube.0001.obj", CUBE)
        small = ["--set", "render.width=32", "--set", "render.height=32", "--set", "render.samples=1"]
        pictures = {}
        for name in ("cube.0001.obj", "cube.0001", "cube", "*"):
            material = '[{"name": "%s", "material": "metal"}]' % name
            self.done("render", cube, "-o", self.folder / "a.png", "--overwrite", *small, "--set",
                      "render.materials=" + material)
            pictures[name] = (self.folder / "a.png").read_bytes()
        self.assertEqual(len(set(pictures.values())), 1)
        self.done("render", cube, "-o", self.folder / "water.png", *small)
        self.assertNotIn((self.folder / "water.png").read_bytes(), pictures.values())
        self.refused(r"render.materials: no file is named 'cubs' \(did you mean 'cube'\?\)", "render", cube, "-o",
                     self.folder / "b.png", "--set", 'render.materials=[{"name": "cubs", "material": "metal"}]')

    def test_surface_and_render_a_foreign_sequence(self):
        count, spacing = 8, 0.1
        for frame in (1, 2):
            self.write(f"p.{frame:04d}.xyz", lattice(count, spacing))
        self.done("surface", self.folder / "p.%04d.xyz", "-o", self.folder / "m.%04d.ply", "--spacing", spacing,
                  "--set", "surface.support=2.5")
        text = self.done("info", self.folder / "m.0002.ply").stdout
        self.assertRegex(text, r"(?m)^closed +yes$")
        volume = float(text.split("volume")[1].split()[0])
        self.assertTrue(math.isclose(volume, (count * spacing) ** 3, rel_tol=0.3), volume)
        self.done("render", self.folder / "m.%04d.ply", "-o", self.folder / "i.%04d.png", "--set", "render.width=64",
                  "--set", "render.height=36", "--set", "render.samples=1")
        self.assertEqual(len(hashes(self.folder, "i.*.png")), 2)

    def test_wrong_settings_and_missing_output(self):
        file = self.write("p.xyz", lattice(3, 0.1))
        self.refused(r"--set #1: .*'suport'.*did you mean 'support'", "surface", file, "-o", self.folder / "a.ply",
                     "--set", "surface.suport=2")
        self.refused(r"--set #1: .*'frames'", "surface", file, "-o", self.folder / "a.ply", "--set", "frames=2")
        self.refused(".*p.xyz is no run folder: say with -o", "surface", file)
        self.refused(".*'0' is not a number above 0", "surface", file, "-o", "a.ply", "--spacing", "0")
        self.refused("a.png: the ending '.png' names no mesh format that is written; known are .* .usda", "surface", file,
                     "-o", "a.png")
        self.refused(".*this is no run folder", "render", self.folder, "-o", "a.png")
        self.assertFalse((self.folder / "a.ply").exists())

    def test_absurd_particles_get_a_sentence(self):
        light_year = 9.46e15
        for points, sentence in (
                ("1 2 3", "the particle spacing cannot be guessed from the positions of 1 particles"),
                ("1 2 3\n" * 50, "the particle spacing cannot be guessed from the positions of 50 particles"),
                ("0 0 0\nnan 0 0", "point 1 is not finite"),
                (lattice(4, 0.1) + f"{light_year} 0 0", "the particle spacing cannot be guessed")):
            self.refused(".*p.xyz: .*" + sentence, "surface", self.write("p.xyz", points), "-o", self.folder / "a.ply")
        self.refused(r".*p.xyz: particle 64 lies at \(9460000000000000, 0, 0\) m", "surface", self.folder / "p.xyz", "-o",
                     self.folder / "a.ply", "--spacing", "0.1")
        self.assertFalse((self.folder / "a.ply").exists())

    def test_a_sequence_goes_on_after_a_bad_frame_and_keeps_its_spacing(self):
        for frame, points in ((1, ""), (2, lattice(8, 0.1)), (3, "no numbers"), (4, lattice(5, 0.3))):
            self.write(f"p.{frame:04d}.xyz", points)
        result = lamella("surface", self.folder / "p.%04d.xyz", "-o", self.folder / "m.%04d.ply")
        self.assertEqual(result.returncode, 2)
        self.assertIn("p.0003.xyz", result.stderr)
        self.assertEqual(sorted(p.name for p in self.folder.glob("m.*")), ["m.0001.ply", "m.0002.ply", "m.0004.ply"])
        self.assertRegex(self.done("info", self.folder / "m.0004.ply").stdout, r"(?m)^components +125$")

    def test_clipping_and_the_level_set(self):
        file = self.write("p.xyz", lattice(8, 0.1))
        self.done("surface", file, "-o", self.folder / "m.ply", "--spacing", "0.1", "--level-set",
                  "--set", 'surface.clip={"min": [-9, -9, -9], "max": [0.4, 9, 9]}')
        self.assertRegex(self.done("info", self.folder / "m.ply").stdout, r"(?m)^closed +no \(")
        self.assertIn("level set", self.done("info", self.folder / "m.vdb").stdout)
        self.refused(r".*p.xyz: the clip box .*its max must be above its min", "surface", file, "-o", self.folder / "n.ply",
                     "--set", 'surface.clip={"min": [0, 0, 0], "max": [1, 0, 1]}')

    def test_kernels_for_display(self):
        file = self.write("p.xyz", lattice(8, 0.1))
        self.done("surface", file, "-o", self.folder / "m.ply", "--spacing", "0.1", "--set", "surface.kernels=true")
        text = self.done("info", self.folder / "m.kernels.bgeo").stdout
        self.assertRegex(text, r"(?m)^particles +512$")
        self.assertRegex(text, r"(?m)^  orient +4 floats")
        self.assertRegex(text, r"(?m)^  scale +3 floats")
        self.refused(r".*'kernels' is not a parameter of zhu_bridson2005", "surface", file, "-o", self.folder / "n.ply",
                     "--set", "surface.type=zhu_bridson2005", "--set", "surface.kernels=true")

    def test_a_dry_run_lists_the_files(self):
        self.write("p.0001.xyz", lattice(3, 0.1))
        text = self.done("surface", self.folder / "p.%04d.xyz", "-o", self.folder / "m.%04d.ply", "--dry-run").stdout
        self.assertRegex(text, r"p\.0001\.xyz +-> +.*m\.0001\.ply\n1 frames\n$")
        self.assertFalse((self.folder / "m.0001.ply").exists())


if __name__ == "__main__":
    unittest.main()
