import { ACCESS } from "./access.ts";
import type { Tool } from "./tool.ts";

/** A read, or a transaction to sign oneself, that needs nobody's signature and changes nothing of ours (decision 379). */
export const isForGet = (tool: Tool): boolean =>
  !ACCESS[tool.access].needsSignature &&
  (tool.effect === "read" || (tool.effect === "transaction" && tool.commit === undefined));
