import type { Deps } from "../deps.ts";
import type { everyTool } from "./every-tool.ts";

/** All tools, loaded with their first use. */
export async function loadTools({ modules }: Pick<Deps, "modules">): Promise<typeof everyTool> {
  // Safe: src/create-modules.ts imports every-tool.ts.
  return ((await modules.tools()) as { everyTool: typeof everyTool }).everyTool;
}
