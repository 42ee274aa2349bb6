import type { AgentGrant } from "../../schemas/agent-grant.ts";
import type { ShownGrant } from "../../schemas/grant-request.ts";
import { formatUnits } from "../lib/parse-units.ts";

type Kept = {
  grant: AgentGrant;
  lastUsedMs: number | null;
  endedAtMs: number | null;
  endedBy: "owner" | "agent" | "new_owner" | null;
  /** Of 24 hours, in base units of its limit. */
  spent: string;
};

/**
 * A grant as its owner sees it in a list: whether it lasts, when it was used last, and what is left
 * of it.
 */
export function grantShown(
  { grant, lastUsedMs, endedAtMs, endedBy, spent }: Kept,
  nowMs: number,
): ShownGrant {
  const {
    id,
    name,
    agent,
    scope,
    chainId,
    createdAtMs,
    expiresAtMs,
    maxPerDay,
    tools = null,
    tokens = null,
  } = grant;
  const shown = (base: bigint) =>
    maxPerDay === undefined ? null : formatUnits(base, maxPerDay.decimals);
  const most = BigInt(maxPerDay?.amountBase ?? 0);
  const left = most - BigInt(spent);
  return {
    ...{ id, name, agent, scope, chain: chainId === null ? "all" : String(chainId), tools, tokens },
    ...{ createdAt: createdAtMs, expiresAt: expiresAtMs, lastUsedAt: lastUsedMs, endedBy },
    status: endedAtMs !== null ? "ended" : nowMs < expiresAtMs ? "lasts" : "expired",
    maxPerDay: shown(most),
    left: shown(left > 0n ? left : 0n),
    baseToken: maxPerDay?.symbol ?? null,
  };
}
