import * as z from "zod";
import { dryRunField } from "../../schemas/dry-run-field.ts";
import { EXAMPLES } from "../../schemas/examples.ts";
import { execModeRequest, execModeResponse } from "../../schemas/settings.ts";
import { settingCaller, unsignedChange } from "../../src/auth/setting-caller.ts";
import { defineRoute } from "../../src/route.ts";
import { changeSetting } from "../../src/settings/change-setting.ts";

const ACTION = "set_autonomous";

/** Chooses between executing the operator's trades at once and requiring approval first. */
export const setExecMode = defineRoute({
  method: "POST",
  path: "/api/settings/exec-mode",
  price: "free",
  operationId: "setExecMode",
  summary: "Set the execution mode",
  description:
    "`autonomous` executes the operator's trades at once, `confirm` asks for an approval " +
    "first. With `approveWith: fresh`, autonomous needs a signature made for this alone: the " +
    "operator message with its `Timestamp` line and, below it, `Action: set_autonomous " +
    "<chainId> <vault>`, at most 5 minutes old and used once. A 401 shows the exact text.",
  tags: ["Settings"],
  auth: "operator",
  leastScope: "owner",
  signedAction: ACTION,
  isActionOptional: true,
  examples: {
    body: { ...EXAMPLES.auth, mode: "autonomous" },
    response: { ok: true, mode: "autonomous" },
  },
  query: z.object({}),
  body: execModeRequest.extend({ dryRun: dryRunField }),
  output: execModeResponse,
  runsDry: true,
  handle: async ({ deps }, { body }) => {
    const { mode, chainId } = body;
    const by = await settingCaller(deps, body, mode === "autonomous" ? ACTION : undefined);
    const changed = await changeSetting(deps, { ...by, chainId, field: "execMode", value: mode });
    if (!changed.ok)
      throw unsignedChange(deps, changed, { name: ACTION, chainId, vault: by.vault });
    return { ok: true as const, mode: body.mode };
  },
});
