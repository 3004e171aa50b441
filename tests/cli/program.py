"""Drives the program `lamella`, whose path is in the environment variable LAMELLA."""
import hashlib
import os
import pathlib
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["LAMELLA"]
VERBS = ["run", "simulate", "surface", "foam", "render", "compare", "view", "scenes", "describe", "info", "convert", "validate"]

# The shipped scene `drop`, so coarse that a whole run takes about a second.
SMALL = ["--set", "particle_spacing=0.02", "--set", "frames=3"]
TINY_PICTURE = ["--set", "render.width=64", "--set", "render.height=36", "--set", "render.samples=1"]

CUBE = """v 0 0 0\nv 1 0 0\nv 1 2 0\nv 0 2 0\nv 0 0 1\nv 1 0 1\nv 1 2 1\nv 0 2 1
f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 3 4 8 7\nf 2 3 7 6\nf 1 5 8 4
"""


def start(*arguments, **options):
    return subprocess.Popen([PROGRAM, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            text=True, **options)


def lamella(*arguments, **options):
    """The finished process; a run that hangs fails the test."""
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=300,
                          check=False, **options)


def hashes(folder, pattern):
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.glob(pattern))}


def last_line(process):
    lines = process.stderr.strip().splitlines()
    return lines[-1] if lines else ""


class ProgramTest(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory(prefix="lamella-cli-")
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def done(self, *arguments, **options):
        process = lamella(*arguments, **options)
        self.assertEqual(process.returncode, 0, process.stderr)
        return process

    def refused(self, sentence, *arguments, code=2, **options):
        """Ends with that code, and the last line on stderr matches the sentence."""
        process = lamella(*arguments, **options)
        self.assertEqual(process.returncode, code, process.stderr)
        word = "error" if code == 2 else "failed"
        self.assertRegex(last_line(process), f"^lamella: {word}: {sentence}")
        return process

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path
