import type { Address } from "viem";
import { checkCall } from "../calldata/check-call.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import type { CallPlan } from "../kinds/plan.ts";
import type { CallRule } from "../kinds/protocol.ts";
import type { VaultCall } from "../kinds/vault-call.ts";
import { sameAddress } from "../lib/normalize-address.ts";
import { allow, type Refusal, refuse, type Verdict } from "../lib/verdict.ts";
import { DEADLINE_SEC } from "./attempt-limits.ts";
import { type CallKind, readCall } from "./read-call.ts";

/** A planned call with its decoded bytes and their rule. */
export type JudgedCall = {
  kind: "call";
  plan: CallPlan;
  call: VaultCall;
  rule: CallRule;
  ownerOnly: boolean;
  deadlineSec: number | undefined;
};

/**
 * The calldata alone counts: it means the plan, its kind may be planned, and all it pays out stays
 * in the vault.
 */
export async function judgeCall(
  ctx: ExecutionContext,
  plan: CallPlan,
): Promise<Verdict<JudgedCall>> {
  const { vault } = ctx;
  const { wrappedNative } = ctx.deps.chain(ctx.chainId).addresses;
  const { call, kind } = await readCall(ctx.deps, plan.data, {
    vault,
    wrappedNative,
    routerVersion: plan.routerVersion ?? "2.0",
  });
  const meant = checkCall(call, plan.expected);
  if (!meant.ok) return meant;
  if (kind === undefined)
    return refuse(
      "calldata_rejected",
      `A call of the kind ${call.kind} is never built this way. Nothing was sent.`,
      {
        kind: call.kind,
      },
    );
  const { rule, sender } = kind;
  const stranger = rule.recipients(call).find((recipient) => !sameAddress(recipient, vault));
  if (stranger !== undefined)
    return refuse(
      "calldata_rejected",
      "The call pays out to another account than the vault. Nothing was sent.",
      {
        field: fieldOf(call, stranger),
        expected: vault,
        actual: stranger,
      },
    );
  const refusal = refusalOfChain(ctx, kind) ?? rule.refusal?.(call, ctx);
  if (refusal !== undefined) return refusal;
  const deadline = judgeDeadline(ctx, rule.deadlineSec?.(call));
  return deadline.ok
    ? allow({
        kind: "call",
        plan,
        call,
        rule,
        ownerOnly: sender === "owner",
        deadlineSec: deadline.value,
      })
    : deadline;
}

function refusalOfChain(
  { chainId }: ExecutionContext,
  { protocol: { chains } }: CallKind,
): Refusal | undefined {
  if (chains === "all" || chains.ids.includes(chainId)) return undefined;
  return refuse(
    "calldata_rejected",
    `${chains.calls} are made on chain ${chains.ids.join(" and ")} alone. Nothing was built.`,
  );
}

const ACCOUNTS = ["recipient", "depositor", "sweptTo"];

function fieldOf(call: VaultCall, account: Address): string {
  const fields = new Map<string, unknown>(Object.entries(call));
  return ACCOUNTS.find((name) => fields.get(name) === account) ?? "recipient";
}

function judgeDeadline(
  ctx: ExecutionContext,
  deadlineSec: bigint | undefined,
): Verdict<number | undefined> {
  if (deadlineSec === undefined) return allow(undefined);
  const nowSec = Math.floor(ctx.deps.clock.nowMs() / 1_000);
  const latestSec = nowSec + DEADLINE_SEC[ctx.executionMode];
  // Safe: at most latestSec.
  if (deadlineSec >= BigInt(nowSec) && deadlineSec <= BigInt(latestSec))
    return allow(Number(deadlineSec));
  return refuse(
    "deadline_passed",
    "The time in which this transaction may be mined has passed. Ask for it again.",
    {
      deadlineSec: deadlineSec.toString(),
      earliestSec: nowSec,
      latestSec,
    },
  );
}
