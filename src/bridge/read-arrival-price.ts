import type { Address } from "viem";
import { vaultReads } from "../chain/vault-reads.ts";
import type { ChainDeps } from "../deps.ts";
import type { ArrivalPrice } from "./exact-arrival.ts";

/** So large that what is rounded off a price does not show. */
const PROBE_BASE = 2n ** 120n;

/** One request where the vault's base token is known. undefined: unreadable, or no vault there, which check-bridge.ts says. */
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
