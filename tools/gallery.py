"""Makes the pictures and tables of docs/gallery.md and docs/figures.md.

usage: gallery.py LAMELLA [ROW...]

Without rows all are made. What a row measured is kept in docs/gallery.json, so that one row can be made again alone.
Runs are left in out/gallery and not simulated again: remove them first where the program has changed.
"""

import json
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

RUNS = Path("out/gallery")
PICTURES = Path("docs/images/gallery")
RESULTS = Path("docs/gallery.json")
PICTURE_WIDTH = 400
LARGEST_PICTURE = 150_000  # bytes
LARGEST_FILM = 700_000


@dataclass
class Variant:
    caption: str
    settings: list = field(default_factory=list)  # of --set


@dataclass
class Row:
    name: str
    work: str
    figures: str
    scene: str
    sentence: str
    frames: list
    variants: list = field(default_factory=lambda: [Variant("")])
    case: str = ""  # of lamella validate
    quantities: dict = field(default_factory=dict)  # its quantities, and what they are called here
    ledger: dict = field(default_factory=dict)  # keys of the last frame's row, as a.b, and what they are called here
    printed_time: str = "none"


@dataclass
class Film:
    name: str
    scene: str
    sentence: str
    width: int = 320
    every: int = 1  # of its frames
    rate: int = 0  # pictures a second, where it is seen slower than it happened
    settings: list = field(default_factory=list)  # of --set
    replayed: list = field(default_factory=list)  # other paint of the tracked surface, seen beside the first


ANDO, HE, YU, KEISER = "Ando and Tsuruno 2011", "He 2014", "Yu 2011", "Keiser 2006"
LEE = "Lee 2019"
COHESION = ['solver.surface_tension={"type": "becker2007", "strength": 0.4}', "surface=true_volume"]
SMALL_PICTURES = ["render.width=400", "render.height=250"]
STEP_OF_ANDO = "10 to 60 s a step on four cores"

ROWS = [
    Row("springs", ANDO, "2", "ando2011/dam_break_2d", "A slice of a dam break with and without weak springs.",
        [20, 40, 60], [Variant("no springs", ["solver.springs=none"]), Variant("springs")], "cellular_springs",
        {"k = 0.1: deviation without springs over that with them": "deviation of the density, without over with",
         "k = 0.1: 1 % quantile of the nearest distance, in spacings": "1 % quantile of the nearest distance"}),
    Row("dragon", ANDO, "7", "ando2011/dragon", "Water runs off a serpent; nothing stays hanging on it.", [9, 21, 69],
        case="stuck_liquid",
        quantities={"stay: particles that hang": "hang after 3 s",
                    "reposition: particles that hang": "hang with `reposition`"},
        printed_time=STEP_OF_ANDO),
    Row("tower", ANDO, "8", "ando2011/tower", "A drop bursts on a tower.", [9, 12, 15],
        [Variant("no sheets", ["solver.sheets=none"]), Variant("sheets")], "drop_on_tower",
        {"split: holes before the sheet reaches the walls": "holes",
         "not split: holes at the same time": "holes without sheets"}, printed_time=STEP_OF_ANDO),
    Row("cliff", ANDO, "9", "ando2011/cliff", "Water pours off a cliff as one sheet.", [17, 25, 33],
        [Variant("no sheets", ["solver.sheets=none"]), Variant("sheets")],
        ledger={"mass_created_kg": "mass created"}, printed_time="5 to 40 s a step, 576,000 particles"),
    Row("dam_break", ANDO, "10, 13", "ando2011/dam_break", "A dam breaks in 100^3 cells.", [21, 33, 45],
        ledger={"mass_created_kg": "mass created"}, printed_time=STEP_OF_ANDO),
    Row("tower_sph", ANDO, "11", "ando2011/tower", "The same drop under SPH; children exert no pressure.", [9, 12, 14],
        [Variant("SPH", ['solver={"type": "sph"}']),
         Variant("SPH with sheets", ['solver={"type": "sph", "sheets": "ando2011"}'])],
        ledger={"mass_created_kg": "mass created"}),
    Row("enright", ANDO, "12", "ando2011/enright", "A ball is drawn into a thin sheet and back.", [16, 31, 61],
        [Variant("no sheets", ["solver.sheets=none", "output.attributes=[]"]), Variant("sheets")], "enright",
        {"d = 1/50, split: hole area": "share of holes", "d = 1/50, not split: hole area": "without sheets"}),
    Row("cube", HE, "2", "he2014/cube", "A cube becomes a drop under surface tension.", [1, 11, 41],
        case="drop_of_cube",
        quantities={"cube, he2014: largest over smallest radius at the end": "largest over smallest radius at the end"}),
    Row("square", HE, "2", "he2014/square", "A square becomes a disc: the same in two dimensions.", [1, 11, 41]),
    Row("hole", HE, "2", "he2014/hole", "A square hole in a full box becomes round.", [1, 11, 41]),
    Row("sphere", HE, "4, 10", "he2014/sphere", "A film flows around a sphere.", [21, 36, 51], case="water_on_sphere",
        printed_time="0.174 s a step, 71,000 particles"),
    Row("sheet", HE, "6", "he2014/sheet", "One layer of particles in a frame.", [1, 21, 41],
        [Variant("without", ["solver.thin_features=none"]), Variant("thin features")], case="sheet"),
    Row("jet", HE, "7", "he2014/jet", "A jet of syrup thins out and breaks up into drops.", [26, 38, 51],
        printed_time="0.020 s a step, 5,200 particles"),
    Row("cylinder", HE, "7", "he2014/cylinder", "A thin column breaks up into drops without gravity.", [1, 41, 101],
        case="liquid_cylinder",
        quantities={"R = 2 d, kappa = 0.03: growth of the mode": "growth of the mode"}),
    Row("chocolate", HE, "8; Yu 2011, 4.4", "he2014/chocolate", "Chocolate on a rabbit.", [11, 19, 26],
        printed_time="0.281 s a step, 191,000 particles"),
    Row("crown", HE, "9", "he2014/crown", "A drop throws up a crown in a shallow layer of milk.", [5, 9, 15],
        printed_time="0.752 s a step, 348,000 particles"),
    Row("surfaces", YU, "2.1, 4.6", "yu2011/double_dam_break", "The same particles with four surfaces.", [17, 21, 25],
        [Variant("mueller2003", ["surface=mueller2003"]), Variant("zhu_bridson2005", ["surface=zhu_bridson2005"]),
         Variant("yu2011", ["surface=yu2011"]), Variant("true_volume")],
        printed_time="surface 23, 30, 58 s a frame; simulation 131 s a frame, 140,000 particles"),
    Row("dumbbell", YU, "5.2", "yu2011/dumbbell", "A painted dumbbell pinches off, and its ends become one.", [1, 12, 41, 60, 81],
        printed_time="3.4 s a frame, 0.5 of it tracking; 7,279 particles"),
    Row("figures", YU, "5.3, 5.4", "yu2011/figures", "Painted viscous figures fall on a bar; colours on the mesh and on particles.",
        [1, 9, 17], [Variant("on the mesh"), Variant("on particles", ["surface.paint_on=particles"])],
        printed_time="88 s a frame, 41 of it tracking; 29,172 particles"),
    Row("two_spheres", YU, "5.5", "yu2011/two_spheres", "Two painted balls become one.", [1, 21, 41],
        [Variant("without waves"), Variant("with waves", ["surface.waves={}"])],
        printed_time="1.8 s of tracking, 11.4 s of waves a frame; 12,532 particles"),
    Row("checker_dam_break", YU, "5", "yu2011/checker_dam_break", "A dam break with a checker that flows.", [1, 9, 17],
        [Variant("", ["particle_spacing=0.022"])]),
    Row("drop", YU, "5.6", "yu2011/drop", "A cube swings into a drop under the cohesion of particles and the tension of a mesh.",
        [1, 9, 61], [Variant("becker2007", COHESION), Variant("yu2011")],
        printed_time="1.9 s a frame, 1.15 of it simulation"),
    Row("yu_crown", YU, "1.2, 5.7", "yu2011/crown", "A drop throws up a crown; capillary waves on it.", [5, 9, 15],
        [Variant("without waves", ["surface.waves=null"]), Variant("with waves")],
        printed_time="46.9 s of tracking a frame; 200,000 particles"),
    Row("splash", KEISER, "4.6", "keiser2006/splash", "A ball plunges into a basin.", [6, 12, 20]),
    Row("breach", LEE, "8", "lee2019/breach", "A whale breaches; here the body is an obstacle, without water on its skin.",
        [28, 40, 56]),
    Row("bear", LEE, "12", "lee2019/bear", "A bear wades; here the body is an obstacle, without fur.", [1, 25, 49]),
    Row("pour_on_ball", LEE, "3, 4", "lee2019/pour_on_ball", "Water is poured on a ball, with adhesion and without.", [13, 25, 37],
        [Variant("without adhesion", ["solver.adhesion=0"]), Variant("with adhesion")],
        printed_time="62 s a frame on twelve cores, 5.6 million tetrahedra"),
    Row("adhesions", LEE, "7", "lee2019/adhesions", "Four balls whose skin holds water more and more.", [12, 24, 36]),
    Row("fur", LEE, "10", "lee2019/fur", "Half of a ball has fur, which holds water and drips.", [16, 33]),
    Row("whale", LEE, "1, 8", "lee2019/whale", "A whale breaches and carries water out of the sea.", [38, 44, 52]),
    Row("whale_methods", LEE, "11", "lee2019/whale", "The same whale under other solvers.", [38, 44, 52],
        [Variant("FLIP", ["solver=flip"]), Variant("level set alone", ["solver.carried=null"]),
         Variant("with its layer")]),
    Row("dip", LEE, "8", "lee2019/dip", "A ball is dipped and drawn out.", [64, 84, 100],
        [Variant("level set alone", ["solver.carried=null"]), Variant("with its layer")]),
    Row("bear_out_of_pool", LEE, "12, 13", "lee2019/bear_out_of_pool", "A bear walks out of a pool and shakes itself.",
        [24, 60, 80]),
    Row("ball", KEISER, "4.6", "keiser2006/ball", "A light ball dives and comes up again.", [6, 12, 24]),
    Row("ducks", KEISER, "4.3, 4.7", "keiser2006/ducks", "Ducks and stones are poured into a basin.", [15, 40, 70],
        [Variant("SPH"), Variant("FLIP", ["solver=flip"])]),
    Row("poisson", KEISER, "5.2", "keiser2006/poisson", "Stretched: Poisson's ratio 0 and 0.49.", [1, 20, 45]),
    Row("dent", KEISER, "5.5", "keiser2006/dent", "A ball dents a head that creeps; the dent stays.", [1, 24, 50],
        ledger={"dissipated_J": "dissipated"}),
    Row("sculpture", KEISER, "5.7", "keiser2006/sculpture", "A hollow head is blown up and bursts.", [11, 17, 26],
        ledger={"method.fragments": "fragments"}),
    Row("creases", KEISER, "5.10", "keiser2006/creases", "A block of surfels bursts; its edges and those of its pieces are sharp.",
        [6, 12, 24], ledger={"method.fragments": "fragments"}),
    Row("octopus", KEISER, "5.24", "keiser2006/octopus", "A finely skinned soft body falls.", [6, 12, 30],
        printed_time="2 s a frame, 2,700 particles, 465,000 surfels"),
    Row("merge", KEISER, "5.13", "keiser2006/merge", "Cracks in a slab that is drawn out split and merge.", [4, 24, 60]),
    Row("smiley", KEISER, "5.14", "keiser2006/smiley", "A hollow ball breaks along a painted face.", [15, 30, 60],
        printed_time="6 s a frame, 5,800 particles, 72,000 surfels"),
    Row("pile", KEISER, "5.21", "keiser2006/pile", "Plastic heads fall on a pile and keep their dents.", [16, 30, 50],
        ledger={"dissipated_J": "dissipated"}),
    Row("rider", KEISER, "5.22", "keiser2006/rider", "A pony of rubber lands, its legs give way, and it throws its rider.", [1, 10, 24, 40],
        ledger={"method.touching": "points that touch at the end"}),
    Row("cradle", KEISER, "5.25", "keiser2006/cradle", "Newton's cradle in a ring instead of on strings.", [4, 16, 26, 40],
        case="solid_impacts",
        quantities={"cradle of five, 4.5 particles a radius: momentum of the last ball": "momentum of the last ball"}),
    Row("collide", KEISER, "5.26", "keiser2006/collide", "Two soft heads collide, turn and part.", [1, 9, 30],
        ledger={"dissipated_J": "dissipated"}),
]

FILMS = [
    Film("demo_film", "demo", "A drop falls into a pool beside a breaking dam.", 480),
    Film("pour_film", "pour", "A glass is filled from a jug.", every=2),
    Film("boat_film", "bodies/boat", "A wave hits a boat.", every=2),
    Film("cards_film", "bodies/cards", "A ball is thrown at a house of cards.", every=2),
    Film("toys_film", "bodies/toys", "A hundred toys are poured into a box.", settings=["frames=40", *SMALL_PICTURES]),
    Film("dominoes_film", "bodies/dominoes", "A row of dominoes falls.", every=2, settings=SMALL_PICTURES),
    Film("dumbbell_film", "yu2011/dumbbell", "The tension of its mesh pinches a dumbbell off, and its ends become one."),
    Film("figures_film", "yu2011/figures",
         "Painted viscous figures fall on a bar: the mesh keeps its colours, at the right particles do. Half as fast.", 640, rate=12,
         settings=["particle_spacing=0.01", "frames=21", "render.width=320", "render.height=200"],
         replayed=["surface.paint_on=particles"]),
    Film("yu_crown_film", "yu2011/crown", "A drop throws up a crown, and waves run on it; twelve times slower.", rate=16,
         settings=["frames=17", *SMALL_PICTURES]),
    Film("bear_film", "lee2019/bear_out_of_pool", "A bear walks out of a pool and shakes itself.", every=2),
    Film("honey_film", "honey", "A thread of honey coils on a biscuit.", every=2),
    Film("smiley_film", "keiser2006/smiley", "A hollow ball breaks along a painted face; ten times slower.", rate=20),
    Film("rider_film", "keiser2006/rider", "A pony of rubber throws its rider.", every=2),
    Film("soft_ring_film", "keiser2006/drop", "A soft ring falls on a ball, bends and bounces.", every=2),
]


def lamella(*arguments):
    subprocess.run([PROGRAM, *map(str, arguments), "--quiet"], check=True)


def sets(settings):
    return [word for setting in settings for word in ("--set", setting)]


def ledger_rows(folder, stage):
    return [json.loads(line) for line in (folder / f"ledger.{stage}.jsonl").read_text().splitlines()]


def command(row, variant):
    words = "".join(f" --set '{s}'" for s in variant.settings)
    return f"lamella run {row.scene} -o out{words}"


def make_run(row, variant, folder):
    """Simulates up to the last picture, but surfaces and renders only what is shown."""
    settings = sets(variant.settings)
    again = ["--resume"] if folder.exists() else []
    lamella("simulate", row.scene, "-o", folder, "--frames", f"1:{row.frames[-1]}", *again, *settings)
    surface = json.loads((folder / "scene.json").read_text()).get("surface")
    tracked = surface is not None and surface["type"] == "tracked"  # every frame goes on from the one before
    if tracked:
        lamella("surface", folder, "--frames", f"1:{row.frames[-1]}", "--resume" if (folder / "surface").exists() else "--overwrite")
    for frame in row.frames:
        if surface is not None and not tracked:
            lamella("surface", folder, "--frames", frame, "--overwrite")
        lamella("render", folder, "--frames", frame, "--overwrite")


def make_picture(row, folders):
    sheet = RUNS / f"{row.name}.png"
    captions = [word for v in row.variants if v.caption for word in ("--caption", v.caption)]
    lamella("compare", *folders, "-o", sheet, "--grid", f"{len(row.frames)}x{len(folders)}", "--width", PICTURE_WIDTH,
            *captions)
    PICTURES.mkdir(parents=True, exist_ok=True)
    picture = PICTURES / f"{row.name}.webp"
    encode(["-i", sheet], picture, LARGEST_PICTURE)


def encode(source, picture, largest):
    """Writes WebP at the best quality whose file is not too large."""
    for quality in (75, 60, 45, 30):
        subprocess.run(["ffmpeg", "-y", "-loglevel", "error", *source, "-quality", str(quality), picture], check=True)
        if picture.stat().st_size <= largest:
            return
    sys.exit(f"{picture} is larger than {largest} bytes")


def make_film(film):
    print(film.name, flush=True)
    folder = RUNS / film.name
    lamella("run", film.scene, "-o", folder, *sets(film.settings), *(["--resume"] if folder.exists() else []))
    rate = film.rate or json.loads((folder / "scene.json").read_text())["frame_rate"]
    folders = [folder] + ([replayed_run(film, folder)] if film.replayed else [])
    source = [word for run in folders for word in ("-framerate", str(rate), "-i", run / "images" / "frame.%04d.png")]
    side_by_side = "hstack," if film.replayed else ""
    source += ["-filter_complex", f"{side_by_side}select='not(mod(n,{film.every}))',setpts=N/{rate / film.every}/TB,"
               f"scale={film.width}:-2:flags=lanczos", "-loop", "0"]
    PICTURES.mkdir(parents=True, exist_ok=True)
    encode(source, PICTURES / f"{film.name}.webp", LARGEST_FILM)
    return cost(folder)


def replayed_run(film, folder):
    """The run with other paint on its tracked surface."""
    beside = folder.with_name(f"{film.name}_replayed")
    shutil.copytree(folder, beside, dirs_exist_ok=True)
    lamella("surface", beside, "--replay", *sets(film.replayed))
    lamella("render", beside, "--overwrite")
    return beside


def film_command(film):
    words = "".join(f" --set '{s}'" for s in film.settings)
    return f"lamella run {film.scene} -o out{words}"


def replay_command(film):
    words = "".join(f" --set '{s}'" for s in film.replayed)
    return [f"lamella surface out --replay{words}"] if film.replayed else []


def number(value, unit=""):
    text = f"{value:.3g}" if value else "0"
    return text if unit in ("", "1") else f"{text} {unit}"


def measured_by_case(row):
    folder = RUNS / f"validate_{row.case}"
    # A case that misses its bar is a result, too.
    subprocess.run([PROGRAM, "validate", row.case, "-o", folder, "--quiet"], check=False)
    measurements = json.loads((folder / "results.json").read_text())["cases"][0]["measurements"]
    wanted = row.quantities or {measurements[0]["quantity"]: measurements[0]["quantity"]}
    return [f"{wanted[m['quantity']]}: {number(m['measured'], m['unit'])}" for m in measurements
            if m["quantity"] in wanted]


def measured_by_ledger(row, folders):
    result = []
    for key, name in row.ledger.items():
        for variant, folder in zip(row.variants, folders):
            label = f"{name} ({variant.caption})" if variant.caption else name
            value = ledger_rows(folder, "simulate")[-1]
            for word in key.split("."):
                value = value[word]
            result.append(f"{label}: {number(value)}")
    return result


def cost(folder):
    rows = ledger_rows(folder, "simulate")
    seconds = sum(r["wall_s"]["simulate"] for r in rows)
    steps = sum(r["steps"] or 0 for r in rows)
    result = {"particles": max(r["particles"] for r in rows), "steps": steps, "seconds": round(seconds, 1),
              "seconds_a_step": round(seconds / steps, 4) if steps else 0.0}
    if (folder / "ledger.surface.jsonl").exists():
        result |= tracking_cost(ledger_rows(folder, "surface"))
    return result


def tracking_cost(rows):
    """Of a frame in the mean; nothing where surfaces are not tracked."""
    if not all("sub_steps" in row["method"] for row in rows):
        return {}
    return {"tracking_seconds": round(sum(r["wall_s"]["surface"] for r in rows) / len(rows), 2),
            "sub_steps": round(sum(r["method"]["sub_steps"] for r in rows) / len(rows), 1)}


def make(row):
    folders = [RUNS / f"{row.name}_{k}" for k in range(len(row.variants))]
    for variant, folder in zip(row.variants, folders):
        print(row.name, variant.caption, flush=True)
        make_run(row, variant, folder)
    make_picture(row, folders)
    numbers = measured_by_case(row) if row.case else measured_by_ledger(row, folders)
    return {"numbers": numbers, **cost(folders[-1])}


def figures_page(results):
    lines = ["# Figures of the papers", "",
             "One row for every figure of the source works that a shipped scene reproduces. Made by `./dev gallery`; times",
             "are of the last variant, of its simulation and of a tracked surface, on the machine that made them (two threads, beside other work, up to five",
             "times as slow as alone: [performance.md](performance.md) has the times of an idle machine).", "",
             "| work | figure | scene | what says whether it worked | particles | our time | printed time |",
             "|---|---|---|---|---|---|---|"]
    for row in ROWS:
        if (r := results.get(row.name)) is None:
            continue
        numbers = "; ".join(r["numbers"]) or "the picture"
        time = f"{r['seconds_a_step']:.3g} s a step, {r['steps']} steps"
        if "sub_steps" in r:
            time += f"; tracking {r['tracking_seconds']:.3g} s a frame of {r['sub_steps']:.3g} sub-steps"
        lines.append(f"| {row.work} | {row.figures} | [`{row.scene}`](gallery.md#{row.name}) | {numbers} | "
                     f"{r['particles']:,} | {time} | {row.printed_time} |")
    return lines


def gallery_page(results):
    lines = ["# Gallery", "", "Made by `./dev gallery`; [figures.md](figures.md) has the numbers and times."]
    for film in FILMS:
        if film.name in results:
            lines += ["", f"## {film.name}", film.sentence, "", f"![{film.sentence}](images/gallery/{film.name}.webp)", "",
                      "```sh", film_command(film), *replay_command(film), "```"]
    for row in ROWS:
        if row.name not in results:
            continue
        lines += ["", f"## {row.name}", f"{row.work}, figure {row.figures}. {row.sentence}", "",
                  f"![{row.sentence}](images/gallery/{row.name}.webp)", "", "```sh"]
        lines += [command(row, variant) for variant in row.variants]
        lines += ["```"]
    return lines


def main():
    everything = [*FILMS, *ROWS]
    rows = [row for row in everything if not sys.argv[2:] or row.name in sys.argv[2:]]
    if unknown := set(sys.argv[2:]) - {row.name for row in everything}:
        sys.exit(f"no row {', '.join(sorted(unknown))}; there are {', '.join(row.name for row in everything)}")
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    for row in rows:
        results[row.name] = make_film(row) if isinstance(row, Film) else make(row)
        RESULTS.write_text(json.dumps(results, indent=1) + "\n")
        Path("docs/figures.md").write_text("\n".join(figures_page(results)) + "\n")
        Path("docs/gallery.md").write_text("\n".join(gallery_page(results)) + "\n")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    PROGRAM = sys.argv[1]
    main()
