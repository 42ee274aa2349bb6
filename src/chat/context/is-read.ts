import { findTool } from "../../tables/find-tool.ts";

/** Whether a tool only looks. */
export const isRead = (tool: string): boolean => {
  const found = findTool(tool);
  return found.ok && found.value.effect === "read";
};
