"""Help, versions, listings, and the sentences for wrong command lines and scenes."""
import json
import os
import pathlib
import subprocess
import unittest

from program import PROGRAM, VERBS, ProgramTest

SCENE = """{
  "version": 1,
  "domain": {"min": [0, 0, 0], "max": [0.3, 0.3, 0.3]},
  "frames": 3,
  "particle_spacing": 0.02,
  "fluids": [{"name": "water", "shapes": [{"type": "sphere", "centre": [0.15, 0.15, 0.15], "radius": 0.05}]}]
}
"""


class HelpTest(ProgramTest):
    def test_every_verb_has_help_with_an_example(self):
        for verb in VERBS:
            with self.subTest(verb=verb):
                text = self.done(verb, "--help").stdout
                self.assertIn(f"Example: lamella {verb}", text)
                self.assertIn(f"Usage: lamella {verb}", text)
                self.assertIn("--threads N", text)

    def test_help_of_the_program_lists_every_verb(self):
        text = self.done("--help").stdout
        for verb in VERBS:
            self.assertRegex(text, rf"(?m)^  {verb} +\w")

    def test_version_names_the_libraries(self):
        text = self.done("--version").stdout
        self.assertRegex(text, r"^lamella \d+\.\d+\.\d+\n")
        for line in ["git", "instruction level", "CLI11", "Eigen", "Embree", "fmt", "libdeflate", "nlohmann-json", "oneTBB",
                     "OpenVDB", "spdlog", "tinyobjloader", "xxHash", "zstd"]:
            self.assertRegex(text, rf"(?m)^{line} [\w.-]+$")

    def test_nothing_but_the_name_is_refused_and_lists_the_verbs(self):
        process = self.refused(f"a verb is missing; there are {' '.join(VERBS)}")
        self.assertIn("Usage: lamella", process.stderr)

    def test_scenes_are_listed_and_copied(self):
        self.assertRegex(self.done("scenes").stdout, r"(?m)^drop +a small drop")
        self.done("scenes", "--copy", "drop", cwd=self.folder)
        self.done("info", self.folder / "drop.json")
        self.refused(r"drop\.json: the file is there already", "scenes", "--copy", "drop", cwd=self.folder)
        self.refused("'drup' is not a shipped scene .did you mean 'drop'", "scenes", "--copy", "drup")

    def test_names_that_are_not_utf8_are_refused_before_anything_is_touched(self):
        for arguments in ([b"info", b"caf\xe9.ply"], [b"run", b"drop", b"-o", b"caf\xe9"]):
            process = subprocess.run([os.fsencode(PROGRAM), *arguments], capture_output=True, cwd=self.folder, check=False)
            self.assertEqual(process.returncode, 2)
            self.assertRegex(process.stderr, rb"^lamella: error: argument \d, 'caf\\xE9(\.ply)?', is not UTF-8; rename")
        self.assertEqual(list(self.folder.iterdir()), [])
        inner = os.path.join(os.fsencode(self.folder), b"caf\xe9")
        os.mkdir(inner)
        process = subprocess.run([PROGRAM, "scenes"], capture_output=True, cwd=inner, check=False)
        self.assertEqual(process.returncode, 2)
        self.assertIn(b"the name of the working folder, '", process.stderr)
        self.assertEqual(os.listdir(inner), [])

    def test_documents_are_what_describe_prints(self):
        source = pathlib.Path(os.environ["LAMELLA_SOURCE_DIR"])
        self.assertEqual(self.done("describe", "--markdown").stdout, (source / "docs/methods.md").read_text("utf-8"))
        schema = self.done("describe", "--json-schema").stdout
        self.assertEqual(schema, (source / "scenes/schema.json").read_text("utf-8"))
        json.loads(schema)
        self.assertIn("support", self.done("describe", "mueller2003").stdout)

    def test_a_full_disk_under_standard_output_is_told(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            process = subprocess.run([PROGRAM, "describe"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(process.returncode, 1)
        self.assertRegex(process.stderr, "^lamella: failed: standard output cannot be written")


class WrongCommandLineTest(ProgramTest):
    def test_unknown_verb(self):
        self.refused(r"'rnu' is not a verb \(did you mean 'run'\?\)", "rnu", "drop")

    def test_unknown_option(self):
        self.refused(r"'--freames' is not an option of run \(did you mean '--frames'\?\)", "run", "drop", "-o",
                     self.folder / "a", "--freames", "3")

    def test_missing_output(self):
        self.refused(".*--output.*required", "run", "drop")

    def test_threads_out_of_range(self):
        for threads in ["-1", "1025", "two", "99999999999999"]:
            self.refused(f"--threads: '{threads}' is not a number from 0", "scenes", f"--threads={threads}")

    def test_wrong_frames(self):
        for frames in ["0", "3:1", "a:b", "1:2:3", "-1:4"]:
            self.refused(f"--frames {frames}: ", "run", "drop", "-o", self.folder / "a", f"--frames={frames}")

    def test_empty_and_missing_values(self):
        self.refused("--output: the value is empty; see lamella run --help", "run", "drop", "-o", "")
        self.refused("SCENE: the value is empty", "run", "", "-o", self.folder / "a")
        self.refused("--copy needs a value; see lamella scenes --help", "scenes", "--copy")
        self.refused("scenes does not take 'drop'$", "scenes", "drop")

    def test_output_that_is_no_folder(self):
        self.refused(".*file: this is a file; a run needs a folder", "run", "drop", "-o", self.write("file", "mine"))
        self.refused(".*: this is a folder, not a scene file", "run", self.folder, "-o", self.folder / "a")

    def test_unknown_stage(self):
        self.refused(".*'rende' is not known .did you mean 'render'", "run", "drop", "-o", self.folder / "a",
                     "--until", "rende")

    def test_unknown_scene(self):
        self.refused(r"drpo: there is no such scene file .*did you mean 'drop'", "run", "drpo", "-o", self.folder / "a")

    def test_wrong_overrides(self):
        out = ["-o", self.folder / "a"]
        self.refused(r"--set #2: .*'viscocity'.*did you mean 'viscosity'", "run", "drop", *out, "--set", "frames=2",
                     "--set", "fluids[water].viscocity=2")
        self.refused(r"--set #1: ", "run", "drop", *out, "--set", "frames")
        self.refused(r"--set #1: .*frames", "run", "drop", *out, "--set", "frames=0")

    def test_shell_expanded_pattern(self):
        self.refused("surface does not take 'b.ply'", "surface", "a.ply", "b.ply", "-o", "c.ply")

    def test_unknown_validation_case(self):
        self.refused("'hydrostatik' is not a validation case .*did you mean 'hydrostatic'", "validate", "hydrostatik",
                     "-o", self.folder / "v")

    def test_nothing_was_written(self):
        self.test_wrong_overrides()
        self.test_unknown_stage()
        self.assertEqual(list(self.folder.iterdir()), [])


class WrongSceneTest(ProgramTest):
    def scene_refused(self, old, new, sentence):
        self.assertIn(old, SCENE)
        path = self.write("bad.json", SCENE.replace(old, new))
        self.refused(r".*bad\.json:" + sentence, "run", path, "-o", self.folder / "out")
        self.assertFalse((self.folder / "out").exists())

    def test_places_and_suggestions(self):
        self.scene_refused('"frames"', '"framse"', r"4:3: 'framse' .*did you mean 'frames'")
        self.scene_refused('"frames": 3', '"frames": "three"', r"4:13: ")
        self.scene_refused('"frames": 3', '"frames": 3, "frames": 4', r"4:16: ")
        self.scene_refused("0.02,", "-1,", r"5:23: .*-1")
        self.scene_refused("0.02,", "0.02", r"6:3: ")
        self.scene_refused('"sphere"', '"spher"', r"6:\d+: .*did you mean 'sphere'")

    def test_hostile_scenes(self):
        for name, text in {"deep.json": "[" * 100000, "empty.json": "", "binary.json": "\0\1\2"}.items():
            path = self.write(name, text)
            self.refused(rf".*{name}:\d+:\d+: ", "run", path, "-o", self.folder / "out")


if __name__ == "__main__":
    unittest.main()
