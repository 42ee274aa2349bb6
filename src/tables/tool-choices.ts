import { isForGet, type Tool } from "../tools/tool.ts";
import { TOOLS } from "./registry.ts";

const namesOf = (tools: readonly Tool[]): string[] => tools.flatMap(({ name, aliases = [] }) => [name, ...aliases]);

/** Every name and alias, and of the GET form those that it takes. */
export const toolChoices = (): Readonly<Record<string, readonly string[]>> => ({
  toolName: namesOf(TOOLS),
  "callToolByGet.toolName": namesOf(TOOLS.filter(isForGet)),
});
