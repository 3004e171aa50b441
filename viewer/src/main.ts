// The start of the page.
import { Decoders } from "./data/decoders";
import { loadRun } from "./data/run";
import type { Schema } from "./data/schema";
import { openSource } from "./data/source";
import { element } from "./ui/dom";
import { Viewer } from "./viewer";

interface ViewFile {
  live: boolean;
  runs: { name: string; address: string }[];
}

async function start(): Promise<void> {
  const source = openSource();
  const view = JSON.parse(await source.text("view.json")) as ViewFile;
  const schema = JSON.parse(await source.text("schema.json")) as Schema;
  const runs = await Promise.all(view.runs.map(({ name, address }) => loadRun(source, name, address)));
  await new Viewer(source, new Decoders(), runs, schema).start(view.live);
}

start().catch((error: Error) => {
  document.body.replaceChildren(element("p", { class: "failure", role: "alert" }, `The run cannot be shown: ${error.message}`));
});
