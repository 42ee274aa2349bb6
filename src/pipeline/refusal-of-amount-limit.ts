import type { AgentGrant } from "../../schemas/agent-grant.ts";
import type { VaultLimits } from "../../schemas/vault-limits.ts";
import type { WaitReason } from "../../schemas/wait-reason.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { type Refusal, refuse } from "../lib/verdict.ts";
import type { LimitFigures } from "../store/attempts/limit-figures.ts";

type Figures = Omit<LimitFigures, "limit"> & { limit: LimitFigures["limit"] | "maxPerTransaction" };

/** With the figures that decided and what is left. What a limit of 24 hours would take later says so: a slice waits for that (`reason`). */
export function refusalOfAmountLimit(
  { limit, token, used, wanted, allowed }: Figures,
  { symbol, decimals }: Pick<VaultLimits["baseToken"], "symbol" | "decimals">,
): Refusal {
  const [usedBase, wantedBase, allowedBase] = [BigInt(used), BigInt(wanted), BigInt(allowed)];
  const leftBase = allowedBase > usedBase ? allowedBase - usedBase : 0n;
  const isLater = limit !== "maxPerTransaction" && wantedBase <= allowedBase;
  const shown = (base: bigint): string => formatUnits(base, decimals);
  const figures = {
    used: shown(usedBase),
    left: shown(leftBase),
    wanted: shown(wantedBase),
    allowed: shown(allowedBase),
  };
  const says =
    limit === "maxPerTransaction"
      ? `its limit for one transaction is ${figures.allowed} ${symbol}`
      : `of ${figures.allowed} ${symbol} that its limit allows ${token === undefined ? "" : `for ${token} `}in 24 hours, ${figures.left} are left (${figures.used} are used, or held for what is not decided yet)`;
  const then = isLater ? "Wait, take less, or" : "Take less, or";
  return refuse(
    "limit_exceeded",
    `This transaction gives away up to ${figures.wanted} ${symbol} of the vault, and ${says}. Nothing was sent. ${then} raise the limit with a fresh signature at POST /api/settings/limits.`,
    {
      limit,
      ...(token !== undefined && { token }),
      ...figures,
      baseToken: symbol,
      ...(isLater && { reason: "limit_used" satisfies WaitReason }),
    },
  );
}

/** With what the grant's own calls of 24 hours gave away, in its token: limit_exceeded. */
export function refusalOfGrantLimit(
  { used, wanted, allowed }: LimitFigures,
  { symbol, decimals }: NonNullable<AgentGrant["maxPerDay"]>,
): Refusal {
  const shown = (base: string) => `${formatUnits(BigInt(base), decimals)} ${symbol}`;
  return refuse(
    "limit_exceeded",
    `This grant may give away ${shown(allowed)} in 24 hours. It has used ${shown(used)}, and this would give ${shown(wanted)}. Nothing was sent.`,
    { limit: "grant.maxPerDay", used, wanted, allowed },
  );
}
