// Brings everything together: which frame, from which files, drawn how.
import { ColourRange } from "./colour_range";
import type { Decoders } from "./data/decoders";
import { missingFrames, planFrame, type PlannedFrame } from "./data/frame_plan";
import { FrameStore } from "./data/frame_store";
import { PoseStore, type Poses } from "./data/poses";
import { paintOf } from "./data/paint";
import { beginsWithParticles, framesOf, isMatter, refreshProbes, refreshRun, type Run } from "./data/run";
import { frameRateOf, timeOf } from "./data/scene";
import type { Schema } from "./data/schema";
import type { Source } from "./data/source";
import type { PackedFrame, PackedMesh } from "./decode/pack";
import { defaultMapOf } from "./draw/colour_maps";
import { RunView } from "./draw/run_view";
import { pictureOf } from "./draw/paint_material";
import { cameraText, sceneCamera } from "./draw/scene_camera";
import { Stage } from "./draw/stage";
import { Picker } from "./picker";
import { SettingsStore, STARTING_SETTINGS, type Settings } from "./settings";
import { CameraDialog } from "./ui/camera_dialog";
import { ColourBar } from "./ui/colour_bar";
import { listenToKeys } from "./ui/keyboard";
import { LoadingBar } from "./ui/loading_bar";
import { automatic, LookPanel } from "./ui/look_panel";
import { Messages } from "./ui/messages";
import { buildCanvas, buildPage, type Page } from "./ui/page";
import { parameterPanel } from "./ui/parameter_panel";
import { partsOf } from "./ui/parts_list";
import { PickPanel } from "./ui/pick_panel";
import { Player, SPEEDS } from "./ui/player";
import { Plots } from "./ui/plots";
import { composedPicture, pictureName, savePicture } from "./ui/save_picture";
import { TimeLine, type FrameState } from "./ui/time_line";

// Paint that the scene asks for is shown.
function startingLook(runs: Run[]): Settings["look"] {
  const isPainted = ({ scene, sequences }: Run): boolean =>
    scene.surface?.paint?.length ? true : sequences.some(({ kind, fluid }) => kind === "surface" && paintOf(scene, fluid));
  return runs.some(isPainted) ? "own" : "water";
}

const AHEAD = 6; // frames that are loaded before they are due
const LOOK_AGAIN = 1500; // milliseconds between two looks at a run that may grow

export class Viewer {
  private readonly store: FrameStore;
  private readonly poses: PoseStore;
  private readonly settings: SettingsStore;
  private readonly player: Player;
  private readonly stage: Stage;
  private readonly page: Page;
  private readonly picker: Picker;
  private readonly messages = new Messages();
  private readonly loading = new LoadingBar();
  private readonly colourBar = new ColourBar();
  private readonly pickPanel = new PickPanel();
  private readonly camera = new CameraDialog();
  private readonly range: ColourRange;
  private readonly look: LookPanel;
  private readonly timeLine: TimeLine;
  private readonly plots: Plots;
  private attributes: string[] = [];
  private probes = Promise.resolve(); // what is being read of them
  private wish = 0; // counts the frames asked for: the answer to an older wish is not shown

  constructor(private readonly source: Source, private readonly decoders: Decoders, private readonly runs: Run[], schema: Schema) {
    this.store = new FrameStore(source, decoders, () => this.tellLoading());
    this.poses = new PoseStore(source);
    const surface = runs.some((run) => run.sequences.some((sequence) => sequence.kind === "surface" && sequence.frames.size > 0));
    const loose = runs.every((run) => run.loose);
    const alone = runs.every((run) => run.sequences.length === 0 && !run.scene.fluids?.length); // bodies that hide nothing
    this.settings = new SettingsStore({ ...STARTING_SETTINGS, opacity: alone ? 1 : STARTING_SETTINGS.opacity, surface, particles: beginsWithParticles(runs), look: loose ? "matt" : startingLook(runs) });
    this.range = new ColourRange(this.store, this.settings, this.plan);
    this.player = new Player(frameRateOf(runs[0].scene));
    this.look = new LookPanel(this.settings);
    this.plots = new Plots((frame) => this.seek(frame));
    this.timeLine = new TimeLine(this.player, {
      toggle: () => this.toggle(), step: (count) => this.step(count), seek: (frame) => this.seek(frame),
      setLoop: (loop) => this.setLoop(loop), setSpeed: (speed) => this.setSpeed(speed),
    });
    const canvas = buildCanvas();
    this.page = buildPage(canvas, runs, {
      loading: this.loading.root, colourBar: this.colourBar.root, messages: this.messages.root, look: this.look.root, pick: this.pickPanel.root,
      parameters: parameterPanel(schema, runs.filter((run) => !run.loose)), controls: this.timeLine.controls, line: this.timeLine.line,
      legend: this.plots.legend, plot: this.plots.plot, axes: this.plots.axes, camera: this.camera.root,
    }, { savePicture: () => this.savePicture(), copyCamera: () => this.copyCamera() });
    this.stage = new Stage(canvas);
    this.picker = new Picker(this.stage, this.store, this.settings, this.pickPanel, () => this.player.frame);
    for (const run of runs) this.stage.add(new RunView(run));
    this.settings.onChange((settings) => this.apply(settings));
    this.listen();
  }

  async start(live: boolean): Promise<void> {
    this.takeFrames();
    this.apply(this.settings.value);
    this.takeProbes();
    if (live) setInterval(() => void this.lookAgain(), LOOK_AGAIN);
    await Promise.all(this.stage.views.flatMap((view) => [this.loadObstacles(view), this.loadPictures(view)]));
  }

  // Pictures that cannot be had are told; their meshes have the colours of their materials.
  private async loadPictures(view: RunView): Promise<void> {
    for (const { name, file } of view.run.textures) {
      const address = view.run.address + file;
      try {
        view.setPicture(name, await pictureOf(await this.source.blob(address)));
      } catch (error) {
        this.messages.set(address, `the picture ${name}: ${(error as Error).message}`);
      }
    }
    this.stage.draw();
  }

  // Obstacles that cannot be had are told; the rest is shown.
  private async loadObstacles(view: RunView): Promise<void> {
    for (const name of view.run.obstacles) {
      const address = `${view.run.address}obstacles/${name}.ply`;
      try {
        view.addObstacle(name, (await this.decoders.frame(await this.source.file(address), { kind: "surface", attribute: "", edges: false, particles: [] })) as PackedMesh);
      } catch (error) {
        this.messages.set(address, (error as Error).message);
      }
    }
    const frame = this.player.frame ?? 1;
    view.placeObstacles(frame, await this.poses.of(view.run, frame).catch(() => undefined));
    view.apply(this.settings.value);
    this.stage.draw();
  }

  private takeFrames(): void {
    this.player.setFrames(framesOf(this.runs));
    this.plots.setRuns(this.runs, this.player.frames);
    const finished = this.runs.every((run) => run.finished);
    this.page.state.textContent = finished ? "" : "still running";
  }

  // The picture does not wait for them. One reading follows the other, so that no older text comes after a newer one.
  private takeProbes(): void {
    this.probes = this.probes.then(async () => {
      const problems = await Promise.all(this.runs.map((run) => refreshProbes(this.source, run)));
      this.messages.set("probes", problems.flat().join("; "));
      this.plots.setRuns(this.runs, this.player.frames);
    });
  }

  // Follows the run when its last frame was shown.
  private async lookAgain(): Promise<void> {
    if (document.hidden) return;
    try {
      const grown = await Promise.all(this.runs.map((run) => refreshRun(this.source, run)));
      this.messages.set("server", "");
      const failed = this.player.frame !== undefined && this.stateOf(this.player.frame) === "failed";
      if (!grown.includes(true) && !failed) return;
      this.store.forgetFailures();
      const follow = !this.player.playing && this.player.atEnd;
      this.takeFrames();
      this.takeProbes();
      if (follow && this.player.last !== undefined) this.player.seek(this.player.last);
      await this.show();
    } catch {
      this.messages.set("server", "The server does not answer; what is loaded stays.");
    }
  }

  private copyCamera = (): void => void this.camera.show(cameraText(sceneCamera(this.stage.camera, this.stage.target)));

  private savePicture(): void {
    const { frame } = this.player;
    if (frame === undefined) return;
    const names = this.runs.map(({ name }) => name);
    this.stage.drawNow();
    savePicture(composedPicture(this.page.canvas, this.colourBar, names), pictureName(names, frame));
  }

  private apply(settings: Settings): void {
    for (const view of this.stage.views) {
      view.shared.setMap(settings.map);
      view.apply(settings);
    }
    void this.show();
  }

  private plan = (frame: number): PlannedFrame[] => planFrame(this.runs, this.settings.value, frame);

  private ready = (frame: number): boolean =>
    this.plan(frame).every(({ wanted }) => !wanted || this.store.has(wanted) || this.store.failure(wanted.address) !== undefined);

  private stateOf(frame: number): FrameState {
    const wanted = this.plan(frame).map((planned) => planned.wanted).filter((one) => one !== undefined);
    if (wanted.some((one) => this.store.failure(one.address))) return "failed";
    return wanted.length > 0 && wanted.every((one) => this.store.has(one)) ? "loaded" : "there";
  }

  // Shows the player's frame once all its files are there: particles and surfaces stay in step.
  private async show(): Promise<void> {
    const wish = ++this.wish;
    const { frame } = this.player;
    this.updateTime();
    if (frame === undefined) return;
    const plan = this.plan(frame);
    const loaded = Promise.allSettled(plan.map(({ wanted }) => wanted && this.store.load(wanted)));
    this.tellLoading();
    const [poses] = await Promise.all([this.loadPoses(frame), loaded]);
    if (wish !== this.wish) return;
    this.present(plan, frame, poses);
    this.prefetch();
  }

  // Of the frame that is waited for; those loaded ahead are not told.
  private tellLoading(): void {
    const { frame } = this.player;
    if (frame === undefined || this.ready(frame)) return this.loading.hide();
    this.loading.show(this.store.progressOf(this.plan(frame).map(({ wanted }) => wanted).filter((wanted) => wanted !== undefined)));
  }

  // Of each view. What cannot be read is told, and the keyframes stand.
  private async loadPoses(frame: number): Promise<(Poses | undefined)[]> {
    const failures: string[] = [];
    const failed = (error: Error): undefined => void failures.push(error.message);
    const poses = await Promise.all(this.stage.views.map((view) => this.poses.of(view.run, frame).catch(failed)));
    this.messages.set("poses", failures.join("; "));
    return poses;
  }

  private present(plan: PlannedFrame[], frame: number, poses: (Poses | undefined)[]): void {
    if (this.page.canvas.dataset.frame !== String(frame)) this.picker.clear();
    for (const view of this.stage.views) view.keepOnly(new Set(view.run.sequences.map(({ pattern }) => pattern)));
    const shown: PackedFrame[] = [];
    for (const { run, sequence, wanted } of plan) {
      const packed = wanted && this.store.get(wanted);
      if (packed) shown.push(packed);
      this.stage.views.find((view) => view.run === run)!.show(sequence, packed);
    }
    if (shown.length > 0) this.offerAttributes([...new Set(shown.flatMap(({ attributes }) => attributes))]);
    this.store.setShown(shown);
    this.stage.views.forEach((view, k) => view.placeObstacles(frame, poses[k]));
    this.tellProblems(plan, frame);
    this.colour(frame);
    this.page.canvas.dataset.frame = String(frame);
    this.loading.hide();
    this.timeLine.paint((one) => this.stateOf(one));
    this.tellStatistics();
    this.stage.draw();
  }

  private tellProblems(plan: PlannedFrame[], frame: number): void {
    const failures = plan.map(({ wanted }) => wanted && this.store.failure(wanted.address)).filter(Boolean);
    this.messages.set("frame", [...failures, missingFrames(plan, this.settings.value, frame)].filter(Boolean).join("; "));
  }

  // Files that belong to no run may not have what runs have.
  private offerAttributes(attributes: string[]): void {
    const first = this.attributes.length === 0;
    this.attributes = attributes;
    if (first && !attributes.includes(this.settings.value.attribute) && attributes.includes("height")) this.settings.change({ attribute: "height" });
  }

  private offerLooks(): void {
    const kinds = new Set(this.runs.flatMap((run) => run.sequences.map((sequence) => sequence.kind)));
    const obstacles = this.runs.some((run) => run.obstacles.length > 0) || kinds.has("obstacle");
    const matter = [...kinds].some(isMatter);
    this.look.offer(this.attributes, { particles: kinds.has("particles"), surface: kinds.has("surface"), kernels: kinds.has("kernels"), obstacles, matter, whitewater: kinds.has("whitewater"), box: true });
    this.look.offerParts(partsOf(this.runs));
  }

  private colour(frame: number): void {
    this.offerLooks();
    const { attribute, map, rangeOf } = this.settings.value;
    const range = this.range.of(frame);
    if (range) this.look.showRange(range);
    for (const view of this.stage.views) if (range) view.shared.setRange(range);
    this.colourBar.show(attribute, map, range);
    if (rangeOf === "all") void this.range.lookThrough(() => this.player.frames).then((changed) => (changed ? this.show() : undefined));
  }

  // As many at a time as there are workers, and no more than half of the memory for frames.
  private prefetch(): void {
    const ahead = this.player.playing ? Math.min(AHEAD, this.store.roomFor(this.shownBytes())) : 1;
    for (const { wanted } of this.player.upcoming(ahead).flatMap((frame) => this.plan(frame))) {
      if (this.store.pending >= this.decoders.count) return;
      if (wanted && !this.store.isKnown(wanted)) void this.store.load(wanted).then(() => this.loadedAhead(), () => undefined);
    }
  }

  private loadedAhead(): void {
    this.timeLine.paint((one) => this.stateOf(one));
    if (this.player.playing) this.prefetch();
  }

  private shownBytes(): number {
    const wanted = this.plan(this.player.frame!).map((planned) => planned.wanted).filter((one) => one !== undefined);
    return wanted.reduce((sum, one) => sum + this.store.bytesOf(one), 0);
  }

  private tellStatistics(): void {
    const times = [...this.decoders.decodeTimes].sort((a, b) => a - b);
    const typical = times.length ? times[times.length >> 1] : 0;
    this.page.statistics.textContent = `${this.runs[0].version} · a frame is loaded and decoded in ${Math.round(typical)} ms · ${Math.round(this.store.bytes / 2 ** 20)} MB of frames kept`;
  }

  private updateTime(): void {
    const frame = this.player.frame ?? 1;
    this.timeLine.update(this.runs[0].loose ? undefined : timeOf(this.runs[0].scene, frame));
    this.plots.moveTo(frame);
  }

  private toggle(): void {
    this.player.toggle();
    this.updateTime();
    let before = performance.now();
    const tick = (now: number): void => {
      if (!this.player.playing) return this.updateTime();
      if (this.player.advance((now - before) / 1000, this.ready)) void this.show();
      else this.prefetch();
      before = now;
      requestAnimationFrame(tick);
    };
    if (this.player.playing) requestAnimationFrame(tick);
  }

  private seek(frame: number): void {
    this.player.seek(frame);
    void this.show();
  }
  private step(count: number): void {
    this.player.step(count);
    void this.show();
  }
  private setLoop(loop: boolean): void {
    this.player.loop = loop;
    this.updateTime();
  }
  private setSpeed(speed: number): void {
    this.player.speed = speed;
    this.updateTime();
  }
  private changeSpeed(by: number): void {
    const at = SPEEDS.indexOf(this.player.speed) + by;
    this.setSpeed(SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at))]);
  }
  private flip = (name: "particles" | "surface" | "obstacles" | "matter" | "whitewater" | "box" | "measuring"): void =>
    this.settings.change({ [name]: !this.settings.value[name] });

  private nextAttribute(): void {
    const next = this.attributes[(this.attributes.indexOf(this.settings.value.attribute) + 1) % this.attributes.length];
    if (next) this.settings.change({ attribute: next, map: defaultMapOf(next), rangeOf: automatic(this.settings.value) });
  }

  private listen(): void {
    const turn = 0.1;
    const faster = () => this.changeSpeed(1), slower = () => this.changeSpeed(-1);
    listenToKeys({
      " ": () => this.toggle(),
      ArrowLeft: (event) => this.step(event.shiftKey ? -10 : -1),
      ArrowRight: (event) => this.step(event.shiftKey ? 10 : 1),
      Home: () => this.seek(this.player.frames[0]),
      End: () => this.seek(this.player.last!),
      l: () => this.setLoop(!this.player.loop),
      "[": slower, "]": faster,
      f: () => void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()),
      a: () => this.stage.orbit(-turn, 0), d: () => this.stage.orbit(turn, 0),
      w: () => this.stage.orbit(0, -turn), s: () => this.stage.orbit(0, turn),
      "+": () => this.stage.zoom(1.1), "=": () => this.stage.zoom(1.1), "-": () => this.stage.zoom(1 / 1.1),
      r: () => this.stage.goHome(),
      "1": () => this.flip("particles"), "2": () => this.flip("surface"), "3": () => this.flip("obstacles"), "4": () => this.flip("box"), "5": () => this.flip("matter"),
      "6": () => this.flip("whitewater"),
      c: () => this.nextAttribute(), m: () => this.flip("measuring"),
      Enter: () => this.picker.pickMiddle(),
      i: () => this.savePicture(), k: this.copyCamera,
      p: () => (this.page.panel.hidden = !this.page.panel.hidden),
      "?": () => this.page.help.showModal(),
    });
  }
}
