import type { Tool } from "../tools/tool.ts";

export type ToolHints = {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
};

/**
 * What a tool does not say of itself is the protocol's careful default. Over MCP a transaction is returned unsigned or waits for its person,
 * or stays within limits that the person set, so that by itself it destroys nothing; one whose tool also changes the service's state at once
 * (`commit`) is judged as such.
 */
export function toolHints(tool: Tool): ToolHints {
  const openWorldHint = tool.hints?.openWorld ?? true;
  if (tool.effect === "read")
    return { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint };
  const changesState = tool.effect === "state" || tool.commit !== undefined;
  return {
    readOnlyHint: false,
    destructiveHint: changesState && (tool.hints?.destructive ?? true),
    idempotentHint: tool.hints?.idempotent ?? false,
    openWorldHint,
  };
}
