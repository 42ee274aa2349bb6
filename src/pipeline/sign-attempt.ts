import type { Attempt } from "../../schemas/attempt.ts";
import type { DelegationRecord } from "../../schemas/delegation-record.ts";
import type { GasFees } from "../fees/plan-fees.ts";
import type { ExecutionContext, Purpose } from "../kinds/execution-context.ts";
import type { SignedTransaction } from "../wallet/agent-wallet.ts";
import type { PreparedCall } from "./prepared-call.ts";

export type SignedAttempt = { attempt: Attempt; signed: SignedTransaction };

type Means = { delegation: DelegationRecord; fees: GasFees; nonce: number };

/** Signs in memory. */
export async function signAttempt(
  ctx: ExecutionContext,
  call: PreparedCall,
  purpose: Purpose,
  { delegation, fees, nonce }: Means,
): Promise<SignedAttempt> {
  const transaction = {
    chainId: ctx.chainId,
    to: ctx.vault,
    data: call.data,
    nonce,
    gas: call.gasUnits,
    ...fees,
  };
  const signed = await ctx.deps.wallet.sign(
    ctx.vault,
    delegation.keyVersion,
    transaction,
    delegation,
  );
  const attempt: Attempt = {
    id: attemptIdOf(ctx, purpose),
    vault: ctx.vault,
    chainId: ctx.chainId,
    agent: call.sender,
    keyVersion: delegation.keyVersion,
    // The acting operator, not the one who confirmed the delegation: the resolver judges by it.
    operator: ctx.operator ?? delegation.operator,
    ...(ctx.grant !== undefined && { grant: ctx.grant.id }),
    ...(purpose.kind === "scheduled" && {
      orderId: purpose.orderId,
      sliceNumber: purpose.sliceNumber,
    }),
    nonce,
    to: ctx.vault,
    data: call.data,
    gas: call.gasUnits.toString(),
    ...(purpose.kind !== "scheduled" &&
      ctx.bounds?.maxGasPrice && { maxGasPrice: ctx.bounds.maxGasPrice }),
    ...(call.l1FeeWei !== null && call.l1FeeWei > 0n && { l1FeeWei: call.l1FeeWei.toString() }),
    maxFeePerGas: fees.maxFeePerGas.toString(),
    maxPriorityFeePerGas: fees.maxPriorityFeePerGas.toString(),
    hashes: [signed.hash],
    freeingHashes: [],
    status: "prepared",
    createdAt: ctx.deps.clock.nowMs(),
    ...(call.deadlineSec !== undefined && { deadlineSec: call.deadlineSec }),
    swap: call.swap,
    ...navShiftOf(call),
    ...(call.follow !== undefined && { follow: call.follow }),
  };
  return { attempt, signed };
}

const navShiftOf = ({ figures: { navShield } }: PreparedCall): Pick<Attempt, "navShift"> =>
  navShield?.basis === "unitaryValue" && navShield.stated !== undefined
    ? { navShift: { perUnit: navShield.stated.perUnit } }
    : {};

function attemptIdOf({ requestId }: Pick<ExecutionContext, "requestId">, purpose: Purpose): string {
  if (purpose.kind === "scheduled") return purpose.attemptId;
  return purpose.kind === "operation" ? `operation:${purpose.operationId}` : `call:${requestId}`;
}
