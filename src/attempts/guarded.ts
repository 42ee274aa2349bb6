import type { Deps } from "../deps.ts";
import { sanitize } from "../lib/sanitize.ts";

/** Logs an unexpected error and leaves the lease to run out, assuming no outcome. */
export async function guarded<T>(
  deps: Deps,
  name: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
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
