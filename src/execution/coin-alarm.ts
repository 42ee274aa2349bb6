import type { Address } from "viem";
import type { Attempt } from "../../schemas/attempt.ts";
import type { NotificationOf } from "../../schemas/notification.ts";
import { GAS_CAPS } from "../safety/gas-caps.ts";

type Wallet = {
  /** Null where it was not read: then nobody is told anything of it. */
  balanceWei: bigint | null;
  /** Units that have to be paid for, at this fee for now. */
  gas: bigint;
  maxFeePerGas: bigint;
  nowMs: number;
};

/**
 * What the operator is told where an attempt's wallet cannot pay for what its nonce needs next; undefined where it can. He
 * is told once, and fees may rise until he reads it: `neededWei` is the most it can ever cost, at the chain's gas cap.
 */
export function coinAlarm(
  { id, vault, chainId, agent, operator }: Attempt,
  { balanceWei, gas, maxFeePerGas, nowMs }: Wallet,
): NotificationOf<"agent_needs_coin"> | undefined {
  if (balanceWei === null || balanceWei >= gas * maxFeePerGas) return undefined;
  const highestFeeWei = GAS_CAPS.get(chainId)?.maxFeeWei ?? maxFeePerGas;
  return {
    kind: "agent_needs_coin",
    id: `${id}:agent_needs_coin`,
    vault,
    chainId,
    operator,
    createdAt: nowMs,
    agent: agent as Address,
    balanceWei: balanceWei.toString(),
    neededWei: (gas * highestFeeWei).toString(),
  };
}
