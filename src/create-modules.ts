import type { Deps } from "./deps.ts";

/** The parts of the service that are loaded with their first use, and that a test may replace: the build makes a module of each `import()`. */
export const createModules = (): Deps["modules"] => ({
  tools: () => import("./tables/every-tool.ts"),
  toolsAtHand: () => import("./tables/tools-at-hand.ts"),
  documents: () => import("./discovery/documents.ts"),
  chat: () => import("./chat/run-chat.ts"),
  mcp: () => import("./mcp/mcp-door.ts"),
  telegram: () => import("./telegram/operator-chat.ts"),
});
