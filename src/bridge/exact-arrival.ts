import type { Address } from "viem";
import { vaultReads } from "../chain/vault-reads.ts";
import type { ChainDeps } from "../deps.ts";
import { larger, smaller } from "../lib/integers.ts";

/** The vault converts `probeBase` to `valueBase` of its base token, rounded down. */
type ArrivalPrice = { probeBase: bigint; valueBase: bigint };

/** A larger amount pays for more steps. */
const FRACTION = { least: 64n, most: 1_024n, of: 100_000n } as const;
/** At most a thousandth of the amount. */
const STEPS = { least: 100n, most: 20_000n, of: 1_000n } as const;

/**
 * Amount up to `mostBase` that the vault accepts: the parts rounded off its value and the arrival
 * must not make a unit together (docs/facts/across.md 2). So it is the least amount of the same
 * value, or the next lower one with a small rounded part. Only multiples of `unitBase` can be sent.
 */
export function exactArrival(
  mostBase: bigint,
  { probeBase, valueBase }: ArrivalPrice,
  unitBase = 1n,
): bigint {
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

const clamp = (
  amount: bigint,
  { least, most, of }: { least: bigint; most: bigint; of: bigint },
): bigint => larger(least, smaller(most, amount / of));

/** Large, so rounding does not show. */
const PROBE_BASE = 2n ** 120n;

/** One request where `baseToken` is known. Undefined: unreadable, or no vault (check-bridge.ts). */
export async function readArrivalPrice(
  chain: ChainDeps,
  { vault, token, baseToken }: { vault: Address; token: Address; baseToken: Address | undefined },
): Promise<(ArrivalPrice & { baseToken: Address }) | undefined> {
  const converted = (base: Address) =>
    vaultReads.convertTokenAmount(vault, token, PROBE_BASE, base);
  const [pool, first] = await Promise.all([
    chain.rpc.send([vaultReads.pool(vault)]).then(([read]) => read),
    baseToken && chain.rpc.send([converted(baseToken)]).then(([read]) => read),
  ]);
  if (!pool.ok) return undefined;
  const base = pool.value.baseToken;
  const value =
    first !== undefined && base === baseToken
      ? first
      : (await chain.rpc.send([converted(base)]))[0];
  if (!value.ok || value.value <= 0n) return undefined;
  return { probeBase: PROBE_BASE, valueBase: value.value, baseToken: base };
}
