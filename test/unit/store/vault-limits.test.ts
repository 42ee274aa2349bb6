import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Attempt } from "../../../schemas/attempt.ts";
import type { VaultLimits } from "../../../schemas/vault-limits.ts";
import { closeAttempt } from "../../../src/store/attempts/close-attempt.ts";
import { luaDecimals } from "../../../src/store/attempts/lua-decimals.ts";
import { prepareAttempt } from "../../../src/store/attempts/prepare-attempt.ts";
import { recordDeepReorg } from "../../../src/store/attempts/record-deep-reorg.ts";
import type { Redis } from "../../../src/store/kernel/redis-port.ts";
import { wrapLua } from "../../../src/store/kernel/wrap-lua.ts";
import { loadCallContext } from "../../../src/store/vaults/load-call-context.ts";
import { saveDelegation } from "../../../src/store/vaults/save-delegation.ts";
import { saveVaultLimits } from "../../../src/store/vaults/save-vault-limits.ts";
import { eachRedis } from "./support/each-redis.ts";
import { attemptOf, delegationOf, newAddress, newHash } from "./support/records.ts";
import type { TestStore } from "./support/start-store.ts";
import { newParty, type Party } from "./support/steps.ts";

const HALF_HOUR = 1_800_000;
const DAY = 86_400_000;
/** Start of a half hour. */
const B = 993_456 * HALF_HOUR;
const BASE = { address: `0x${"0b".repeat(20)}`, symbol: "TST", decimals: 18 } as const;
const [WETH, WBTC] = [`0x${"e1".repeat(20)}`, `0x${"b7".repeat(20)}`] as const;
/** Far above what a Lua number or a Redis integer holds exactly. */
const BIG = 10n ** 24n;
const needed = { ok: false, code: "fresh_signature_needed" };

const limitsOf = (changes: Partial<VaultLimits> = {}): VaultLimits => ({
  ...{ version: 1, baseToken: BASE, perToken: [], tokens: "listed" },
  ...changes,
});
type Saving = { limits: VaultLimits; messageHash?: `0x${string}`; baseKey?: `0x${string}` };
const save = (store: TestStore, { vault, operator }: Party, saving: Saving) =>
  store.run(saveVaultLimits, { vault, operator, chainId: 8453, baseKey: BASE.address, ...saving });
const seen = (store: TestStore, { vault, operator }: Party, nowMs = B) =>
  store.run(loadCallContext, { nowMs, chainId: 8453, vault, operator });
const used = async (store: TestStore, party: Party, nowMs = B) =>
  (await seen(store, party, nowMs)).spent?.day;

async function limited(store: TestStore, limits: Partial<VaultLimits> = {}): Promise<Party> {
  const party = newParty();
  await store.run(saveDelegation, {
    record: delegationOf(party.vault, party.operator, party.agent),
  });
  // Names need a message of their own.
  const messageHash = limits.named && newHash();
  expect(
    await save(store, party, { limits: limitsOf(limits), ...(messageHash && { messageHash }) }),
  ).toEqual({
    ok: true,
  });
  return party;
}

let count = 0;
function attemptFor({ vault, operator, agent }: Party, nonce = 0): Attempt {
  count += 1;
  const { orderId: _, sliceNumber: __, ...base } = attemptOf(vault, operator, agent, { nonce });
  return { ...base, id: `call:V-${count}` };
}
const spendOf = (
  value: bigint,
  allowed?: bigint,
  token: `0x${string}` = WETH,
  allowedToken?: bigint,
) => ({
  all: value.toString(),
  ...(allowed !== undefined && { allowed: allowed.toString() }),
  bought: [
    {
      token,
      value: value.toString(),
      ...(allowedToken !== undefined && { allowed: allowedToken.toString() }),
    },
  ],
});
type Writing = { nowMs?: number; version?: number; chainNonce?: number };
const write = (
  { redis, keys }: Pick<TestStore, "redis" | "keys">,
  attempt: Attempt,
  spend: ReturnType<typeof spendOf> | undefined,
  { nowMs = B, version = 1, chainNonce = attempt.nonce }: Writing = {},
) =>
  prepareAttempt.run(redis, keys, {
    ...{
      requestId: randomUUID(),
      nowMs,
      attempt,
      chainNonce,
      nextCheckMs: nowMs,
      limits: { version, spend },
    },
  });
/**
 * The scripts themselves, without the REST front's time limit: a busy machine answers a hundred at
 * once late.
 */
const pastTheFront = (store: TestStore): Redis => ({
  run: (script, keys, args) => store.command("EVAL", script.text, keys.length, ...keys, ...args),
});
const end = (
  store: TestStore,
  attempt: Attempt,
  status: "confirmed" | "reverted" | "replaced" | "never_sent",
  spent?: bigint,
) =>
  store.run(closeAttempt, {
    nowMs: B,
    attempt: {
      record: { ...attempt, status },
      ...(spent !== undefined && { spent: spent.toString() }),
    },
  });

eachRedis((redis) => {
  test("behavior: naming a hook loosens, taking the name back does not", async () => {
    const store = redis().store();
    const party = await limited(store);
    const [one, other] = [`0x${"ab".repeat(20)}`, `0x${"cd".repeat(20)}`] as const;
    const change = (version: number, hooks: VaultLimits["hooks"], messageHash?: `0x${string}`) =>
      save(store, party, {
        limits: limitsOf({ version, hooks }),
        ...(messageHash && { messageHash }),
      });
    expect(await change(2, [one])).toEqual(needed);
    expect(await change(2, [one], newHash())).toEqual({ ok: true });
    expect(await change(3, [one, other])).toEqual(needed);
    expect(await change(3, [other])).toEqual(needed);
    expect(await change(3, [one])).toEqual({ ok: true });
    expect(await change(4, [])).toEqual({ ok: true });
    expect((await seen(store, party)).limits?.hooks).toEqual([]);
  });

  describe("decimal texts", () => {
    const script = wrapLua({
      effect: "read",
      uses: [luaDecimals],
      lua: `local function main(input)
        local compared = dec_compare(input.a, input.b)
        return { sum = dec_add(input.a, input.b), rest = dec_subtract(input.a, input.b), sign = compared > 0 and 1 or compared < 0 and -1 or 0 }
      end`,
    });
    const digits = fc.oneof(
      fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
      // Around the ends of pieces: borrows and carries through zeros and nines.
      fc.tuple(fc.nat(78), fc.bigInt({ min: -2n, max: 2n })).map(([power, by]) => {
        const value = 10n ** BigInt(power) + by;
        return value < 0n ? 0n : value;
      }),
      fc.nat(20).map(BigInt),
    );

    test("property: sum, rest and order are those of whole numbers, of any length", async () => {
      const { redis: client } = redis().store();
      await fc.assert(
        fc.asyncProperty(digits, digits, async (a, b) => {
          const input = JSON.stringify({ a: a.toString(), b: b.toString() });
          const answer = JSON.parse(
            String(await client.run({ name: "decimals", text: script }, [], [input, "0", ""])),
          );
          expect(answer).toEqual({
            sum: (a + b).toString(),
            rest: (a > b ? a - b : 0n).toString(),
            sign: a > b ? 1 : a < b ? -1 : 0,
          });
        }),
        { numRuns: 150 },
      );
    });
  });

  describe("attack: 100 writes at once against one limit", () => {
    test("never over it, and all that fits is written", async () => {
      const store = redis().store();
      const allowed = 37n * BIG + BIG - 1n;
      const party = await limited(store, { maxPerDay: allowed.toString() });
      const client = pastTheFront(store);
      let waiting = Array.from({ length: 100 }, () => attemptFor(party));
      let [nonce, refused] = [0, 0];
      while (waiting.length > 0) {
        // All at once, each at its own place: a wallet has eight open at most, so the rest comes
        // again.
        const racing = waiting.map((attempt, at) => ({ ...attempt, nonce: nonce + at }));
        const chainNonce = nonce;
        const answers = await Promise.all(
          racing.map((attempt) =>
            write({ ...store, redis: client }, attempt, spendOf(BIG, allowed), { chainNonce }),
          ),
        );
        expect(BigInt((await used(store, party)) ?? "0")).toBeLessThanOrEqual(allowed);
        const written = racing.filter((_, at) => answers[at]?.ok);
        refused += answers.filter(
          (answer) => !answer.ok && answer.code === "limit_exceeded",
        ).length;
        waiting = racing.filter((_, at) => {
          const answer = answers[at];
          return answer?.ok === false && answer.code !== "limit_exceeded";
        });
        for (const attempt of written) await end(store, attempt, "confirmed");
        nonce += written.length;
      }
      expect([nonce, refused]).toEqual([37, 63]);
      expect(await used(store, party)).toBe((37n * BIG).toString());
    });

    test("after a crash between intent and broadcast no undone thing stays counted", async () => {
      const store = redis().store();
      const allowed = 8n * BIG;
      const party = await limited(store, { maxPerDay: allowed.toString() });
      const attempts = Array.from({ length: 8 }, (_, nonce) => attemptFor(party, nonce));
      for (const attempt of attempts)
        expect(await write(store, attempt, spendOf(BIG, allowed), { chainNonce: 0 })).toMatchObject(
          { ok: true },
        );
      // Their callers died here: nothing was sent. A resolver frees their nonces, in any order,
      // some of them twice.
      const endings = [
        ...attempts.map(
          (attempt, at) => [attempt, at % 2 === 0 ? "replaced" : "reverted"] as const,
        ),
      ];
      await Promise.all(
        [...endings, ...endings.slice(0, 4)].map(([attempt, status]) =>
          end(store, attempt, status),
        ),
      );
      expect((await seen(store, party)).spent).toEqual({
        day: "0",
        tokens: [{ token: WETH, value: "0" }],
      });
      expect(
        await write(store, attemptFor(party, 8), spendOf(allowed, allowed), { chainNonce: 8 }),
      ).toMatchObject({
        ok: true,
      });
    });
  });

  test("default: without limits nothing is read or kept, an intent needs version 0", async () => {
    const store = redis().store();
    const party = newParty();
    await store.run(saveDelegation, {
      record: delegationOf(party.vault, party.operator, party.agent),
    });
    expect(await seen(store, party)).toMatchObject({ limits: null, spent: null });
    expect(await write(store, attemptFor(party), undefined, { version: 0 })).toMatchObject({
      ok: true,
    });
    expect(
      Object.keys(await store.snapshot()).filter((key) => /^(spent|limits):/.test(key)),
    ).toEqual([]);
  });

  test("behavior: judged by limits not in force is not written; a way out asks none", async () => {
    const store = redis().store();
    const party = await limited(store, { maxPerDay: "5" });
    const attempt = attemptFor(party);
    const changed = { ok: false, code: "limits_changed" };
    expect(await write(store, attempt, undefined, { version: 0 })).toEqual(changed);
    expect(await save(store, party, { limits: limitsOf({ version: 2, maxPerDay: "4" }) })).toEqual({
      ok: true,
    });
    expect(await write(store, attempt, spendOf(1n, 5n))).toEqual(changed);
    const out = { attempt, chainNonce: 0, nextCheckMs: B };
    expect(await store.run(prepareAttempt, { nowMs: B, ...out })).toMatchObject({ ok: true });
    expect(await used(store, party)).toBe("0");
  });

  test("behavior: the limit passes to the last unit, no further; of one token or all", async () => {
    const store = redis().store();
    const party = await limited(store, { maxPerDay: "10", maxPerTokenPerDay: "6" });
    const first = attemptFor(party);
    expect(await write(store, first, spendOf(6n, 10n, WETH, 6n))).toMatchObject({ ok: true });
    await end(store, first, "confirmed");
    const second = attemptFor(party, 1);
    expect(await write(store, second, spendOf(1n, 10n, WETH, 6n))).toEqual({
      ...{ ok: false, code: "limit_exceeded" },
      limit: { limit: "maxPerTokenPerDay", token: WETH, used: "6", wanted: "1", allowed: "6" },
    });
    expect(await write(store, second, spendOf(5n, 10n, WBTC, 6n))).toEqual({
      ...{ ok: false, code: "limit_exceeded" },
      limit: { limit: "maxPerDay", used: "6", wanted: "5", allowed: "10" },
    });
    expect(await write(store, second, spendOf(4n, 10n, WBTC, 6n))).toMatchObject({ ok: true });
    expect((await seen(store, party)).spent?.day).toBe("10");
    expect((await seen(store, party)).spent?.tokens).toEqual(
      expect.arrayContaining([
        { token: WETH, value: "6" },
        { token: WBTC, value: "4" },
      ]),
    );
  });

  test("behavior: an amount leaves the day 24 hours after its half hour, to the ms", async () => {
    const store = redis().store();
    const party = await limited(store, { maxPerDay: "10" });
    const first = attemptFor(party);
    expect(
      await write(store, first, spendOf(10n, 10n), { nowMs: B + HALF_HOUR - 1 }),
    ).toMatchObject({ ok: true });
    await end(store, first, "confirmed");
    const second = attemptFor(party, 1);
    expect(
      await write(store, second, spendOf(1n, 10n), { nowMs: B + HALF_HOUR + DAY }),
    ).toMatchObject({
      code: "limit_exceeded",
    });
    expect(await used(store, party, B + HALF_HOUR + DAY)).toBe("10");
    expect(await used(store, party, B + HALF_HOUR + DAY + 1)).toBe("0");
    expect(
      await write(store, second, spendOf(10n, 10n), { nowMs: B + HALF_HOUR + DAY + 1 }),
    ).toMatchObject({
      ok: true,
    });
    // What no window holds any more is not kept.
    expect(await store.command("HLEN", store.keys.spent(8453, party.vault))).toBe(2);
  });

  test.each([
    ["less", 60n * BIG],
    ["nothing", 0n],
    ["more than its calldata allows", 101n * BIG],
    ["nobody knows how much", undefined],
  ] as const)(
    "behavior: a receipt that shows %s corrects what was counted, once",
    async (_what, shown) => {
      const store = redis().store();
      const party = await limited(store, { maxPerDay: (1_000n * BIG).toString() });
      const attempt = attemptFor(party);
      expect(await write(store, attempt, spendOf(100n * BIG))).toMatchObject({ ok: true });
      for (const _twice of [1, 2]) await end(store, attempt, "confirmed", shown);
      const counted = shown === undefined || shown > 100n * BIG ? 100n * BIG : shown;
      expect((await seen(store, party)).spent).toEqual({
        day: counted.toString(),
        tokens: [{ token: WETH, value: counted.toString() }],
      });
    },
  );

  test.each([
    ["replaced", "confirmed", 7],
    ["replaced", "missing", 7],
    ["reverted", "replaced", 0],
    ["confirmed", "missing", 7],
  ] as const)(
    "behavior: ended %s, and shown %s by a reorg, %i are counted, once",
    async (status, found, counted) => {
      const store = redis().store();
      const party = await limited(store, { maxPerDay: "10" });
      const attempt = attemptFor(party);
      expect(await write(store, attempt, spendOf(7n, 10n))).toMatchObject({ ok: true });
      const block = { blockNumber: "100", blockHash: newHash() };
      await end(store, { ...attempt, ...block }, status);
      const facts = {
        ...{ kind: "deep_reorg" as const, actor: "scheduler" as const, attempt: attempt.id },
        ...{ recorded: { status, ...block }, found: { status: found } },
      };
      const reorg = {
        nowMs: B,
        chainId: 8453 as const,
        vault: party.vault,
        attemptId: attempt.id,
        facts,
        alarm: null,
      };
      for (const _twice of [1, 2]) await store.run(recordDeepReorg, reorg);
      expect(await used(store, party)).toBe(String(counted));
    },
  );

  test("behavior: an attempt whose nonce something forgotten used stays counted", async () => {
    const store = redis().store();
    const party = await limited(store, { maxPerDay: "10" });
    const attempt = attemptFor(party);
    expect(await write(store, attempt, spendOf(7n, 10n))).toMatchObject({ ok: true });
    await end(store, { ...attempt, isForgotten: true }, "replaced");
    expect(await used(store, party)).toBe("7");
  });

  describe("a change", () => {
    const LIST = [WETH, WBTC];
    const NAMED = [{ token: WBTC, maxPerDay: "700" }];
    const STRICT = limitsOf({
      ...{
        maxPerTransaction: BIG.toString(),
        maxPerDay: (2n * BIG).toString(),
        maxPerTokenPerDay: BIG.toString(),
      },
      ...{ perToken: [{ token: WETH, maxPerDay: "500" }], tokens: LIST, venues: ["0x", "uniswap"] },
      named: NAMED,
    });
    const { maxPerTransaction: _a, ...noTransaction } = STRICT;
    const { maxPerDay: _b, ...noDay } = STRICT;
    const { maxPerTokenPerDay: _c, ...noToken } = STRICT;
    const { venues: _d, ...noVenues } = STRICT;

    test.each<[string, VaultLimits]>([
      ["one unit more of a transaction", { ...STRICT, maxPerTransaction: (BIG + 1n).toString() }],
      ["no limit of a transaction", noTransaction],
      ["one unit more of a day", { ...STRICT, maxPerDay: (2n * BIG + 1n).toString() }],
      ["no limit of a day", noDay],
      ["one unit more of any token", { ...STRICT, maxPerTokenPerDay: (BIG + 1n).toString() }],
      ["no limit of any token", noToken],
      ["one unit more of one token", { ...STRICT, perToken: [{ token: WETH, maxPerDay: "501" }] }],
      ["that of any token in place of a lower own one", { ...STRICT, perToken: [] }],
      [
        "another token's own above that of any",
        {
          ...STRICT,
          perToken: [...STRICT.perToken, { token: WBTC, maxPerDay: (BIG + 1n).toString() }],
        },
      ],
      [
        "a token that was not named",
        { ...STRICT, named: [...NAMED, { token: newAddress(), maxPerDay: "1" }] },
      ],
      [
        "a named token with one unit more",
        { ...STRICT, named: [{ token: WBTC, maxPerDay: "701" }] },
      ],
      ["the listed ones in place of a list", { ...STRICT, tokens: "listed" }],
      ["one more token", { ...STRICT, tokens: [...LIST, newAddress()] }],
      ["another token", { ...STRICT, tokens: [WETH, newAddress()] }],
      ["all venues", noVenues],
      ["one more venue", { ...STRICT, venues: ["0x", "uniswap", "gmx"] }],
      ["another venue", { ...STRICT, venues: ["gmx"] }],
      [
        "a tightening beside it",
        { ...STRICT, maxPerTransaction: "1", maxPerDay: (3n * BIG).toString() },
      ],
      ["a reset", limitsOf()],
    ])(
      "security: %s is refused without a message of its own, and nothing changes",
      async (_what, looser) => {
        const store = redis().store();
        const party = await limited(store, STRICT);
        const before = await store.snapshot();
        const next = { ...looser, version: 2 };
        expect(await save(store, party, { limits: next })).toEqual(needed);
        expect(await store.snapshot()).toEqual(before);
        expect(await save(store, party, { limits: next, messageHash: "0xe1" })).toEqual({
          ok: true,
        });
        expect((await seen(store, party)).limits).toEqual(next);
        // Used up, whatever is changed with it.
        const again = { limits: { ...looser, version: 3 }, messageHash: "0xe1" as const };
        expect(await save(store, party, again)).toEqual({ ok: false, code: "signature_used" });
      },
    );

    test.each<[string, VaultLimits, VaultLimits]>([
      [
        "less of everything",
        STRICT,
        {
          ...STRICT,
          maxPerTransaction: "0",
          maxPerDay: "1",
          maxPerTokenPerDay: "1",
          perToken: [],
          tokens: [],
          named: [],
          venues: [],
        },
      ],
      ["a limit where none was", limitsOf({ named: NAMED }), STRICT],
      [
        "a named token with less",
        limitsOf({ named: NAMED }),
        limitsOf({ named: [{ token: WBTC, maxPerDay: "699" }] }),
      ],
      [
        "a higher own limit of the base token, which had none",
        { ...STRICT, perToken: [] },
        { ...STRICT, perToken: [{ token: BASE.address, maxPerDay: (9n * BIG).toString() }] },
      ],
      ["as it was", STRICT, STRICT],
      [
        "the same lists in another order",
        STRICT,
        { ...STRICT, tokens: [WBTC, WETH], venues: ["uniswap", "0x"] },
      ],
      [
        "a list in place of the listed ones",
        limitsOf(),
        limitsOf({ tokens: [...LIST, newAddress()] }),
      ],
    ])("behavior: %s needs nothing more", async (_what, from, to) => {
      const store = redis().store();
      const party = await limited(store, {
        ...from,
        ...(_what === "less of everything" && { perToken: [] }),
      });
      expect(await save(store, party, { limits: { ...to, version: 2 } })).toEqual({ ok: true });
    });

    test("behavior: an old all-token record reads as listed, a list being tighter", async () => {
      const store = redis().store();
      const party = await limited(store);
      const old = { ...limitsOf(), tokens: "all" };
      await store.command(
        "SET",
        store.keys.limits(party.operator, 8453, party.vault),
        JSON.stringify(old),
      );
      expect((await seen(store, party)).limits).toMatchObject({ tokens: "listed" });
      expect(await save(store, party, { limits: limitsOf({ version: 2, tokens: LIST }) })).toEqual({
        ok: true,
      });
    });

    test("security: of many changes at once one wins; a signature is good for one", async () => {
      const store = redis().store();
      const party = await limited(store, STRICT);
      const looser = { ...STRICT, version: 2, maxPerDay: (5n * BIG).toString() };
      const answers = await Promise.all(
        Array.from({ length: 6 }, () =>
          save(store, party, { limits: looser, messageHash: "0xe7" }),
        ),
      );
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
      expect(answers.filter(({ ok }) => !ok)).toEqual(
        Array(5).fill({ ok: false, code: "limits_changed" }),
      );
    });

    test("behavior: they are of that vault and chain alone", async () => {
      const store = redis().store();
      const one = await limited(store, STRICT);
      const other = { ...newParty(), operator: one.operator };
      expect((await seen(store, other)).limits).toBeNull();
      expect(
        (await store.run(loadCallContext, { nowMs: B, chainId: 10, ...one })).limits,
      ).toBeNull();
      expect((await seen(store, { ...one, operator: newAddress() })).limits).toBeNull();
    });

    test("error: a record that could not be read is never stored", async () => {
      const store = redis().store();
      for (const changes of [
        { maxPerDay: "1.5" },
        { maxPerDay: "-1" },
        { version: 0 },
        { venues: ["x" as "0x"] },
      ])
        await expect(save(store, newParty(), { limits: limitsOf(changes) })).rejects.toThrow();
    });
  });
});
