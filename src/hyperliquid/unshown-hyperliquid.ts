import { decodeHyperliquidCall, type HyperliquidCall } from "../calldata/hyperliquid-call.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import type { UnknownCall } from "../kinds/vault-call.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { listUnshownPerps, type UnshownPerp } from "../store/attempts/list-unshown-perps.ts";
import { type Unshown, unshownOf } from "../vaults/unshown-of.ts";
import { orderPlacing } from "../venues/look-up-hyperliquid-order.ts";
import { hyperliquidApi } from "./hyperliquid-api.ts";
import { notionalBase } from "./round-price.ts";

/** USDC with 6 decimals. */
type UnshownHyperliquid = Unshown & {
  addedBase: bigint;
  takenBase: bigint;
};

/** Most actions asked about; the rest count as unshown. */
const ASKED = 8;

/**
 * The agent's orders that the venue does not show yet, or each of two would be judged alone. Read
 * before the account, which then has all shown ones. `own`: the asking attempt. Refuses as the
 * venue does.
 */
export async function unshownHyperliquid(
  ctx: ExecutionContext,
  own?: string,
): Promise<Verdict<UnshownHyperliquid>> {
  const { deps, vault, chainId } = ctx;
  const nowMs = deps.clock.nowMs();
  const listed = (await listUnshownPerps.run(deps.redis, deps.keys, { nowMs, chainId, vault }))
    .filter(({ id }) => id !== own)
    .map((one) => ({ ...one, call: decodeHyperliquidCall(one.data) }));
  const asked = listed.slice(0, ASKED);
  const [transfers, ...orders] = await Promise.all([
    shownTransfers(ctx, asked),
    ...asked.map((one) =>
      one.call.kind === "hlOrder" ? showsOrder(ctx, one) : allow(one.call.kind !== TRANSFER),
    ),
  ]);
  if (!transfers.ok) return transfers;
  const refusal = orders.find((one) => !one.ok);
  if (refusal !== undefined && !refusal.ok) return refusal;
  const isShown = ({ id }: Listed, index: number): boolean =>
    transfers.value.includes(id) || (orders[index]?.ok === true && orders[index].value);
  const left = listed.filter((one, index) => !isShown(one, index));
  const sum = (part: (call: HyperliquidCall | UnknownCall) => bigint) =>
    left.reduce((all, { call }) => all + part(call), 0n);
  return allow({
    ...unshownOf(listed, left, nowMs),
    addedBase: sum((call) =>
      call.kind === "hlOrder" ? notionalBase(call.limitPriceE8, call.sizeE8) + 1n : 0n,
    ),
    takenBase: sum((call) => (call.kind === "hlClassTransfer" ? call.amountBase : 0n)),
  });
}

type Listed = UnshownPerp & { call: HyperliquidCall | UnknownCall };
const TRANSFER = "hlClassTransfer";

async function showsOrder(
  { deps, vault }: ExecutionContext,
  { call, createdAt }: Listed,
): Promise<Verdict<boolean>> {
  if (call.kind !== "hlOrder") return allow(false);
  const found = await deps
    .api(hyperliquidApi)
    .order(vault, `0x${call.cloid.toString(16).padStart(32, "0")}`);
  return found.ok
    ? allow(found.value !== null && orderPlacing.isOf(found.value.order, createdAt))
    : found;
}

/** The ledger names no attempt, so an entry stands for the oldest transfer of its amount. */
async function shownTransfers(
  { deps, vault }: ExecutionContext,
  listed: readonly Listed[],
): Promise<Verdict<string[]>> {
  const transfers = listed
    .flatMap(({ id, createdAt, call }) =>
      call.kind === TRANSFER
        ? [{ id, sinceMs: createdAt - orderPlacing.SKEW_MS, amountBase: call.amountBase }]
        : [],
    )
    .toSorted((a, b) => a.sinceMs - b.sinceMs);
  const [oldest] = transfers;
  if (oldest === undefined) return allow([]);
  const entries = await deps.api(hyperliquidApi).ledger(vault, oldest.sinceMs);
  if (!entries.ok) return entries;
  const free = entries.value
    .filter(({ type, toPerp }) => type === "accountClassTransfer" && toPerp === false)
    .toSorted((a, b) => a.timeMs - b.timeMs);
  return allow(
    transfers.flatMap(({ id, sinceMs, amountBase }) => {
      const at = free.findIndex(
        (entry) => entry.amountBase === amountBase && entry.timeMs >= sinceMs,
      );
      if (at < 0) return [];
      free.splice(at, 1);
      return [id];
    }),
  );
}
