// The scene's values with units and sentences.
import { parametersOf, type Parameter, type Schema } from "../data/schema";
import type { Run } from "../data/run";
import { element } from "./dom";

function valueRow(parameter: Parameter): HTMLElement {
  const value = element("span", { class: parameter.changed ? "value changed" : "value", title: parameter.changed ? "differs from the default" : "" }, parameter.value!);
  const head = element("div", { class: "parameter-head" }, element("span", { class: "name" }, parameter.name), value, element("span", { class: "unit" }, parameter.unit));
  return element("div", { class: "parameter", data: { path: parameter.path } }, head, element("p", {}, parameter.sentence));
}

function groupRow(parameter: Parameter): HTMLElement {
  const sentence = parameter.sentence ? [element("p", {}, parameter.sentence)] : [];
  return element("details", {}, element("summary", {}, parameter.name), ...sentence, ...parameter.children.map(rowOf));
}

const rowOf = (parameter: Parameter): HTMLElement => (parameter.value === undefined ? groupRow(parameter) : valueRow(parameter));

export function parameterPanel(schema: Schema, runs: Run[]): HTMLElement {
  return element("div", { class: "parameters" }, ...runs.flatMap((run) => [...(runs.length > 1 ? [element("h3", {}, run.name)] : []), ...parametersOf(schema, run.scene).map(rowOf)]));
}
