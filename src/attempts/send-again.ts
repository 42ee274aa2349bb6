import type { Attempt } from "../../schemas/attempt.ts";
import type { DelegationRecord } from "../../schemas/delegation-record.ts";
import type { Deps } from "../deps.ts";
import { bumpFees, feesOf, type GasFees, wireFees } from "../fees/plan-fees.ts";
import { parseGwei } from "../lib/parse-units.ts";
import { sendTransaction } from "../pipeline/send-transaction.ts";
import { markAttempt } from "../store/attempts/mark-attempt.ts";
import { judgeSigning } from "../wallet/judge-signing.ts";
import type { AttemptObservation } from "./decide-attempt.ts";

type Step = {
  leaseToken: number;
  nextCheckInMs: number;
  fees: GasFees;
  delegation: DelegationRecord | null;
  /** Since something was last signed at this nonce. */
  waitedMs: number;
};

/**
 * Sends the same call at its own nonce after `maySendAgain`. A new hash is recorded first; the
 * nonce admits one of them. That script checks the store again, so a cancel or revocation meanwhile
 * holds. False: refused there or by the signer, or the lease ended.
 */
export async function sendAgain(deps: Deps, attempt: Attempt, step: Step): Promise<boolean> {
  const { leaseToken, nextCheckInMs, fees, delegation, waitedMs } = step;
  const transaction = {
    chainId: attempt.chainId,
    to: attempt.to,
    data: attempt.data,
    nonce: attempt.nonce,
    gas: BigInt(attempt.gas),
    ...fees,
  };
  const { keyVersion, vault } = attempt;
  const agent = await deps.wallet.address(vault, keyVersion);
  // New bytes are a second transaction only at another wallet's nonce.
  if (
    agent !== attempt.agent ||
    !judgeSigning({ vault, keyVersion, agent, transaction, delegation }).ok
  )
    return false;
  const { hash, raw } = await deps.wallet.sign(vault, keyVersion, transaction, delegation);
  const isKnown = attempt.hashes.includes(hash);
  const isRaised = fees.maxFeePerGas > BigInt(attempt.maxFeePerGas);
  const nowMs = deps.clock.nowMs();
  const mark = {
    requestId: deps.newId(),
    nowMs,
    attemptId: attempt.id,
    grant: attempt.grant,
    leaseToken,
  };
  const nextCheckMs = nowMs + nextCheckInMs;
  if (!isKnown && !isRaised && !maySignAnew(attempt, waitedMs)) {
    await markAttempt.run(deps.redis, deps.keys, { ...mark, nextCheckMs });
    return true;
  }
  const marked = await markAttempt.run(deps.redis, deps.keys, {
    ...mark,
    nextCheckMs,
    forSend: true,
    ...(!isKnown && { addHash: hash, fees: wireFees(fees) }),
  });
  if (marked.ok) await sendTransaction(deps.chain(attempt.chainId), raw);
  return marked.ok;
}

const AT_ONCE = 4;
const EVERY_MS = 3_600_000;

/**
 * Limits new signatures at unchanged fees: four at once, then one an hour. A signer that never
 * repeats itself would add one to record and look for at each look.
 */
export const maySignAnew = ({ hashes, freeingHashes }: Attempt, waitedMs: number): boolean =>
  hashes.length + freeingHashes.length <= AT_ONCE || waitedMs >= EVERY_MS;

/**
 * Raises both fees by at least 10% above all that was signed, and to the market. Above the chain's
 * cap or the order's (`maxGasPrice`, gwei) they stay, and nothing new is signed (decision D28).
 */
export function raisedFees(
  attempt: Attempt,
  { baseFeeWei, tipWei }: AttemptObservation,
  maxGasPrice?: string,
): GasFees {
  const previous = feesOf(attempt);
  const bumped = bumpFees({
    chainId: attempt.chainId,
    baseFeeWei: baseFeeWei ?? 0n,
    suggestedTipWei: tipWei,
    previous,
  });
  const mostGwei = maxGasPrice ?? attempt.maxGasPrice;
  const most = mostGwei === undefined ? undefined : parseGwei(mostGwei);
  const isWithin =
    most === undefined || (most.ok && bumped.ok && bumped.value.maxFeePerGas <= most.value);
  return bumped.ok && isWithin ? bumped.value : previous;
}
