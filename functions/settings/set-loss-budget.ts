import * as z from "zod";
import { dryRunField } from "../../schemas/dry-run-field.ts";
import { EXAMPLES } from "../../schemas/examples.ts";
import { lossBudgetRequest, settingsResponse } from "../../schemas/settings.ts";
import { SYNC_LIMITS } from "../../schemas/sync-limits.ts";
import { showActionMessage } from "../../src/auth/identify-action.ts";
import { requireOperatorOrAction } from "../../src/auth/require-operator.ts";
import { AppError, unwrap } from "../../src/errors.ts";
import { refuse } from "../../src/lib/verdict.ts";
import { defineRoute } from "../../src/route.ts";
import { formatBps } from "../../src/settings/format-bps.ts";
import { lossBudgetOf } from "../../src/settings/loss-budget-of.ts";
import { saveLossBudget } from "../../src/store/vaults/save-loss-budget.ts";

const ACTION = "loosen_loss_budget";
const refusals = {
  fresh_signature_needed: refuse(
    "auth_required",
    "This loosens the loss budget of this one vault, so it needs a signature made for it.",
  ),
  signature_used: refuse(
    "auth_signature_used",
    "This signature was used already, and is good for once.",
  ),
};

/**
 * The rolling loss budget (decision D25). Tightened by every operator signature, loosened only by
 * one made for it.
 */
export const setLossBudget = defineRoute({
  method: "POST",
  path: "/api/settings/loss-budget",
  price: "free",
  operationId: "setLossBudget",
  summary: "Set the loss budget",
  description:
    "What executed calls may cost the vault per unit, added up over 24 hours and over 7 " +
    "days, and what syncs may take of its value to other chains: of the named vault on the " +
    "named chain, and of no other one of its operator. Raising any of these, also by reset, " +
    "needs a signature made for this alone: the operator message with its `Timestamp` line " +
    "and, below it, `Action: loosen_loss_budget <chainId> <vault>`, at most 5 minutes old " +
    "and used once. A 401 shows the exact text.",
  tags: ["Settings"],
  auth: "operator",
  leastScope: "owner",
  signedAction: ACTION,
  isActionOptional: true,
  examples: {
    body: { ...EXAMPLES.auth, day: "5", week: "8" },
    response: {
      ok: true,
      message:
        `The loss budget of vault ${EXAMPLES.auth.vaultAddress} on chain ` +
        `${EXAMPLES.auth.chainId} is now 5% (500 bps) in 24 hours and 8% (800 bps) in 7 ` +
        "days. Its syncs may take 10% (1000 bps) of its value there in 24 hours and 20% " +
        "(2000 bps) in 7 days. Other vaults keep theirs.",
    },
  },
  query: z.object({}),
  body: lossBudgetRequest.extend({ dryRun: dryRunField }),
  output: settingsResponse,
  runsDry: true,
  handle: async ({ deps }, { body }) => {
    const limits = unwrap(lossBudgetOf(body));
    const { operator, vault, messageHash } = await requireOperatorOrAction(deps, body, ACTION);
    const { chainId } = body;
    const saved = await saveLossBudget.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      nowMs: deps.clock.nowMs(),
      ...{ operator, vault, chainId, limits, messageHash },
    });
    if (!saved.ok)
      throw AppError.fromRefusal(
        showActionMessage(deps, { name: ACTION, chainId, vault }, refusals[saved.code]),
      );
    const message =
      `The loss budget of vault ${vault} on chain ${chainId} is now ` +
      `${formatBps(saved.dayBps)} in 24 hours and ${formatBps(saved.weekBps)} in 7 days. Its ` +
      `syncs may take ${formatBps(saved.syncBps)} of its value there in 24 hours and ` +
      `${formatBps(saved.syncBps * SYNC_LIMITS.weekTimesDay)} in 7 days. Other vaults keep ` +
      "theirs.";
    return { ok: true as const, message };
  },
});
