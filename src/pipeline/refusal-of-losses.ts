import type { AgentGrant } from "../../schemas/agent-grant.ts";
import type { VaultLimits } from "../../schemas/vault-limits.ts";
import type { WaitReason } from "../../schemas/wait-reason.ts";
import { PARTS_PER_BILLION } from "../lib/integers.ts";
import { formatUnits, percentOfPpb } from "../lib/parse-units.ts";
import { type Refusal, refuse } from "../lib/verdict.ts";
import type { LimitFigures, LossFigures, SyncFigures } from "../store/attempts/loss-figures.ts";

/**
 * A full loss budget, short enough for `lastError`; held amounts alone make a slice wait
 * (`reason`).
 */
export function refusalOfLosses(losses: LossFigures): Refusal {
  const { lossPpb, dayPpb, weekPpb, dayLimitBps, weekLimitBps, isHeld } = losses;
  const details = {
    loss: percentOfPpb(lossPpb),
    lostDay: percentOfPpb(dayPpb),
    limitDay: percentOfPpb(BigInt(dayLimitBps) * PARTS_PER_BILLION.perBps),
    lostWeek: percentOfPpb(weekPpb),
    limitWeek: percentOfPpb(BigInt(weekLimitBps) * PARTS_PER_BILLION.perBps),
    ...(isHeld && { reason: "loss_budget_held" satisfies WaitReason }),
  };
  const then = isHeld
    ? "Part of that is held for transactions that are not decided yet: try again when they are."
    : "Wait, or raise the budget with a fresh signature.";
  return refuse(
    "loss_budget_exceeded",
    `This transaction may lose ${details.loss} of the NAV per unit. Others lost or may lose ` +
      `${details.lostDay} in 24 hours (limit ${details.limitDay}) and ${details.lostWeek} in 7 ` +
      `days (limit ${details.limitWeek}): together that is over the loss budget. Nothing was ` +
      `sent. ${then}`,
    details,
  );
}

/** A sync above a day's or week's share; an order waits where it fits later (`reason`). */
export function refusalOfSyncs({
  syncPpb,
  dayPpb,
  weekPpb,
  dayLimitBps,
  weekLimitBps,
}: SyncFigures): Refusal {
  const isLater = BigInt(syncPpb) <= BigInt(dayLimitBps) * PARTS_PER_BILLION.perBps;
  const details = {
    limit: "syncs",
    wanted: percentOfPpb(syncPpb),
    usedDay: percentOfPpb(dayPpb),
    allowedDay: percentOfPpb(BigInt(dayLimitBps) * PARTS_PER_BILLION.perBps),
    usedWeek: percentOfPpb(weekPpb),
    allowedWeek: percentOfPpb(BigInt(weekLimitBps) * PARTS_PER_BILLION.perBps),
    ...(isLater && { reason: "limit_used" satisfies WaitReason }),
  };
  return refuse(
    "limit_exceeded",
    `This sync would take ${details.wanted} of the vault's value from this chain. Others ` +
      `took ${details.usedDay} in 24 hours (limit ${details.allowedDay}) and ` +
      `${details.usedWeek} in 7 days (limit ${details.allowedWeek}). Nothing was sent. ` +
      `${isLater ? "Wait, sync less" : "Sync less"}, or allow more with a fresh signature: ` +
      "syncDay at POST /api/settings/loss-budget.",
    details,
  );
}

type Figures = Omit<LimitFigures, "limit"> & { limit: LimitFigures["limit"] | "maxPerTransaction" };

/** An exceeded amount limit; a slice waits where it fits later (`reason`). */
export function refusalOfAmountLimit(
  { limit, token, used, wanted, allowed }: Figures,
  { symbol, decimals }: Pick<VaultLimits["baseToken"], "symbol" | "decimals">,
): Refusal {
  const [usedBase, wantedBase, allowedBase] = [BigInt(used), BigInt(wanted), BigInt(allowed)];
  const leftBase = allowedBase > usedBase ? allowedBase - usedBase : 0n;
  const isLater = limit !== "maxPerTransaction" && wantedBase <= allowedBase;
  const shown = (base: bigint) => formatUnits(base, decimals);
  const figures = {
    used: shown(usedBase),
    left: shown(leftBase),
    wanted: shown(wantedBase),
    allowed: shown(allowedBase),
  };
  const says =
    limit === "maxPerTransaction"
      ? `its limit for one transaction is ${figures.allowed} ${symbol}`
      : `of ${figures.allowed} ${symbol} that its limit allows ` +
        `${token === undefined ? "" : `for ${token} `}in 24 hours, ${figures.left} are left ` +
        `(${figures.used} are used, or held for what is not decided yet)`;
  const then = isLater ? "Wait, take less, or" : "Take less, or";
  return refuse(
    "limit_exceeded",
    `This transaction gives away up to ${figures.wanted} ${symbol} of the vault, and ` +
      `${says}. Nothing was sent. ${then} raise the limit with a fresh signature at POST ` +
      "/api/settings/limits.",
    {
      limit,
      ...(token !== undefined && { token }),
      ...figures,
      baseToken: symbol,
      ...(isLater && { reason: "limit_used" satisfies WaitReason }),
    },
  );
}

/** The grant's 24-hour limit in its token: limit_exceeded. */
export function refusalOfGrantLimit(
  { used, wanted, allowed }: LimitFigures,
  { symbol, decimals }: NonNullable<AgentGrant["maxPerDay"]>,
): Refusal {
  const shown = (base: string) => `${formatUnits(BigInt(base), decimals)} ${symbol}`;
  return refuse(
    "limit_exceeded",
    `This grant may give away ${shown(allowed)} in 24 hours. It has used ${shown(used)}, and ` +
      `this would give ${shown(wanted)}. Nothing was sent.`,
    { limit: "grant.maxPerDay", used, wanted, allowed },
  );
}
