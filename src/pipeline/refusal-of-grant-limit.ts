import type { AgentGrant } from "../../schemas/agent-grant.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { type Refusal, refuse } from "../lib/verdict.ts";
import type { LimitFigures } from "../store/attempts/limit-figures.ts";

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
