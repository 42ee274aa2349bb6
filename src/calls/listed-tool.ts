import type { ListedTool } from "../../schemas/listed-tool.ts";
import type { VenueId } from "../../schemas/venue-ids.ts";
import type { Deps } from "../deps.ts";
import { isObject } from "../lib/is-object.ts";
import { parametersOf } from "../tools/catalog.ts";
import type { Tool } from "../tools/tool.ts";
import { toolOf } from "./load-tools.ts";

/** Undefined for a name that is none. The same object every time. */
export async function listedTool(deps: Pick<Deps, "modules">, name: unknown): Promise<ListedTool | undefined> {
  const found = typeof name === "string" ? await toolOf(deps, name) : undefined;
  if (!found?.ok) return undefined;
  const tool = found.value;
  const listed = known.get(tool) ?? {
    ...{ name: tool.name, description: tool.description },
    ...{ parameters: parametersOf(tool), example: tool.example as Record<string, unknown> },
  };
  known.set(tool, listed);
  return listed;
}

/** A tool never changes, and an unpaid call may cost next to nothing. */
const known = new WeakMap<Tool, ListedTool>();

/** Whatever else is wrong with the call; none where it names one, or trades not at all. */
export async function askedVenues(
  deps: Pick<Deps, "modules" | "tables">,
  name: unknown,
  args: unknown,
): Promise<readonly VenueId[]> {
  const found = typeof name === "string" ? await toolOf(deps, name) : undefined;
  const isAsking = found?.ok === true && found.value.asksVenues?.(isObject(args) ? args : {}) === true;
  return isAsking ? Object.values(deps.tables.venues).map(({ id }) => id) : [];
}
