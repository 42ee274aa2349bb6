import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Payer } from "../support/create-payer.ts";
import { expectRefusal } from "../support/expect-refusal.ts";
import { type PayKit, payKit, QUOTE, QUOTE_BASE, TOOL_BASE } from "../support/pay-kit.ts";
import { readOffer } from "../support/read-offer.ts";
import { type Answer, startTestStack, type TestStack, type TestVault } from "../support/test-stack.ts";

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
const paidQuote = async (payer: Payer) => (await stack.payment("GET", QUOTE, { payer })).header;
/** From here on, the scripts of this name find no store. */
const storeDownAt = (script: string) =>
  stack.proxies.redis.before(async ({ body }) => (body.includes(`request:${script}:`) ? "drop" : undefined));
const chainLogsDown = () =>
  stack.proxies.rpc.before(async ({ body }) => (body.includes("eth_getLogs") ? { status: 500, body: "" } : undefined));

describe("facilitator", () => {
  test("down or confused at verify: 502, nothing runs, nothing moves, and the payment is as good as before", async () => {
    const payer = await stack.payer();
    const header = await paidQuote(payer);
    for (const mode of ["down", "status", "lost"] as const) {
      stack.stack.facilitator.fail({ step: "verify", mode });
      const { answer, spentBase, venue } = await kit.watch(payer, () => kit.quote(header));
      expect([mode, said(answer), spentBase, venue]).toEqual([mode, "502 facilitator_unavailable", 0n, 0]);
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
      stack.proxies.facilitator.before(async ({ path }) => (path === "/verify" ? { status, body } : undefined));
      const { answer, spentBase, venue } = await kit.watch(payer, () => kit.quote(header));
      expect([status, said(answer), spentBase, venue]).toEqual([status, "502 facilitator_unavailable", 0n, 0]);
      kit.calm();
    }
    expect(said(await kit.quote(header))).toBe("200");
  });

  test("slow at verify and settle, within its time: served, charged once", async () => {
    const payer = await stack.payer();
    stack.stack.facilitator.fail({ step: "verify", mode: "slow", delayMs: 400 });
    stack.stack.facilitator.fail({ step: "settle", mode: "slow", delayMs: 400 });
    const { answer, spentBase } = await kit.watch(payer, async () => kit.quote(await paidQuote(payer)));
    expect([said(answer), spentBase]).toEqual(["200", QUOTE_BASE]);
  });

  test("settle done, answer lost: the chain is asked, the answer served, never charged again", async () => {
    const payer = await stack.payer();
    const header = await paidQuote(payer);
    stack.stack.facilitator.fail({ step: "settle", mode: "lost" });
    const { answer, spentBase, earnedBase, venue, settle } = await kit.watch(payer, async () => [
      await kit.quote(header),
      await kit.quote(header),
    ]);
    expect(answer.map(said)).toEqual(["200", "200"]);
    expect(kit.receiptOf(answer[0]!)).toMatchObject({ success: true, transaction: expect.stringMatching(/^0x.{64}$/) });
    expect(answer[1]!.body).toEqual(answer[0]!.body);
    expect([spentBase, earnedBase, venue, settle]).toEqual([QUOTE_BASE, QUOTE_BASE, 1, 1]);
  });

  test("settle done, answer lost, and the chain silent: 502 at first, the very same request is served later, one charge", async () => {
    const payer = await stack.payer();
    const header = await paidQuote(payer);
    stack.stack.facilitator.fail({ step: "settle", mode: "lost" });
    chainLogsDown();
    const { answer, spentBase, venue, settle } = await kit.watch(payer, async () => {
      const answers = [await kit.quote(header), await kit.quote(header)];
      stack.proxies.rpc.clearHooks();
      return [...answers, await kit.quote(header), await kit.quote(header)];
    });
    expect(answer.map(said)).toEqual(["502 facilitator_unavailable", "502 facilitator_unavailable", "200", "200"]);
    expect(kit.receiptOf(answer[2]!)).toMatchObject({ success: true });
    expect([spentBase, venue, settle]).toEqual([QUOTE_BASE, 1, 1]);
    // Nobody else gets it.
    expect(said(await kit.pay("GET", `${QUOTE}&taker=${payer.address}`, header))).toBe("409 payment_reused");
  });

  test("down at settle and not on chain: the answer is withheld and never settled a second time", async () => {
    for (const mode of ["down", "status"] as const) {
      const payer = await stack.payer();
      const header = await paidQuote(payer);
      stack.stack.facilitator.fail({ step: "settle", mode });
      const { answer, spentBase, venue, settle } = await kit.watch(payer, async () => [
        await kit.quote(header),
        await kit.quote(header),
      ]);
      expect(answer.map(said)).toEqual(["502 facilitator_unavailable", "502 facilitator_unavailable"]);
      for (const one of answer) expect(JSON.stringify(one.body)).not.toContain("buyAmount");
      expect([spentBase, venue, settle]).toEqual([0n, 1, 1]);
      // Another payment is another call.
      const next = await kit.watch(payer, async () => kit.quote(await paidQuote(payer)));
      expect([said(next.answer), next.spentBase]).toEqual(["200", QUOTE_BASE]);
    }
  });
});

describe("store", () => {
  test("down at begin: 503, nothing runs, nothing moves, and the payment is good afterwards", async () => {
    const payer = await stack.payer();
    const header = await paidQuote(payer);
    storeDownAt("begin-paid-call");
    const { answer, spentBase, venue, settle } = await kit.watch(payer, () => kit.quote(header));
    expect([said(answer), spentBase, venue, settle]).toEqual(["503 store_unavailable", 0n, 0, 0]);
    expect(answer.headers.get("retry-after")).not.toBeNull();
    kit.calm();
    expect(said(await kit.quote(header))).toBe("200");
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
      const { answer, spentBase, venue } = await kit.watch(payer, async () => kit.quote(await paidQuote(payer)));
      expect([said(answer), spentBase, venue]).toEqual(["503 store_unavailable", 0n, 0]);
      kit.calm();
    }
  });

  test("down at end: the answer is the caller's, charged once, and its payment buys nothing more", async () => {
    const payer = await stack.payer();
    const header = await paidQuote(payer);
    storeDownAt("end-paid-call");
    const first = await kit.watch(payer, () => kit.quote(header));
    expect([said(first.answer), first.spentBase, first.venue]).toEqual(["200", QUOTE_BASE, 1]);
    kit.calm();
    const { answer, spentBase, venue } = await kit.watch(payer, async () => [
      await kit.quote(header),
      await kit.pay("GET", `${QUOTE}&taker=${payer.address}`, header),
    ]);
    expect(answer.map(({ status }) => status)).toEqual([409, 409]);
    expect([spentBase, venue]).toEqual([0n, 0]);
  });

  test("down where a spent payment is looked up: 503, not another bill", async () => {
    const payer = await stack.payer();
    const header = await paidQuote(payer);
    expect(said(await kit.quote(header))).toBe("200");
    stack.proxies.redis.before(async () => "drop");
    const { answer, spentBase } = await kit.watch(payer, () => kit.quote(header));
    expect([said(answer), spentBase]).toEqual(["503 store_unavailable", 0n]);
  });

  test("the chain or the venue down while the handler runs: 502, nothing moves, the payment is good afterwards", async () => {
    const payer = await stack.payer();
    const header = await paidQuote(payer);
    for (const name of ["0x", "uniswap"] as const) stack.proxies[name].before(async () => "drop");
    const { answer, spentBase, settle } = await kit.watch(payer, () => kit.quote(header));
    expect([answer.status, spentBase, settle]).toEqual([502, 0n, 0]);
    kit.calm();
    expect(said(await kit.quote(header))).toBe("200");
  });
});

describe("a write that took effect although settlement failed", () => {
  const CREATE = "/api/tools/create_twap_order";
  const bodyOf = async (of: TestVault, changes: object = {}) => ({
    vaultAddress: of.address,
    chainId: 8453,
    ...(await stack.credentials(of.ownerKey)),
    side: "sell",
    sellToken: "USDC",
    buyToken: "ETH",
    totalAmount: "100",
    sliceCount: 4,
    intervalMinutes: 5,
    dex: "uniswap",
    chain: "base",
    ...changes,
  });
  const newVault = () => stack.newVault();
  /** Pays the plain price once; the harness's own calls would pay whatever a 402 asks for. */
  const buy = async (
    payer: Payer,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => kit.pay(method, path, (await stack.payment(method, path, { payer })).header, body, headers);
  const buyQuote = (payer: Payer) => buy(payer, "GET", QUOTE);
  const drainAtSettle = (payer: Payer) =>
    stack.proxies.facilitator.before(async ({ path }) => {
      if (path === "/settle") await kit.setFunds(payer, 0n);
    });
  /** An order was created and is not paid for. */
  const inDebt = async (payer: Payer, vault: TestVault, changes: object = {}, headers: Record<string, string> = {}) => {
    drainAtSettle(payer);
    const paid = await stack.payment("POST", CREATE, { payer });
    const answer = await kit.pay("POST", CREATE, paid.header, await bodyOf(vault, changes), headers);
    kit.calm();
    await kit.setFunds(payer, 1_000_000n);
    expect(answer.status).toBe(200);
    return { answer, paid };
  };
  const orders = async (vault: TestVault, payer: Payer) => {
    const auth = { vaultAddress: vault.address, chainId: 8453, ...(await stack.credentials(vault.ownerKey)) };
    return buy(payer, "POST", "/api/tools?toolName=list_twap_orders", { arguments: {}, ...auth });
  };

  test("200 with a failed receipt; the debt stands against payer, operator and vault, and is paid with the next call", async () => {
    const [payer, stranger, vault] = await Promise.all([stack.payer(), stack.payer(), newVault()]);
    const { answer, paid } = await inDebt(payer, vault);
    expect(kit.receiptOf(answer)).toMatchObject({ success: false, transaction: "", errorReason: expect.any(String) });
    expect((await kit.debts()).sort()).toEqual(
      [payer.address, vault.owner, vault.address].map((one) => `sx:local:payment-debt:${one.toLowerCase()}`).sort(),
    );
    // The same request gets the same answer, and nothing more.
    const again = await kit.pay("POST", CREATE, paid.header, await bodyOf(vault));
    expect([again.status, again.status === 200 ? "200" : said(again)]).toEqual([409, "409 payment_reused"]);

    const refused = await kit.watch(stranger, async () => [
      // By its payer, on a route that names nobody.
      await buyQuote(payer),
      // By operator and vault, whoever pays.
      await orders(vault, stranger),
      // By the vault alone.
      await buy(stranger, "POST", "/api/tools?toolName=get_vault_info", { vaultAddress: vault.address }),
    ]);
    expect(refused.answer.map(said)).toEqual(Array(3).fill("402 payment_debt"));
    expect([refused.spentBase, refused.earnedBase, refused.venue]).toEqual([0n, 0n, 0]);
    expect(refused.answer.map(({ headers }) => readOffer(headers)?.amount)).toEqual(["4500", "5000", "5000"]);
    expect(refused.answer[0]!.body.accepts[0].maxAmountRequired).toBe("4500");
    expect(refused.answer[0]!.body.details).toEqual({ needed: "4500", owed: "2500" });

    // Anybody may pay it: what the 402 asks for buys the answer and clears all three.
    const offer = readOffer(refused.answer[1]!.headers)!;
    const both = await stack.payment("POST", "/api/tools", { payer: stranger, requirement: offer });
    const settled = await kit.watch(stranger, async () => {
      const auth = { vaultAddress: vault.address, chainId: 8453, ...(await stack.credentials(vault.ownerKey)) };
      const path = "/api/tools?toolName=list_twap_orders";
      const body = { arguments: {}, ...auth };
      return [await kit.pay("POST", path, both.header, body), await kit.pay("POST", path, both.header, body)];
    });
    expect(settled.answer.map(said)).toEqual(["200", "200"]);
    expect(settled.answer[0]!.body.data.orders).toHaveLength(1);
    expect([settled.spentBase, settled.earnedBase]).toEqual([TOOL_BASE * 2n, TOOL_BASE * 2n]);
    expect(await kit.debts()).toEqual([]);
    const after = await kit.watch(payer, () => buyQuote(payer));
    expect([said(after.answer), after.spentBase]).toEqual(["200", QUOTE_BASE]);
  });

  test("a refused call does not pay the debt, and more or less than asked is refused", async () => {
    const [payer, vault] = await Promise.all([stack.payer(), newVault()]);
    await inDebt(payer, vault);
    const offer = readOffer((await buyQuote(payer)).headers)!;
    for (const amount of ["4499", "4501", "2500"]) {
      const wrong = await stack.payment("GET", QUOTE, { payer, requirement: { ...offer, amount } });
      const { answer, spentBase, venue } = await kit.watch(payer, () => kit.quote(wrong.header));
      expect([said(answer), spentBase, venue]).toEqual(["402 payment_invalid", 0n, 0]);
    }
    const right = await stack.payment("GET", QUOTE, { payer, requirement: offer });
    const bad = await kit.watch(payer, () => kit.pay("GET", "/api/quote?sell=USDC", right.header));
    expect([said(bad.answer), bad.spentBase]).toEqual(["400 invalid_request", 0n]);
    expect(await kit.debts()).toHaveLength(3);
    // Eight times at once: paid once.
    const { answer, spentBase } = await kit.watch(payer, () =>
      Promise.all(Array.from({ length: 8 }, () => kit.quote(right.header))),
    );
    expect(answer.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(spentBase).toBe(4_500n);
    expect(await kit.debts()).toEqual([]);
  });

  test("a debt whose payment arrived after all is not charged: no caller pays twice", async () => {
    const [payer, vault] = await Promise.all([stack.payer(), newVault()]);
    const paid = await stack.payment("POST", CREATE, { payer });
    stack.stack.facilitator.fail({ step: "settle", mode: "lost" });
    chainLogsDown();
    const first = await kit.watch(payer, async () => kit.pay("POST", CREATE, paid.header, await bodyOf(vault)));
    expect(kit.receiptOf(first.answer)).toMatchObject({ success: false, errorReason: "settlement_unknown" });
    expect(first.spentBase).toBe(TOOL_BASE);
    kit.calm();
    const { answer, spentBase } = await kit.watch(payer, () => buyQuote(payer));
    expect([said(answer), spentBase]).toEqual(["200", QUOTE_BASE]);
    expect(await kit.debts()).toEqual([]);
  });

  test("while the chain is silent a debt stands, and is gone when it speaks", async () => {
    const [payer, vault] = await Promise.all([stack.payer(), newVault()]);
    const { paid } = await inDebt(payer, vault);
    chainLogsDown();
    expect(said(await buyQuote(payer))).toBe("402 payment_debt");
    kit.calm();
    await kit.submit(paid);
    const { answer, spentBase } = await kit.watch(payer, () => buyQuote(payer));
    expect([said(answer), spentBase]).toEqual(["200", QUOTE_BASE]);
    expect(await kit.debts()).toEqual([]);
  });

  test("an address named deeper in the body, or in an unsigned one, owes nothing; escapes hide no debtor", async () => {
    const [payer, vault, victim] = await Promise.all([stack.payer(), newVault(), newVault()]);
    await inDebt(payer, vault, {
      note: { operatorAddress: victim.owner, vaultAddress: victim.address },
      others: [{ vaultAddress: victim.address }],
    });
    expect((await kit.debts()).filter((key) => key.includes(victim.address.slice(2)))).toEqual([]);
    const stranger = await stack.payer();
    expect(said(await orders(victim, stranger))).toBe("200");
    // The name of the field in another spelling of JSON is the same field.
    const body = JSON.stringify({ ...(await bodyOf(vault)) }).replace('"vaultAddress"', '"vault\\u0041ddress"');
    expect(said(await buy(stranger, "POST", CREATE, body))).toBe("402 payment_debt");
  });

  test("an Idempotency-Key does not make a debt's answer free for the next key", async () => {
    const [payer, vault] = await Promise.all([stack.payer(), newVault()]);
    const { answer } = await inDebt(payer, vault, {}, { "idempotency-key": "debt-1" });
    expect(answer.status).toBe(200);
    const stranger = await stack.payer();
    const repeat = await buy(stranger, "POST", CREATE, await bodyOf(vault), { "idempotency-key": "debt-1" });
    expect(said(repeat)).toBe("402 payment_debt");
    const next = await buy(stranger, "POST", CREATE, await bodyOf(vault), { "idempotency-key": "debt-2" });
    expect(said(next)).toBe("402 payment_debt");
  });

  test("settle done, answer lost at a write: one order, one charge, no debt", async () => {
    const [payer, vault] = await Promise.all([stack.payer(), newVault()]);
    stack.stack.facilitator.fail({ step: "settle", mode: "lost" });
    const before = (await kit.debts()).length;
    const paid = await stack.payment("POST", CREATE, { payer });
    const body = await bodyOf(vault);
    const { answer, spentBase } = await kit.watch(payer, async () => [
      await kit.pay("POST", CREATE, paid.header, body),
      await kit.pay("POST", CREATE, paid.header, body),
    ]);
    expect(answer.map(said)).toEqual(["200", "200"]);
    expect(answer[1]!.body).toEqual(answer[0]!.body);
    expect(spentBase).toBe(TOOL_BASE);
    expect(await kit.debts()).toHaveLength(before);
    expect((await orders(vault, payer)).body.data.orders).toHaveLength(1);
  });
});

// Moves the clock: last.
test("settle unknown, not on chain, and over: it can never be charged, so a new payment is asked for", async () => {
  const payer = await stack.payer();
  const header = await paidQuote(payer);
  stack.stack.facilitator.fail({ step: "settle", mode: "down" });
  expect(said(await kit.quote(header))).toBe("502 facilitator_unavailable");
  await stack.advance(420_000);
  const { answer, spentBase, venue } = await kit.watch(payer, () => kit.quote(header));
  expect([said(answer), spentBase, venue]).toEqual(["402 payment_invalid", 0n, 0]);
});

test("settled unknown, over, and on chain: served", async () => {
  const payer = await stack.payer();
  const header = await paidQuote(payer);
  stack.stack.facilitator.fail({ step: "settle", mode: "lost" });
  chainLogsDown();
  expect(said(await kit.quote(header))).toBe("502 facilitator_unavailable");
  kit.calm();
  await stack.advance(420_000);
  const { answer, spentBase, venue } = await kit.watch(payer, () => kit.quote(header));
  expect([said(answer), spentBase, venue]).toEqual(["200", 0n, 0]);
});
