"""The checks of tools/ find what they are there to find."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOLS = Path(__file__).resolve().parents[2] / "tools"


class Checks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve()

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def check(self, script, *arguments):
        command = [sys.executable, TOOLS / script, self.root, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(done.stderr, "")
        self.assertEqual(done.returncode, 1 if done.stdout else 0)
        return done.stdout

    def layer_problem(self, file, include):
        self.write(f"lamella/{file}", f"#pragma once\n#include {include}\n")
        return self.check("check_layers.py")

    def test_layers_allow_what_stands_left(self):
        self.assertEqual(self.layer_problem("sph/a.hpp", "<lamella/core/real.hpp>"), "")
        self.assertEqual(self.layer_problem("io/a.cpp", "<nlohmann/json.hpp>"), "")
        self.assertEqual(self.layer_problem("core/vec.hpp", "<Eigen/Core>"), "")
        self.assertEqual(self.layer_problem("pipeline/a.hpp", "<lamella/io/b.hpp>"), "")

    def test_layers_refuse_what_stands_right_or_beside(self):
        self.assertIn("lamella/core/a.hpp:2:", self.layer_problem("core/a.hpp", "<lamella/grid/grid.hpp>"))

    def test_layers_refuse_siblings(self):
        self.assertIn("beside surface", self.layer_problem("sph/a.cpp", "<lamella/surface/b.hpp>"))

    def test_layers_hide_files_and_printing_from_methods(self):
        self.assertIn("does not include io", self.layer_problem("sph/a.cpp", "<lamella/io/b.hpp>"))
        self.assertIn("<iostream>", self.layer_problem("sph/a.cpp", "<iostream>"))
        self.assertIn("<nlohmann/json.hpp>", self.layer_problem("sph/a.cpp", "<nlohmann/json.hpp>"))

    def test_layers_keep_third_party_headers_in_sources(self):
        self.assertIn("belongs in a .cpp file", self.layer_problem("io/a.hpp", "<fmt/format.h>"))
        self.assertIn("belongs in a .cpp file", self.layer_problem("geometry/a.hpp", "<Eigen/Core>"))

    def test_layers_know_every_folder(self):
        self.assertIn("has no layer", self.layer_problem("misc/a.hpp", "<vector>"))
        self.assertIn("is to be", self.layer_problem("core/a.hpp", '"real.hpp"'))

    def test_cases_find_one_that_never_runs(self):
        self.write("lamella/validation/cases.hpp", "void measure_a(int);\nvoid measure_b(int);\n")
        self.write("lamella/validation/validate.cpp", "kCases[] = {{measure_a}};\n")
        self.assertIn("measure_b is not in the list", self.check("check_cases.py"))
        self.write("lamella/validation/validate.cpp", "kCases[] = {{measure_a}, {measure_b}};\n")
        self.assertEqual(self.check("check_cases.py"), "")

    def test_links_find_what_is_not_there(self):
        self.write("docs/b.md", "# Two *words*, here\n")
        self.write("README.md", "[a](docs/b.md#two-words-here) [b](docs/c.md) [c](docs/b.md#three) `[d](e.md)` [f](https://g)\n")
        self.assertEqual(self.check("check_links.py"), "README.md: 'docs/c.md' leads to no file\n"
                                                       "README.md: 'docs/b.md#three' names no heading\n")

    def test_sources_finds_a_forgotten_file(self):
        self.write("lamella/core/built.cpp", "")
        self.write("lamella/core/forgotten.cpp", "")
        entry = {"directory": str(self.root), "file": "lamella/core/built.cpp", "command": "c++"}
        self.write("build/compile_commands.json", json.dumps([entry]))
        found = self.check("check_sources.py", self.root / "build", "lamella")
        self.assertEqual(found, "lamella/core/forgotten.cpp: no target builds it\n")

    def test_references_finds_a_work_without_an_entry(self):
        self.write("docs/references.bib", "%\n@book{a, author = {Ann Known and Bo Other},\n  year = {2001}}\n")
        self.write("lamella/core/a.hpp", "// Known and\n// Other 2001, eq. 3; Known et al. 2001; Absent 2001; Known 2002\n")
        found = self.check("check_references.py").splitlines()
        self.assertEqual([line.split(": ")[1][:11] for line in found], ["Absent 2001", "Known 2002 "])

    def test_sizes_finds_long_files_and_functions(self):
        body = "    int a = 0;\n"
        long_function = "void f(int a,\n       int b) {\n" + 60 * body + "}\n"
        self.write("lamella/core/page.cpp", "void f() {\n" + 58 * body + "}\n")
        self.write("lamella/core/scroll.cpp", "int a;\n" + long_function)
        self.write("lamella/core/book.hpp", 401 * "int a;\n")
        self.write("lamella/core/book_table.hpp", 401 * "1,\n")
        found = self.check("check_sizes.py").splitlines()
        self.assertEqual(found, ["lamella/core/book.hpp: 401 lines, at most 400",
                                 "lamella/core/scroll.cpp:2: a function of 63 lines, at most 60"])

    def test_sizes_finds_large_folders(self):
        for number in range(61):
            self.write(f"lamella/core/a{number}.hpp", "")
            self.write(f"lamella/io/{number % 2}/a{number}.hpp", "")
        self.assertEqual(self.check("check_sizes.py"), "lamella/core: 61 files, at most 60\n")

    def test_text_finds_each_kind(self):
        self.write("a.cpp", "// TO" + "DO\n\tint a;\n")
        self.write("b.md", "see /ho" + "me/someone/b\n")
        self.write("c.dat", "." * 1_000_001)
        found = self.check("check_text.py")
        for problem in ("a.cpp:1: TO", "a.cpp:2: a tab", "b.md:1: a path of one machine", "c.dat: 1000001 bytes"):
            self.assertIn(problem, found)

    def test_text_passes_clean_files_and_pictures(self):
        self.write("a.cpp", "int a;\n")
        (self.root / "b.png").write_bytes(b"\x89PNG\xff\t")
        self.write("build/c.cpp", "\t")
        self.assertEqual(self.check("check_text.py"), "")


if __name__ == "__main__":
    unittest.main()
