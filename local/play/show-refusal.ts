import * as z from "zod";
import { indented } from "./indented.ts";
import type { Stage } from "./scene.ts";
import { table } from "./table.ts";

const refused = z.object({
  error: z.string(),
  message: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
});

/**
 * Makes a call that is to be refused, and prints the refusal with the figures that decided. @throws
 * Error when it is answered
 */
export async function showRefusal(
  { api, credentials, print }: Stage,
  tool: string,
  args: object,
  headers: Record<string, string> = {},
): Promise<void> {
  const path = `/api/tools?toolName=${tool}`;
  const body = { ...credentials, executionMode: "delegated", arguments: args };
  const { error, message, details = {} } = refused.parse(await api.refused(path, body, headers));
  const figures = Object.entries(details).map(([name, value]) => [name, String(value)]);
  print(indented(`Refused (${error}): ${message}`));
  print(`${table(figures, "       ")}\n`);
}
