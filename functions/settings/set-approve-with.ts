import * as z from "zod";
import { dryRunField } from "../../schemas/dry-run-field.ts";
import { EXAMPLES } from "../../schemas/examples.ts";
import { SETTINGS_DEFAULTS } from "../../schemas/operator-settings.ts";
import { approveWithRequest, approveWithResponse } from "../../schemas/settings.ts";
import { settingCaller, unsignedChange } from "../../src/auth/setting-caller.ts";
import { defineRoute } from "../../src/route.ts";
import { changeSetting } from "../../src/settings/change-setting.ts";

const ACTION = "approve_with_day";
const MEANING = {
  day: "Your signature of the day approves what waits.",
  fresh:
    "Each approval by a program now takes a signature made for it, and so do autonomous mode " +
    "and orders that trade by themselves. Your paired chat's buttons stay as they are.",
};

/** Whether the day's signature, which a program may hold, approves as well (decision D15). */
export const setApproveWith = defineRoute({
  method: "POST",
  path: "/api/settings/approve-with",
  price: "free",
  operationId: "setApproveWith",
  summary: "Set what approves",
  description:
    "`day` (default): the operator's signature of the day approves. `fresh`: every approval " +
    "that a program can send takes a signature made for that operation: POST " +
    "/api/operations/approve, while MCP's question and a chat's approval part leave it " +
    "waiting; and so do `autonomous` and the creation, resumption and widening of what then " +
    "trades by itself, which waits. Buttons of a paired chat stay as they are. Kept per " +
    "operator, for all its vaults. Back to `day` needs a signature made for this alone: the " +
    "operator message with its `Timestamp` line and, below it, `Action: approve_with_day " +
    "<chainId> <vault>`, at most 5 minutes old and used once. A 401 shows the exact text.",
  tags: ["Settings"],
  auth: "operator",
  leastScope: "owner",
  signedAction: ACTION,
  isActionOptional: true,
  examples: {
    body: { ...EXAMPLES.auth, approveWith: "fresh" },
    response: { ok: true, approveWith: "fresh", message: MEANING.fresh },
  },
  query: z.object({}),
  body: approveWithRequest.extend({ dryRun: dryRunField }),
  output: approveWithResponse,
  runsDry: true,
  handle: async ({ deps }, { body }) => {
    const { approveWith, chainId } = body;
    const by = await settingCaller(deps, body, approveWith === "day" ? ACTION : undefined);
    const changed = await changeSetting(deps, {
      ...by,
      chainId,
      field: "approveWith",
      value: approveWith,
    });
    if (!changed.ok)
      throw unsignedChange(deps, changed, { name: ACTION, chainId, vault: by.vault });
    const isAutonomous = (by.settings.execMode ?? SETTINGS_DEFAULTS.execMode) === "autonomous";
    const stays =
      approveWith === "fresh" && isAutonomous
        ? " Your mode is autonomous and stays so: set confirm, or what you call is sent " +
          "without any approval."
        : "";
    return { ok: true as const, approveWith, message: MEANING[approveWith] + stays };
  },
});
