import { decodeHyperliquidCall } from "../calldata/decode-hyperliquid-call.ts";
import type { VaultCall } from "../calldata/vault-call.ts";
import { allow } from "../lib/allow.ts";
import type { Verdict } from "../lib/verdict.ts";
import type { ExecutionContext } from "../pipeline/execution-context.ts";
import { type Unshown, unshownOf } from "../pipeline/unshown-of.ts";
import { listUnshownPerps, type UnshownPerp } from "../store/attempts/list-unshown-perps.ts";
import { orderPlacing } from "../venues/order-placing.ts";
import { hyperliquidApi } from "./hyperliquid-api.ts";
import { notionalBase } from "./notional-base.ts";

/** USDC with 6 decimals. */
export type UnshownHyperliquid = Unshown & {
  /** What orders that the venue has not heard of may still add to positions. */
  addedBase: bigint;
  /** Margin on its way out of the perpetuals' account. */
  takenBase: bigint;
};

/** So many are asked for one by one; all beyond that count as not shown. */
const ASKED = 8;

/**
 * What the vault's agent ordered at Hyperliquid and the venue does not show: without it two orders in a row would each be judged as if it were alone.
 * Asked before the account is read, so that whatever is shown here is in it. `own`: the attempt that asks. Refuses as the venue does.
 */
export async function unshownHyperliquid(ctx: ExecutionContext, own?: string): Promise<Verdict<UnshownHyperliquid>> {
  const { deps, vault, chainId } = ctx;
  const nowMs = deps.clock.nowMs();
  const listed = (await listUnshownPerps.run(deps.redis, deps.keys, { nowMs, chainId, vault }))
    .filter(({ id }) => id !== own)
    .map((one) => ({ ...one, call: decodeHyperliquidCall(one.data) }));
  const isShown = await Promise.all(listed.map((one, index) => (index < ASKED ? shows(ctx, one) : allow(false))));
  const refusal = isShown.find((one) => !one.ok);
  if (refusal !== undefined && !refusal.ok) return refusal;
  const left = listed.filter((_, index) => isShown[index]?.ok !== true || !isShown[index]?.value);
  const sum = (part: (call: VaultCall) => bigint) => left.reduce((all, { call }) => all + part(call), 0n);
  return allow({
    ...unshownOf(listed, left, nowMs),
    addedBase: sum((call) => (call.kind === "hlOrder" ? notionalBase(call.limitPriceE8, call.sizeE8) + 1n : 0n)),
    takenBase: sum((call) => (call.kind === "hlClassTransfer" ? call.amountBase : 0n)),
  });
}

/** An order by its own id, a transfer by its amount in the venue's ledger. */
async function shows(
  { deps, vault }: ExecutionContext,
  { call, createdAt }: UnshownPerp & { call: VaultCall },
): Promise<Verdict<boolean>> {
  if (call.kind === "hlOrder") {
    const found = await deps.api(hyperliquidApi).order(vault, `0x${call.cloid.toString(16).padStart(32, "0")}`);
    return found.ok ? allow(found.value !== null && orderPlacing.isOf(found.value.order, createdAt)) : found;
  }
  if (call.kind !== "hlClassTransfer") return allow(true);
  const entries = await deps.api(hyperliquidApi).ledger(vault, createdAt - orderPlacing.SKEW_MS);
  if (!entries.ok) return entries;
  const { amountBase } = call;
  return allow(entries.value.some((one) => one.type === "accountClassTransfer" && one.amountBase === amountBase));
}
