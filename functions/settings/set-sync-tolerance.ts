import * as z from "zod";
import { settingsResponse, syncToleranceRequest } from "../../schemas/settings.ts";
import { requireOperator } from "../../src/auth/require-operator.ts";
import { unwrap } from "../../src/errors.ts";
import { defineRoute } from "../../src/route.ts";
import { changeTolerance } from "../../src/settings/change-tolerance.ts";
import { toleranceOf } from "../../src/settings/tolerance-of.ts";

/** Set the default sync tolerance (spec, "Operator settings"). */
export const setSyncTolerance = defineRoute({
  method: "POST",
  path: "/api/settings/sync-tolerance",
  price: "free",
  summary: "Set the default sync tolerance",
  query: z.object({}),
  body: syncToleranceRequest,
  output: settingsResponse,
  handle: async ({ deps }, { body }) => {
    const wanted = {
      setting: "syncToleranceBps",
      value: body.tolerance,
      reset: body.reset,
      valueField: "tolerance",
    } as const;
    unwrap(toleranceOf(wanted));
    const { operator } = await requireOperator(deps, body);
    return { ok: true as const, ...unwrap(await changeTolerance(deps, { ...wanted, operator })) };
  },
});
