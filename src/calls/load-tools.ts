import type { Deps } from "../deps.ts";
import type { everyTool } from "./every-tool.ts";

/** All tools, by the module that is loaded with its first use. */
export async function loadTools({ modules }: Pick<Deps, "modules">): Promise<typeof everyTool> {
  // Safe: build/build-modules.mjs makes the module of every-tool.ts, and src/tools.d.mts says the same.
  return ((await modules.tools()) as { everyTool: typeof everyTool }).everyTool;
}
