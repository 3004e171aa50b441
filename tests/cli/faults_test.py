"""A run that is killed, or whose disk is full, at any change of its folder: nothing is lost.

Every call by which the program changes the folder (faults.cpp) is a point at which the run is broken; it is then resumed
without faults and compared with an undisturbed one. Of calls of one kind on one kind of file the disk is full at the
first and the kill comes at the last; with LAMELLA_FULL=1 both come at all."""
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import unittest

from program import PROGRAM, ProgramTest, hashes

FAULTS = os.environ["LAMELLA_FAULTS"]
FULL = os.environ.get("LAMELLA_FULL") == "1"

SCENE = json.dumps({
    "version": 1, "domain": {"min": [0, 0, 0], "max": [0.1, 0.1, 0.1]}, "frames": 3, "frame_rate": 200,
    "particle_spacing": 0.02,
    "output": {"checkpoint_every": 1, "probes": [{"name": "gauge", "type": "point", "at": [0.03, 0.02, 0.03]}]},
    "surface": {"type": "mueller2003", "cell": 2}, "foam": {"kinetic_energy_min": 1e-6, "kinetic_energy_max": 1e-4},
    "fluids": [{"name": "water", "shapes": [
        {"type": "box", "min": [0, 0, 0], "max": [0.06, 0.06, 0.06], "velocity": [1, 0, 1]}]}]})
OTHER = ["--set", "gravity=[0,-5,0]"]


def rows(ledger):
    """What the rows say apart from times and memory."""
    found = [json.loads(line) for line in ledger.read_text("utf-8").splitlines()]
    return [{key: value for key, value in row.items() if key not in ("wall_s", "peak_rss_bytes")} for row in found]


def state(out):
    """Everything that must not depend on what happened on the way."""
    files = {folder: hashes(out / folder, "*") for folder in ["particles", "surface", "foam", "checkpoints", "probes"]}
    ledgers = {stage: rows(out / f"ledger.{stage}.jsonl") for stage in ["simulate", "surface", "foam"]}
    stages = json.loads((out / "run.json").read_text("utf-8"))["stages"]
    return files, ledgers, stages, (out / "scene.json").read_text("utf-8")


def points(lines):
    """Which fault comes at which call. A full disk does not matter to those that free space."""
    everywhere = [(fault, number) for number in range(1, len(lines) + 1) for fault in ["kill", "full"]]
    first, last = {}, {}
    for number, line in enumerate(lines, 1):
        kind = re.sub(r"\d+", "0", line)
        first.setdefault(kind, number)
        last[kind] = number
    some = {("kill", number) for number in last.values()} | {("full", number) for number in first.values()}
    chosen = everywhere if FULL else [point for point in everywhere if point in some]
    return [(fault, number) for fault, number in chosen
            if fault == "kill" or not re.match("unlink|remove|rmdir|ftruncate", lines[number - 1])]


class FaultsTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.scene = self.write("scene.json", SCENE)
        self.out = self.folder / "run"

    def command(self, *more):
        return ["run", self.scene, "-o", self.out, "--until", "foam", "--threads", "1", "--quiet", *more]

    def faulty(self, fault, *more):
        """A run that meets the fault, and the calls that it has made."""
        calls = self.folder / "calls"
        calls.unlink(missing_ok=True)
        environment = dict(os.environ, LD_PRELOAD=FAULTS, LAMELLA_FAULT=fault, LAMELLA_FAULTS_LIST=str(calls),
                           LAMELLA_FAULTS_BELOW=str(self.out))
        process = subprocess.run([PROGRAM, *map(str, self.command(*more))], capture_output=True, text=True, timeout=300,
                                 check=False, env=environment)
        lines = calls.read_text("utf-8").replace(str(self.out), "").splitlines() if calls.exists() else []
        return process, lines

    def start_from(self, run):
        """The folder as it is before the fault: a copy of that run, or nothing."""
        shutil.rmtree(self.out, ignore_errors=True)
        if run:
            shutil.copytree(run, self.out)

    def kept(self, name):
        """The run under another name."""
        shutil.move(self.out, self.folder / name)
        return self.folder / name

    def attack(self, start, expected, arguments, again):
        """Breaks the command at every point; `again` is what must then go on."""
        self.start_from(start)
        process, lines = self.faulty("none", *arguments)
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertEqual(state(self.out), expected)
        self.assertGreater(len(lines), 20)
        for fault, number in points(lines):
            with self.subTest(fault=fault, number=number, call=lines[number - 1]):
                self.break_and_go_on(start, expected, arguments, again, fault, number)

    def break_and_go_on(self, start, expected, arguments, again, fault, number):
        self.start_from(start)
        process, _ = self.faulty(f"{fault}:{number}", *arguments)
        if fault == "kill":
            self.assertEqual(process.returncode, -signal.SIGKILL)
        else:
            self.assertIn(process.returncode, [0, 1], process.stderr)  # 0: only the log or a claim's text was cut
            self.assertLessEqual(len(process.stderr.splitlines()), 2)
            self.assertEqual(list(self.folder.rglob(".tmp-*")) + list(self.folder.rglob(".claim-*")), [])
        self.done(*self.command(*again))
        self.assertEqual(state(self.out), expected)
        self.assertEqual(list(self.folder.rglob(".tmp-*")) + list(self.folder.rglob(".claim-*")), [])

    def test_a_new_run(self):
        self.done(*self.command())
        self.attack(None, state(self.kept("whole")), [], ["--resume"])

    def test_a_run_that_goes_on(self):
        self.done(*self.command("--frames", ":2"))
        half = self.kept("half")
        self.done(*self.command())
        self.attack(half, state(self.kept("whole")), ["--resume"], ["--resume"])

    def test_a_run_that_is_overwritten(self):
        self.done(*self.command())
        old = self.kept("old")
        self.done(*self.command(*OTHER))
        self.attack(old, state(self.kept("whole")), ["--overwrite", *OTHER], ["--overwrite", *OTHER])


if __name__ == "__main__":
    unittest.main()
