import type { Attempt } from "../../schemas/attempt.ts";
import type { NotificationOf } from "../../schemas/notification.ts";
import { chainOf } from "../chain-of.ts";

type Wallet = {
  /** Null where it was not read: then no alarm is raised. */
  balanceWei: bigint | null;
  /** Units that have to be paid for, at this fee for now. */
  gas: bigint;
  maxFeePerGas: bigint;
  /** What the chain takes beside the gas; null where that was not read. */
  l1FeeWei: bigint | null;
  nowMs: number;
};

/**
 * Where its wallet cannot pay for what its nonce needs next; undefined where it can. Sent once, and fees may rise until it is read:
 * `neededWei` is the gas at the chain's cap, and its L1 fee of now.
 */
export function coinAlarm(
  { id, vault, chainId, agent, operator }: Attempt,
  { balanceWei, gas, maxFeePerGas, l1FeeWei, nowMs }: Wallet,
): NotificationOf<"agent_needs_coin"> | undefined {
  const aside = l1FeeWei ?? 0n;
  if (balanceWei === null || balanceWei >= gas * maxFeePerGas + aside) return undefined;
  const highestFeeWei = chainOf(chainId).gasCap.maxFeeWei;
  return {
    kind: "agent_needs_coin",
    id: `${id}:agent_needs_coin`,
    vault,
    chainId,
    operator,
    createdAt: nowMs,
    agent: agent,
    balanceWei: balanceWei.toString(),
    neededWei: (gas * highestFeeWei + aside).toString(),
  };
}
