import { type GrantTerms, grantTerms } from "../../schemas/grant-request.ts";

/**
 * What the signed line has to hold of a grant, behind action, chain and vault: all that bounds it,
 * so that nobody who carries the signature can leave a part of it out.
 * @example grantLine({ agent: "0xAB…", scope: "trade", expiresAt: 1795000000000, maxPerDay: "500",
 * allChains: false }, 8453) // "0xab… trade 1795000000000 maxPerDay=500 tools=all tokens=any"
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
