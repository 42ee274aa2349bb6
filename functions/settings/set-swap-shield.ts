import * as z from "zod";
import { dryRunField } from "../../schemas/calls/dry-run-field.ts";
import { EXAMPLES } from "../../schemas/documents/examples.ts";
import { settingsResponse, swapShieldRequest } from "../../schemas/vaults/settings.ts";
import { requireOperator } from "../../src/auth/require-operator.ts";
import { unwrap } from "../../src/errors.ts";
import { defineRoute } from "../../src/route.ts";
import { changeTolerance, toleranceOf } from "../../src/settings/change-tolerance.ts";

/** Raise the Swap Shield tolerance for ten minutes (spec, "Operator settings"). */
export const setSwapShield = defineRoute({
  method: "POST",
  path: "/api/settings/swap-shield",
  price: "free",
  operationId: "setSwapShieldTolerance",
  summary: "Raise the Swap Shield tolerance for ten minutes",
  description: "Raises it to at most 50% for ten minutes, or with `reset: true` returns it to 5%.",
  tags: ["Settings"],
  auth: "operator",
  leastScope: "owner",
  examples: {
    body: { ...EXAMPLES.auth, tolerance: "10" },
    response: { ok: true, message: "Swap Shield tolerance is now 10% (1000 bps) for 10 minutes." },
  },
  query: z.object({}),
  body: swapShieldRequest.extend({ dryRun: dryRunField }),
  output: settingsResponse,
  runsDry: true,
  handle: async ({ deps }, { body }) => {
    const wanted = {
      setting: "swapShieldBps",
      value: body.tolerance,
      reset: body.reset,
      valueField: "tolerance",
    } as const;
    unwrap(toleranceOf(wanted));
    const { operator, vault, context } = await requireOperator(deps, body);
    const of = { operator, vault, chainId: body.chainId, settings: context.settings };
    return { ok: true as const, ...unwrap(await changeTolerance(deps, { ...wanted, ...of })) };
  },
});
