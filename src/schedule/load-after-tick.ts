import type { Deps } from "../deps.ts";
import type { AFTER_TICK } from "./after-tick.ts";

/** What is done behind the answer of a tick or a shard, by the module that is loaded for it. */
export async function loadAfterTick({ modules }: Pick<Deps, "modules">): Promise<typeof AFTER_TICK> {
  // Safe: src/create-modules.ts imports after-tick.ts.
  return ((await modules.afterTick()) as { AFTER_TICK: typeof AFTER_TICK }).AFTER_TICK;
}
