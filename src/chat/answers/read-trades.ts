import type { Address } from "viem";
import { type AuditContent, auditContent } from "../../../schemas/audit-content.ts";
import type { Deps } from "../../deps.ts";
import { readAudit } from "../../store/audit/read-audit.ts";
import type { PairedVault } from "../../store/pairing/load-pairing.ts";

/** Which vault an answer is about. */
export type VaultOfAnswer = Pick<PairedVault, "chainId" | "vault">;
/** By the vault's audit log. Base units; amounts are the receipt's, else absent. */
export type Trade = {
  atMs: number;
  orderId?: number;
  sliceNumber?: number;
  venue: string;
  tokenIn: Address;
  tokenOut: Address;
  /** The last one that was signed for it. */
  hash: string;
  status: Extract<AuditContent, { kind: "attempt_ended" }>["status"] | "open";
  soldBase?: bigint | undefined;
  boughtBase?: bigint | undefined;
};
/** `isAll`: what was looked at is all that there is. */
type Trades = { trades: Trade[]; isAll: boolean };

const ENTRIES_AT_ONCE = 500;

/**
 * Among the newest `most` entries of a vault's log on its chain, oldest first: one read of its
 * head, and one a page. The caller asks who may see them.
 * @throws store_unavailable
 */
export async function readTrades(
  deps: Deps,
  { chainId, vault }: VaultOfAnswer,
  most: number,
): Promise<Trades> {
  const read = (from: number | null, limit: number) =>
    readAudit.run(deps.redis, deps.keys, {
      nowMs: deps.clock.nowMs(),
      chainId,
      vault,
      from,
      limit,
    });
  const { n, first } = await read(null, 1);
  const start = Math.max(first, n - most + 1);
  const byAttempt = new Map<string, Trade>();
  for (let from = start; from <= n; from += ENTRIES_AT_ONCE) {
    const { entries } = await read(from, ENTRIES_AT_ONCE);
    for (const { at, content } of entries) note(byAttempt, at, contentOf(content));
  }
  return { trades: [...byAttempt.values()], isAll: start <= 1 };
}

function note(byAttempt: Map<string, Trade>, atMs: number, entry: AuditContent | undefined): void {
  if (entry?.kind === "attempt_opened" && entry.swap !== undefined) {
    const { orderId, sliceNumber, hash, swap } = entry;
    byAttempt.set(entry.attempt, {
      ...{
        atMs,
        hash,
        status: "open",
        venue: swap.venue,
        tokenIn: swap.tokenIn,
        tokenOut: swap.tokenOut,
      },
      ...(orderId !== undefined && { orderId }),
      ...(sliceNumber !== undefined && { sliceNumber }),
    });
  }
  if (entry === undefined || !("attempt" in entry) || entry.attempt === undefined) return;
  const trade = byAttempt.get(entry.attempt);
  if (trade === undefined) return;
  if (entry.kind === "replacement_signed") trade.hash = entry.hash;
  // What the chain took back is as unknown as what was never seen.
  if (entry.kind === "deep_reorg")
    Object.assign(trade, { status: "open", soldBase: undefined, boughtBase: undefined });
  if (entry.kind !== "attempt_ended") return;
  trade.status = entry.status;
  if (entry.soldBase !== undefined) trade.soldBase = BigInt(entry.soldBase);
  if (entry.boughtBase !== undefined) trade.boughtBase = BigInt(entry.boughtBase);
}

/** undefined: written by another version. */
function contentOf(text: string): AuditContent | undefined {
  try {
    return auditContent.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
