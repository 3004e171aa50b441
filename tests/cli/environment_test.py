"""Pictures of all directions as light: where their files are found, and what files that are none say."""
import json
import struct
import unittest
import zlib

from program import CUBE, SMALL, TINY_PICTURE, ProgramTest, hashes

HEAD = b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y %d +X %d\n"


def hdr(width, height):
    """A sky that is bright above and dark below."""
    rows = [bytes([200, 220 - y % 100, 255, 129 - 4 * y // height]) * width for y in range(height)]
    return HEAD % (height, width) + b"".join(rows)


def png(width, height):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + bytes([250, 180, 90]) * width for _ in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def lights(file):
    return "render.lights=" + json.dumps([{"type": "environment", "file": str(file)}])


class EnvironmentTest(ProgramTest):
    def render(self, file, *more):
        return ["render", self.write("cube.obj", CUBE), "-o", self.folder / "cube.png", "--overwrite", *TINY_PICTURE,
                "--set", lights(file), *more]

    def test_hdr_and_png_light_a_mesh(self):
        pictures = set()
        for name, data in [("sky.hdr", hdr(16, 8)), ("sky.png", png(16, 8))]:
            (self.folder / name).write_bytes(data)
            self.assertRegex(self.done(*self.render(self.folder / name)).stderr, r"million rays.* % of .* s in Embree")
            pictures.update(hashes(self.folder, "cube.png").values())
        self.assertEqual(len(pictures), 2)

    def test_the_file_is_relative_to_the_scene(self):
        (self.folder / "scenes").mkdir()
        (self.folder / "scenes/sky.hdr").write_bytes(hdr(16, 8))
        self.done("scenes", "--copy", "drop", cwd=self.folder / "scenes")
        scene = self.folder / "scenes/drop.json"
        run = ["run", scene, "-o", self.folder / "out", *SMALL, *TINY_PICTURE, "--frames", "1:2", "--set"]
        self.refused(r".*'render.lights\[0\].file': .*none.hdr\" does not exist", *run, lights("none.hdr"))
        self.assertFalse((self.folder / "out/particles").exists())
        self.done(*run, lights("sky.hdr"))
        self.done("render", self.folder / "out", "--overwrite", cwd="/")

    def test_bad_files_get_a_sentence(self):
        whole = hdr(16, 8)
        for name, data, sentence in [
                ("cut.hdr", whole[:-1], "the file ends"), ("row.hdr", whole[:60], "8 rows of .* are announced"),
                ("one.hdr", hdr(1, 1), "the picture has 1 x 1 pixels; one of all directions is twice as wide as high"),
                ("one.png", png(1, 1), "the picture has 1 x 1 pixels"),
                ("huge.hdr", HEAD % (1 << 30, 1 << 30), "at most 33554432 pixels are read"),
                ("long.hdr", b"#?RADIANCE\n" + b"x" * 100000, "no end of its line"),
                ("glare.hdr", HEAD % (1, 2) + bytes([255, 255, 255, 255]) * 2, r"the light of pixel \(0, 0\) is"),
                ("text.hdr", b"nothing", "this is no Radiance picture"), ("text.png", b"nothing", "this is no PNG"),
                ("sky.exr", b"nothing", "the ending '.exr' names no picture of all directions; known are .hdr")]:
            (self.folder / name).write_bytes(data)
            self.refused(rf".*'render.lights\[0\].file': .*{name}: .*{sentence}", *self.render(self.folder / name))
        (self.folder / "folder.hdr").mkdir()
        self.refused(".*folder.hdr: this is not a regular file", *self.render(self.folder / "folder.hdr"))
        self.refused(r".*'render.lights\[0\].file' is .*, but must be a string whose length is at least 1", *self.render(""))
        self.assertFalse((self.folder / "cube.png").exists())


if __name__ == "__main__":
    unittest.main()
