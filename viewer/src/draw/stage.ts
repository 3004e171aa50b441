// The picture: one canvas, one camera, one part of the canvas for each run. Drawn only when something changed.
import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { cameraHome } from "./camera_home";
import type { Ray } from "./picking";
import type { RunView } from "./run_view";

const MOST_PIXELS = 2; // a CSS pixel's width in pixels

export class Stage {
  readonly renderer: THREE.WebGLRenderer;
  readonly camera = new THREE.PerspectiveCamera();
  readonly views: RunView[] = [];
  pictures = 0; // drawn so far
  private readonly controls: OrbitControls;
  private asked = false;

  constructor(readonly canvas: HTMLCanvasElement) {
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true, stencil: true });
    this.renderer.setPixelRatio(Math.min(MOST_PIXELS, devicePixelRatio));
    this.renderer.autoClear = false;
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.addEventListener("change", () => this.draw());
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement!);
  }

  add(view: RunView): void {
    this.views.push(view);
    this.resize();
    this.goHome();
  }

  goHome(): void {
    const { position, target, fieldOfView } = cameraHome(this.views[0].run.scene, this.aspect());
    const size = this.views[0].domain.getSize(new THREE.Vector3()).length();
    this.camera.fov = fieldOfView;
    this.camera.near = 1e-3 * size;
    this.camera.far = 100 * size;
    this.camera.position.copy(position);
    this.controls.target.copy(target);
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.draw();
  }

  get target(): THREE.Vector3 {
    return this.controls.target;
  }

  // Angles in radians; a factor above 1 goes nearer.
  orbit(sideways: number, upwards: number): void {
    const from = new THREE.Spherical().setFromVector3(this.camera.position.clone().sub(this.controls.target));
    from.theta += sideways;
    from.phi = Math.min(Math.PI - 0.05, Math.max(0.05, from.phi + upwards));
    this.camera.position.setFromSpherical(from).add(this.controls.target);
    this.controls.update();
  }
  zoom(factor: number): void {
    this.camera.position.sub(this.controls.target).divideScalar(factor).add(this.controls.target);
    this.controls.update();
  }

  // The ray through a place on the canvas (CSS pixels from its corner), and the view it belongs to.
  rayAt(x: number, y: number): { view: RunView; ray: Ray } {
    const width = this.canvas.clientWidth / this.views.length;
    const which = Math.min(this.views.length - 1, Math.max(0, Math.floor(x / width)));
    const place = new THREE.Vector2((2 * (x - which * width)) / width - 1, 1 - (2 * y) / this.canvas.clientHeight);
    const caster = new THREE.Raycaster();
    caster.setFromCamera(place, this.camera);
    return { view: this.views[which], ray: { origin: caster.ray.origin.toArray(), direction: caster.ray.direction.toArray() } };
  }

  draw(): void {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.drawNow();
    });
  }

  // The canvas keeps its picture only until the browser shows it.
  drawNow(): void {
    const width = this.canvas.clientWidth / Math.max(1, this.views.length);
    const height = this.canvas.clientHeight;
    this.renderer.setScissorTest(true);
    this.views.forEach((view, k) => {
      this.renderer.setViewport(k * width, 0, width, height);
      this.renderer.setScissor(k * width, 0, width, height);
      this.renderer.clear();
      view.prepare(this.camera, height * this.renderer.getPixelRatio());
      this.renderer.render(view.scene, this.camera);
    });
    ++this.pictures;
  }

  private aspect = (): number => this.canvas.clientWidth / Math.max(1, this.views.length) / Math.max(1, this.canvas.clientHeight);

  private resize(): void {
    const { clientWidth, clientHeight } = this.canvas.parentElement!;
    this.renderer.setSize(clientWidth, clientHeight);
    this.camera.aspect = this.aspect();
    this.camera.updateProjectionMatrix();
    if (this.views.length > 0) this.drawNow(); // at once: the new canvas is empty
  }
}
