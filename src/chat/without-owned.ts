import type { Tool } from "../tools/tool.ts";
import { isHumanOwned } from "./is-human-owned.ts";

/**
 * Fields without those that are a human's: what its tool says is, and whatever has the name of it. One rule for what a model
 * is shown of a schema and for what it may set, as it may name a field that it was never shown.
 */
export const withoutOwned = <T>(
  { humanOwned = [] }: { humanOwned?: Tool["humanOwned"] },
  fields: Readonly<Record<string, T>>,
): Record<string, T> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !humanOwned.includes(name) && !isHumanOwned(name)));
