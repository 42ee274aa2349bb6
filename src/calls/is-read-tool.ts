import type { Deps } from "../deps.ts";
import { toolOf } from "./tool-of.ts";

/** Whether this names a tool that only looks. */
export async function isReadTool(deps: Pick<Deps, "modules">, name: unknown): Promise<boolean> {
  const found = typeof name === "string" ? await toolOf(deps, name) : undefined;
  return found?.ok === true && found.value.effect === "read";
}
