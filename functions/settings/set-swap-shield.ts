import * as z from "zod";
import { settingsResponse, swapShieldRequest } from "../../schemas/settings.ts";
import { requireOperator } from "../../src/auth/require-operator.ts";
import { unwrap } from "../../src/errors.ts";
import { defineRoute } from "../../src/route.ts";
import { changeTolerance } from "../../src/settings/change-tolerance.ts";
import { toleranceOf } from "../../src/settings/tolerance-of.ts";

/** Raise the Swap Shield tolerance for ten minutes (spec, "Operator settings"). */
export const setSwapShield = defineRoute({
  method: "POST",
  path: "/api/settings/swap-shield",
  price: "free",
  summary: "Raise the Swap Shield tolerance for ten minutes",
  query: z.object({}),
  body: swapShieldRequest,
  output: settingsResponse,
  handle: async ({ deps }, { body }) => {
    const wanted = {
      setting: "swapShieldBps",
      value: body.tolerance,
      reset: body.reset,
      valueField: "tolerance",
    } as const;
    unwrap(toleranceOf(wanted));
    const { operator } = await requireOperator(deps, body);
    return { ok: true as const, ...unwrap(await changeTolerance(deps, { ...wanted, operator })) };
  },
});
