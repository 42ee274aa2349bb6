import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import { type AuditContent, auditContent } from "../../schemas/vaults/audit-content.ts";
import type { Deps } from "../deps.ts";
import { TRADE_LOG_PAGE, type TradeLog } from "../store/audit/lua-trade-log.ts";
import { readTradeLog } from "../store/audit/read-trade-log.ts";

/** Whose trades, on which chain. */
export type VaultOnChain = { chainId: ChainId; vault: Address };
/** A swap that was signed for a vault, by its audit log. Base units; what is absent is not known. */
export type Trade = {
  /** Of the entry that opened it. */
  n: number;
  atMs: number;
  orderId?: number;
  sliceNumber?: number;
  venue: string;
  tokenIn: Address;
  tokenOut: Address;
  /** The transaction that ended it, else the last one that was signed for it. */
  hash: string;
  status: Extract<AuditContent, { kind: "attempt_ended" }>["status"] | "open";
  blockNumber?: string | undefined;
  /** By the receipt. */
  soldBase?: bigint | undefined;
  boughtBase?: bigint | undefined;
  /** Its receipt does not show both amounts. */
  isEstimated?: boolean;
  /** Paid by the agent wallet: gas used, and wei with the L1 fee. */
  gas?: { units: bigint; wei: bigint } | undefined;
  /** What the coin was worth in the base token before it was sent; null: the oracle did not say. */
  coin?: { wei: bigint; valueBase: bigint; block: string } | null | undefined;
};
/** Oldest first. `isAll`: nothing of the log is gone. */
export type Trades = { trades: Trade[]; isAll: boolean };

/**
 * All that is kept of a vault's swaps. One read, and where the log is longer than one takes, the
 * rest of it at once. The caller asks who may see them.
 * @throws store_unavailable
 */
export async function readTrades(deps: Deps, of: VaultOnChain, known?: TradeLog): Promise<Trades> {
  const read = (from?: number) =>
    readTradeLog.run(deps.redis, deps.keys, {
      ...{ nowMs: deps.clock.nowMs(), chainId: of.chainId, vault: of.vault },
      ...(from !== undefined && { from }),
    });
  const newest = known ?? (await read());
  const starts: number[] = [];
  for (let from = newest.first; from < newest.from; from += TRADE_LOG_PAGE) starts.push(from);
  const older = await Promise.all(starts.map(read));
  // Parts may overlap where they meet, and one that grew meanwhile.
  const entries = new Map(
    [...older, newest].flatMap((part) => part.entries).map((entry) => [entry.n, entry]),
  );
  const byAttempt = new Map<string, Trade>();
  for (const { n, at, content } of [...entries.values()].sort((a, b) => a.n - b.n))
    note(byAttempt, { n, atMs: at }, contentOf(content));
  return { trades: [...byAttempt.values()], isAll: newest.first <= 1 };
}

type Opened = Extract<AuditContent, { kind: "attempt_opened" }>;
type Ended = Extract<AuditContent, { kind: "attempt_ended" }>;

function note(
  byAttempt: Map<string, Trade>,
  when: Pick<Trade, "n" | "atMs">,
  entry: AuditContent | undefined,
): void {
  if (entry?.kind === "attempt_opened" && entry.swap !== undefined)
    byAttempt.set(entry.attempt, { ...when, ...openedOf(entry, entry.swap) });
  if (entry === undefined || !("attempt" in entry) || entry.attempt === undefined) return;
  const trade = byAttempt.get(entry.attempt);
  if (trade === undefined) return;
  if (entry.kind === "replacement_signed") trade.hash = entry.hash;
  // What the chain took back is as unknown as what was never seen.
  if (entry.kind === "deep_reorg") Object.assign(trade, UNKNOWN);
  if (entry.kind === "attempt_ended") Object.assign(trade, endedOf(entry));
}

function openedOf({ orderId, sliceNumber, hash }: Opened, swap: NonNullable<Opened["swap"]>) {
  const { venue, tokenIn, tokenOut, market } = swap;
  const coin = market?.coinWorth;
  return {
    ...{ hash, status: "open" as const, venue, tokenIn, tokenOut },
    ...(orderId !== undefined && { orderId }),
    ...(sliceNumber !== undefined && { sliceNumber }),
    coin: coin && {
      ...{ wei: BigInt(coin.wei), valueBase: BigInt(coin.valueBase) },
      block: market?.blockNumber ?? "",
    },
  };
}

function endedOf({ status, mined, estimated, soldBase, boughtBase, ...rest }: Ended) {
  const known = (amount: string | undefined) =>
    amount === undefined || estimated === true ? undefined : BigInt(amount);
  return {
    status,
    blockNumber: rest.blockNumber,
    isEstimated: estimated === true,
    soldBase: known(soldBase),
    boughtBase: known(boughtBase),
    ...(mined !== undefined && {
      hash: mined.hash,
      gas: { units: BigInt(mined.gasUsed), wei: BigInt(mined.gasCostWei) },
    }),
  };
}

const UNKNOWN = {
  ...{ status: "open", isEstimated: false },
  ...{ soldBase: undefined, boughtBase: undefined, gas: undefined, blockNumber: undefined },
};

/** undefined: written by another version. */
function contentOf(text: string): AuditContent | undefined {
  try {
    return auditContent.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
