import type { Address } from "viem";
import type { ChainId } from "../../../schemas/chains.ts";
import { resolveToken, type Token } from "../../chain/resolve-token.ts";
import { vaultReads } from "../../chain/vault-reads.ts";
import type { Deps } from "../../deps.ts";
import { sanitize } from "../../lib/sanitize.ts";
import type { PairedVault } from "../../store/pairing/load-pairing.ts";

/**
 * By the vault's own oracle, in base units; undefined where it does not say. One RPC request; a
 * node that does not answer leaves all unknown.
 */
export async function valuesInBase(
  deps: Deps,
  { chainId, vault }: Pick<PairedVault, "chainId" | "vault">,
  baseToken: Address,
  held: readonly { token: Address; amount: bigint }[],
): Promise<(bigint | undefined)[]> {
  const isBase = (token: Address) => token.toLowerCase() === baseToken.toLowerCase();
  const asked = held.filter(({ token, amount }) => amount !== 0n && !isBase(token));
  const read = asked.map(({ token, amount }) =>
    vaultReads.convertTokenAmount(vault, token, amount, baseToken),
  );
  const outcomes = read.length === 0 ? [] : await deps.chain(chainId).rpc.send(read).catch(unread);
  return held.map((one) => {
    if (one.amount === 0n || isBase(one.token)) return one.amount;
    const outcome = outcomes[asked.indexOf(one)];
    return outcome?.ok === true ? outcome.value : undefined;
  });

  function unread(error: unknown): never[] {
    deps.log("values_unreadable", {
      cause: error instanceof Error ? sanitize(error.message, 300) : "unknown",
    });
    return [];
  }
}

/** As the chain names them; undefined for an unreadable one. At most one RPC request. */
export async function tokenNames(
  deps: Deps,
  chainId: ChainId,
  addresses: readonly Address[],
): Promise<(address: Address) => Token | undefined> {
  const chain = deps.chain(chainId);
  const known = new Map<string, Token>();
  await Promise.all(
    [...new Set(addresses.map((one) => one.toLowerCase()))].map(async (address) => {
      const token = await resolveToken(chain, deps.caches.tokens, deps.clock.nowMs(), address);
      if (token.ok)
        known.set(address, { ...token.value, symbol: sanitize(token.value.symbol, 20) });
    }),
  );
  return (address) => known.get(address.toLowerCase());
}
