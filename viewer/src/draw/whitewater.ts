// Spray, foam and bubbles: small dots in a colour of their own.

const COLOURS: Record<string, string> = { spray: "#ffffff", foam: "#e6eef2", bubbles: "#9fd4ea" };

export const whitewaterColour = (name: string): string => COLOURS[name] ?? "#f4f7f9";

export const WHITEWATER_RADIUS = 0.2; // of those whose files have none, in spacings of the liquid
