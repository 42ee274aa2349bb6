import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { describe, expect, test } from "vitest";
import { payingWorld } from "./support/paying-world.ts";

/*
 * A run that began and did not end, because its Worker died or the store was down after the money
 * had moved (finding 123), and a key whose payment nobody knows the outcome of (finding 124): the
 * chain is asked first, and nobody pays twice for one call.
 */
const MINUTE = 60_000;
const SIGNED = { authSignature: `0x${"11".repeat(65)}` };

/** The Worker is gone after the settlement. Its hold and the payment's authorization are over. */
async function died(path: string, body = {}) {
  const world = payingWorld();
  const payment = await world.sign();
  world.settles("dies");
  await world.send(path, payment.header, { body });
  world.settles("done");
  expect((await world.send(path, payment.header, { body })).said).toBe("payment_in_use");
  world.world.advance(7 * MINUTE);
  return { ...world, payment };
}

describe("settled, and never answered", () => {
  test("a read runs once more without a bill, and then has its answer", async () => {
    const { send, payment, paid, settled, verified, runs } = await died("/test/read");
    const again = await send("/test/read", payment.header);
    expect(again).toMatchObject({
      status: 200,
      body: { run: 2 },
      receipt: { success: true, transaction: paid[0]!.hash },
    });
    expect([settled.length, verified(), paid.length]).toEqual([1, 1, 1]);
    expect((await send("/test/read", payment.header)).body).toEqual({ run: 2 });
    expect(runs.read).toBe(2);
    expect((await send("/test/read", payment.header, { body: { other: 1 } })).said).toBe(
      "payment_reused",
    );
  });

  test("also where a signature came with it, since a read cannot have acted", async () => {
    const { send, payment, settled } = await died("/test/read", SIGNED);
    expect(await send("/test/read", payment.header, { body: SIGNED })).toMatchObject({
      status: 200,
      body: { run: 2 },
    });
    expect(settled.length).toBe(1);
  });

  test("where the store was down at the end: the caller has its answer, then again", async () => {
    const { world, send, sign, storeDownAt, settled } = payingWorld();
    const { header } = await sign();
    storeDownAt("end-paid-call");
    expect((await send("/test/read", header)).body).toEqual({ run: 1 });
    storeDownAt();
    world.advance(7 * MINUTE);
    expect((await send("/test/read", header)).body).toEqual({ run: 2 });
    expect(settled.length).toBe(1);
  });

  test("a second run that fails keeps what was paid: the third one is answered", async () => {
    const { send, payment, handlersRefuse, settled } = await died("/test/read");
    handlersRefuse(true);
    expect((await send("/test/read", payment.header)).said).toBe("rpc_unavailable");
    handlersRefuse(false);
    expect(await send("/test/read", payment.header)).toMatchObject({
      status: 200,
      body: { run: 3 },
    });
    expect(settled.length).toBe(1);
  });

  test("another request does not get what was paid", async () => {
    const { send, payment, runs } = await died("/test/read");
    expect((await send("/test/read", payment.header, { body: { other: 1 } })).status).not.toBe(200);
    expect(runs.read).toBe(1);
  });

  test("what may have acted never runs again, and says what was charged", async () => {
    const { send, payment, paid, runs, settled } = await died("/test/act", SIGNED);
    const again = await send("/test/act", payment.header, { body: SIGNED });
    expect(again).toMatchObject({
      status: 409,
      said: "call_lost",
      body: { details: { charged: paid[0]!.hash } },
    });
    expect(again.body.message).toContain(`charged: ${paid[0]!.hash}`);
    expect(again.body.message).not.toContain("Nothing was charged");
    expect([runs.act, settled.length]).toEqual([1, 1]);
  });

  test("while the chain is silent nothing is said or billed that nobody knows", async () => {
    for (const [path, body, said] of [
      ["/test/read", {}, "facilitator_unavailable"],
      ["/test/act", SIGNED, "call_lost"],
    ] as const) {
      const { send, payment, chainIsSilent, runs } = await died(path, body);
      chainIsSilent(true);
      const again = await send(path, payment.header, { body });
      expect(again.said).toBe(said);
      expect(again.body.message).not.toContain("Nothing was charged");
      expect(runs.read + runs.act).toBe(1);
    }
  });
});

describe("not settled", () => {
  /**
   * The Worker is gone before the settlement: the store does not hear of the end, the money stays.
   */
  async function unpaid(path: string, body = {}, more = {}) {
    const world = payingWorld();
    const payment = await world.sign(more);
    world.settles("absent");
    world.storeDownAt("end-paid-call");
    await world.send(path, payment.header, { body });
    world.settles("done");
    world.storeDownAt();
    world.world.advance(7 * MINUTE);
    return { ...world, payment };
  }

  test("attack: the nonce paid somebody else: a used nonce alone proves nothing", async () => {
    const { send, payment, pay, runs } = await unpaid("/test/read");
    pay(payment, `0x${"de".repeat(20)}`);
    expect((await send("/test/read", payment.header)).status).toBe(402);
    expect(runs.read).toBe(1);
  });

  test("a payment that is good still buys its call, and is charged", async () => {
    const nowSec = Math.floor(payingWorld().world.nowMs / 1_000);
    const { send, payment, settled } = await unpaid(
      "/test/read",
      {},
      { validBefore: BigInt(nowSec + 3_600) },
    );
    expect(await send("/test/read", payment.header)).toMatchObject({
      status: 200,
      body: { run: 2 },
    });
    expect(settled.length).toBe(2);
  });

  test("what may have acted says that nothing was charged", async () => {
    const { send, payment, runs } = await unpaid("/test/act", SIGNED);
    const again = await send("/test/act", payment.header, { body: SIGNED });
    expect([again.said, runs.act]).toEqual(["call_lost", 1]);
    expect(again.body.message).toContain("Nothing was charged");
  });

  test("settled by somebody else hours later, within its time: it is found", async () => {
    const nowSec = Math.floor(payingWorld().world.nowMs / 1_000);
    const { send, payment, pay, world, settled } = await unpaid(
      "/test/read",
      {},
      { validBefore: BigInt(nowSec + 6 * 3_600) },
    );
    world.advance(3 * 60 * MINUTE);
    const hash = pay(payment);
    world.advance(4 * 60 * MINUTE);
    expect(await send("/test/read", payment.header)).toMatchObject({
      status: 200,
      receipt: { transaction: hash },
    });
    expect(settled.length).toBe(1);
  });
});

describe("one Idempotency-Key, two payments", () => {
  const key = "key-of-one-call";
  const payer = generatePrivateKey();
  /** A settlement nobody knows the outcome of, under the key. */
  async function unknown(how: "unknown" | "absent", path = "/test/read") {
    const world = payingWorld();
    const first = await world.sign({}, payer);
    world.settles(how);
    world.chainIsSilent(true);
    expect((await world.send(path, first.header, { key })).said).toBe("facilitator_unavailable");
    world.settles("done");
    world.world.advance(7 * MINUTE);
    return {
      ...world,
      first,
      again: async () => world.send(path, (await world.sign({}, payer)).header, { key }),
    };
  }
  const { address } = privateKeyToAccount(payer);

  test("the first payment is resolved first: till known the second is not taken", async () => {
    const { again, settled, chainIsSilent, paid, runs } = await unknown("unknown");
    expect((await again()).said).toBe("facilitator_unavailable");
    expect(settled.length).toBe(1);
    chainIsSilent(false);
    const answer = await again();
    expect(answer).toMatchObject({ status: 200, body: { run: 1 } });
    expect(answer.receipt).toMatchObject({
      success: true,
      transaction: paid[0]!.hash,
      payer: address.toLowerCase(),
    });
    expect([settled.length, paid.length, runs.read]).toEqual([1, 1, 1]);
    // From here on the key has its answer.
    expect((await again()).body).toEqual({ run: 1 });
  });

  test("the first one was not made, and cannot be any more: the second buys", async () => {
    const { again, settled, chainIsSilent, paid } = await unknown("absent");
    chainIsSilent(false);
    expect(await again()).toMatchObject({ status: 200, body: { run: 2 } });
    expect([settled.length, paid.length]).toEqual([2, 1]);
  });

  test("resolved by its own payment, the key has that answer", async () => {
    const { again, send, first, settled, chainIsSilent } = await unknown("unknown");
    chainIsSilent(false);
    expect((await send("/test/read", first.header, { key })).body).toEqual({ run: 1 });
    expect((await again()).body).toEqual({ run: 1 });
    expect(settled.length).toBe(1);
  });

  test("another body under the key is a conflict, whatever became of the payment", async () => {
    const { send, sign, settled } = await unknown("unknown");
    const { header } = await sign({}, payer);
    expect((await send("/test/read", header, { key, body: { other: 1 } })).said).toBe(
      "idempotency_key_reused",
    );
    expect(settled.length).toBe(1);
  });

  test("a run that died after its settlement: a new payment runs once, is not taken", async () => {
    const { world, send, sign, settles, settled, paid } = payingWorld();
    settles("dies");
    await send("/test/read", (await sign({}, payer)).header, { key });
    settles("done");
    world.advance(7 * MINUTE);
    const second = await sign({}, payer);
    const answer = await send("/test/read", second.header, { key });
    expect(answer).toMatchObject({
      status: 200,
      body: { run: 2 },
      receipt: { transaction: paid[0]!.hash },
    });
    expect([settled.length, paid.length]).toEqual([1, 1]);
    // The second payment is as good as new.
    expect(await send("/test/read", second.header, { body: { other: 1 } })).toMatchObject({
      status: 200,
    });
  });

  test("attack: a payment that was to pay a debt too, and is not taken, pays no debt", async () => {
    const { world, send, sign, settles, settled, runs } = payingWorld();
    settles("dies");
    await send("/test/read", (await sign({}, payer)).header, { key });
    // Another call took effect, and its payment could not be charged.
    settles("failed");
    await send("/test/act", (await sign({}, payer)).header, { body: SIGNED });
    settles("done");
    world.advance(7 * MINUTE);
    const plain = await sign({}, payer);
    const owing = await send("/test/read", plain.header, { body: { other: 1 } });
    expect(owing.said).toBe("payment_debt");
    const whole = await sign({ value: BigInt(owing.body.details.needed) }, payer);
    // The key's own payment bought this call: the one for price and debt is neither verified nor
    // settled.
    expect(await send("/test/read", whole.header, { key })).toMatchObject({
      status: 200,
      body: { run: 2 },
    });
    expect([settled.length, runs.act]).toEqual([2, 1]);
    expect((await send("/test/read", plain.header, { body: { other: 1 } })).said).toBe(
      "payment_debt",
    );
    // It pays both where it is taken.
    expect(await send("/test/read", whole.header, { body: { other: 1 } })).toMatchObject({
      status: 200,
    });
    expect(settled.length).toBe(3);
    expect(
      await send("/test/read", (await sign({}, payer)).header, { body: { other: 2 } }),
    ).toMatchObject({
      status: 200,
    });
  });

  test("what may have acted does not run for another payment, and says its charge", async () => {
    const { world, send, sign, settles, settled, paid, runs } = payingWorld();
    settles("dies");
    await send("/test/act", (await sign({}, payer)).header, { key, body: SIGNED });
    settles("done");
    world.advance(7 * MINUTE);
    const again = await send("/test/act", (await sign({}, payer)).header, { key, body: SIGNED });
    expect(again).toMatchObject({
      said: "call_lost",
      body: { details: { charged: paid[0]!.hash } },
    });
    expect([settled.length, runs.act]).toEqual([1, 1]);
  });
});
