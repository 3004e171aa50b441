// Keys, as other players have them. Controls that use a key themselves keep it.

export const KEYS: [string, string][] = [
  ["Space", "play or pause"],
  ["← →", "one frame back or on (Shift: ten)"],
  ["Home, End", "first or last frame"],
  ["L", "loop"],
  ["[ ]", "slower, faster"],
  ["F", "full screen"],
  ["W A S D", "turn the camera"],
  ["+ −", "nearer, farther"],
  ["R", "the scene's camera"],
  ["1 2 3 4 5 6", "particles, surface, obstacles, domain, other matter, spray"],
  ["C", "next attribute for the colour"],
  ["M", "measure a distance"],
  ["Enter", "pick what is in the middle of the picture"],
  ["I", "save the picture"],
  ["K", "copy the camera for a scene"],
  ["P", "hide or show the panel"],
  ["?", "this list"],
];

const USES_KEYS = new Set(["SELECT", "TEXTAREA"]);

function belongsToControl(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  if (USES_KEYS.has(target.tagName) || (target instanceof HTMLInputElement && target.type === "number")) return true;
  const pressed = event.key === " " || event.key === "Enter";
  if (pressed) return ["BUTTON", "SUMMARY", "INPUT"].includes(target.tagName);
  return target instanceof HTMLInputElement && target.type === "range" && /^(Arrow|Home|End|Page)/.test(event.key);
}

export function listenToKeys(actions: Record<string, (event: KeyboardEvent) => void>): void {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || belongsToControl(event)) return;
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    action(event);
  });
}
