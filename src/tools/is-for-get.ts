import { ACCESS } from "./access.ts";
import type { Tool } from "./tool.ts";

/**
 * Whether a GET may call it: a read, or a transaction to sign oneself, of a tool that needs nobody's signature and changes nothing of ours.
 * By what the tool says of itself (decision 379).
 */
export const isForGet = (tool: Tool): boolean =>
  !ACCESS[tool.access].needsSignature &&
  (tool.effect === "read" || (tool.effect === "transaction" && tool.commit === undefined));
