import type { Address } from "viem";
import type { AgentGrant } from "../../schemas/agent-grant.ts";
import type { ChainId } from "../../schemas/chains.ts";
import { navReads } from "../chain/nav-reads.ts";
import { resolveToken } from "../chain/resolve-token.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import type { Deps } from "../deps.ts";
import { parseUnits } from "../lib/parse-units.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";

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
