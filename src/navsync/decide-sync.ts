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

type DecidedSync =
  | { kind: "idle"; found: string }
  | { kind: "send"; planned: PlannedSync; token: string; amountBase: bigint };

type Apart = Extract<NavSyncPlan, { kind: "apart" }>;
type Unread = readonly { chainId: ChainId; reason: string }[];
/** `high`: confirmed 24-hour high of NAV per unit on the sending chain. */
type Run = {
  navs: readonly ReadNav[];
  unread: Unread;
  nowMs: number;
  toleranceBps: number | undefined;
  high?: bigint | undefined;
};

/**
 * Leaves out chains with another owner, without the token, or unread. Refuses with not_vault_owner,
 * rpc_unavailable, insufficient_balance or no_price_feed.
 */
export function decideSync(sync: NavSync, run: Run): Verdict<DecidedSync> {
  const { vaultAddress: vault, operatorAddress: operator, token, thresholdBps } = sync;
  const { navs, unread } = run;
  const own = navs.filter(({ owner }) => owner === operator);
  if (own.length === 0 && navs.length > 0)
    return refuse("not_vault_owner", "The vault has another owner now. Nothing was sent.", {
      vault,
    });
  const plan = planNavSync(
    own.filter(({ chainId }) => bridgeTokens.named(chainId, token) !== undefined),
    thresholdBps,
  );
  if (plan === undefined) return tooFew(own, unread);
  if (plan.kind === "balanced") {
    const left = unread.length === 0 ? "" : ` Not read: ${namesOf(unread)}.`;
    return idle(
      `NAV per unit is ${formatBps(plan.spreadBps)} apart, within ` +
        `${formatBps(thresholdBps)}.${left}`,
    );
  }
  const from = own.find(({ chainId }) => chainId === plan.from);
  if (from === undefined) throw new Error("a plan names a chain that was not compared");
  return amountOf(sync, from, plan, run);
}

const idle = (found: string): Verdict<DecidedSync> => allow({ kind: "idle", found });
const namesOf = (chains: readonly { chainId: ChainId }[]): string =>
  chains.map(({ chainId }) => chainOf(chainId).name).join(", ");

/** A chain that could not be read may be the second one. */
function tooFew(own: readonly ReadNav[], unread: Unread): Verdict<DecidedSync> {
  const reasons = unread.map(({ chainId, reason }) => `${chainOf(chainId).name}: ${reason}`);
  if (reasons.length > 0)
    return refuse(
      "rpc_unavailable",
      `NAV per unit could be compared on fewer than two chains (${reasons.join("; ")}). ` +
        "Nothing was sent.",
      { unread: reasons },
    );
  return idle(
    own.length < 2
      ? "The vault is on fewer than two chains."
      : "The vault has fewer than two chains with supply, value and the same base token.",
  );
}

function amountOf(
  sync: NavSync,
  from: ReadNav,
  plan: Apart,
  { nowMs, toleranceBps, high }: Run,
): Verdict<DecidedSync> {
  const { token } = sync;
  const apart =
    `NAV per unit is ${formatBps(plan.spreadBps)} apart between ${chainOf(plan.from).name} ` +
    `and ${chainOf(plan.to).name}`;
  if (leftOfDay(sync, nowMs) === 0n) return idle(`${apart}, but the cap of 24 hours is used up.`);
  const held = from.holdings.find((holding) => holding.token.symbol === token && holding.isActive);
  if (held === undefined)
    return refuse(
      "insufficient_balance",
      `${apart}, but the vault holds no ${token} on ${chainOf(plan.from).name}.`,
      {
        chainId: plan.from,
        token,
      },
    );
  // As in the NAV Shield, a NAV above its high counts as the high.
  const isAboveHigh = high !== undefined && high > 0n && high < from.unitaryValueBase;
  const net18 = rescale(from.netTotalValueBase, from.decimals, 18);
  const total18 = isAboveHigh ? (net18 * high) / from.unitaryValueBase : net18;
  const value18 = withinTolerance(
    plan.value18,
    total18,
    toleranceBps ?? SETTINGS_DEFAULTS.syncToleranceBps,
  );
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
  if (!amountBase.ok || amountBase.value === 0n)
    return idle(`${apart}, but what could be sent is less than one unit.`);
  const planned = { fromChainId: plan.from, toChainId: plan.to, amount, spreadBps: plan.spreadBps };
  return allow({ kind: "send", planned, token, amountBase: amountBase.value });
}

/** The rest is for prices that move until the vault's check. */
const USED_PERCENT = 95n;
const WHOLE = 10_000n * 100n;

/** The vault refuses a larger change of its NAV; several runs close a wider gap. */
function withinTolerance(value18: bigint, totalValue18: bigint, toleranceBps: number): bigint {
  const most = (totalValue18 * BigInt(toleranceBps) * USED_PERCENT) / WHOLE;
  return value18 < most ? value18 : most;
}

/** Most decimals of a bridged token. */
const DECIMALS = 18;

/**
 * Units of 10^-18 token, the same on every chain.
 * @throws Error for an unreadable record
 * @example unitsOf("1.5") // 1500000000000000000n
 */
export function unitsOf(amount: string): bigint {
  const units = parseUnits(amount, DECIMALS);
  if (!units.ok) throw new Error(`a NAV sync's amount cannot be read: ${units.message}`);
  return units.value;
}

/** `usdc18`: USDC by the chain's oracle, 18 decimals. */
type Source = { baseToken: Address; decimals: number; netTotalValueBase: bigint; usdc18: bigint };
type Held = {
  token: { address: Address; decimals: number };
  balanceBase: bigint;
  usdc18: bigint | null;
};

/**
 * Amount worth `value18` of the base token by the sending chain's oracle, rounded down. Null: no
 * price.
 */
export function tokenAmount(
  value18: bigint,
  source: Source,
  { token, balanceBase, usdc18 }: Held,
): bigint | null {
  if (token.address === source.baseToken) return value18 / 10n ** BigInt(18 - token.decimals);
  if (usdc18 === null || usdc18 <= 0n) return null;
  const total18 = source.netTotalValueBase * 10n ** BigInt(18 - source.decimals);
  return (value18 * source.usdc18 * balanceBase) / (total18 * usdc18);
}

type Wanted = { wantedBase: bigint; heldBase: bigint; decimals: number; nowMs: number };

/** Whole tokens within wanted, held and both caps, rounded down; "0" for none. */
export function cappedAmount(
  sync: NavSync,
  { wantedBase, heldBase, decimals, nowMs }: Wanted,
): string {
  const scale = 10n ** BigInt(18 - decimals);
  const allowed = smaller(unitsOf(sync.maxPerRun), leftOfDay(sync, nowMs)) / scale;
  return formatUnits(smaller(smaller(wantedBase, heldBase), allowed), decimals);
}

/** Left of the last 24 hours' cap, in units of `unitsOf`. */
export function leftOfDay({ maxPerDay, sentInDay = [] }: NavSync, nowMs: number): bigint {
  const sent = sentInDay.filter(({ atMs }) => nowMs - atMs < NAV_SYNC_LIMITS.dayMs);
  const left = unitsOf(maxPerDay) - sent.reduce((total, { amount }) => total + unitsOf(amount), 0n);
  return left > 0n ? left : 0n;
}
