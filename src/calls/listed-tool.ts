import type { ListedTool } from "../../schemas/listed-tool.ts";
import type { VenueId } from "../../schemas/venue-ids.ts";
import type { Deps } from "../deps.ts";
import { isObject } from "../lib/is-object.ts";
import { parametersOf } from "../tools/catalog.ts";
import type { Tool } from "../tools/tool.ts";
import { toolNamed } from "./load-tools.ts";

/** A tool as listed, always the same object; undefined for an unknown name. */
export async function listedTool(
  deps: Pick<Deps, "modules">,
  name: unknown,
): Promise<ListedTool | undefined> {
  const tool = await toolNamed(deps, name);
  if (tool === undefined) return undefined;
  const listed = known.get(tool) ?? {
    name: tool.name,
    description: tool.description,
    parameters: parametersOf(tool),
    example: tool.example as Record<string, unknown>,
  };
  known.set(tool, listed);
  return listed;
}

/** Tools never change, and an unpaid call may cost next to nothing. */
const known = new WeakMap<Tool, ListedTool>();

/** Venues that a call asks, whatever else is wrong with it. */
export async function askedVenues(
  deps: Pick<Deps, "modules" | "tables">,
  name: unknown,
  args: unknown,
): Promise<readonly VenueId[]> {
  const tool = await toolNamed(deps, name);
  return tool?.asksVenues?.(isObject(args) ? args : {})
    ? Object.values(deps.tables.venues).map(({ id }) => id)
    : [];
}
