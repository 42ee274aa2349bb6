import * as z from "zod";
import { dryRunField } from "../../schemas/dry-run-field.ts";
import { EXAMPLES } from "../../schemas/examples.ts";
import { execModeRequest, execModeResponse } from "../../schemas/settings.ts";
import { requireOperator } from "../../src/auth/require-operator.ts";
import { defineRoute } from "../../src/route.ts";
import { changeSetting } from "../../src/settings/change-setting.ts";

/** Chooses between executing the operator's trades at once and requiring approval first. */
export const setExecMode = defineRoute({
  method: "POST",
  path: "/api/settings/exec-mode",
  price: "free",
  operationId: "setExecMode",
  summary: "Set the execution mode",
  description: "`autonomous` executes the operator's trades at once, `confirm` asks for an approval first.",
  tags: ["Settings"],
  auth: "operator",
  leastScope: "owner",
  examples: { body: { ...EXAMPLES.auth, mode: "autonomous" }, response: { ok: true, mode: "autonomous" } },
  query: z.object({}),
  body: execModeRequest.extend({ dryRun: dryRunField }),
  output: execModeResponse,
  runsDry: true,
  handle: async ({ deps }, { body }) => {
    const { operator, vault, context } = await requireOperator(deps, body);
    const of = { operator, vault, chainId: body.chainId, settings: context.settings };
    await changeSetting(deps, { ...of, field: "execMode", value: body.mode });
    return { ok: true as const, mode: body.mode };
  },
});
