import * as z from "zod";
import { settingsResponse, swapShieldRequest } from "../../schemas/settings.ts";
import { requireOperator } from "../../src/auth/require-operator.ts";
import { unwrap } from "../../src/errors.ts";
import { defineRoute } from "../../src/route.ts";
import { changeTolerance } from "../../src/settings/change-tolerance.ts";

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
    const { operator } = await requireOperator(deps, body);
    const change = {
      operator,
      setting: "swapShieldBps",
      value: body.tolerance,
      reset: body.reset,
      valueField: "tolerance",
    } as const;
    return { ok: true as const, ...unwrap(await changeTolerance(deps, change)) };
  },
});
