"""Whole runs of a small scene: the run folder, resuming, stopping, killing, and the same bits every time."""
import json
import random
import signal
import socket
import time
import unittest

from program import SMALL, TINY_PICTURE, ProgramTest, hashes, start

# Long enough to be stopped on its way, with many checkpoints.
LONG = ["drop", "--set", "particle_spacing=0.015", "--set", "frames=12", "--set", "output.checkpoint_every=2"]


def frames_of(folder):
    return hashes(folder / "particles", "*.bgeo")


class WholeRunTest(ProgramTest):
    def run_small(self, name, *more):
        out = self.folder / name
        self.done("run", "drop", "-o", out, *SMALL, *TINY_PICTURE, *more)
        return out

    def test_a_run_makes_particles_surfaces_pictures_and_records(self):
        out = self.run_small("a")
        for kind, pattern in [("particles", "water.000?.bgeo"), ("surface", "water.000?.ply"),
                              ("images", "frame.000?.png")]:
            self.assertEqual(len(list((out / kind).glob(pattern))), 3, kind)
        self.assertTrue((out / "images/film.mp4").stat().st_size > 0)
        self.assertTrue((out / "log.txt").stat().st_size > 0)
        record = json.loads((out / "run.json").read_text())
        self.assertIn("--set particle_spacing=0.02", record["command_line"])
        self.assertTrue(all(record["stages"][stage]["done"] for stage in ["simulate", "surface", "render"]))
        for stage in ["simulate", "surface", "render"]:
            rows = (out / f"ledger.{stage}.jsonl").read_text().splitlines()
            self.assertEqual([json.loads(row)["frame"] for row in rows], [1, 2, 3])
        self.assertEqual(list(out.rglob(".tmp-*")), [])
        self.assertRegex(self.done("info", out).stdout, "(?m)^simulate +done, frames 1 to 3")

    def test_pictures_of_runs_become_sheets_and_films(self):
        self.run_small("a")
        for name in ["sheet.png", "figure.png", "film.webp"]:
            runs = ["a"] if name == "sheet.png" else ["a", "a"]
            self.done("compare", *[self.folder / run for run in runs], "-o", self.folder / name, "--grid", "2x2",
                      "--width", "80")
        for name, magic in [("sheet.png", b"\x89PNG"), ("figure.png", b"\x89PNG"), ("film.webp", b"RIFF")]:
            self.assertEqual((self.folder / name).read_bytes()[:4], magic)
        self.refused("the grid '4' is not", "compare", self.folder / "a", "-o", "s.png", "--grid", "4")
        self.refused("2 captions for 1 runs", "compare", self.folder / "a", "-o", "s.png", "--caption", "x", "--caption", "y")
        self.refused("s.gif: a sheet is a .png", "compare", self.folder / "a", "-o", "s.gif")
        for width in ["4", "9000", "20.5"]:
            self.refused(f"--width {width}: a picture of a sheet is 16 to 8192 whole pixels wide", "compare",
                         self.folder / "a", "-o", "s.png", "--width", width)

    def test_a_row_without_a_caption_begins_with_its_time(self):
        self.run_small("a")
        compare = ["compare", self.folder / "a", self.folder / "a", "--grid", "2x1", "--width", "80", "-o"]
        self.done(*compare, self.folder / "plain.png")
        self.done(*compare, self.folder / "timed.png", "--caption", "0 s", "--caption", "0 s")
        self.assertEqual((self.folder / "plain.png").read_bytes(), (self.folder / "timed.png").read_bytes())

    def test_the_bits_do_not_depend_on_threads(self):
        runs = [self.run_small(f"threads{n}", "--threads", n) for n in (1, 2, 3)]
        for kind in ["particles", "surface", "images", "checkpoints"]:
            first, *others = [hashes(run / kind, "*.[!m]*") for run in runs]
            self.assertTrue(first)
            for other in others:
                self.assertEqual(first, other, kind)

    def test_stages_one_by_one_give_the_same(self):
        whole = self.run_small("whole")
        out = self.folder / "steps"
        self.done("simulate", "drop", "-o", out, *SMALL, *TINY_PICTURE)
        self.done("surface", out)
        self.done("render", out)
        for kind, pattern in [("particles", "*"), ("surface", "*"), ("images", "*.png")]:
            self.assertEqual(hashes(whole / kind, pattern), hashes(out / kind, pattern), kind)

    def test_foam_is_a_stage_of_runs_and_of_files(self):
        splash = ["--set", "frame_rate=20", "--set", "frames=5"]
        easily = ["--set", "foam.reference_speed=0.3"]
        out = self.run_small("foamy", *splash, *easily)
        rows = [json.loads(row) for row in (out / "ledger.foam.jsonl").read_text().splitlines()]
        self.assertEqual([row["frame"] for row in rows], [1, 2, 3, 4, 5])
        self.assertGreater(rows[-1]["method"]["born_until_now"], 0)
        kinds = ["spray", "foam", "bubbles"]
        self.assertEqual(rows[-1]["particles"], sum(rows[-1]["method"][kind] for kind in kinds))
        text = self.done("info", out).stdout
        self.assertRegex(text, "(?m)^foam +done, frames 1 to 5")
        self.assertRegex(text, r"(?m)^ +particles +bubbles +foam/bubbles.%04d.bgeo +5 frames")
        self.done("convert", out / "foam/spray.%04d.bgeo", self.folder / "spray.%04d.csv")
        # A run whose scene has no such key gets the same, and so do files.
        plain = self.run_small("plain", *splash, "--until", "simulate")
        self.done("foam", plain, *easily)
        self.assertEqual(hashes(out / "foam", "*"), hashes(plain / "foam", "*"))
        self.done("foam", plain / "particles/water.%04d.bgeo", "-o", self.folder / "white", "--frame-rate", 20)
        self.assertEqual(len(hashes(self.folder / "white/foam", "*.bgeo")), 15)
        self.refused(".*there is foam in the folder already", "foam", plain / "particles/water.%04d.bgeo", "-o",
                     self.folder / "white")
        self.refused(".*--set #1: .*trapped_air_max", "foam", plain, "--set", "foam.trapped_air_max=0.1", "--overwrite")

    def test_until_and_frames_do_less(self):
        out = self.run_small("less", "--until", "surface", "--frames", "2:3")
        self.assertEqual(sorted(frames_of(out)), ["water.0002.bgeo", "water.0003.bgeo"])
        self.assertEqual(len(list((out / "surface").glob("*.ply"))), 2)
        self.assertEqual(list((out / "images").glob("*")), [])

    def test_quiet_says_nothing_and_profile_names_the_loops(self):
        out = self.folder / "q"
        self.assertEqual(self.done("simulate", "drop", "-o", out, *SMALL, "--quiet").stderr, "")
        text = self.done("simulate", "drop", "-o", out, *SMALL, "--overwrite", "--profile").stderr
        self.assertRegex(text, r"\d+\.\d % +\d+\.\d+ s +\d+ x ")
        self.assertRegex(text.splitlines()[-1], "^lamella: done, see ")


class FolderRulesTest(ProgramTest):
    def test_a_used_folder_is_refused_unless_overwritten(self):
        out = self.folder / "a"
        self.done("simulate", "drop", "-o", out, *SMALL)
        before = frames_of(out)
        self.refused(".*a: .*--overwrite", "simulate", "drop", "-o", out, *SMALL)
        self.assertEqual(frames_of(out), before)
        self.done("simulate", "drop", "-o", out, "--overwrite", *SMALL, "--set", "frames=2")
        self.assertEqual(len(frames_of(out)), 2)

    def test_a_folder_of_somebody_else_is_refused(self):
        (self.folder / "precious.txt").write_text("mine")
        self.refused(".*", "simulate", "drop", "-o", self.folder, *SMALL)
        self.assertEqual([p.name for p in self.folder.iterdir()], ["precious.txt"])

    def test_resume_refuses_another_scene_and_names_the_key(self):
        out = self.folder / "a"
        self.done("simulate", "drop", "-o", out, *SMALL)
        self.refused(".*gravity", "simulate", "drop", "-o", out, "--resume", *SMALL, "--set", "gravity=[0,-5,0]")

    def test_resume_starts_in_an_empty_folder_and_extends_a_finished_run(self):
        out, whole = self.folder / "a", self.folder / "b"
        self.done("simulate", "drop", "-o", out, "--resume", *SMALL)
        self.done("simulate", "drop", "-o", out, "--resume", *SMALL, "--set", "frames=5")
        self.done("simulate", "drop", "-o", whole, *SMALL, "--set", "frames=5")
        self.assertEqual(frames_of(out), frames_of(whole))

    def test_a_wrong_scene_costs_no_finished_run(self):
        out = self.folder / "a"
        self.done("simulate", "drop", "-o", out, *SMALL)
        before = hashes(out, "*.json*"), frames_of(out)
        for wrong in ["particle_spacing=1e-5", "particle_spacing=-1", "particle_spacing=9"]:
            self.refused(".*particle_spacing", "simulate", "drop", "-o", out, *SMALL, "--overwrite", "--set", wrong)
        self.assertEqual((hashes(out, "*.json*"), frames_of(out)), before)

    def test_a_dry_run_leaves_nothing(self):
        text = self.done("run", "drop", "-o", self.folder / "a", "--dry-run").stdout
        self.assertRegex(text, r"particles")
        self.assertRegex(text, r"20 frames")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_what_does_not_fit_is_refused_with_numbers(self):
        self.refused(r".*\d", "run", "drop", "-o", self.folder / "a", "--set", "particle_spacing=1e-5")

    def test_a_folder_below_a_file_is_one_failure(self):
        file = self.write("file", "")
        process = self.refused(".*", "simulate", "drop", "-o", file / "a", *SMALL, "--quiet", code=1)
        self.assertEqual(len(process.stderr.splitlines()), 1)


class SecondWriterTest(ProgramTest):
    """Two processes in one folder, of which one is held up on its way."""

    def start_and_hold(self, out):
        process = start("simulate", *LONG, "-o", out, "--resume", "--quiet")
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        for _ in range(3000):
            if len(frames_of(out)) >= 2:
                break
            time.sleep(0.01)
        process.send_signal(signal.SIGSTOP)
        return process

    def test_it_says_who_is_there_and_harms_nothing(self):
        expected = self.folder / "expected"
        self.done("simulate", *LONG, "-o", expected, "--quiet")
        out = self.folder / "a"
        first = self.start_and_hold(out)
        sentence = f".*a: the stage simulate is being written by process {first.pid} on .*lamella simulate"
        for more in [[], ["--resume"], ["--overwrite"], ["--overwrite", "--set", "gravity=[0,-5,0]"]]:
            self.refused(sentence, "simulate", *LONG, "-o", out, *more)
        self.assertRegex(self.done("info", out).stdout, rf"(?m)^simulate +written by process {first.pid} on ")
        self.done("surface", out, "--quiet", "--set", "surface.cell=2")  # beside it, for the frames that are there
        first.send_signal(signal.SIGCONT)
        first.wait()
        self.assertEqual(first.returncode, 0)
        self.assertEqual(frames_of(out), frames_of(expected))
        stages = json.loads((out / "run.json").read_text())["stages"]
        self.assertEqual([stages[stage]["done"] for stage in ["simulate", "surface"]], [True, True])
        self.assertEqual(list(out.rglob(".*")), [])


class InterruptedRunTest(ProgramTest):
    def whole(self):
        out = self.folder / "whole"
        begin = time.monotonic()
        self.done("simulate", *LONG, "-o", out, "--quiet")
        return frames_of(out), time.monotonic() - begin

    def wait_for_frame(self, out, frame):
        for _ in range(3000):
            if (out / f"particles/water.{frame:04d}.bgeo").exists():
                return
            time.sleep(0.01)
        self.fail("no frame was written")

    def test_killed_at_random_moments_and_resumed(self):
        expected, seconds = self.whole()
        seed = random.randrange(1 << 30)
        moments = random.Random(seed)
        out = self.folder / "killed"
        for _ in range(3):
            process = start("simulate", *LONG, "-o", out, "--resume", "--quiet")
            time.sleep(moments.uniform(0.05, 0.6) * seconds)
            process.kill()
            process.communicate()
        self.done("simulate", *LONG, "-o", out, "--resume", "--quiet")
        self.assertEqual(frames_of(out), expected, f"seed {seed}")
        self.assertEqual(list(out.rglob(".tmp-*")), [])

    def test_killed_before_anything_was_written(self):
        out = self.folder / "early"
        for name in ["particles", "checkpoints"]:
            (out / name).mkdir(parents=True)
        host = socket.gethostname().replace("-", "_")
        (out / f".tmp-{host}-1-0-run.json").write_text("{")
        (out / ".claim-simulate").write_text("process 1")
        self.done("simulate", "drop", "-o", out, "--resume", *SMALL)
        self.assertEqual(len(frames_of(out)), 3)
        self.assertEqual(list(out.rglob(".*")), [])

    def test_stopped_by_signals_and_resumed(self):
        expected, _ = self.whole()
        out = self.folder / "stopped"
        for frame, number, name in [(2, signal.SIGINT, "SIGINT"), (4, signal.SIGHUP, "SIGHUP"), (6, signal.SIGTERM, "SIGTERM")]:
            process = start("simulate", *LONG, "-o", out, "--resume")
            self.wait_for_frame(out, frame)
            process.send_signal(number)
            _, errors = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 128 + number, errors)
            self.assertRegex(errors.splitlines()[-1], f"^lamella: stopped by {name}; everything is saved; go on with --resume$")
        self.done("simulate", *LONG, "-o", out, "--resume")
        self.assertEqual(frames_of(out), expected)

    def test_a_damaged_checkpoint_falls_back_with_a_warning(self):
        expected, _ = self.whole()
        out = self.folder / "damaged"
        self.done("simulate", *LONG, "-o", out, "--set", "frames=7")
        checkpoints = sorted((out / "checkpoints").glob("*.lck"))
        self.assertEqual(len(checkpoints), 2)
        data = bytearray(checkpoints[-1].read_bytes())
        data[len(data) // 2] ^= 1
        checkpoints[-1].write_bytes(data)
        process = self.done("simulate", *LONG, "-o", out, "--resume")
        self.assertRegex(process.stderr, f"warning: .*{checkpoints[-1].name}: the checkpoint is damaged")
        self.assertEqual(frames_of(out), expected)


if __name__ == "__main__":
    unittest.main()
