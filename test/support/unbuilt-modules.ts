import type { Deps } from "../../src/deps.ts";

/** The Worker's modules as they stand in src: what runs without a bundle has nothing beside its script. */
export const unbuiltModules: Deps["modules"] = {
  tools: () => import("../../src/calls/every-tool.ts"),
  documents: () => import("../../src/discovery/documents.ts"),
  chat: () => import("../../src/chat/run-chat.ts"),
  mcp: () => import("../../src/mcp/mcp-door.ts"),
  telegram: () => import("../../src/telegram/operator-chat.ts"),
};
