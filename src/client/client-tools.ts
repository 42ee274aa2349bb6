import type * as z from "zod";
import type { dryRunReport } from "../../schemas/dry-run-report.ts";
import type { EachTool } from "../tables/registry.ts";

/** Always there where it has fields that are. */
type DataOf<D> = Record<string, never> extends D ? { data?: D } : { data: D };

/** What each tool takes as `arguments` and answers as `data`, by its name. */
export type ClientTools = {
  [T in EachTool as T["name"]]: { effect: T["effect"]; arguments: z.input<T["input"]> } & DataOf<
    z.output<ReturnType<T["output"]>>
  >;
};
/** The `data.dryRun` of a write that was only tried. */
export type ClientDryRun = z.output<typeof dryRunReport>;
