import { generatePaymentId, PAYMENT_IDENTIFIER } from "@x402/extensions/payment-identifier";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { expectRefusal } from "../support/expect-refusal.ts";
import { PAY_FORMS, type PayForm, payForm } from "../support/pay-form.ts";
import { type PayKit, payKit, QUOTE, TOOL_BASE } from "../support/pay-kit.ts";
import {
  type Answer,
  startTestStack,
  type TestStack,
  type TestVault,
} from "../support/test-stack.ts";

let stack: TestStack;
let kit: PayKit;
let vault: TestVault;
beforeAll(async () => {
  stack = await startTestStack();
  kit = payKit(stack);
  vault = await stack.newVault();
});
afterEach(() => kit.calm());
afterAll(() => stack?.stop());

const said = (answers: Answer[]) =>
  answers
    .map((answer) => (answer.status === 200 ? "200" : expectRefusal(withoutOffer(answer))))
    .sort();
/** A 402 has the offer beside the refusal. */
const withoutOffer = (answer: Answer): Answer => {
  const { x402Version: _version, accepts: _accepts, ...body } = answer.body;
  return { ...answer, body };
};
/** Holds every call of the venues until `open`; `reached` resolves with the first. */
const holdVenues = () => {
  let open = () => {};
  let reach = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  for (const name of ["0x", "uniswap"] as const)
    stack.proxies[name].before(async () => {
      reach();
      await opened;
    });
  return { open, reached };
};
const orderBody = async (of: TestVault) => ({
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
});

describe.each(PAY_FORMS)("%s", (name) => {
  let form: PayForm;
  beforeAll(() => {
    form = payForm(stack, name);
  });

  describe("one payment buys one answer", () => {
    test("replay in sequence: same request, its first answer, charged once, run once", async () => {
      const payer = await stack.payer();
      const { header } = await form.sign({ payer });
      const { answer, spentBase, earnedBase, venue, settle } = await kit.watch(payer, async () => [
        await form.quote(header),
        await form.quote(header),
        await form.quote({ "payment-signature": header }),
      ]);
      const [first, again, third] = answer;
      expect(said(answer)).toEqual(["200", "200", "200"]);
      expect(again!.body).toEqual(first!.body);
      expect(third!.body).toEqual(first!.body);
      expect(kit.receiptOf(again!)).toEqual(kit.receiptOf(first!));
      expect(kit.receiptOf(first!)).toMatchObject({
        success: true,
        payer: payer.address.toLowerCase(),
      });
      expect([spentBase, earnedBase, venue, settle]).toEqual([
        form.priceBase,
        form.priceBase,
        1,
        1,
      ]);
    });

    test("replay on another request of the same route: 409, nothing runs or moves", async () => {
      const payer = await stack.payer();
      const { header } = await form.sign({ payer });
      expect((await form.quote(header)).status).toBe(200);
      const { answer, spentBase, venue } = await kit.watch(payer, async () => [
        await form.quote(header, { amount: "101" }),
        await form.quote(header, { amount: "1000" }),
      ]);
      expect(said(answer)).toEqual(["409 payment_reused", "409 payment_reused"]);
      expect([spentBase, venue]).toEqual([0n, 0]);
    });

    test("replay by generation: same authorization as v1 and v2 is one payment", async () => {
      const payer = await stack.payer();
      const paid = await form.sign({ payer, version: 1 });
      const asV2 = await form.sign({ payer, authorization: paid.authorization });
      const { answer, spentBase, venue } = await kit.watch(payer, async () => [
        await form.quote(paid.header),
        await form.quote({ "payment-signature": asV2.header }),
        await form.quote(asV2.header, { amount: "101" }),
      ]);
      expect(said(answer)).toEqual(["200", "200", "409 payment_reused"]);
      expect([spentBase, venue]).toEqual([form.priceBase, 1]);
    });

    test("a refused call charges nothing; its payment is good for one more call", async () => {
      const payer = await stack.payer();
      const { header } = await form.sign({ payer });
      const refused = await kit.watch(payer, () => form.quote(header, { amount: "x" }));
      expect([expectRefusal(refused.answer), refused.spentBase, refused.settle]).toEqual([
        "400 invalid_request",
        0n,
        0,
      ]);
      const { answer, spentBase } = await kit.watch(payer, async () => [
        await form.quote(header),
        await form.quote(header, { amount: "x" }),
      ]);
      expect(said(answer)).toEqual(["200", "409 payment_reused"]);
      expect(spentBase).toBe(form.priceBase);
    });
  });

  test("payment-identifier: another payment, same id: first answer; other body: 409", async () => {
    const payer = await stack.payer();
    const id = generatePaymentId();
    const paid = async (extensions: object) =>
      (await stack.payment("POST", "/api/tools", { payer, payload: { extensions } })).header;
    const under = (one: string) =>
      paid({ [PAYMENT_IDENTIFIER]: { info: { required: false, id: one } } });
    const call = (header: string, token = "USDC", headers = {}) =>
      form.tool(vault, "get_token_balance", { token }, header, headers);
    const { answer, spentBase, settle } = await kit.watch(payer, async () => [
      await call(await under(id)),
      await call(await under(id)),
      // One key, whichever way it comes.
      await call(await paid({}), "USDC", { "idempotency-key": id }),
      await call(await under(id), "ETH"),
      await call(await under(id), "USDC", { "idempotency-key": `${id}_` }),
      await call(await under("too-short")),
    ]);
    expect(answer.map((one) => said([one])[0])).toEqual([
      ...Array(3).fill("200"),
      "409 idempotency_key_reused",
      ...Array(2).fill("400 payment_identifier_invalid"),
    ]);
    expect([answer[1]!.body, answer[2]!.body]).toEqual([answer[0]!.body, answer[0]!.body]);
    expect([spentBase, settle]).toEqual([TOOL_BASE, 1]);
  });

  describe("at once", () => {
    test("same nonce eight times at once: one run, charge, seven 409, Retry-After 1", async () => {
      const payer = await stack.payer();
      const { header } = await form.sign({ payer });
      const { answer, spentBase, earnedBase, venue, settle } = await kit.watch(payer, async () => {
        const venues = holdVenues();
        const done: Answer[] = [];
        const calls = Array.from({ length: 8 }, async () => {
          const one = await form.quote(header);
          done.push(one);
          // The one that runs is let go when all others have been refused.
          if (done.length === 7) venues.open();
          return one;
        });
        return Promise.all(calls);
      });
      expect(said(answer)).toEqual(["200", ...Array(7).fill("409 payment_in_use")]);
      for (const one of answer)
        if (one.status === 409) expect(one.headers.get("retry-after")).toBe("1");
      expect([spentBase, earnedBase, venue, settle]).toEqual([
        form.priceBase,
        form.priceBase,
        1,
        1,
      ]);
    });

    test("same nonce on eight different requests at once: one run, one charge", async () => {
      const payer = await stack.payer();
      const { header } = await form.sign({ payer });
      const { answer, spentBase, venue, settle } = await kit.watch(payer, () =>
        Promise.all(
          Array.from({ length: 8 }, (_, n) => form.quote(header, { amount: String(n + 1) })),
        ),
      );
      expect(answer.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answer.filter(({ status }) => status === 409)).toHaveLength(7);
      expect([spentBase, venue, settle]).toEqual([form.priceBase, 1, 1]);
    });

    test("eight nonces with balance for one: at most four run, one charged, answered", async () => {
      const payer = await stack.payer({ usdcBase: form.priceBase });
      const payments = await Promise.all(Array.from({ length: 8 }, () => form.sign({ payer })));
      const { answer, spentBase, earnedBase, venue } = await kit.watch(payer, () =>
        Promise.all(payments.map(({ header }) => form.quote(header))),
      );
      expect(answer.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const one of answer.filter(({ status }) => status !== 200)) {
        expect(["402 payment_not_settled", "402 payment_invalid", "429 rate_limited"]).toContain(
          expectRefusal(withoutOffer(one)),
        );
        expect(JSON.stringify(one.body)).not.toContain("buyAmount");
      }
      expect([spentBase, earnedBase]).toEqual([form.priceBase, form.priceBase]);
      expect(venue).toBeLessThanOrEqual(4);
    });

    test("over four calls of one payer at once: 429 with Retry-After, others served", async () => {
      const payer = await stack.payer();
      const payments = await Promise.all(Array.from({ length: 6 }, () => form.sign({ payer })));
      const { answer, spentBase, venue } = await kit.watch(payer, async () => {
        const venues = holdVenues();
        let refused = 0;
        return Promise.all(
          payments.map(async ({ header }) => {
            const one = await form.quote(header);
            refused += 1;
            if (refused === 2) venues.open();
            return one;
          }),
        );
      });
      expect(said(answer)).toEqual([
        ...Array(4).fill("200"),
        "429 rate_limited",
        "429 rate_limited",
      ]);
      for (const one of answer)
        if (one.status === 429) expect(one.headers.get("retry-after")).toBe("1");
      expect([spentBase, venue]).toEqual([form.priceBase * 4n, 4]);
    });

    test("forged payment with a victim's address and nonce first: genuine one served", async () => {
      const [payer, thief] = await Promise.all([stack.payer(), stack.payer()]);
      const genuine = await form.sign({ payer });
      const forged = await form.sign({ payer: thief, authorization: genuine.authorization });
      const { answer, spentBase, venue } = await kit.watch(payer, async () => {
        const forgeries = await Promise.all(
          Array.from({ length: 25 }, () => form.quote(forged.header)),
        );
        return [...forgeries, await form.quote(genuine.header), await form.quote(forged.header)];
      });
      expect(said(answer.slice(0, 25))).toEqual(Array(25).fill("402 payment_invalid"));
      expect(answer[25]!.status).toBe(200);
      // Nor does it get what the genuine one has bought.
      expect(said(answer.slice(26))).toEqual(["402 payment_invalid"]);
      expect([spentBase, venue]).toEqual([form.priceBase, 1]);
    });
  });

  describe("the payer interferes on chain", () => {
    test("funds moved away between verify and settle: answer withheld, no charge", async () => {
      const payer = await stack.payer();
      const { header } = await form.sign({ payer });
      stack.proxies.facilitator.before(async ({ path }) => {
        if (path === "/settle") await kit.drain(payer);
      });
      const { answer, earnedBase, venue } = await kit.watch(payer, () => form.quote(header));
      expect(said([answer])).toEqual(["402 payment_not_settled"]);
      expect(JSON.stringify(answer.body)).not.toContain("buyAmount");
      expect([earnedBase, venue]).toEqual([0n, 1]);
      expect(await kit.debts()).toEqual([]);
    });

    test("twin authorization to another recipient, same nonce: no proof of payment", async () => {
      const payer = await stack.payer();
      const paid = await form.sign({ payer });
      const twin = await form.sign({
        payer,
        authorization: { ...paid.authorization, to: kit.elsewhere },
      });
      stack.proxies.facilitator.before(async ({ path }) => {
        if (path === "/settle") await kit.submit(twin);
      });
      const { answer, earnedBase } = await kit.watch(payer, async () => [
        await form.quote(paid.header),
        await form.quote(paid.header),
      ]);
      expect(said(answer)).toEqual(["402 payment_invalid", "402 payment_not_settled"]);
      expect(earnedBase).toBe(0n);
    });

    test("twin authorization, settlement's answer lost: the chain is asked, no proof", async () => {
      const payer = await stack.payer();
      const paid = await form.sign({ payer });
      const twin = await form.sign({
        payer,
        authorization: { ...paid.authorization, to: kit.elsewhere },
      });
      stack.proxies.facilitator.before(async ({ path }) => {
        if (path !== "/settle") return undefined;
        await kit.submit(twin);
        return "drop";
      });
      const { answer, earnedBase, venue } = await kit.watch(payer, async () => [
        await form.quote(paid.header),
        await form.quote(paid.header),
      ]);
      expect(said(answer)).toEqual(["502 facilitator_unavailable", "502 facilitator_unavailable"]);
      expect([earnedBase, venue]).toEqual([0n, 1]);
    });

    test("cancelAuthorization before settle: authorizationState true is no proof", async () => {
      for (const mode of ["answered", "lost"]) {
        const payer = await stack.payer();
        const paid = await form.sign({ payer });
        stack.proxies.facilitator.before(async ({ path }) => {
          if (path !== "/settle") return undefined;
          await kit.cancel(payer, paid.authorization.nonce);
          return mode === "lost" ? "drop" : undefined;
        });
        const { answer, spentBase } = await kit.watch(payer, () => form.quote(paid.header));
        expect(said([answer])).toEqual([
          mode === "lost" ? "502 facilitator_unavailable" : "402 payment_not_settled",
        ]);
        expect(spentBase).toBe(0n);
        kit.calm();
      }
    });

    test("a third party puts the authorization on chain first: served, charged once", async () => {
      const payer = await stack.payer();
      const paid = await form.sign({ payer });
      stack.proxies.facilitator.before(async ({ path }) => {
        if (path === "/settle") await kit.submit(paid);
      });
      const { answer, spentBase, earnedBase } = await kit.watch(payer, () =>
        form.quote(paid.header),
      );
      expect(answer.status).toBe(200);
      expect(kit.receiptOf(answer)).toMatchObject({
        success: true,
        transaction: expect.stringMatching(/^0x/),
      });
      expect([spentBase, earnedBase]).toEqual([form.priceBase, form.priceBase]);
    });

    test("an authorization put on chain before the call buys nothing: it is spent", async () => {
      const payer = await stack.payer();
      const paid = await form.sign({ payer });
      await kit.submit(paid);
      const { answer, spentBase, venue } = await kit.watch(payer, () => form.quote(paid.header));
      expect(said([answer])).toEqual(["402 payment_invalid"]);
      expect([spentBase, venue]).toEqual([0n, 0]);
    });
  });

  // These move the clock.
  describe("time", () => {
    test("an authorization that would die mid-call is refused, facilitator unasked", async () => {
      const payer = await stack.payer();
      const nowSec = BigInt(Math.floor(stack.stack.nowMs() / 1_000));
      const dying = await form.sign({ payer, authorization: { validBefore: nowSec + 50n } });
      const { answer, spentBase, verify, redis, rpc } = await kit.watch(payer, () =>
        form.quote(dying.header),
      );
      expect(said([answer])).toEqual(["402 payment_invalid"]);
      expect(answer.body.details.validBefore).toBe(String(nowSec + 50n));
      // Nothing but a look into the store: it might have bought something when it was younger.
      expect([spentBase, verify, redis, rpc]).toEqual([0n, 0, 1, 0]);
    });

    test("authorization dies as the handler runs: answer withheld, nothing moves", async () => {
      const payer = await stack.payer();
      const paid = await form.sign({ payer });
      let isMoved = false;
      stack.proxies["0x"].before(async () => {
        if (isMoved) return;
        isMoved = true;
        await stack.advance(400_000);
      });
      const { answer, spentBase, venue } = await kit.watch(payer, () => form.quote(paid.header));
      expect(said([answer])).toEqual(["402 payment_not_settled"]);
      expect(JSON.stringify(answer.body)).not.toContain("buyAmount");
      expect([spentBase, venue]).toEqual([0n, 1]);
    });

    test("a paid answer asked again after its authorization ended: no second bill", async () => {
      const payer = await stack.payer();
      const paid = await form.sign({ payer });
      const first = await form.quote(paid.header);
      expect(first.status).toBe(200);
      for (const ms of [250_000, 3_600_000]) {
        await stack.advance(ms);
        const { answer, spentBase, venue } = await kit.watch(payer, async () => [
          await form.quote(paid.header),
          await form.quote(paid.header, { amount: "101" }),
        ]);
        expect(said(answer)).toEqual(["200", "409 payment_reused"]);
        expect(answer[0]!.body).toEqual(first.body);
        expect([spentBase, venue]).toEqual([0n, 0]);
      }
    });
  });
});

describe("one payment buys one answer", () => {
  test("payment for one route used on another: other price 402, same 409, never runs", async () => {
    const payer = await stack.payer();
    const quote = await stack.payment("GET", QUOTE, { payer });
    const elsewhere: [string, string, unknown?][] = [
      ["GET", "/api/quote/0x?sellToken=ETH&buyToken=USDC&sellAmount=1000000000000000000"],
      [
        "POST",
        "/api/quote/uniswap",
        { tokenIn: "ETH", tokenOut: "USDC", amount: "1000000000000000000" },
      ],
      ["GET", "/api/tools"],
      [
        "POST",
        "/api/tools?toolName=get_token_balance",
        { arguments: { token: "USDC" }, vaultAddress: vault.address },
      ],
      ["POST", "/api/tools/create_twap_order", await orderBody(vault)],
    ];
    const before = await kit.watch(payer, () =>
      Promise.all(
        elsewhere.map(([method, path, body]) => kit.pay(method, path, quote.header, body)),
      ),
    );
    expect(new Set(said(before.answer))).toEqual(new Set(["402 payment_invalid"]));
    expect([before.spentBase, before.venue, before.verify, before.redis]).toEqual([0n, 0, 0, 0]);
    expect((await kit.quote(quote.header)).status).toBe(200);

    const tool = await stack.payment("POST", "/api/tools", { payer });
    const read = { arguments: { token: "USDC" }, vaultAddress: vault.address };
    const { answer, spentBase } = await kit.watch(payer, async () => [
      await kit.pay("POST", "/api/tools?toolName=get_token_balance", tool.header, read),
      await kit.pay("POST", "/api/tools?toolName=get_vault_info", tool.header, {
        ...read,
        arguments: {},
      }),
      await kit.pay("POST", "/api/tools/create_twap_order", tool.header, await orderBody(vault)),
    ]);
    expect(said(answer)).toEqual(["200", "409 payment_reused", "409 payment_reused"]);
    expect(spentBase).toBe(TOOL_BASE);
    const orders = await stack.tool(vault, "list_twap_orders");
    expect(orders.body.data.orders).toEqual([]);
  });
});
