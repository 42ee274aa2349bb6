import type { Address } from "viem";
import { vaultReads } from "../chain/vault-reads.ts";
import type { ChainDeps } from "../deps.ts";
import { larger, smaller } from "../lib/integers.ts";

/** As the vault converts it: `probeBase` are worth `valueBase` of its base token, rounded down. */
type ArrivalPrice = { probeBase: bigint; valueBase: bigint };

/** More is looked for of a large amount, which pays the steps to it: a hundred-thousandth at most. */
const FRACTION = { least: 64n, most: 1_024n, of: 100_000n } as const;
/** In base units, and never more than a thousandth. */
const STEPS = { least: 100n, most: 20_000n, of: 1_000n } as const;

/**
 * Where a relayer pays `mostBase`. A vault takes an arrival in only where its value before and that of what arrives, each rounded down, add
 * up to its value after, to the unit (docs/facts/across.md 2): what is rounded off the two must not make one unit together. So the least
 * amount of the same value leaves, where a base unit of it is worth less than one of the base token; where it is worth more, the next lower
 * amount whose rounded part is small. `unitBase`: only multiples of it can be sent.
 */
export function exactArrival(mostBase: bigint, { probeBase, valueBase }: ArrivalPrice, unitBase = 1n): bigint {
  const [step, most] = [valueBase * unitBase, mostBase / unitBase];
  if (step === 0n || step % probeBase === 0n || most === 0n) return most * unitBase;
  const value = (most * step) / probeBase;
  if (value === 0n) return most * unitBase;
  const least = (value * probeBase + step - 1n) / step;
  const goal = probeBase / clamp(least, FRACTION);
  const down = step % probeBase;
  let [best, fraction] = [least, (least * step) % probeBase];
  let bestFraction = fraction;
  const steps = clamp(least, STEPS);
  for (let taken = 1n; bestFraction > goal && taken < steps && taken < least; taken += 1n) {
    fraction = fraction >= down ? fraction - down : fraction + probeBase - down;
    if (fraction < bestFraction) [best, bestFraction] = [least - taken, fraction];
  }
  return best * unitBase;
}

const clamp = (amount: bigint, { least, most, of }: { least: bigint; most: bigint; of: bigint }): bigint =>
  larger(least, smaller(most, amount / of));

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
