import * as fc from "fast-check";
import { expect, test } from "vitest";
import { luaNav } from "../../../src/store/attempts/lua-nav.ts";
import { recordNav, shiftNav } from "../../../src/store/attempts/record-nav.ts";
import { luaKeys } from "../../../src/store/kernel/wrap-lua.ts";
import { loadCallContext } from "../../../src/store/vaults/load-call-context.ts";
import { eachRedis } from "./support/each-redis.ts";
import { newAddress } from "./support/records.ts";
import type { TestStore } from "./support/start-store.ts";

const HALF_HOUR = 1_800_000;
const DAY = 86_400_000;
/** Start of a half hour. */
const B = 993_456 * HALF_HOUR;
const MAX = (1n << 256n) - 1n;

const TEN_MINUTES = 600_000;
const see = (store: TestStore, vault: string, nowMs: number, unitaryValue: bigint) =>
  store.run(recordNav, { nowMs, chainId: 8453, vault, unitaryValue: String(unitaryValue) });
/** Seen ten minutes before, and now once more, which confirms it. */
const record = async (store: TestStore, vault: string, nowMs: number, unitaryValue: bigint) => {
  await see(store, vault, nowMs - TEN_MINUTES, unitaryValue);
  return see(store, vault, nowMs, unitaryValue);
};
const baseline = async (store: TestStore, vault: string, nowMs: number) =>
  (await store.run(loadCallContext, { nowMs, chainId: 8453, vault })).navBaseline;

/** By the rule itself: of all pairs so far apart the highest lower one. All lie within a day. */
const confirmedOf = (seen: readonly { atMs: number; value: bigint }[], apartMs: number): bigint =>
  seen
    .flatMap((first) =>
      seen
        .filter(({ atMs }) => atMs - first.atMs >= apartMs)
        .map((later) => [first, later] as const),
    )
    .map(([first, later]) => (first.value < later.value ? first.value : later.value))
    .reduce((best, value) => (value > best ? value : best), 0n);

eachRedis((redis) => {
  test("default: the baseline is the highest value seen, kept per chain and vault", async () => {
    const store = redis().store();
    const [vault, other] = [newAddress(), newAddress()];
    expect(await record(store, vault, B, 100n)).toEqual({ navBaseline: "100" });
    expect(await record(store, vault, B + 1, 99n)).toEqual({ navBaseline: "100" });
    expect(await record(store, vault, B + HALF_HOUR, 101n)).toEqual({ navBaseline: "101" });
    expect(await record(store, other, B, 0n)).toEqual({ navBaseline: "0" });
    expect(
      (await store.run(loadCallContext, { nowMs: B, chainId: 10, vault })).navBaseline,
    ).toBeNull();
  });

  test("behavior: a value counts once confirmed ten minutes later, the lower of both", async () => {
    const store = redis().store();
    const [high, low, alone, early] = [newAddress(), newAddress(), newAddress(), newAddress()];
    // 1.8 times the value for one swap, then as before: the high is what it was.
    expect(await see(store, high, B, 100n)).toEqual({ navBaseline: null });
    expect(await see(store, high, B + TEN_MINUTES, 180n)).toEqual({ navBaseline: "100" });
    expect(await see(store, high, B + 2 * TEN_MINUTES, 101n)).toEqual({ navBaseline: "101" });
    expect(await see(store, high, B + 3 * TEN_MINUTES, 100n)).toEqual({ navBaseline: "101" });
    await see(store, low, B, 100n);
    expect(await see(store, low, B + TEN_MINUTES, 50n)).toEqual({ navBaseline: "50" });
    await see(store, alone, B, 180n);
    expect(await baseline(store, alone, B + DAY - HALF_HOUR)).toBeNull();
    await see(store, early, B, 100n);
    expect(await see(store, early, B + TEN_MINUTES - 1, 100n)).toEqual({ navBaseline: null });
    expect(await see(store, early, B + TEN_MINUTES, 90n)).toEqual({ navBaseline: "90" });
  });

  test("property: the high never tops two values ten minutes apart nor lags by more", async () => {
    const store = redis().store();
    const looks = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 25 * 60_000 }), fc.bigInt({ min: 1n, max: 40n })),
      {
        minLength: 1,
        maxLength: 14,
      },
    );
    await fc.assert(
      fc.asyncProperty(looks, async (drawn) => {
        const vault = newAddress();
        const seen: { atMs: number; value: bigint }[] = [];
        let nowMs = B;
        for (const [gapMs, value] of drawn) {
          nowMs += gapMs;
          await see(store, vault, nowMs, value);
          seen.push({ atMs: nowMs, value });
          const kept = BigInt((await baseline(store, vault, nowMs)) ?? 0);
          expect(kept).toBeLessThanOrEqual(confirmedOf(seen, TEN_MINUTES));
          expect(kept).toBeGreaterThanOrEqual(confirmedOf(seen, 2 * TEN_MINUTES));
        }
      }),
      { numRuns: 40 },
    );
  });

  test("behavior: values of 78 digits are compared exactly", async () => {
    const store = redis().store();
    const vault = newAddress();
    await record(store, vault, B, MAX - 1n);
    expect(await record(store, vault, B, MAX)).toEqual({ navBaseline: String(MAX) });
    expect(await record(store, vault, B + HALF_HOUR, MAX - 1n)).toEqual({
      navBaseline: String(MAX),
    });
    expect(await record(store, vault, B + HALF_HOUR, 9n)).toEqual({ navBaseline: String(MAX) });
  });

  test("behavior: a move between chains shifts what was seen before, once, exactly", async () => {
    const store = redis().store();
    const digits = fc.bigInt({ min: 0n, max: MAX });
    await fc.assert(
      fc.asyncProperty(
        digits,
        digits,
        fc.constantFrom("up" as const, "down" as const),
        async (seen, perUnit, direction) => {
          const vault = newAddress();
          const shift = () =>
            store.run(shiftNav, {
              ...{ nowMs: B + HALF_HOUR, chainId: 8453, vault, moveId: "in:10:1", untilMs: B },
              ...{ perUnit: String(perUnit), direction },
            });
          await record(store, vault, B, seen);
          expect(await shift()).toEqual({ shifted: true });
          expect(await shift()).toEqual({ shifted: false });
          const moved = direction === "up" ? seen + perUnit : seen > perUnit ? seen - perUnit : 0n;
          expect(await baseline(store, vault, B)).toBe(String(moved));
        },
      ),
      { numRuns: 30 },
    );
  });

  test("behavior: what was seen after a move stays as it was seen", async () => {
    const store = redis().store();
    const vault = newAddress();
    await record(store, vault, B, 100n);
    await record(store, vault, B + HALF_HOUR, 99n);
    const move = {
      chainId: 8453,
      vault,
      moveId: "out",
      perUnit: "5",
      direction: "down",
      untilMs: B,
    } as const;
    await store.run(shiftNav, { nowMs: B + HALF_HOUR, ...move });
    expect(await baseline(store, vault, B + HALF_HOUR)).toBe("99");
  });

  test("behavior: a half hour counts until 24 hours after its end, no value for less", async () => {
    const store = redis().store();
    const vault = newAddress();
    await record(store, vault, B + HALF_HOUR - 1, 200n);
    await record(store, vault, B + HALF_HOUR, 150n);
    expect(await baseline(store, vault, B + HALF_HOUR - 1 + DAY)).toBe("200");
    expect(await baseline(store, vault, B + HALF_HOUR + DAY)).toBe("200");
    expect(await baseline(store, vault, B + HALF_HOUR + DAY + 1)).toBe("150");
    expect(await baseline(store, vault, B + 2 * HALF_HOUR + DAY)).toBe("150");
    expect(await baseline(store, vault, B + 2 * HALF_HOUR + DAY + 1)).toBeNull();
  });

  test("behavior: writing drops what has aged, so at most 50 half hours are stored", async () => {
    const store = redis().store();
    const vault = newAddress();
    for (let i = 0; i < 120; i++) await record(store, vault, B + i * HALF_HOUR, BigInt(1_000 - i));
    expect(Number(await store.command("HLEN", store.keys.nav(8453, vault)))).toBeLessThanOrEqual(
      50,
    );
    expect(await baseline(store, vault, B + 119 * HALF_HOUR)).toBe(String(1_000 - (119 - 49)));
  });

  test("error: a value that is not plain digits is not stored", async () => {
    const store = redis().store();
    for (const unitaryValue of ["-1", "1.5", "01", "1e3", "", "9".repeat(79)]) {
      await expect(async () =>
        store.run(recordNav, { chainId: 8453, vault: newAddress(), unitaryValue }),
      ).rejects.toThrow();
    }
    expect(await store.snapshot()).toEqual({});
  });

  test("property: Lua's comparison of digits is that of the numbers", async () => {
    const store = redis().store();
    const near = fc
      .tuple(fc.bigInt({ min: 0n, max: MAX - 1n }), fc.constantFrom(-1n, 0n, 1n))
      .map(([n, d]) => (n + d < 0n ? n : n + d));
    const digits = fc
      .integer({ min: 1, max: 77 })
      .chain((size) => fc.bigInt({ min: 0n, max: 10n ** BigInt(size) }));
    const pair = fc.oneof(
      fc.tuple(near, near),
      fc.tuple(digits, digits),
      near.map((n): [bigint, bigint] => [n, n + 1n]),
      digits.map((n): [bigint, bigint] => [n, n * 10n]),
    );
    const lua = `${luaKeys}\nlocal call = redis.call\nlocal function int(n) return n end\nlocal function hget() end\n${luaNav}
      local higher = {}
      for i, pair in ipairs(cjson.decode(ARGV[1])) do higher[i] = nav_higher(pair[1], pair[2]) end
      return cjson.encode(higher)`;
    await fc.assert(
      fc.asyncProperty(fc.array(pair, { minLength: 50, maxLength: 50 }), async (pairs) => {
        const text = JSON.stringify(pairs.map((both) => both.map(String)));
        const answer: unknown = JSON.parse(
          String(await store.command("EVAL", lua, 0, text, 0, "p:")),
        );
        expect(answer).toEqual(pairs.map(([a, b]) => a > b));
      }),
      { numRuns: 20 },
    );
  });
});
