import type { Address } from "viem";
import { type AgentGrant, GRANT_SCOPES, type GrantScope } from "../../schemas/auth/agent-grant.ts";
import { type GrantTerms, grantTerms } from "../../schemas/auth/grant-request.ts";
import type { ChainId } from "../../schemas/chains.ts";
import { navReads } from "../chain/nav-reads.ts";
import { resolveToken } from "../chain/resolve-token.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import type { Deps } from "../deps.ts";
import { parseUnits } from "../lib/parse-units.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { toolsetOf } from "../tools/catalog.ts";
import type { Tool } from "../tools/tool.ts";

/**
 * What the signed line has to hold of a grant, behind action, chain and vault: all that bounds it,
 * so that nobody who carries the signature can leave a part of it out.
 * @example grantLine({ agent: "0xAB…", scope: "trade", expiresAt: 1795000000000, maxPerDay: "500",
 * allChains: false }, 8453)
 * // "0xab… trade 1795000000000 maxPerDay=500 tools=all tokens=any"
 */
export function grantLine(
  { agent, scope, expiresAt, maxPerDay, allChains, tools, tokens, name }: GrantTerms,
  chainId: number,
): string {
  const limit = maxPerDay ?? (scope === "trade" ? "tenth" : "none");
  return [
    agent.toLowerCase(),
    scope,
    String(expiresAt),
    // In the base token of a chain, which the line does not name where the grant is for all.
    `maxPerDay=${limit}${allChains && limit !== "none" ? `@${chainId}` : ""}`,
    `tools=${tools?.join(",") ?? "all"}`,
    `tokens=${tokens?.join(",").toLowerCase() ?? "any"}`,
    ...(name === undefined ? [] : [`name=${name}`]),
  ].join(" ");
}

/** The same of a body that was not judged yet; undefined where it names no grant. */
export function grantLineOf(body: Record<string, unknown>): string | undefined {
  const terms = grantTerms.safeParse(body);
  return terms.success ? grantLine(terms.data, Number(body.chainId)) : undefined;
}

/**
 * Of a grant that trades, in base units of the vault's base token on this chain: what was signed,
 * or where nothing was a tenth of the vault's value. Refuses with invalid_request, which names the
 * field, and rpc_unavailable.
 */
export async function grantLimit(
  deps: Deps,
  {
    chainId,
    vault,
    maxPerDay,
  }: { chainId: ChainId; vault: Address; maxPerDay: string | undefined },
): Promise<Verdict<NonNullable<AgentGrant["maxPerDay"]>>> {
  const chain = deps.chain(chainId);
  const [pool, nav] = await chain.rpc.send([vaultReads.pool(vault), navReads.view(vault)]);
  if (!pool.ok) return unread;
  const token = await resolveToken(
    chain,
    deps.caches.tokens,
    deps.clock.nowMs(),
    pool.value.baseToken,
  );
  if (!token.ok) return token;
  const { symbol, decimals } = token.value;
  const counted = { token: token.value.address, symbol, decimals, givenOn: chainId };
  if (maxPerDay === undefined) {
    if (!nav.ok) return unread;
    return allow({ amountBase: (nav.value.netTotalValue / 10n).toString(), ...counted });
  }
  const amount = parseUnits(maxPerDay, decimals);
  return amount.ok
    ? allow({ amountBase: amount.value.toString(), ...counted })
    : { ...amount, message: `maxPerDay: ${amount.message}` };
}

const unread = refuse(
  "rpc_unavailable",
  "The vault's base token and value could not be read. Nothing was granted; please try " +
    "again, with maxPerDay where its value cannot be read.",
);

/**
 * Tools of a grant by their names and those of toolsets, as they are on the day it is given: a tool
 * that comes into a set later is not in it. Refuses with invalid_request, which names the field,
 * for a name that is none and for a tool that no grant of that scope opens.
 */
export function grantTools(
  registry: readonly Tool[],
  names: readonly string[],
  scope: GrantScope,
): Verdict<string[]> {
  const opens = ({ leastScope }: Tool) =>
    leastScope !== "owner" && GRANT_SCOPES.indexOf(leastScope) <= GRANT_SCOPES.indexOf(scope);
  const found: string[] = [];
  for (const name of names) {
    const tool = registry.find((one) => one.name === name || one.aliases?.includes(name));
    const set = registry.filter((one) => toolsetOf(one) === name);
    if (tool === undefined && set.length === 0) {
      const sets = [...new Set(registry.map(toolsetOf))].join(", ");
      return refuse(
        "invalid_request",
        `tools: there is no tool or toolset ${name}. Toolsets are ${sets}; GET /api/tools ` +
          "lists the tools.",
      );
    }
    if (tool !== undefined && !opens(tool))
      return refuse(
        "invalid_request",
        `tools: ${tool.name} is not for a grant with the scope ${scope}.`,
      );
    found.push(...(tool === undefined ? set.filter(opens) : [tool]).map((one) => one.name));
  }
  return allow([...new Set(found)]);
}
