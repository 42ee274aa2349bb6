import * as z from "zod";
import { dryRunField } from "../../schemas/dry-run-field.ts";
import { EXAMPLES } from "../../schemas/examples.ts";
import { perpLimitsRequest, perpLimitsResponse } from "../../schemas/settings.ts";
import { showActionMessage } from "../../src/auth/identify-action.ts";
import { requireOperatorOrAction } from "../../src/auth/require-operator.ts";
import { AppError, unwrap } from "../../src/errors.ts";
import { refuse } from "../../src/lib/verdict.ts";
import { defineRoute } from "../../src/route.ts";
import { perpLimitsOf } from "../../src/settings/perp-limits-of.ts";
import { savePerpLimits } from "../../src/store/vaults/save-perp-limits.ts";

const ACTION = "loosen_perp_limits";
const refusals = {
  fresh_signature_needed: refuse(
    "auth_required",
    "This loosens what bounds the perpetual positions of this one vault, so it needs a " +
      "signature made for it.",
  ),
  signature_used: refuse(
    "auth_signature_used",
    "This signature was used already, and is good for once.",
  ),
};

/**
 * Limits of a vault's perpetual positions (decision D51). Any operator signature tightens them;
 * only one made for it loosens them.
 */
export const setPerpLimits = defineRoute({
  method: "POST",
  path: "/api/settings/perp-limits",
  price: "free",
  operationId: "setPerpLimits",
  summary: "Set the limits of perpetual positions",
  description:
    "What an order that opens or enlarges a perpetual position is held against: of the named " +
    "vault on the named chain, and of no other one. What is left out stays. Loosening any of " +
    "them, also by reset, needs a signature made for this alone: the operator message with " +
    "its `Timestamp` line and, below it, `Action: loosen_perp_limits <chainId> <vault>`, at " +
    "most 5 minutes old and used once. A 401 shows the exact text. Reducing and closing is " +
    "never refused by them.",
  tags: ["Settings"],
  auth: "operator",
  leastScope: "owner",
  signedAction: ACTION,
  isActionOptional: true,
  examples: {
    body: { ...EXAMPLES.auth, leverage: 3, collateral: "5%" },
    response: {
      ok: true,
      limits: {
        maxLeverage: 3,
        maxCollateralBps: 500,
        maxNotionalBps: 20_000,
        minLiquidationDistanceBps: 500,
        maxPriceAgeSec: 60,
        maxPriceDeviationBps: 200,
      },
    },
  },
  query: z.object({}),
  body: perpLimitsRequest.extend({ dryRun: dryRunField }),
  output: perpLimitsResponse,
  runsDry: true,
  handle: async ({ deps }, { body }) => {
    const limits = unwrap(perpLimitsOf(body));
    const { operator, vault, messageHash } = await requireOperatorOrAction(deps, body, ACTION);
    const { chainId } = body;
    const saved = await savePerpLimits.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      nowMs: deps.clock.nowMs(),
      ...{ operator, vault, chainId, limits, messageHash },
    });
    if (!saved.ok)
      throw AppError.fromRefusal(
        showActionMessage(deps, { name: ACTION, chainId, vault }, refusals[saved.code]),
      );
    return { ok: true as const, limits: saved.limits };
  },
});
