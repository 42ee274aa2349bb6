import type * as z from "zod";
import type { dryRunReport } from "../../schemas/calls/dry-run-report.ts";
import type { EachTool } from "../tables/registry.ts";

/** Required where `data` has required fields. */
type DataOf<D> = Record<string, never> extends D ? { data?: D } : { data: D };

/**
 * Arguments and `data` of each tool by name. The package has another file in this one's place
 * (build/client), so it holds nothing else.
 */
export type ClientTools = {
  [T in EachTool as T["name"]]: { effect: T["effect"]; arguments: z.input<T["input"]> } & DataOf<
    z.output<ReturnType<T["output"]>>
  >;
};
/** `data.dryRun` of a write. */
export type ClientDryRun = z.output<typeof dryRunReport>;
