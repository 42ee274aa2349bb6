/** The module that build/build-modules.mjs makes of this, uploaded beside the Worker and loaded on the first use. */
export { mcpDoor } from "./mcp/mcp-door.ts";
