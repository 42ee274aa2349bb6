import * as z from "zod";
import { dryRunField } from "../../schemas/calls/dry-run-field.ts";
import { EXAMPLES } from "../../schemas/documents/examples.ts";
import { settingsResponse, syncToleranceRequest } from "../../schemas/vaults/settings.ts";
import { requireOperator } from "../../src/auth/require-operator.ts";
import { unwrap } from "../../src/errors.ts";
import { defineRoute } from "../../src/route.ts";
import { changeTolerance, toleranceOf } from "../../src/settings/change-tolerance.ts";

/** Set the default sync tolerance (spec, "Operator settings"). */
export const setSyncTolerance = defineRoute({
  method: "POST",
  path: "/api/settings/sync-tolerance",
  price: "free",
  operationId: "setSyncTolerance",
  summary: "Set the default sync tolerance",
  tags: ["Settings"],
  auth: "operator",
  leastScope: "owner",
  examples: {
    body: { ...EXAMPLES.auth, tolerance: "2%" },
    response: { ok: true, message: "Default sync tolerance is now 2% (200 bps)." },
  },
  query: z.object({}),
  body: syncToleranceRequest.extend({ dryRun: dryRunField }),
  output: settingsResponse,
  runsDry: true,
  handle: async ({ deps }, { body }) => {
    const wanted = {
      setting: "syncToleranceBps",
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
