import { expect, test } from "vitest";
import { beginPaidCall } from "../../../src/store/payments/begin-paid-call.ts";
import { countStranger } from "../../../src/store/payments/count-stranger.ts";
import { endPaidCall } from "../../../src/store/payments/end-paid-call.ts";
import { eachRedis } from "./support/each-redis.ts";
import { newAddress, T0 } from "./support/records.ts";

const MINUTE = 60_000;
/** Begin of a window of ten minutes. */
const START = Math.ceil(T0 / (10 * MINUTE)) * 10 * MINUTE;

eachRedis((redis) => {
  test("behavior: each network's strangers have twenty questions in ten minutes", async () => {
    const store = redis().store();
    const count = (network: string, nowMs: number) => store.run(countStranger, { network, nowMs });
    for (let n = 0; n < 20; n += 1) expect(await count("a", START)).toMatchObject({ ok: true });
    expect(await count("a", START + MINUTE)).toEqual({ ok: false, retryAfterSec: 540 });
    expect(await count("b", START)).toMatchObject({ ok: true });
    expect(await count("a", START + 10 * MINUTE - 1)).toEqual({ ok: false, retryAfterSec: 1 });
    expect(await count("a", START + 10 * MINUTE)).toMatchObject({ ok: true });
  });

  test("attack: a refusal is not counted: no network uses up others' questions", async () => {
    const store = redis().store();
    for (let n = 0; n < 60; n += 1) await store.run(countStranger, { network: "a", nowMs: START });
    const name = `${store.keys.prefix}rate:strangers:${START / (10 * MINUTE)}`;
    expect(await store.command("GET", name)).toBe("20");
  });

  test("behavior: over a thousand of all networks each has two", async () => {
    const store = redis().store();
    await store.command(
      "SET",
      `${store.keys.prefix}rate:strangers:${START / (10 * MINUTE)}`,
      "999",
    );
    const answers = [];
    for (let n = 0; n < 4; n += 1)
      answers.push((await store.run(countStranger, { network: "a", nowMs: START })).ok);
    expect(answers).toEqual([true, true, false, false]);
  });

  const payment = (payer: string, nonce: string, more: object = {}) => ({
    ...{
      payer,
      nonce,
      requestHash: "h",
      token: nonce,
      holdMs: 360_000,
      debtors: [payer],
      covers: [],
    },
    ...{
      operator: null,
      idempotency: null,
      acts: false,
      network: "a",
      caller: "a",
      nowMs: START,
      ...more,
    },
  });
  const ending = (
    payer: string,
    nonce: string,
    outcome: "done" | "released" | "invalid" | "unverified",
  ) => ({
    ...{
      payer,
      nonce,
      token: nonce,
      outcome,
      answer: null,
      idempotencyScope: null,
      debt: null,
      clears: [],
    },
    ...{ counted: { network: "a", atMs: START }, nowMs: START },
  });

  test("behavior: paid or our refusal returns the question, facilitator's does not", async () => {
    for (const [outcome, left] of [
      ["done", "0"],
      ["released", "0"],
      ["invalid", "1"],
      ["unverified", "1"],
    ] as const) {
      const store = redis().store();
      const payer = newAddress();
      expect(await store.run(beginPaidCall, payment(payer, "0x01"))).toMatchObject({
        kind: "run",
        counted: true,
      });
      await store.run(endPaidCall, ending(payer, "0x01", outcome));
      const name = `${store.keys.prefix}rate:stranger:a:${START / (10 * MINUTE)}`;
      expect([outcome, await store.command("GET", name)]).toEqual([outcome, left]);
      // Nothing holds the nonce but what it has bought.
      const again = await store.run(beginPaidCall, payment(payer, "0x01", { token: "again" }));
      expect([outcome, again.kind]).toEqual([outcome, outcome === "done" ? "done" : "run"]);
    }
  });

  test("behavior: who paid within thirty days goes on in a network without questions", async () => {
    const store = redis().store();
    const [known, stranger] = [newAddress(), newAddress()];
    await store.run(beginPaidCall, payment(known, "0x01"));
    await store.run(endPaidCall, ending(known, "0x01", "done"));
    for (let n = 0; n < 20; n += 1) await store.run(countStranger, { network: "a", nowMs: START });
    expect(await store.run(beginPaidCall, payment(stranger, "0x02"))).toMatchObject({
      kind: "rate_limited",
    });
    expect(await store.run(beginPaidCall, payment(known, "0x03"))).toMatchObject({
      kind: "run",
      counted: false,
    });
    const later = START + 30 * 24 * 60 * MINUTE;
    for (let n = 0; n < 20; n += 1) await store.run(countStranger, { network: "a", nowMs: later });
    expect(await store.run(beginPaidCall, payment(known, "0x04", { nowMs: later }))).toMatchObject({
      kind: "rate_limited",
    });
  });

  test("attack: a refused claim holds and leaves nothing of its payer, of any name", async () => {
    const store = redis().store();
    const payer = newAddress();
    for (let n = 0; n < 20; n += 1) await store.run(countStranger, { network: "a", nowMs: START });
    const before = await store.snapshot();
    expect((await store.run(beginPaidCall, payment(payer, "0x01"))).kind).toBe("rate_limited");
    expect(await store.snapshot()).toEqual(before);
    expect((await store.run(beginPaidCall, payment(payer, "0x01", { network: null }))).kind).toBe(
      "run",
    );
  });
});
