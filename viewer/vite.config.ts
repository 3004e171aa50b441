/// <reference types="vitest/config" />
import { defineConfig, type Plugin } from "vite";

// A page from a disk may load plain scripts but no modules.
const plainScript: Plugin = {
  name: "plain-script",
  enforce: "post",
  transformIndexHtml: (html) => html.replace('<script type="module" crossorigin', "<script defer").replace(" crossorigin", ""),
};

export default defineConfig({
  base: "./",
  plugins: [plainScript],
  build: {
    outDir: "../build/viewer",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
    chunkSizeWarningLimit: 1000,
    rollupOptions: {
      output: { format: "iife", entryFileNames: "viewer.js", assetFileNames: "viewer[extname]" },
    },
  },
  test: { include: ["tests/**/*.test.ts"] },
});
