import type { Tool } from "../tools/tool.ts";
import { isHumanOwned } from "./is-human-owned.ts";

/**
 * Fields without those that are a human's: what its tool says is, unless it holds a model's figure
 * of it against the words, and whatever has the name of it. One rule for what a model is shown of a
 * schema and for what it may set, as it may name a field that it was never shown.
 */
export function withoutOwned<T>(
  { humanOwned = [], model }: { humanOwned?: Tool["humanOwned"]; model?: Tool["model"] },
  fields: Readonly<Record<string, T>>,
): Record<string, T> {
  const grounded = typeof model === "object" && "grounding" in model ? model.grounding.fields : {};
  const isOwned = (name: string) => humanOwned.includes(name) && !Object.hasOwn(grounded, name);
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => !isOwned(name) && !isHumanOwned(name)),
  );
}
