import type { Address, Hex } from "viem";
import { smaller } from "../../../src/lib/integers.ts";
import type { Keys } from "../../../src/store/kernel/keys.ts";
import type { Mined, SimChain } from "../chain/sim-chain.ts";
import { simTokens } from "../chain/sim-tokens.ts";
import type { LimitSet } from "../options-plan.ts";
import type { SimRedis } from "../redis/create-sim-redis.ts";
import { isCounted } from "./is-counted.ts";
import type { Ledger, Prepared } from "./ledger.ts";
import { limitsAt } from "./limits-at.ts";
import { givenBy, oracleValue } from "./value-given.ts";

/** Limits of a vault from `at` on, in the ledger's sequence: as they were set. */
export type LimitsInForce = { vault: string; at: number; set: LimitSet };

type Given = {
  chain: SimChain;
  ledger: Ledger;
  redis: SimRedis;
  keys: Keys;
  limits: readonly LimitsInForce[];
  reached: Set<string>;
  opened: Prepared;
};

const DAY_MS = 24 * 60 * 60_000;
const USDC = 1_000_000n;
const OPEN = ["prepared", "sent"];

/**
 * What the limits of its vault allow of an intent that has just been written down, by what was set
 * and by the chain: every open intent at the most that its calldata may give away, every one that
 * was mined at what it gave. The texts of what is wrong.
 */
export function judgeLimitsPrepare({
  chain,
  ledger,
  redis,
  keys,
  limits,
  reached,
  opened,
}: Given): string[] {
  const set = limitsAt(limits, opened);
  const given = givenBy(opened.data as Hex);
  if (set === undefined || given === undefined) return [];
  const { usdc } = simTokens(chain.chainId);
  const mined = new Map<string, Mined>(chain.canonical().map((one) => [one.tx.hash, one]));
  const now = chain.stateAt(chain.head());
  // The oracle may have moved since its build: the lower of the two.
  const valueOfGiven = (one: Prepared): bigint => {
    const call = givenBy(one.data as Hex);
    if (call === undefined || !isCounted(limits, one)) return 0n;
    const success = [...one.hashes]
      .flatMap((hash) => mined.get(hash) ?? [])
      .find(({ status }) => status === "success");
    const { status } = Object(redis.read(keys.attempt(one.attemptId)) ?? {}) as { status?: string };
    if (success === undefined && !OPEN.includes(status ?? "")) return 0n;
    const amount = success?.soldBase ?? call.mostBase;
    return [one.built?.state ?? now, now]
      .map((state) => oracleValue(amount, call.token, chain.weth, state))
      .reduce(smaller);
  };
  const before = [...ledger.attempts.values()].filter(
    (one) =>
      one !== opened &&
      one.vault === opened.vault &&
      one.at < opened.at &&
      one.atMs > opened.atMs - DAY_MS,
  );
  const sum = (list: readonly Prepared[]): bigint =>
    list.reduce((total, one) => total + valueOfGiven(one), 0n);
  const value = valueOfGiven(opened);
  const all = sum(before) + value;
  const ofToken =
    sum(before.filter((one) => givenBy(one.data as Hex)?.bought === given.bought)) + value;
  const isOver = (limit: string | undefined, of: bigint) =>
    limit !== undefined && of > BigInt(limit) * USDC;
  if (set.perDay !== undefined || set.perToken !== undefined)
    reached.add("limits: a sum was counted");
  const mayBuy = (token: Address | undefined) =>
    set.tokens !== "USDC" || token === undefined || token === usdc;
  return [
    ...(isOver(set.perTransaction, value)
      ? [`an intent for ${value}, more than a transaction may give`]
      : []),
    ...(isOver(set.perDay, all) ? [`an intent for ${value} that brings the day to ${all}`] : []),
    ...(given.bought !== usdc && isOver(set.perToken, ofToken)
      ? [`an intent for ${value} that brings its token's day to ${ofToken}`]
      : []),
    ...(mayBuy(given.bought) ? [] : ["an intent that buys a token that is not allowed"]),
    ...(set.venues === undefined || set.venues.includes(given.venue)
      ? []
      : [`an intent at ${given.venue}`]),
  ];
}
