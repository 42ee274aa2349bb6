import { isObject } from "../lib/is-object.ts";
import type { Tool } from "./tool.ts";

/**
 * Whether a call sets what a person decides: it names one of its tool's `humanOwned` fields, or the tool loosens by itself.
 * `autoExecute` is not one of these here: that the agent wallet trades is said by mode, limits and header (decision 425).
 * `args`: as the caller wrote them, because a default names nothing.
 */
export const setsOwned = (tool: Tool, args: unknown): boolean =>
  (tool.effect === "state" && tool.loosens === true) ||
  (isObject(args) && (tool.humanOwned ?? []).some((name) => name !== "autoExecute" && args[name] !== undefined));
