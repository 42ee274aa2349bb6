import type { Answer } from "./create-caller.ts";
import type { Stage } from "./scene.ts";

/**
 * Calls a tool as the vault's operator. `more` stands beside its arguments: `dryRun`,
 * `executionMode`. @throws Error with the service's own sentence
 */
export const callTool = (
  { api, credentials }: Pick<Stage, "api" | "credentials">,
  tool: string,
  args: object,
  more: object = {},
): Promise<Answer> =>
  api.post(`/api/tools?toolName=${tool}`, { ...credentials, arguments: args, ...more });
