import type { Attempt } from "../../schemas/attempt.ts";
import type { Deps } from "../deps.ts";
import { type GasFees, planFees } from "../fees/plan-fees.ts";
import { sendTransaction } from "../pipeline/send-transaction.ts";
import { fillNonce } from "../store/attempts/fill-nonce.ts";
import type { SignedTransaction } from "../wallet/agent-wallet.ts";
import type { AttemptObservation } from "./decide-attempt.ts";

type NonceGap = { nonce: number; observation: AttemptObservation; nextCheckInMs: number };

/**
 * Fills a gap below `above` with 0 wei from the agent to itself: an attempt of its own, recorded
 * before it is sent. Does nothing above the gas cap, or if the store sees no gap.
 */
export async function fillNonceGap(
  deps: Deps,
  above: Attempt,
  { nonce, observation, nextCheckInMs }: NonceGap,
): Promise<void> {
  const { chainId, vault, agent, keyVersion, operator } = above;
  if (observation.baseFeeWei === null) return;
  const fees = planFees({
    chainId,
    baseFeeWei: observation.baseFeeWei,
    suggestedTipWei: observation.tipWei,
  });
  if (!fees.ok) return;
  const signed = await signSelfTransfer(deps, above, nonce, fees.value);
  const nowMs = deps.clock.nowMs();
  const fill: Attempt = {
    id: `fill:${deps.newId()}`,
    vault,
    chainId,
    agent,
    keyVersion,
    operator,
    nonce,
    to: agent,
    data: "0x",
    gas: TRANSFER_GAS.toString(),
    maxFeePerGas: fees.value.maxFeePerGas.toString(),
    maxPriorityFeePerGas: fees.value.maxPriorityFeePerGas.toString(),
    hashes: [signed.hash],
    freeingHashes: [signed.hash],
    status: "sent",
    createdAt: nowMs,
    swap: null,
  };
  const written = await fillNonce.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs,
    attempt: fill,
    nextCheckMs: nowMs + nextCheckInMs,
  });
  if (!written.ok) return;
  deps.log("nonce_hole_filled", { agent, chainId, nonce, hash: signed.hash });
  await sendTransaction(deps.chain(chainId), signed.raw);
}

/**
 * Signs 0 wei from an attempt's agent to itself (docs/design.md, "Exactly once").
 * @throws Error when another wallet holds the attempt's nonce: its key must not sign here
 */
export async function signSelfTransfer(
  deps: Deps,
  attempt: Attempt,
  nonce: number,
  fees: GasFees,
): Promise<SignedTransaction> {
  const { agent, vault } = attempt;
  if ((await deps.wallet.address(vault, attempt.keyVersion)) !== agent) {
    throw new Error(`the wallet of attempt ${attempt.id} is not the one that holds its nonce`);
  }
  const transaction = {
    chainId: attempt.chainId,
    to: agent,
    data: "0x" as const,
    nonce,
    gas: TRANSFER_GAS,
    ...fees,
  };
  return deps.wallet.sign(vault, attempt.keyVersion, transaction, null);
}

/** Plain transfer (Ethereum yellow paper, G_transaction). */
export const TRANSFER_GAS = 21_000n;

/** A fill sends 0 wei of the agent to itself, never a vault's call. */
export const isFill = ({ to, agent }: Pick<Attempt, "to" | "agent">): boolean => to === agent;
