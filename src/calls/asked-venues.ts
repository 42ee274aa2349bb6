import type { VenueId } from "../../schemas/venue-ids.ts";
import type { Deps } from "../deps.ts";
import { isObject } from "../lib/is-object.ts";
import { toolOf } from "./load-tools.ts";

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
