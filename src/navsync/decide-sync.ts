import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { NavSync, PlannedSync } from "../../schemas/nav-sync.ts";
import { NAV_SYNC_LIMITS } from "../../schemas/nav-sync-limits.ts";
import { SETTINGS_DEFAULTS } from "../../schemas/operator-settings.ts";
import type { ReadNav } from "../bridge/read-chain-nav.ts";
import { bridgeTokens } from "../calldata/bridge-call.ts";
import { chainOf } from "../chain-of.ts";
import { rescale, smaller } from "../lib/integers.ts";
import { formatUnits, parseUnits } from "../lib/parse-units.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { formatBps } from "../settings/format-bps.ts";
import { type NavSyncPlan, planNavSync } from "./plan-nav-sync.ts";

/** `found`: why there is nothing to send, for the operator. */
type DecidedSync =
  | { kind: "idle"; found: string }
  | { kind: "send"; planned: PlannedSync; token: string; amountBase: bigint };

type Apart = Extract<NavSyncPlan, { kind: "apart" }>;
type Unread = readonly { chainId: ChainId; reason: string }[];
/**
 * `toleranceBps`: the operator's sync tolerance; undefined: the default. `high`: the confirmed 24-hour high of NAV per unit on the chain
 * that sends; undefined: none, or not asked yet.
 */
type Run = {
  navs: readonly ReadNav[];
  unread: Unread;
  nowMs: number;
  toleranceBps: number | undefined;
  high?: bigint | undefined;
};

/**
 * Chains that another account owns, that do not carry its token, or that could not be read are left out: between the others a transfer is
 * right whatever those hold. Refuses with not_vault_owner, rpc_unavailable (too few could be read), insufficient_balance or no_price_feed.
 */
export function decideSync(sync: NavSync, run: Run): Verdict<DecidedSync> {
  const { vaultAddress: vault, operatorAddress: operator, token, thresholdBps } = sync;
  const { navs, unread } = run;
  const own = navs.filter(({ owner }) => owner === operator);
  if (own.length === 0 && navs.length > 0)
    return refuse("not_vault_owner", "The vault has another owner now. Nothing was sent.", { vault });
  const plan = planNavSync(
    own.filter(({ chainId }) => bridgeTokens.named(chainId, token) !== undefined),
    thresholdBps,
  );
  if (plan === undefined) return tooFew(own, unread);
  if (plan.kind === "balanced") {
    const left = unread.length === 0 ? "" : ` Not read: ${namesOf(unread)}.`;
    return idle(`NAV per unit is ${formatBps(plan.spreadBps)} apart, within ${formatBps(thresholdBps)}.${left}`);
  }
  const from = own.find(({ chainId }) => chainId === plan.from);
  if (from === undefined) throw new Error("a plan names a chain that was not compared");
  return amountOf(sync, from, plan, run);
}

const idle = (found: string): Verdict<DecidedSync> => allow({ kind: "idle", found });
const namesOf = (chains: readonly { chainId: ChainId }[]): string =>
  chains.map(({ chainId }) => chainOf(chainId).name).join(", ");

/** Unknown is no answer: a chain that could not be read may be the second one. */
function tooFew(own: readonly ReadNav[], unread: Unread): Verdict<DecidedSync> {
  const reasons = unread.map(({ chainId, reason }) => `${chainOf(chainId).name}: ${reason}`);
  if (reasons.length > 0)
    return refuse(
      "rpc_unavailable",
      `NAV per unit could be compared on fewer than two chains (${reasons.join("; ")}). Nothing was sent.`,
      { unread: reasons },
    );
  return idle(
    own.length < 2
      ? "The vault is on fewer than two chains."
      : "The vault has fewer than two chains with supply, value and the same base token.",
  );
}

function amountOf(sync: NavSync, from: ReadNav, plan: Apart, { nowMs, toleranceBps, high }: Run): Verdict<DecidedSync> {
  const { token } = sync;
  const apart = `NAV per unit is ${formatBps(plan.spreadBps)} apart between ${chainOf(plan.from).name} and ${chainOf(plan.to).name}`;
  if (leftOfDay(sync, nowMs) === 0n) return idle(`${apart}, but the cap of 24 hours is used up.`);
  const held = from.holdings.find((holding) => holding.token.symbol === token && holding.isActive);
  if (held === undefined)
    return refuse("insufficient_balance", `${apart}, but the vault holds no ${token} on ${chainOf(plan.from).name}.`, {
      chainId: plan.from,
      token,
    });
  // As the NAV Shield takes it: of a NAV above its high, the high.
  const isAboveHigh = high !== undefined && high > 0n && high < from.unitaryValueBase;
  const net18 = rescale(from.netTotalValueBase, from.decimals, 18);
  const total18 = isAboveHigh ? (net18 * high) / from.unitaryValueBase : net18;
  const value18 = withinTolerance(plan.value18, total18, toleranceBps ?? SETTINGS_DEFAULTS.syncToleranceBps);
  const wantedBase = tokenAmount(value18, from, held);
  if (wantedBase === null)
    return refuse(
      "no_price_feed",
      `The oracle of ${chainOf(plan.from).name} gives ${token} no price. Nothing was sent.`,
      {
        chainId: plan.from,
        token,
      },
    );
  const { decimals } = held.token;
  const amount = cappedAmount(sync, { wantedBase, heldBase: held.balanceBase, decimals, nowMs });
  const amountBase = parseUnits(amount, decimals);
  if (!amountBase.ok || amountBase.value === 0n) return idle(`${apart}, but what could be sent is less than one unit.`);
  const planned = { fromChainId: plan.from, toChainId: plan.to, amount, spreadBps: plan.spreadBps };
  return allow({ kind: "send", planned, token, amountBase: amountBase.value });
}

/** The rest is for prices that move until the vault's own check. */
const USED_PERCENT = 95n;
const WHOLE = 10_000n * 100n;

/** The vault refuses what moves its NAV by more than the sync tolerance, so a wider gap is closed in several runs. */
function withinTolerance(value18: bigint, totalValue18: bigint, toleranceBps: number): bigint {
  const most = (totalValue18 * BigInt(toleranceBps) * USED_PERCENT) / WHOLE;
  return value18 < most ? value18 : most;
}

/** No token of the bridge has more, on any chain. */
const DECIMALS = 18;

/**
 * As a number of 10^-18 of one: the same token has 6 decimals on one chain and 18 on another. Throws a plain Error for what no record may
 * hold.
 * @example unitsOf("1.5") // 1500000000000000000n
 */
export function unitsOf(amount: string): bigint {
  const units = parseUnits(amount, DECIMALS);
  if (!units.ok) throw new Error(`a NAV sync's amount cannot be read: ${units.message}`);
  return units.value;
}

/** `usdc18`: in USDC by its own oracle, with 18 decimals. */
type Source = { baseToken: Address; decimals: number; netTotalValueBase: bigint; usdc18: bigint };
type Held = { token: { address: Address; decimals: number }; balanceBase: bigint; usdc18: bigint | null };

/**
 * Worth `value18` of the base token, by the sending chain's own oracle, in the token's base units, rounded down. null where the oracle gives
 * no price.
 */
export function tokenAmount(value18: bigint, source: Source, { token, balanceBase, usdc18 }: Held): bigint | null {
  if (token.address === source.baseToken) return value18 / 10n ** BigInt(18 - token.decimals);
  if (usdc18 === null || usdc18 <= 0n) return null;
  const total18 = source.netTotalValueBase * 10n ** BigInt(18 - source.decimals);
  return (value18 * source.usdc18 * balanceBase) / (total18 * usdc18);
}

/** In base units of so many decimals, on the chain that sends. */
type Wanted = { wantedBase: bigint; heldBase: bigint; decimals: number; nowMs: number };

/**
 * In whole tokens: no more than is wanted, held, allowed for a run and left of the day, rounded down to the sending chain's decimals. "0"
 * where that is nothing.
 */
export function cappedAmount(sync: NavSync, { wantedBase, heldBase, decimals, nowMs }: Wanted): string {
  const scale = 10n ** BigInt(18 - decimals);
  const allowed = smaller(unitsOf(sync.maxPerRun), leftOfDay(sync, nowMs)) / scale;
  return formatUnits(smaller(smaller(wantedBase, heldBase), allowed), decimals);
}

/** Of the last 24 hours, whenever a day began. In the units of `unitsOf`. */
export function leftOfDay({ maxPerDay, sentInDay = [] }: NavSync, nowMs: number): bigint {
  const sent = sentInDay.filter(({ atMs }) => nowMs - atMs < NAV_SYNC_LIMITS.dayMs);
  const left = unitsOf(maxPerDay) - sent.reduce((total, { amount }) => total + unitsOf(amount), 0n);
  return left > 0n ? left : 0n;
}
