import type { Deps } from "../deps.ts";
import { sanitize } from "../lib/sanitize.ts";

/** Something unexpected is logged and leaves the order's lease to run out; nothing is assumed about its outcome. */
export async function guarded<T>(deps: Deps, name: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    deps.log("slice_error", {
      name,
      cause: error instanceof Error ? sanitize(`${error.name}: ${error.message}`, 300) : "unknown",
    });
    return undefined;
  }
}
