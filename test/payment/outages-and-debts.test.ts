import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Payer } from "../support/create-payer.ts";
import { expectRefusal } from "../support/expect-refusal.ts";
import { PAY_FORMS, type PayForm, payForm } from "../support/pay-form.ts";
import { type PayKit, payKit, TOOL_BASE } from "../support/pay-kit.ts";
import { readOffer } from "../support/read-offer.ts";
import {
  type Answer,
  startTestStack,
  type TestStack,
  type TestVault,
} from "../support/test-stack.ts";

let stack: TestStack;
let kit: PayKit;
beforeAll(async () => {
  stack = await startTestStack();
  kit = payKit(stack);
});
afterEach(() => kit.calm());
afterAll(() => stack?.stop());

const said = (answer: Answer): string => {
  if (answer.status === 200) return "200";
  const { x402Version: _version, accepts: _accepts, ...body } = answer.body;
  return expectRefusal({ ...answer, body });
};
/** From here on, the scripts of this name find no store. */
const storeDownAt = (script: string) =>
  stack.proxies.redis.before(async ({ body }) =>
    body.includes(`request:${script}:`) ? "drop" : undefined,
  );
const chainLogsDown = () =>
  stack.proxies.rpc.before(async ({ body }) =>
    body.includes("eth_getLogs") ? { status: 500, body: "" } : undefined,
  );

describe.each(PAY_FORMS)("%s", (name) => {
  let form: PayForm;
  beforeAll(() => {
    form = payForm(stack, name);
  });

  describe("facilitator", () => {
    test("down or confused at verify: 502, nothing runs or moves, payment stays good", async () => {
      const payer = await stack.payer();
      const header = (await form.sign({ payer })).header;
      for (const mode of ["down", "status", "lost"] as const) {
        stack.stack.facilitator.fail({ step: "verify", mode });
        const { answer, spentBase, venue } = await kit.watch(payer, () => form.quote(header));
        expect([mode, said(answer), spentBase, venue]).toEqual([
          mode,
          "502 facilitator_unavailable",
          0n,
          0,
        ]);
        // No 402: nobody is told to pay again.
        expect(answer.headers.get("payment-required")).toBeNull();
      }
      for (const [status, body] of [
        [200, "<html>"],
        [200, "{}"],
        [401, "{}"],
        [429, "{}"],
        [302, ""],
      ] as const) {
        stack.proxies.facilitator.before(async ({ path }) =>
          path === "/verify" ? { status, body } : undefined,
        );
        const { answer, spentBase, venue } = await kit.watch(payer, () => form.quote(header));
        expect([status, said(answer), spentBase, venue]).toEqual([
          status,
          "502 facilitator_unavailable",
          0n,
          0,
        ]);
        kit.calm();
      }
      expect(said(await form.quote(header))).toBe("200");
    });

    test("slow at verify and settle, within its time: served, charged once", async () => {
      const payer = await stack.payer();
      stack.stack.facilitator.fail({ step: "verify", mode: "slow", delayMs: 400 });
      stack.stack.facilitator.fail({ step: "settle", mode: "slow", delayMs: 400 });
      const { answer, spentBase } = await kit.watch(payer, async () =>
        form.quote((await form.sign({ payer })).header),
      );
      expect([said(answer), spentBase]).toEqual(["200", form.priceBase]);
    });

    test("settle done, answer lost: chain asked, answer served, never charged again", async () => {
      const payer = await stack.payer();
      const header = (await form.sign({ payer })).header;
      stack.stack.facilitator.fail({ step: "settle", mode: "lost" });
      const { answer, spentBase, earnedBase, venue, settle } = await kit.watch(payer, async () => [
        await form.quote(header),
        await form.quote(header),
      ]);
      expect(answer.map(said)).toEqual(["200", "200"]);
      expect(kit.receiptOf(answer[0]!)).toMatchObject({
        success: true,
        transaction: expect.stringMatching(/^0x.{64}$/),
      });
      expect(answer[1]!.body).toEqual(answer[0]!.body);
      expect([spentBase, earnedBase, venue, settle]).toEqual([
        form.priceBase,
        form.priceBase,
        1,
        1,
      ]);
    });

    test("settle done, answer lost, chain silent: 502, repeat served, one charge", async () => {
      const payer = await stack.payer();
      const header = (await form.sign({ payer })).header;
      stack.stack.facilitator.fail({ step: "settle", mode: "lost" });
      chainLogsDown();
      const { answer, spentBase, venue, settle } = await kit.watch(payer, async () => {
        const answers = [await form.quote(header), await form.quote(header)];
        stack.proxies.rpc.clearHooks();
        return [...answers, await form.quote(header), await form.quote(header)];
      });
      expect(answer.map(said)).toEqual([
        "502 facilitator_unavailable",
        "502 facilitator_unavailable",
        "200",
        "200",
      ]);
      expect(kit.receiptOf(answer[2]!)).toMatchObject({ success: true });
      expect([spentBase, venue, settle]).toEqual([form.priceBase, 1, 1]);
      // Nobody else gets it.
      expect(said(await form.quote(header, { amount: "101" }))).toBe("409 payment_reused");
    });

    test("down at settle and not on chain: answer withheld, never settled again", async () => {
      for (const mode of ["down", "status"] as const) {
        const payer = await stack.payer();
        const header = (await form.sign({ payer })).header;
        stack.stack.facilitator.fail({ step: "settle", mode });
        const { answer, spentBase, venue, settle } = await kit.watch(payer, async () => [
          await form.quote(header),
          await form.quote(header),
        ]);
        expect(answer.map(said)).toEqual([
          "502 facilitator_unavailable",
          "502 facilitator_unavailable",
        ]);
        for (const one of answer) expect(JSON.stringify(one.body)).not.toContain("buyAmount");
        expect([spentBase, venue, settle]).toEqual([0n, 1, 1]);
        // Another payment is another call.
        const next = await kit.watch(payer, async () =>
          form.quote((await form.sign({ payer })).header),
        );
        expect([said(next.answer), next.spentBase]).toEqual(["200", form.priceBase]);
      }
    });
  });

  describe("store", () => {
    test("down at begin: 503, nothing runs or moves, the payment is good afterwards", async () => {
      const payer = await stack.payer();
      const header = (await form.sign({ payer })).header;
      storeDownAt("begin-paid-call");
      const { answer, spentBase, venue, settle } = await kit.watch(payer, () => form.quote(header));
      expect([said(answer), spentBase, venue, settle]).toEqual(["503 store_unavailable", 0n, 0, 0]);
      expect(answer.headers.get("retry-after")).toBe("5");
      kit.calm();
      expect(said(await form.quote(header))).toBe("200");
    });

    test("answers begin in rubbish: 503, nothing runs", async () => {
      const payer = await stack.payer();
      for (const body of [
        '{"result":"{}"}',
        '{"result":null}',
        '{"error":"ERR max daily request limit exceeded"}',
        "x",
      ]) {
        stack.proxies.redis.before(async (seen) =>
          seen.body.includes("request:begin-paid-call:") ? { status: 200, body } : undefined,
        );
        const { answer, spentBase, venue } = await kit.watch(payer, async () =>
          form.quote((await form.sign({ payer })).header),
        );
        expect([said(answer), spentBase, venue]).toEqual(["503 store_unavailable", 0n, 0]);
        kit.calm();
      }
    });

    test("down at end: the caller has the answer, charged once; payment buys no more", async () => {
      const payer = await stack.payer();
      const header = (await form.sign({ payer })).header;
      storeDownAt("end-paid-call");
      const first = await kit.watch(payer, () => form.quote(header));
      expect([said(first.answer), first.spentBase, first.venue]).toEqual([
        "200",
        form.priceBase,
        1,
      ]);
      kit.calm();
      const { answer, spentBase, venue } = await kit.watch(payer, async () => [
        await form.quote(header),
        await form.quote(header, { amount: "101" }),
      ]);
      expect(answer.map(({ status }) => status)).toEqual([409, 409]);
      expect([spentBase, venue]).toEqual([0n, 0]);
    });

    test("down where a spent payment is looked up: 503, not another bill", async () => {
      const payer = await stack.payer();
      const header = (await form.sign({ payer })).header;
      expect(said(await form.quote(header))).toBe("200");
      stack.proxies.redis.before(async () => "drop");
      const { answer, spentBase } = await kit.watch(payer, () => form.quote(header));
      expect([said(answer), spentBase]).toEqual(["503 store_unavailable", 0n]);
    });

    test("chain or venue down as the handler runs: 502, nothing moves, payment good", async () => {
      const payer = await stack.payer();
      const header = (await form.sign({ payer })).header;
      for (const name of ["0x", "uniswap"] as const) stack.proxies[name].before(async () => "drop");
      const { answer, spentBase, settle } = await kit.watch(payer, () => form.quote(header));
      expect([answer.status, spentBase, settle]).toEqual([502, 0n, 0]);
      kit.calm();
      expect(said(await form.quote(header))).toBe("200");
    });
  });
});

const CREATE = "create_twap_order";
const ORDER = {
  ...{
    side: "sell",
    sellToken: "USDC",
    buyToken: "ETH",
    totalAmount: "100",
    sliceCount: 4,
    intervalMinutes: 5,
  },
  ...{ dex: "uniswap", chain: "base" },
};

describe.each(PAY_FORMS)("%s: a write that took effect although settlement failed", (name) => {
  let form: PayForm;
  beforeAll(() => {
    form = payForm(stack, name);
  });
  beforeEach(async () => {
    const left = await kit.debts();
    if (left.length > 0) await stack.stack.redis.command(["DEL", ...left]);
  });
  const buyQuote = async (payer: Payer) => form.quote((await form.sign({ payer })).header);
  /** Pays a tool's price for an order. */
  const create = async (payer: Payer, vault: TestVault, headers: Record<string, string> = {}) => {
    const paid = await stack.payment("POST", "/api/tools", { payer });
    return { paid, answer: await form.tool(vault, CREATE, ORDER, paid.header, headers) };
  };
  /** An order was created and is not paid for. */
  const inDebt = async (payer: Payer, vault: TestVault, headers: Record<string, string> = {}) => {
    stack.proxies.facilitator.before(async ({ path }) => {
      if (path === "/settle") await kit.setFunds(payer, 0n);
    });
    const { answer, paid } = await create(payer, vault, headers);
    kit.calm();
    await kit.setFunds(payer, 1_000_000n);
    expect(answer.status).toBe(200);
    return { answer, paid };
  };
  const orders = async (vault: TestVault, payer: Payer) =>
    form.tool(
      vault,
      "list_twap_orders",
      {},
      (await stack.payment("POST", "/api/tools", { payer })).header,
    );
  const both = () => String(form.priceBase + TOOL_BASE);

  test("200 with a failed receipt; payer, operator, vault owe it, the next call pays", async () => {
    const [payer, stranger, vault] = await Promise.all([
      stack.payer(),
      stack.payer(),
      stack.newVault(),
    ]);
    const { answer, paid } = await inDebt(payer, vault);
    expect(kit.receiptOf(answer)).toMatchObject({
      success: false,
      transaction: "",
      errorReason: expect.any(String),
    });
    expect((await kit.debts()).sort()).toEqual(
      [payer.address, vault.owner, vault.address]
        .map((one) => `sx:local:payment-debt:${one.toLowerCase()}`)
        .sort(),
    );
    // The same request gets the same answer, and nothing more.
    expect(
      said(await form.tool(vault, CREATE, { ...ORDER, totalAmount: "101" }, paid.header)),
    ).toBe("409 payment_reused");

    const refused = await kit.watch(stranger, async () => [
      // By its payer, on a route that names nobody.
      await buyQuote(payer),
      // By operator and vault, whoever pays.
      await orders(vault, stranger),
      // By the vault alone, and by the other form.
      await kit.pay(
        "POST",
        "/api/tools?toolName=get_vault_info",
        (await stack.payment("POST", "/api/tools", { payer: stranger })).header,
        { vaultAddress: vault.address },
      ),
    ]);
    expect(refused.answer.map(said)).toEqual(Array(3).fill("402 payment_debt"));
    expect([refused.spentBase, refused.earnedBase, refused.venue]).toEqual([0n, 0n, 0]);
    expect(refused.answer.map(({ headers }) => readOffer(headers)?.amount)).toEqual([
      both(),
      "5000",
      "5000",
    ]);
    expect(refused.answer[0]!.body.details).toEqual({ needed: both(), owed: "2500" });

    // Anybody may pay it: what the 402 asks for buys the answer and clears all three.
    const offer = readOffer(refused.answer[1]!.headers)!;
    const { header } = await stack.payment("POST", "/api/tools", {
      payer: stranger,
      requirement: offer,
    });
    const settled = await kit.watch(stranger, async () => [
      await form.tool(vault, "list_twap_orders", {}, header),
    ]);
    expect(settled.answer.map(said)).toEqual(["200"]);
    expect(settled.answer[0]!.body.data.orders).toHaveLength(1);
    expect([settled.spentBase, settled.earnedBase]).toEqual([TOOL_BASE * 2n, TOOL_BASE * 2n]);
    expect(await kit.debts()).toEqual([]);
    const after = await kit.watch(payer, () => buyQuote(payer));
    expect([said(after.answer), after.spentBase]).toEqual(["200", form.priceBase]);
  });

  test("a refused call does not pay the debt, and more or less than asked is refused", async () => {
    const [payer, vault] = await Promise.all([stack.payer(), stack.newVault()]);
    await inDebt(payer, vault);
    const offer = readOffer((await buyQuote(payer)).headers)!;
    for (const off of [-1n, 1n, TOOL_BASE]) {
      const amount = String(BigInt(both()) + off);
      const wrong = await form.sign({ payer, requirement: { ...offer, amount } });
      const { answer, spentBase, venue } = await kit.watch(payer, () => form.quote(wrong.header));
      expect([said(answer), spentBase, venue]).toEqual(["402 payment_invalid", 0n, 0]);
    }
    const right = await form.sign({ payer, requirement: offer });
    const bad = await kit.watch(payer, () => form.quote(right.header, { amount: "x" }));
    expect([said(bad.answer), bad.spentBase]).toEqual(["400 invalid_request", 0n]);
    expect(await kit.debts()).toHaveLength(3);
    // Eight times at once: paid once.
    const { answer, spentBase } = await kit.watch(payer, () =>
      Promise.all(Array.from({ length: 8 }, () => form.quote(right.header))),
    );
    expect(answer.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(String(spentBase)).toBe(both());
    expect(await kit.debts()).toEqual([]);
  });

  test("a debt whose payment arrived after all is not charged: no caller pays twice", async () => {
    const [payer, vault] = await Promise.all([stack.payer(), stack.newVault()]);
    stack.stack.facilitator.fail({ step: "settle", mode: "lost" });
    chainLogsDown();
    const first = await kit.watch(payer, async () => (await create(payer, vault)).answer);
    expect(kit.receiptOf(first.answer)).toMatchObject({
      success: false,
      errorReason: "settlement_unknown",
    });
    expect(first.spentBase).toBe(TOOL_BASE);
    kit.calm();
    const { answer, spentBase } = await kit.watch(payer, () => buyQuote(payer));
    expect([said(answer), spentBase]).toEqual(["200", form.priceBase]);
    expect(await kit.debts()).toEqual([]);
  });

  test("while the chain is silent a debt stands, and is gone when it speaks", async () => {
    const [payer, vault] = await Promise.all([stack.payer(), stack.newVault()]);
    const { paid } = await inDebt(payer, vault);
    chainLogsDown();
    expect(said(await buyQuote(payer))).toBe("402 payment_debt");
    kit.calm();
    await kit.submit(paid);
    const { answer, spentBase } = await kit.watch(payer, () => buyQuote(payer));
    expect([said(answer), spentBase]).toEqual(["200", form.priceBase]);
    expect(await kit.debts()).toEqual([]);
  });

  test("an Idempotency-Key does not make a debt's answer free for the next key", async () => {
    const [payer, vault] = await Promise.all([stack.payer(), stack.newVault()]);
    const { answer } = await inDebt(payer, vault, { "idempotency-key": "debt-1" });
    expect(answer.status).toBe(200);
    const stranger = await stack.payer();
    for (const key of ["debt-1", "debt-2"])
      expect(said((await create(stranger, vault, { "idempotency-key": key })).answer)).toBe(
        "402 payment_debt",
      );
  });

  test("settle done, answer lost at a write: one order, one charge, no debt", async () => {
    const [payer, vault] = await Promise.all([stack.payer(), stack.newVault()]);
    stack.stack.facilitator.fail({ step: "settle", mode: "lost" });
    const before = (await kit.debts()).length;
    const { answer, spentBase } = await kit.watch(
      payer,
      async () => (await create(payer, vault)).answer,
    );
    expect(said(answer)).toBe("200");
    expect(spentBase).toBe(TOOL_BASE);
    expect(await kit.debts()).toHaveLength(before);
    expect((await orders(vault, payer)).body.data.orders).toHaveLength(1);
  });
});

test("debts: an address deeper in a body or unsigned owes nothing; escapes hide none", async () => {
  const [payer, vault, victim] = await Promise.all([
    stack.payer(),
    stack.newVault(),
    stack.newVault(),
  ]);
  const signedOf = async (of: TestVault) => ({
    vaultAddress: of.address,
    chainId: 8453,
    ...(await stack.credentials(of.ownerKey)),
  });
  const bodyOf = async (of: TestVault) => ({ ...(await signedOf(of)), ...ORDER });
  const buy = async (by: Payer, path: string, body: unknown) =>
    kit.pay("POST", path, (await stack.payment("POST", path, { payer: by })).header, body);
  stack.proxies.facilitator.before(async ({ path }) => {
    if (path === "/settle") await kit.setFunds(payer, 0n);
  });
  const body = await bodyOf(vault);
  // By words: a tool that changes anything takes no field that it does not know.
  const words = "sell 100 USDC for ETH every 5 minutes, 25 at a time on uniswap";
  const owing = await buy(payer, "/api/chat", {
    ...(await signedOf(vault)),
    messages: [{ role: "user", content: words }],
    note: { operatorAddress: victim.owner, vaultAddress: victim.address },
    others: [{ vaultAddress: victim.address }],
  });
  kit.calm();
  expect(said(owing)).toBe("200");
  expect((await kit.debts()).filter((key) => key.includes(victim.address.slice(2)))).toEqual([]);
  const stranger = await stack.payer();
  const listed = await buy(stranger, "/api/tools?toolName=list_twap_orders", {
    ...(await bodyOf(victim)),
    arguments: {},
  });
  expect(said(listed)).toBe("200");
  // The name of the field in another spelling of JSON is the same field.
  const escaped = JSON.stringify(body).replace('"vaultAddress"', '"vault\\u0041ddress"');
  expect(said(await buy(stranger, `/api/tools/${CREATE}`, escaped))).toBe("402 payment_debt");
});

// Moves the clock: last.
describe.each(PAY_FORMS)("%s", (name) => {
  let form: PayForm;
  beforeAll(() => {
    form = payForm(stack, name);
  });

  test("settle unknown, not on chain, and over: never chargeable, new payment asked", async () => {
    const payer = await stack.payer();
    const header = (await form.sign({ payer })).header;
    stack.stack.facilitator.fail({ step: "settle", mode: "down" });
    expect(said(await form.quote(header))).toBe("502 facilitator_unavailable");
    await stack.advance(420_000);
    const { answer, spentBase, venue } = await kit.watch(payer, () => form.quote(header));
    expect([said(answer), spentBase, venue]).toEqual(["402 payment_invalid", 0n, 0]);
  });

  test("settled unknown, over, and on chain: served", async () => {
    const payer = await stack.payer();
    const header = (await form.sign({ payer })).header;
    stack.stack.facilitator.fail({ step: "settle", mode: "lost" });
    chainLogsDown();
    expect(said(await form.quote(header))).toBe("502 facilitator_unavailable");
    kit.calm();
    await stack.advance(420_000);
    const { answer, spentBase, venue } = await kit.watch(payer, () => form.quote(header));
    expect([said(answer), spentBase, venue]).toEqual(["200", 0n, 0]);
  });
});
