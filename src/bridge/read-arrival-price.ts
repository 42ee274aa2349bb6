import type { Address } from "viem";
import { vaultReads } from "../chain/vault-reads.ts";
import type { ChainDeps } from "../deps.ts";
import type { ArrivalPrice } from "./exact-arrival.ts";

/** So large that what is rounded off a price does not show in any amount. */
const PROBE_BASE = 2n ** 120n;

/**
 * How the vault on the destination converts what arrives, in one request where its base token is known. undefined where that cannot be read, or
 * there is no vault: what is then wrong is said where the destination is checked (check-bridge.ts).
 */
export async function readArrivalPrice(
  chain: ChainDeps,
  { vault, token, baseToken }: { vault: Address; token: Address; baseToken: Address | undefined },
): Promise<(ArrivalPrice & { baseToken: Address }) | undefined> {
  const converted = (base: Address) => vaultReads.convertTokenAmount(vault, token, PROBE_BASE, base);
  const [pool, first] = await Promise.all([
    chain.rpc.send([vaultReads.pool(vault)]).then(([read]) => read),
    baseToken && chain.rpc.send([converted(baseToken)]).then(([read]) => read),
  ]);
  if (!pool.ok) return undefined;
  const base = pool.value.baseToken;
  const value = first !== undefined && base === baseToken ? first : (await chain.rpc.send([converted(base)]))[0];
  if (!value.ok || value.value <= 0n) return undefined;
  return { probeBase: PROBE_BASE, valueBase: value.value, baseToken: base };
}
