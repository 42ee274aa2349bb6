import type { Hex } from "viem";
import { simTokens } from "../chain/sim-tokens.ts";
import type { World } from "../world/create-world.ts";
import { PARTIES } from "../world/party.ts";
import { countedOf } from "../world/value-counted.ts";
import { givenBy } from "../world/value-given.ts";

/**
 * At rest the sums of a vault's limits hold what was given away, and nothing that did not happen:
 * what was mined at what it gave, what may still happen at the most that its calldata lets go. A
 * nonce used by what the store forgot, or given back by a reorg, is no knowledge that nothing
 * happened.
 */
export function judgeLimits(world: World): void {
  const { redis, keys, ledger, chainId, reached } = world;
  const { usdc } = simTokens(chainId);
  const [most, least] = [new Map<string, bigint>(), new Map<string, bigint>()];
  const add = (name: string, [high, low]: readonly [bigint, bigint]) => {
    most.set(name, (most.get(name) ?? 0n) + high);
    least.set(name, (least.get(name) ?? 0n) + low);
  };
  for (const prepared of ledger.attempts.values()) {
    const value = countedOf(world, prepared);
    const { bought } = givenBy(prepared.data as Hex) ?? {};
    if (value === undefined) continue;
    const both = [value, countedOf(world, prepared, "least") ?? 0n] as const;
    add(`${prepared.vault}:all`, both);
    if (bought !== undefined) add(`${prepared.vault}:${bought === usdc ? "USDC" : "WETH"}`, both);
    reached.add(`limits: ${value > 0n ? "counted" : "given back"}`);
  }
  for (const { vault } of PARTIES) {
    const kept = new Map<string, bigint>();
    for (const [field, value] of Object.entries(
      Object(redis.read(keys.spent(chainId, vault)) ?? {}),
    )) {
      const token = field.slice(field.indexOf(":") + 1);
      // The coin and its wrapped token are one.
      const name = token === "all" ? "all" : token === usdc ? "USDC" : "WETH";
      kept.set(name, (kept.get(name) ?? 0n) + BigInt(String(value)));
    }
    for (const name of ["all", "USDC", "WETH"]) {
      const sum = kept.get(name) ?? 0n;
      const [high, low] = [most.get(`${vault}:${name}`) ?? 0n, least.get(`${vault}:${name}`) ?? 0n];
      const should = sum > high ? high : low;
      const off = sum > high ? sum - high : low - sum;
      if (off > ROUNDED * BigInt(ledger.attempts.size))
        ledger.violate(
          `${vault.slice(0, 6)} has given ${sum} by its limits (${name}), ${should} by its ` +
            "attempts",
        );
    }
  }
}

/**
 * What is no USDC is rounded up three times: valued by a venue's price, counted, and as the part
 * that a receipt shows.
 */
const ROUNDED = 3n;
