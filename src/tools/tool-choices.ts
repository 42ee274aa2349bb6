import { isForGet } from "./is-for-get.ts";
import { TOOLS } from "./registry.ts";

/** The spec's enum of `toolName`. */
const TOOL_NAMES: readonly string[] = TOOLS.flatMap(({ name, aliases = [] }) => [name, ...aliases]);

/** Every name and alias, and of the GET form those that it takes. */
export const TOOL_CHOICES: Readonly<Record<string, readonly string[]>> = {
  toolName: TOOL_NAMES,
  "callToolByGet.toolName": TOOLS.filter(isForGet).flatMap(({ name, aliases = [] }) => [name, ...aliases]),
};
