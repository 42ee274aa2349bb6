import { TOOLS } from "./registry.ts";

/** Every name that a tool is called by, aliases included: the spec's enum of `toolName`. */
export const TOOL_NAMES: readonly string[] = TOOLS.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
