"""Surfaces that are tracked: one mesh through time, with a state file beside each frame."""
import math
import unittest

from program import SMALL, ProgramTest, hashes, lamella

TRACKED = ["--set", "surface.type=tracked"]


def turning_cube(count, spacing, angle, columns="x,y,z,vx,vy,vz,id"):
    """The text of a CSV file: a cube of particles that turns about z by one radian a second."""
    c, s = math.cos(angle), math.sin(angle)
    rows = [columns]
    middle = 0.5 * (count - 1)
    for k in range(count ** 3):
        x, y, z = ((k // count ** a % count - middle) * spacing for a in range(3))
        p = {"x": c * x - s * y, "y": s * x + c * y, "z": z, "vx": -(s * x + c * y), "vy": c * x - s * y, "vz": 0, "id": k}
        rows.append(",".join(f"{p[name]:.9g}" for name in columns.split(",")))
    return "\n".join(rows) + "\n"


class RunTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.run_folder = self.folder / "run"
        self.done("simulate", "drop", "-o", self.run_folder, *SMALL, *TRACKED)
        self.done("surface", self.run_folder)
        self.meshes = hashes(self.run_folder / "surface", "*.ply")
        self.states = hashes(self.run_folder / "surface", "*.tracked")

    def test_resumes_to_the_bit(self):
        self.assertEqual(len(self.meshes), 3)
        self.assertEqual(len(self.states), 3)
        (self.run_folder / "surface/water.0003.ply").unlink()
        self.done("surface", self.run_folder, "--resume")
        self.assertEqual(hashes(self.run_folder / "surface", "*.ply"), self.meshes)
        self.done("surface", self.run_folder, "--overwrite", "--frames", "3:", "--threads", 1)
        self.assertEqual(hashes(self.run_folder / "surface", "*.ply"), self.meshes)
        self.assertEqual(hashes(self.run_folder / "surface", "*.tracked"), self.states)

    def test_says_which_state_is_missing(self):
        (self.run_folder / "surface/water.0002.tracked").unlink()
        self.refused(r".*water\.0002\.tracked: the file is missing; a tracked surface goes on from the frame before",
                     "surface", self.run_folder, "--overwrite", "--frames", "3:")

    def test_closed_and_with_columns(self):
        for frame in [1, 2, 3]:
            text = self.done("info", self.run_folder / f"surface/water.{frame:04d}.ply").stdout
            self.assertRegex(text, r"(?m)^closed +yes$")
            self.assertRegex(text, r"(?m)^manifold +yes$")
            for column in ["N", "v", "rest", "id"]:
                self.assertRegex(text, rf"(?m)^  {column} +")


class FilesTest(ProgramTest):
    def cubes(self, frames, columns="x,y,z,vx,vy,vz,id"):
        for frame in frames:
            self.write(f"a.{frame:04d}.csv", turning_cube(8, 0.1, 0.05 * frame, columns))
        return self.folder / "a.%04d.csv"

    def surface(self, *arguments, columns="x,y,z,vx,vy,vz,id", frames=(1, 2, 3)):
        pattern = self.cubes(frames, columns)
        return lamella("surface", pattern, "-o", self.folder / "m.%04d.ply", "--spacing", 0.1, *TRACKED, *arguments)

    def test_from_velocities_and_ids_or_one_of_them(self):
        for columns in ["x,y,z,vx,vy,vz,id", "x,y,z,id"]:
            process = self.surface("--overwrite", columns=columns)
            self.assertEqual(process.returncode, 0, process.stderr)
            self.assertEqual(len(list(self.folder.glob("m.*.tracked"))), 3)
        process = self.surface("--overwrite", "--set", "surface.file_rate=20", columns="x,y,z,vx,vy,vz")
        self.assertEqual(process.returncode, 0, process.stderr)

    def test_goes_on_from_a_frame(self):
        self.assertEqual(self.surface().returncode, 0)
        whole = hashes(self.folder, "m.*.ply")
        (self.folder / "m.0003.ply").unlink()
        process = self.surface("--resume")
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertEqual(hashes(self.folder, "m.*.ply"), whole)
        process = self.surface("--overwrite", "--frames", "3:", "--set", "surface.step=0.3")
        self.assertNotEqual(process.returncode, 0)
        self.assertIn("m.0002.tracked: the state was made with other settings", process.stderr)

    def test_says_what_it_cannot_follow(self):
        process = self.surface(columns="x,y,z")
        self.assertNotEqual(process.returncode, 0)
        self.assertIn("the particles have neither velocities (v) nor ids (id)", process.stderr)

    def test_begins_anew_behind_a_gap(self):
        process = self.surface(frames=(1, 2, 4, 5))
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertIn("a.0004.csv: the frame before is missing: the surface begins anew", process.stderr)
        self.assertEqual(len(list(self.folder.glob("m.*.ply"))), 4)

    def test_begins_anew_behind_a_broken_frame(self):
        self.cubes((1, 2, 3))
        self.write("a.0002.csv", "this is no table\n")
        process = lamella("surface", self.folder / "a.%04d.csv", "-o", self.folder / "m.%04d.ply", "--spacing", 0.1,
                          *TRACKED)
        self.assertIn("a.0003.csv: the frame before could not be done: the surface begins anew", process.stderr)
        self.assertEqual(len(list(self.folder.glob("m.*.ply"))), 2)

    def test_begins_with_the_first_frame_that_has_particles(self):
        self.cubes((2, 3))
        self.write("a.0001.csv", "x,y,z,vx,vy,vz,id\n")
        process = lamella("surface", self.folder / "a.%04d.csv", "-o", self.folder / "m.%04d.ply", "--spacing", 0.1,
                          *TRACKED)
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertIn("a.0001.csv: no particles, an empty mesh", process.stderr)
        self.assertEqual(len(list(self.folder.glob("m.*.ply"))), 3)

    def test_waves_need_a_surface_that_was_tracked(self):
        self.assertEqual(self.surface().returncode, 0)
        process = lamella("surface", self.folder / "m.%04d.ply", "-o", self.folder / "w.%04d.ply", "--set",
                          'surface={"type":"tracked","waves":{}}')
        self.assertNotEqual(process.returncode, 0)
        self.assertIn("m.0001.ply: waves do not run on meshes alone", process.stderr)
        process = lamella("surface", self.folder / "a.%04d.csv", "-o", self.folder / "w.%04d.ply", "--set",
                          "surface.waves={}")
        self.assertIn("'waves' is not a parameter of true_volume, but of tracked", process.stderr)

    def test_refuses_what_a_mesh_that_lives_on_cannot_have(self):
        process = self.surface("--set", "surface.smoothing=3")
        self.assertNotEqual(process.returncode, 0)
        self.assertIn("does not know 'smoothing'", process.stderr)


if __name__ == "__main__":
    unittest.main()
