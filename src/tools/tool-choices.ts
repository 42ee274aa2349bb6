import { isForGet } from "./is-for-get.ts";
import { TOOLS } from "./registry.ts";
import { TOOL_NAMES } from "./tool-names.ts";

/** What the OpenAPI document lets `toolName` be: every name and alias, and of the GET form those that it takes. */
export const TOOL_CHOICES: Readonly<Record<string, readonly string[]>> = {
  toolName: TOOL_NAMES,
  "callToolByGet.toolName": TOOLS.filter(isForGet).flatMap(({ name, aliases = [] }) => [name, ...aliases]),
};
