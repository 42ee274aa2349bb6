import type { DryRunCheckName } from "../../schemas/dry-run-checks.ts";
import type { ErrorCode } from "../../schemas/error-codes.ts";
import { planFees } from "../fees/plan-fees.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { judgeSigning } from "../wallet/judge-signing.ts";
import type { CallCheck } from "./check-facts.ts";
import { defineCheck, passed } from "./define-check.ts";
import { notDelegated } from "./vault-frozen.ts";

type Point = { name: DryRunCheckName; codes: readonly ErrorCode[] };
const QUEUE: Point = { name: "wallet_queue", codes: [] };
/**
 * Points of the script that writes an intent, in its order, with their codes; the wallet's queue
 * has all others.
 */
const POINTS: readonly Point[] = [
  { name: "frozen", codes: ["vault_frozen"] },
  { name: "delegation_record", codes: ["delegation_disabled", "not_delegated", "agent_mismatch"] },
  { name: "limits", codes: ["limit_exceeded"] },
  QUEUE,
  { name: "loss_budget", codes: ["loss_budget_exceeded"] },
];

/** The script's answer by points; those behind the refusing one were not judged. */
export const CHECKS_WRITTEN: readonly CallCheck[] = POINTS.map((point, index) =>
  defineCheck({
    ...{ name: point.name, stage: "written" },
    appliesTo: ({ intentWritten }) =>
      intentWritten !== undefined && index <= judgedUpTo(intentWritten),
    needs: ["intentWritten"],
    judge: ({ intentWritten: answered }) =>
      answered.ok || index < judgedUpTo(answered) ? allow({}) : answered,
  }),
);

function judgedUpTo(answered: Verdict<unknown>): number {
  if (answered.ok) return POINTS.length;
  return POINTS.indexOf(POINTS.find(({ codes }) => codes.includes(answered.code)) ?? QUEUE);
}

const stage = "signed";

/** Checks before signing. */
export const CHECKS_SIGNED: readonly CallCheck[] = [
  defineCheck({
    ...{ name: "delegation_record", stage },
    needs: ["call", "recorded"],
    judge: ({ call: { sender, data }, recorded }) =>
      recorded === null ? notDelegated(sender, data) : allow({ gives: { delegation: recorded } }),
  }),
  defineCheck({
    ...{ name: "gas_fees", stage },
    needs: ["ctx", "call"],
    judge: ({ ctx: { chainId }, call: { facts } }) => {
      const fees = planFees({
        chainId,
        baseFeeWei: facts.block.baseFeePerGas,
        suggestedTipWei: facts.tipWei,
      });
      if (!fees.ok) return fees;
      const { maxFeePerGas, maxPriorityFeePerGas } = fees.value;
      const figures = {
        maxFeePerGas: String(maxFeePerGas),
        maxPriorityFeePerGas: String(maxPriorityFeePerGas),
      };
      return allow({ figures, gives: { fees: fees.value } });
    },
  }),
  defineCheck({
    ...{ name: "signing", stage },
    needs: ["ctx", "call", "delegation", "signer", "fees", "nonce"],
    judge: ({ ctx: { vault, chainId }, call, delegation, signer: agent, fees, nonce }) => {
      const transaction = {
        chainId,
        to: vault,
        data: call.data,
        nonce,
        gas: call.gasUnits,
        ...fees,
      };
      return passed(
        judgeSigning({ vault, keyVersion: delegation.keyVersion, agent, transaction, delegation }),
      );
    },
  }),
];

/** The loss budget's answer to a larger loss of the last look. */
export const CHECKS_HELD: readonly CallCheck[] = [
  defineCheck({
    ...{ name: "loss_budget_now", stage: "held" },
    appliesTo: ({ raised }) => raised !== undefined,
    needs: ["raised"],
    judge: ({ raised: { budget } }) => passed(budget),
  }),
];

/** Claims before signing. */
export const CHECKS_CLAIMED: readonly CallCheck[] = [
  defineCheck({
    ...{ name: "oracle_swap_hour", stage: "claimed" },
    needs: ["hour"],
    judge: ({ hour }) => passed(hour),
  }),
];
