import { findTool } from "../tables/find-tool.ts";
import { isStop } from "./is-stop.ts";

/**
 * Whether words that anything but the plain grammar has read may act at once: reads, and what stops
 * something. Every other write waits as a card.
 */
export function actsAtOnce(tool: string): boolean {
  const found = findTool(tool);
  return isStop(tool) || (found.ok && found.value.effect === "read");
}
