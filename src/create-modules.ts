import type { Deps } from "./deps.ts";

/**
 * Loaded with their first use; a test may replace them. The build makes a module of each
 * `import()`.
 */
export const createModules = (): Deps["modules"] => ({
  tools: () => import("./tables/every-tool.ts"),
  toolsAtHand: () => import("./tables/tools-at-hand.ts"),
  documents: () => import("./discovery/documents.ts"),
  chat: () => import("./chat/run-chat.ts"),
  mcp: () => import("./mcp/mcp-door.ts"),
  afterTick: () => import("./schedule/after-tick.ts"),
  telegram: () => import("./telegram/operator-chat.ts"),
});
