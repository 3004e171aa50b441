"""lamella view: its refusals, and the server from start to end."""
import base64
import json
import signal
import unittest
import urllib.error
import urllib.request

from program import SMALL, ProgramTest, lamella, last_line, start

NO_PAGE = "this program was built without the viewer's page"


class ViewTest(ProgramTest):
    def test_what_is_no_run_is_refused(self):
        (self.folder / "empty").mkdir()
        process = self.refused(".*empty: this is no run folder", "view", self.folder / "empty") \
            if self.has_page() else self.refused(NO_PAGE, "view", self.folder / "empty", code=1)
        self.assertEqual(process.stdout, "")

    def test_ports_are_checked(self):
        for port in ["80", "65536", "x", "8080x"]:
            self.refused(f"--port: '{port}' is not a number from 1024 to 65535", "view", self.folder, "--port", port)

    def test_the_server_serves_until_it_is_stopped(self):
        if not self.has_page():
            self.skipTest(NO_PAGE)
        self.done("simulate", "drop", "-o", self.folder / "run", *SMALL)
        process = start("view", self.folder / "run")
        self.addCleanup(process.kill)
        address = process.stdout.readline().strip()
        self.assertRegex(address, r"^http://127\.0\.0\.1:\d+/$")
        with urllib.request.urlopen(address) as reply:
            self.assertIn("<title>Lamella</title>", reply.read().decode())
        with urllib.request.urlopen(address + "runs/0/particles/water.0001.bgeo") as reply:
            self.assertEqual(reply.read(), (self.folder / "run/particles/water.0001.bgeo").read_bytes())
        with self.assertRaises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(address + "runs/0/%2e%2e/%2e%2e/etc/passwd")
        refused.exception.close()
        self.assertEqual(refused.exception.code, 404)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130)

    def test_the_export_is_a_page_and_is_not_written_over_anything(self):
        if not self.has_page():
            self.skipTest(NO_PAGE)
        self.done("simulate", "drop", "-o", self.folder / "run", *SMALL)
        process = self.done("view", self.folder / "run", "--export", self.folder / "page")
        self.assertRegex(last_line(process), r"see .*page/index\.html$")
        self.assertIn("data/view.json.js", (self.folder / "page/index.html").read_text("utf-8"))
        self.refused(".*page: the folder for the page is not empty", "view", self.folder / "run", "--export",
                     self.folder / "page")

    def test_particles_that_belong_to_no_run_are_viewed_by_their_name(self):
        if not self.has_page():
            self.skipTest(NO_PAGE)
        (self.folder / "cloud.csv").write_text("x,y,z\n0,0,0\n0.1,0,0\n0,0.1,0\n", "utf-8")
        self.done("view", self.folder / "cloud.csv", "--export", self.folder / "page")
        script = (self.folder / "page/data/view.json.js").read_text("utf-8")
        shown = json.loads(base64.b64decode(script.split('"')[-2]))
        self.assertEqual([run["name"] for run in shown["runs"]], ["cloud.csv"])
        self.refused(".*absent.csv", "view", self.folder / "absent.csv")

    def has_page(self):
        return NO_PAGE not in lamella("view", self.folder / "absent").stderr


if __name__ == "__main__":
    unittest.main()
