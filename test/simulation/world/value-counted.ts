import type { Hex } from "viem";
import { smaller } from "../../../src/lib/integers.ts";
import type { Keys } from "../../../src/store/kernel/keys.ts";
import type { SimChain } from "../chain/sim-chain.ts";
import type { SimRedis } from "../redis/create-sim-redis.ts";
import { isCounted } from "./is-counted.ts";
import type { LimitsInForce } from "./judge-limits-prepare.ts";
import type { Ledger, Prepared } from "./ledger.ts";
import { dearerValue, givenBy } from "./value-given.ts";

type Given = {
  chain: SimChain;
  redis: SimRedis;
  keys: Keys;
  ledger: Ledger;
  limits: readonly LimitsInForce[];
};
const WITHOUT_EFFECT = ["reverted", "replaced", "never_sent"];

/**
 * What a vault has given away since then, in base units of USDC: of what may still happen, the most
 * that its calldata lets go.
 */
export const valueCounted = (given: Given, vault: string, sinceMs: number): bigint =>
  [...given.ledger.attempts.values()]
    .filter((one) => one.vault === vault && one.atMs > sinceMs)
    .reduce((sum, one) => sum + (countedOf(given, one) ?? 0n), 0n);

/**
 * Of one intent, by the dearer of the oracle of its build and a venue's price: the most by any
 * price of the time in which it was planned, or the least. undefined of what gives nothing away.
 */
export function countedOf(
  { chain, redis, keys, ledger, limits }: Given,
  prepared: Prepared,
  by: "most" | "least" = "most",
): bigint | undefined {
  const { attemptId, data } = prepared;
  if (!isCounted(limits, prepared)) return undefined;
  const given = givenBy(data as Hex);
  const { status, json = "{}" } = Object(redis.read(keys.attempt(attemptId)) ?? {}) as Record<
    string,
    string
  >;
  if (given === undefined || status === undefined) return undefined;
  const record = JSON.parse(json) as {
    isForgotten?: boolean;
    amounts?: { soldBase: string; estimated: boolean };
  };
  const isKnown = !record.isForgotten && !ledger.happenedAfterAll.has(attemptId);
  if (isKnown && WITHOUT_EFFECT.includes(status)) return 0n;
  const isSure = status === "confirmed" && record.amounts?.estimated === false;
  const amountBase = isSure ? BigInt(record.amounts?.soldBase ?? 0) : given.mostBase;
  const { venuePrices = [] } = prepared;
  const prices =
    by === "most" || venuePrices.length === 0 ? venuePrices : [venuePrices.reduce(smaller)];
  const state = prepared.built?.state ?? chain.stateAt(chain.head());
  return dearerValue(amountBase, given.token, chain.weth, { state, prices });
}
