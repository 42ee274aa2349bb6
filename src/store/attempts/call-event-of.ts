import { formatUnits } from "viem";
import type { VaultEvent } from "../../../schemas/vault-event.ts";
import type { FinalAttempt } from "./final-attempt.ts";

type CallEvent = Omit<Extract<VaultEvent, { type: "call" }>, "timestamp">;

/**
 * What a call that belongs to no order is among its vault's events. Undefined for an order's (its slice is the event), for what was
 * never sent, and for what only fills a gap in the agent's nonces.
 */
export function callEventOf(record: FinalAttempt["record"]): CallEvent | undefined {
  const { status, chainId, hashes, mined, swap, amounts, error } = record;
  if (status === "never_sent" || record.orderId !== undefined || record.to === record.agent) return undefined;
  const hash = mined?.hash ?? record.minedHash ?? hashes.at(-1);
  if (hash === undefined) return undefined;
  return {
    ...{ type: "call", chainId, status, hash },
    ...(swap !== null &&
      amounts !== undefined && {
        sold: `${formatUnits(BigInt(amounts.soldBase), swap.decimalsIn)} ${swap.symbolIn}`,
        bought: `${formatUnits(BigInt(amounts.boughtBase), swap.decimalsOut)} ${swap.symbolOut}`,
      }),
    ...(error !== undefined && { error }),
  };
}
