import type { Deps } from "../deps.ts";
import type { mcpDoor } from "./mcp-door.ts";

/** The Model Context Protocol, by the module that is loaded with its first use. */
export async function loadMcp({ modules }: Pick<Deps, "modules">): Promise<typeof mcpDoor> {
  // Safe: build/build-modules.mjs makes the module of mcp-door.ts, and src/mcp.d.mts says the same.
  return ((await modules.mcp()) as { mcpDoor: typeof mcpDoor }).mcpDoor;
}
