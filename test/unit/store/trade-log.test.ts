import { expect, test } from "vitest";
import type { Deps } from "../../../src/deps.ts";
import { canonicalJson } from "../../../src/lib/sha256-of.ts";
import { readTradeLog } from "../../../src/store/audit/read-trade-log.ts";
import { readTrades } from "../../../src/trades/read-trades.ts";
import { eachRedis } from "./support/each-redis.ts";
import { newAddress, newHash, T0 } from "./support/records.ts";
import type { TestStore } from "./support/start-store.ts";

const CHAIN = 8453;
const hash = newHash();
const swap = {
  ...{ venue: "0x", tokenIn: newAddress(), tokenOut: newAddress(), amountInBase: "1" },
  ...{ amountOutBase: "1", maxInBase: "1", minOutBase: "1" },
};
const opened = (attempt: string, more: object = { swap }) => ({
  ...{ kind: "attempt_opened", actor: "scheduler", attempt, agent: newAddress(), nonce: 1, hash },
  ...{ gas: "1", maxFeePerGas: "1", maxPriorityFeePerGas: "1", ...more },
});
const ended = (attempt: string, n: number) => ({
  ...{ kind: "attempt_ended", attempt, status: "confirmed", blockNumber: "9" },
  ...{ soldBase: String(n), boughtBase: String(n + 1) },
  mined: { hash, gasUsed: "21000", gasCostWei: String(n * 7) },
});
const refused = { kind: "call_refused", actor: newAddress(), tool: "x", refusal: { code: "no" } };

/** A log as the scripts write one: entries from `first` on; `n` of each is its time's offset. */
async function write(store: TestStore, vault: string, facts: object[], first = 1): Promise<void> {
  const entries = facts.map(
    (fact, at) => `${"a".repeat(40)}|${T0 + first + at}||${canonicalJson(fact)}`,
  );
  for (let at = 0; at < entries.length; at += 500)
    await store.command("RPUSH", store.keys.audit(CHAIN, vault), ...entries.slice(at, at + 500));
  const n = first + facts.length - 1;
  await store.command("HSET", store.keys.auditHead(CHAIN, vault), "n", n, "first", first);
}
/** Safe: the store and the clock are all that a reading of the log touches. */
const depsOf = (store: TestStore) => {
  const sent: string[] = [];
  const run: TestStore["redis"]["run"] = (script, ...rest) => {
    sent.push(script.name);
    return store.redis.run(script, ...rest);
  };
  const deps = { redis: { run }, keys: store.keys, clock: { nowMs: () => T0 } };
  return { deps: deps as unknown as Deps, sent };
};

eachRedis((redis) => {
  test("behavior: of a log of several parts every swap, once, in the order it was sent, in two waits", async () => {
    const store = redis().store();
    const vault = newAddress();
    const facts = Array.from({ length: 780 }, (_, at) => [
      opened(`call:${at}`),
      refused,
      // Each ends behind the next one's beginning: a part's edge lies between the two.
      ...(at === 0 ? [] : [ended(`call:${at - 1}`, at - 1)]),
    ]).flat();
    await write(store, vault, facts);
    const { deps, sent } = depsOf(store);
    const { trades, isAll } = await readTrades(deps, { chainId: CHAIN, vault });
    expect([facts.length, sent, isAll]).toEqual([
      2_339,
      Array.from({ length: 3 }, () => readTradeLog.name),
      true,
    ]);
    expect(trades).toHaveLength(780);
    const told = trades.map((one) => [one.status, one.soldBase, one.boughtBase, one.gas?.wei]);
    expect(told.slice(0, -1)).toEqual(
      Array.from({ length: 779 }, (_, at) => [
        ...["confirmed", BigInt(at), BigInt(at + 1), BigInt(at * 7)],
      ]),
    );
    expect(told.at(-1)).toEqual(["open", undefined, undefined, undefined]);
    expect(trades.every(({ n, atMs }) => atMs === T0 + n)).toBe(true);
  });

  test("behavior: what is cut off is said, and an end without its beginning is no trade", async () => {
    const store = redis().store();
    const vault = newAddress();
    await write(store, vault, [ended("call:old", 3), opened("call:new"), refused], 101);
    const { deps, sent } = depsOf(store);
    const { trades, isAll } = await readTrades(deps, { chainId: CHAIN, vault });
    expect([isAll, sent.length, trades.map(({ n, status }) => [n, status])]).toEqual([
      ...[false, 1, [[102, "open"]]],
    ]);
  });

  test("behavior: only entries of swaps leave the store", async () => {
    const store = redis().store();
    const vault = newAddress();
    const replaced = { kind: "replacement_signed", attempt: "call:1", hash: newHash() };
    const more = [opened("call:1"), refused, opened("call:2", {}), replaced];
    await write(store, vault, more);
    const part = await store.run(readTradeLog, { chainId: CHAIN, vault });
    expect([part.n, part.first, part.from, part.entries.map(({ n }) => n)]).toEqual([
      ...[4, 1, 1, [1, 4]],
    ]);
    const { trades } = await readTrades(depsOf(store).deps, { chainId: CHAIN, vault });
    expect(trades.map((one) => one.hash)).toEqual([replaced.hash]);
  });

  test("default: a vault without a log has no trades", async () => {
    const { deps } = depsOf(redis().store());
    expect(await readTrades(deps, { chainId: CHAIN, vault: newAddress() })).toEqual({
      ...{ trades: [], isAll: true },
    });
  });
});
