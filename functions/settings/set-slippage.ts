import * as z from "zod";
import { dryRunField } from "../../schemas/dry-run-field.ts";
import { EXAMPLES } from "../../schemas/examples.ts";
import { settingsResponse, slippageRequest } from "../../schemas/settings.ts";
import { requireOperator } from "../../src/auth/require-operator.ts";
import { unwrap } from "../../src/errors.ts";
import { defineRoute } from "../../src/route.ts";
import { changeTolerance, toleranceOf } from "../../src/settings/change-tolerance.ts";

/** Set the default slippage (spec, "Operator settings"). */
export const setSlippage = defineRoute({
  method: "POST",
  path: "/api/settings/slippage",
  price: "free",
  operationId: "setSlippage",
  summary: "Set the default slippage",
  tags: ["Settings"],
  auth: "operator",
  leastScope: "owner",
  examples: {
    body: { ...EXAMPLES.auth, slippage: "0.5%" },
    response: { ok: true, message: "Default slippage is now 0.5% (50 bps)." },
  },
  query: z.object({}),
  body: slippageRequest.extend({ dryRun: dryRunField }),
  output: settingsResponse,
  runsDry: true,
  handle: async ({ deps }, { body }) => {
    const wanted = {
      setting: "slippageBps",
      value: body.slippage,
      reset: body.reset,
      valueField: "slippage",
    } as const;
    unwrap(toleranceOf(wanted));
    const { operator, vault, context } = await requireOperator(deps, body);
    const of = { operator, vault, chainId: body.chainId, settings: context.settings };
    return { ok: true as const, ...unwrap(await changeTolerance(deps, { ...wanted, ...of })) };
  },
});
