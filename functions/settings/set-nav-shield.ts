import * as z from "zod";
import { dryRunField } from "../../schemas/calls/dry-run-field.ts";
import { EXAMPLES } from "../../schemas/documents/examples.ts";
import { navShieldRequest, settingsResponse } from "../../schemas/vaults/settings.ts";
import { requireOperator } from "../../src/auth/require-operator.ts";
import { unwrap } from "../../src/errors.ts";
import { defineRoute } from "../../src/route.ts";
import { changeTolerance, toleranceOf } from "../../src/settings/change-tolerance.ts";

/** Set the NAV Shield threshold (spec, "Operator settings"). */
export const setNavShield = defineRoute({
  method: "POST",
  path: "/api/settings/nav-shield",
  price: "free",
  operationId: "setNavShieldThreshold",
  summary: "Set the NAV Shield threshold",
  tags: ["Settings"],
  auth: "operator",
  leastScope: "owner",
  examples: {
    body: { ...EXAMPLES.auth, threshold: "15" },
    response: { ok: true, message: "NAV Shield threshold is now 15% (1500 bps)." },
  },
  query: z.object({}),
  body: navShieldRequest.extend({ dryRun: dryRunField }),
  output: settingsResponse,
  runsDry: true,
  handle: async ({ deps }, { body }) => {
    const wanted = {
      setting: "navShieldBps",
      value: body.threshold,
      reset: body.reset,
      valueField: "threshold",
    } as const;
    unwrap(toleranceOf(wanted));
    const { operator, vault, context } = await requireOperator(deps, body);
    const of = { operator, vault, chainId: body.chainId, settings: context.settings };
    return { ok: true as const, ...unwrap(await changeTolerance(deps, { ...wanted, ...of })) };
  },
});
