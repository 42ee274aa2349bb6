import type { Deps } from "../deps.ts";
import type { mcpDoor } from "./mcp-door.ts";

/** The Model Context Protocol, by the module that is loaded with its first use. */
export async function loadMcp({ modules }: Pick<Deps, "modules">): Promise<typeof mcpDoor> {
  // Safe: src/create-modules.ts imports mcp-door.ts.
  return ((await modules.mcp()) as { mcpDoor: typeof mcpDoor }).mcpDoor;
}
