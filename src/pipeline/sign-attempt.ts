import { zeroHash } from "viem";
import type { Attempt } from "../../schemas/attempt.ts";
import type { DelegationRecord } from "../../schemas/delegation-record.ts";
import type { ExecutionContext, Purpose } from "../kinds/execution-context.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import type { SignedTransaction } from "../wallet/agent-wallet.ts";
import { judgeSigning } from "../wallet/judge-signing.ts";
import { attemptIdOf } from "./attempt-id-of.ts";
import { noteCheck } from "./note-check.ts";
import type { PreparedCall } from "./prepared-call.ts";

export type SignedAttempt = { attempt: Attempt; signed: SignedTransaction };

/** Signs a prepared call at a nonce, in memory, as the attempt that is to be written down. A dry run judges whether it may, and signs nothing. */
export async function signAttempt(
  ctx: ExecutionContext,
  call: PreparedCall,
  purpose: Purpose,
  delegation: DelegationRecord,
  fees: { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint },
  nonce: number,
): Promise<Verdict<SignedAttempt>> {
  const transaction = { chainId: ctx.chainId, to: ctx.vault, data: call.data, nonce, gas: call.gasUnits, ...fees };
  const { vault, deps } = ctx;
  const { keyVersion } = delegation;
  const agent = await deps.wallet.address(vault, keyVersion);
  const judged = judgeSigning({ vault, keyVersion, agent, transaction, delegation });
  const allowed = noteCheck(ctx, "signing", judged, { instead: () => undefined });
  if (!allowed.ok) return allowed;
  const signed =
    ctx.dryRun === undefined ? await deps.wallet.sign(vault, keyVersion, transaction, delegation) : UNSIGNED;
  const attempt: Attempt = {
    id: attemptIdOf(ctx, purpose),
    vault: ctx.vault,
    chainId: ctx.chainId,
    agent: call.sender,
    keyVersion: delegation.keyVersion,
    // The operator who acts now, not the one who once confirmed the delegation: the resolver judges ownership and settings by it.
    operator: ctx.operator ?? delegation.operator,
    ...(purpose.kind === "scheduled" && { orderId: purpose.orderId, sliceNumber: purpose.sliceNumber }),
    nonce,
    to: ctx.vault,
    data: call.data,
    gas: call.gasUnits.toString(),
    ...(purpose.kind !== "scheduled" && ctx.bounds?.maxGasPrice && { maxGasPrice: ctx.bounds.maxGasPrice }),
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
  return allow({ attempt, signed });
}

/** In a dry run's attempt, which is judged and never written. */
const UNSIGNED: SignedTransaction = { hash: zeroHash, raw: "0x" };

/** What the 24-hour high has less by it once it is mined. */
const navShiftOf = ({ figures: { navShield } }: PreparedCall): Pick<Attempt, "navShift"> =>
  navShield?.basis === "unitaryValue" && navShield.stated !== undefined
    ? { navShift: { perUnit: navShield.stated.perUnit } }
    : {};
