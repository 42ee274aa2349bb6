import type { ChainId } from "../../schemas/chains.ts";
import type { NavSync, PlannedSync } from "../../schemas/nav-sync.ts";
import { SETTINGS_DEFAULTS } from "../../schemas/operator-settings.ts";
import type { ReadNav } from "../bridge/read-chain-nav.ts";
import { bridgeTokens } from "../calldata/bridge-call.ts";
import { chainOf } from "../chain-of.ts";
import { parseUnits } from "../lib/parse-units.ts";
import { rescale } from "../lib/rescale.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { formatBps } from "../settings/format-bps.ts";
import { cappedAmount, leftOfDay } from "./capped-amount.ts";
import { type NavSyncPlan, planNavSync } from "./plan-nav-sync.ts";
import { tokenAmount } from "./token-amount.ts";
import { withinTolerance } from "./within-tolerance.ts";

/** `found`: why there is nothing to send, for the operator. */
export type DecidedSync =
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
