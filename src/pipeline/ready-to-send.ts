import type { Hex } from "viem";
import type { Attempt } from "../../schemas/attempt.ts";
import type { DelegationRecord } from "../../schemas/delegation-record.ts";
import type { GasFees } from "../fees/plan-fees.ts";
import type { ExecutionContext, Purpose } from "../kinds/execution-context.ts";
import type { Intent } from "../kinds/execution-outcome.ts";
import type { Refusal } from "../lib/verdict.ts";
import { selectorsOnChain } from "./agent-of.ts";
import type { CheckFacts } from "./check-facts.ts";
import { raiseHeldLoss } from "./held-loss.ts";
import type { BroadcastFacts, PreparedCall } from "./prepared-call.ts";
import { readNavEffect } from "./read-nav-effect.ts";
import { checksOfStage, firstRefusal, runChecks } from "./run-checks.ts";
import { signAttempt } from "./sign-attempt.ts";
import { type PreBroadcastCheck, simulateAtBroadcast } from "./simulate-at-broadcast.ts";
import { writeIntent } from "./write-intent.ts";

type Ready =
  | { ok: true; raw: Hex; intent: Intent }
  | { ok: false; refusal: Refusal; intent?: Intent };

/**
 * Steps 2 to 4 of docs/design.md, "Exactly once": signs in memory, writes the intent beside the
 * last look, judges that. Once written, every ending names its attempt.
 */
export async function readyToSend(
  ctx: ExecutionContext,
  call: PreparedCall,
  purpose: Purpose,
): Promise<Ready> {
  const { delegation: recorded, nonceQueue } = await ctx.stored();
  const nonce = nextNonce(call.senderNonce, nonceQueue);
  const signer = recorded && (await ctx.deps.wallet.address(ctx.vault, recorded.keyVersion));
  const facts: Partial<CheckFacts> = { ctx, call, recorded, nonce, ...(signer && { signer }) };
  const signable = await runChecks(ctx, "signed", facts);
  if (!signable.ok) return { ok: false, refusal: signable };
  const { delegation, fees } = facts;
  if (delegation === undefined || fees === undefined)
    return { ok: false, refusal: firstRefusal(signable) };

  // A failed load after signing would leave an intent behind.
  await Promise.all(
    (["written", "now", "held"] as const).map((stage) => checksOfStage(ctx.deps.tables, stage)),
  );
  const sign = (at: number) => signAttempt(ctx, call, purpose, { delegation, fees, nonce: at });
  const first = await sign(nonce);
  const chain = ctx.deps.chain(ctx.chainId);
  const { sender: agent, data, gasUnits: gas } = call;
  const effectNow = readNavEffect(chain, ctx.vault, call.move, undefined, call.prices);
  const lookedAt = simulateAtBroadcast(chain, {
    vault: ctx.vault,
    owner: call.facts.owner,
    agent,
    data,
    gas,
  });
  const { signed, written } = await writeIntent(ctx, call, purpose, first, sign);
  facts.intentWritten = written;
  const kept = await runChecks(ctx, "written", facts);
  const [look, effectNowRead, rechecked] = await Promise.all([
    ...([lookedAt, effectNow] as const),
    call.recheck?.(first.attempt.id),
  ]);
  if (!kept.ok) return { ok: false, refusal: kept };

  // Unwritten, nothing is sent: judged as if the wallet had nothing else open.
  const reservedWei = written.ok ? written.value.reservedWei : 0n;
  Object.assign(facts, {
    ...{ look, rechecked, effectNowRead },
    broadcast: await broadcastFacts(ctx, call, { look, reservedWei, delegation, fees }),
  } satisfies Partial<CheckFacts>);
  const judged = await runChecks(ctx, "now", facts);
  const { navNow } = facts;
  if (judged.ok && navNow != null && call.loss !== undefined) {
    const { lossPpb: heldPpb, isExit } = call.loss;
    const found = { heldPpb, isExit, nav: navNow, before: look.before };
    facts.raised = await raiseHeldLoss(ctx.deps, signed.attempt, found);
  }
  const held = judged.ok ? await runChecks(ctx, "held", facts) : judged;
  if (!written.ok) return { ok: false, refusal: written };
  const { intent } = written.value;
  const allowed = held.ok ? (facts.raised?.open ?? held) : held;
  return allowed.ok
    ? { ok: true, raw: signed.signed.raw, intent }
    : { ok: false, refusal: allowed, intent: neverSent(intent, allowed.message) };
}

type Now = {
  look: PreBroadcastCheck;
  reservedWei: bigint;
  delegation: DelegationRecord;
  fees: GasFees;
};

const broadcastFacts = async (
  ctx: ExecutionContext,
  call: PreparedCall,
  { look, reservedWei, delegation, fees }: Now,
): Promise<BroadcastFacts> => ({
  vault: ctx.vault,
  transaction: {
    chainId: ctx.chainId,
    from: call.sender,
    to: ctx.vault,
    data: call.data,
    valueWei: 0n,
    gas: call.gasUnits,
    ...fees,
  },
  delegation,
  agent: await ctx.deps.wallet.address(ctx.vault, delegation.keyVersion),
  onChainSelectors: selectorsOnChain(look.agentSelectors),
  simulation: look.alone,
  agentBalanceWei: look.agentBalanceWei.ok ? look.agentBalanceWei.value : null,
  reservedWei,
  l1FeeWei: look.l1FeeWei,
});

const neverSent = ({ attempt, ...intent }: Intent, error: string): Intent => ({
  ...intent,
  attempt: {
    ...attempt,
    status: "never_sent" satisfies Attempt["status"],
    error: error.slice(0, 400),
  },
});

const nextNonce = (
  chainNonce: number,
  nonceQueue: { highestConfirmed: number | null; highestOpen: number | null } | null,
) =>
  Math.max(
    chainNonce,
    (nonceQueue?.highestConfirmed ?? -1) + 1,
    (nonceQueue?.highestOpen ?? -1) + 1,
  );
