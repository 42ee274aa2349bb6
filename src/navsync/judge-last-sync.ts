import type { NavSync } from "../../schemas/nav-sync.ts";
import { NAV_SYNC_LIMITS } from "../../schemas/nav-sync-limits.ts";
import { bridgeReads } from "../bridge/bridge-reads.ts";
import type { DepositLook } from "../bridge/look-at-deposit.ts";
import { chainOf } from "../chain-of.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";

type LastSync = NonNullable<NavSync["lastSync"]>;

/**
 * Whether more may be sent after what was sent last, by what both chains say of it. `found`: nothing yet, it is on its way. Refuses with
 * bridge_not_arrived, which stops the sync, where nobody filled it in time, and with rpc_unavailable where its end is not known.
 */
export function judgeLastSync(
  { token }: Pick<NavSync, "token">,
  { amount, fromChainId, toChainId, hash, atMs }: LastSync,
  look: DepositLook,
  nowMs: number,
): Verdict<{ found?: string }> {
  const [from, to] = [chainOf(fromChainId).name, chainOf(toChainId).name];
  const what = `${amount} ${token} from ${from} to ${to}`;
  switch (look.kind) {
    case "arrived":
      return allow({});
    case "waiting":
      return allow({ found: `What was sent last is on its way: ${what}, ${look.secondsLeft} s left to arrive.` });
    case "refunded":
    case "expired":
      return refuse("bridge_not_arrived", textOf(look.kind, { what, from, escrow: look.deposit.escrow, hash }), {
        ...{ transactionHash: hash ?? null, escrow: look.deposit.escrow, chainId: fromChainId },
        ...(look.kind === "refunded" && { refundData: bridgeReads.refundVault(look.deposit.inputToken) }),
      });
    case "unread":
      return refuse(
        "rpc_unavailable",
        `Whether ${what} arrived is not known: ${chainOf(look.chainId).name} did not answer. Nothing was sent.`,
      );
    default:
      // A reorg took it out of its block, or the node keeps no receipts for so long.
      if (nowMs - atMs >= NAV_SYNC_LIMITS.dayMs) return allow({});
      return refuse(
        "rpc_unavailable",
        `Whether ${what} arrived is not known: ${from} does not show its transaction. Nothing was sent.`,
      );
  }
}

type Lost = { what: string; from: string; escrow: string; hash: string | undefined };

/** Short enough to stand in a sync's `lastError` whole. */
function textOf(kind: "refunded" | "expired", { what, from, escrow, hash }: Lost): string {
  const where =
    kind === "refunded"
      ? `Across has paid it back to the vault's escrow ${escrow} on ${from}; any wallet hands it on to the vault`
      : `Across pays it back to the vault's escrow ${escrow} on ${from} in some hours; then any wallet hands it on`;
  return `What was sent last did not arrive: ${what}. ${where}: verify_bridge_arrival with transactionHash ${hash} gives the transaction. The sync stops.`;
}
