import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { SignPaymentOptions } from "../../local/facilitator/sign-payment.ts";
import type { Payer } from "../support/create-payer.ts";
import { expectRefusal } from "../support/expect-refusal.ts";
import { PAY_FORMS, type PayForm, payForm } from "../support/pay-form.ts";
import { type PayKit, payKit, QUOTE, QUOTE_BASE } from "../support/pay-kit.ts";
import { rawRequest } from "../support/raw-request.ts";
import { type Answer, startTestStack, type TestStack } from "../support/test-stack.ts";

let stack: TestStack;
let kit: PayKit;
beforeAll(async () => {
  stack = await startTestStack();
  kit = payKit(stack);
});
afterEach(() => kit.calm());
afterAll(() => stack?.stop());

const said = (answer: Answer): string => {
  if (answer.status !== 402) return answer.status === 200 ? "200" : expectRefusal(answer);
  // Whatever was wrong with a payment, the answer says how to pay.
  expect(answer.headers.get("payment-required")).not.toBeNull();
  const { x402Version, accepts, ...body } = answer.body;
  expect([x402Version, accepts.length]).toEqual([1, 1]);
  return expectRefusal({ ...answer, body });
};
const base64 = (value: unknown) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64");
const sec = () => BigInt(Math.floor(stack.stack.nowMs() / 1_000));

describe("malformed headers", () => {
  /**
   * By name, what becomes of a good payload. None of these may reach the facilitator, the store or
   * the chain.
   */
  const malformed: [name: string, header: (good: any, goodHeader: string) => string][] = [
    ["no base64", () => "!!!not base64!!!"],
    ["base64 of nothing", () => base64("{")],
    ["no JSON", () => base64("hello")],
    ["a JSON text", (_, header) => base64(JSON.stringify(header))],
    ["null", () => base64("null")],
    ["a number", () => base64("1")],
    ["an array", (good) => base64([good])],
    ["an empty object", () => base64({})],
    ["version 0", (good) => base64({ ...good, x402Version: 0 })],
    ["version 3", (good) => base64({ ...good, x402Version: 3 })],
    ["version as text", (good) => base64({ ...good, x402Version: "2" })],
    [
      "version infinite",
      (good) => base64(JSON.stringify(good).replace('"x402Version":2', '"x402Version":1e999')),
    ],
    ["no version", ({ x402Version: _, ...good }) => base64(good)],
    ["no payload", ({ payload: _, ...good }) => base64(good)],
    ["payload an array", (good) => base64({ ...good, payload: [good.payload] })],
    [
      "no signature",
      (good) => base64({ ...good, payload: { authorization: good.payload.authorization } }),
    ],
    [
      "signature no hex",
      (good) => base64({ ...good, payload: { ...good.payload, signature: "0xzz" } }),
    ],
    [
      "signature half a byte",
      (good) => base64({ ...good, payload: { ...good.payload, signature: "0x123" } }),
    ],
    ["no accepted", ({ accepted: _, ...good }) => base64(good)],
    ["accepted a list", (good) => base64({ ...good, accepted: [good.accepted] })],
    ["value a number", (good) => base64(authorized(good, { value: 2000 }))],
    ["value huge", (good) => base64(authorized(good, { value: "9".repeat(500) }))],
    ["value negative", (good) => base64(authorized(good, { value: "-2000" }))],
    ["value in exponents", (good) => base64(authorized(good, { value: "2e3" }))],
    ["value in hex", (good) => base64(authorized(good, { value: "0x7d0" }))],
    ["value with leading zeros", (good) => base64(authorized(good, { value: "02000" }))],
    ["value a list", (good) => base64(authorized(good, { value: ["2000"] }))],
    ["time a number", (good) => base64(authorized(good, { validBefore: 9_999_999_999 }))],
    ["time a fraction", (good) => base64(authorized(good, { validBefore: "9999999999.5" }))],
    ["time beyond 256 bits", (good) => base64(authorized(good, { validBefore: "9".repeat(78) }))],
    ["begin beyond 256 bits", (good) => base64(authorized(good, { validAfter: "9".repeat(78) }))],
    ["nonce short", (good) => base64(authorized(good, { nonce: "0x01" }))],
    ["nonce a number", (good) => base64(authorized(good, { nonce: 1 }))],
    ["from no address", (good) => base64(authorized(good, { from: "vitalik.eth" }))],
    ["from missing", (good) => base64(authorized(good, { from: undefined }))],
    [
      "network another",
      (good) => base64({ ...good, accepted: { ...good.accepted, network: "eip155:1" } }),
    ],
    [
      "scheme another",
      (good) => base64({ ...good, accepted: { ...good.accepted, scheme: "upto" } }),
    ],
    ["a prototype", () => base64('{"__proto__":{"x402Version":2},"constructor":1}')],
    ["deep nesting", () => base64(`${"[".repeat(5_000)}${"]".repeat(5_000)}`)],
    ["binary", () => Buffer.from([0xff, 0xfe, 0, 1, 2]).toString("base64")],
    ["two in one header", (_, header) => `${header}, ${header}`],
    ["with rubbish behind", (_, header) => `${header}.${header}`],
    ["URL-safe letters", () => "eyJ4IjoiPz8_Pz8-In0_-_"],
    ["17 kB", (good) => base64({ ...good, extensions: { pad: "x".repeat(17_000) } })],
  ];
  const authorized = (good: any, changes: object) => ({
    ...good,
    payload: { ...good.payload, authorization: { ...good.payload.authorization, ...changes } },
  });

  test("malformed headers of every kind: 402, no request is made, nothing runs", async () => {
    const payer = await stack.payer();
    const good = await stack.payment("GET", QUOTE, { payer });
    const { answer, venue, rpc, redis, verify, spentBase } = await kit.watch(payer, async () => {
      const sent: [string, string][] = [];
      for (const [name, change] of malformed) {
        const header = change(structuredClone(good.payload), good.header);
        for (const field of ["x-payment", "payment-signature"])
          sent.push([name, said(await kit.quote({ [field]: header }))]);
      }
      return sent;
    });
    expect(answer.filter(([, code]) => code !== "402 payment_invalid")).toEqual([]);
    expect([venue, rpc, redis, verify, spentBase]).toEqual([0, 0, 0, 0, 0n]);
    // The good one was never touched by all that.
    expect((await kit.quote(good.header)).status).toBe(200);
  });

  test("100 KB payment headers: refused, no request is made", async () => {
    const payer = await stack.payer();
    const good = await stack.payment("GET", QUOTE, { payer });
    const huge = base64({ ...good.payload, extensions: { pad: "x".repeat(75_000) } });
    expect(huge.length).toBeGreaterThan(100_000);
    for (const name of ["x-payment", "payment-signature"]) {
      for (const value of [huge, "A".repeat(100_000), ",".repeat(100_000)]) {
        const { answer, venue, rpc, redis, verify, spentBase } = await kit.watch(payer, () =>
          rawRequest(stack.stack.baseUrl, {
            method: "GET",
            path: QUOTE,
            headers: { [name]: value },
          }).catch(() => ({ status: 431 }) as Answer),
        );
        expect([400, 402, 413, 431]).toContain(answer.status);
        expect([venue, rpc, redis, verify, spentBase]).toEqual([0, 0, 0, 0, 0n]);
      }
    }
  });

  test("empty headers are none", async () => {
    for (const headers of [{ "x-payment": "" }, { "payment-signature": "" }])
      expect(said(await kit.quote(headers))).toBe("402 payment_required");
  });

  test("extra fields, and addresses in any case, are as good as the plain payment", async () => {
    for (const version of [1, 2] as const) {
      const payer = await stack.payer();
      const { payload } = await stack.payment("GET", QUOTE, { payer, version });
      const { authorization } = (payload as any).payload;
      for (const turn of [lower, upper]) {
        const signed = await stack.payment("GET", QUOTE, { payer, version });
        const wire = (signed.payload as any).payload;
        const changed = {
          ...signed.payload,
          extra: { anything: [1, 2, 3] },
          payload: {
            ...wire,
            more: true,
            authorization: {
              ...wire.authorization,
              from: turn(authorization.from),
              to: turn(authorization.to),
              nonce: turn(wire.authorization.nonce),
              note: "x",
            },
          },
        };
        const { answer, spentBase } = await kit.watch(payer, async () => [
          await kit.quote(base64(changed)),
          await kit.quote(signed.header),
          await kit.quote(base64(changed)),
        ]);
        expect(answer.map(said)).toEqual(["200", "200", "200"]);
        expect(spentBase).toBe(QUOTE_BASE);
      }
    }
  });
});

const lower = (text: string) => text.toLowerCase();
const upper = (text: string) => `0x${text.slice(2).toUpperCase()}`;

describe("which header, which generation", () => {
  test("X-Payment and PAYMENT-SIGNATURE of v1 or v2: all pay, each with its receipt", async () => {
    for (const name of ["x-payment", "payment-signature"]) {
      for (const version of [1, 2] as const) {
        const payer = await stack.payer();
        const { header } = await stack.payment("GET", QUOTE, { payer, version });
        const { answer, spentBase } = await kit.watch(payer, () => kit.quote({ [name]: header }));
        expect([name, version, said(answer), spentBase]).toEqual([
          name,
          version,
          "200",
          QUOTE_BASE,
        ]);
        expect(kit.receiptOf(answer)).toMatchObject({ success: true, network: "eip155:8453" });
        const old = answer.headers.get("x-payment-response");
        if (version === 2) expect(old).toBeNull();
        else
          expect(JSON.parse(Buffer.from(old!, "base64").toString())).toMatchObject({
            network: "base",
          });
      }
    }
  });

  test("both headers at once with different payments: one is charged, once", async () => {
    const [one, two] = await Promise.all([stack.payer(), stack.payer()]);
    const first = await stack.payment("GET", QUOTE, { payer: one });
    const second = await stack.payment("GET", QUOTE, { payer: two, version: 1 });
    const { answer, spentBase, earnedBase, venue } = await kit.watch(one, () =>
      kit.quote({ "payment-signature": first.header, "x-payment": second.header }),
    );
    expect([said(answer), earnedBase, venue]).toEqual(["200", QUOTE_BASE, 1]);
    expect(spentBase).toBe(QUOTE_BASE);
  });

  test("both headers at once, one of them bad: a bad first name refuses, no charge", async () => {
    const payer = await stack.payer();
    const { header } = await stack.payment("GET", QUOTE, { payer });
    const { answer, spentBase, venue } = await kit.watch(payer, () =>
      kit.quote({ "payment-signature": "rubbish", "x-payment": header }),
    );
    expect([said(answer), spentBase, venue]).toEqual(["402 payment_invalid", 0n, 0]);
    expect(said(await kit.quote({ "payment-signature": "", "x-payment": header }))).toBe("200");
  });

  test("the other generation's words for the network are not taken for one's own", async () => {
    const v1 = await stack.payment("GET", QUOTE, {
      version: 1,
      payload: { network: "eip155:8453" },
    });
    const v1sepolia = await stack.payment("GET", QUOTE, {
      version: 1,
      payload: { network: "base-sepolia" },
    });
    for (const { header } of [v1, v1sepolia])
      expect(said(await kit.quote(header))).toBe("402 payment_invalid");
  });
});

describe.each(PAY_FORMS)(
  "%s: forged payments move nothing, run nothing and hold nothing",
  (name) => {
    let form: PayForm;
    beforeAll(() => {
      form = payForm(stack, name);
    });
    type Forgery = (payer: Payer) => Promise<Partial<SignPaymentOptions>>;
    /**
     * All are seen without asking the facilitator: by what they say, or by whose the signature is.
     */
    const forgeries: [string, Forgery][] = [
      ["underpaid", async () => ({ authorization: { value: form.priceBase - 1n } })],
      ["overpaid", async () => ({ authorization: { value: form.priceBase + 1n } })],
      ["nothing paid", async () => ({ authorization: { value: 0n } })],
      ["wrong payee", async () => ({ authorization: { to: kit.elsewhere } })],
      ["paid to oneself", async (payer) => ({ authorization: { to: payer.address } })],
      ["expired", async () => ({ authorization: { validBefore: sec() - 1n } })],
      ["expiring", async () => ({ authorization: { validBefore: sec() + 30n } })],
      ["not yet valid", async () => ({ authorization: { validAfter: sec() + 30n } })],
      ["other chain id", async () => ({ domain: { chainId: 84532 } })],
      ["other domain name", async () => ({ domain: { name: "USDC" } })],
      ["other domain version", async () => ({ domain: { version: "1" } })],
      [
        "other token",
        async () => ({ domain: { verifyingContract: stack.stack.chain.tokens.USDT } }),
      ],
      ["other signer", async () => ({ authorization: { from: (await stack.payer()).address } })],
    ];

    test.each(forgeries)("%s", async (_name, forge) => {
      for (const version of [1, 2] as const) {
        const payer = await stack.payer();
        const { header } = await form.sign({ payer, version, ...(await forge(payer)) });
        const { answer, spentBase, earnedBase, venue, verify, settle } = await kit.watch(
          payer,
          () => form.quote(header),
        );
        expect([version, said(answer)]).toEqual([version, "402 payment_invalid"]);
        expect([spentBase, earnedBase, venue, verify, settle]).toEqual([0n, 0n, 0, 0, 0]);
      }
    });

    test("value changed once signed; signature cut, doubled, empty, zero or foreign", async () => {
      const [payer, stranger] = await Promise.all([stack.payer(), stack.payer()]);
      const cheap = await form.sign({ payer, authorization: { value: 1n } });
      const raised = structuredClone(cheap.payload) as any;
      raised.payload.authorization.value = String(form.priceBase);
      const { signature, payload } = await form.sign({ payer });
      const others = (await form.sign({ payer: stranger })).signature;
      const withSignature = (changed: string) => ({
        ...payload,
        payload: { ...(payload as any).payload, signature: changed },
      });
      const forged = [
        raised,
        ...[
          "0x",
          signature.slice(0, -2),
          signature + signature.slice(2),
          `0x${"0".repeat(130)}`,
          others,
        ].map(withSignature),
      ];
      for (const one of forged) {
        const { answer, spentBase, venue, settle } = await kit.watch(payer, () =>
          form.quote(base64(one)),
        );
        expect(said(answer)).toBe("402 payment_invalid");
        expect([spentBase, venue, settle]).toEqual([0n, 0, 0]);
      }
    });

    test("wrong asset, payee, amount or time in `accepted`, under a good signature", async () => {
      const payer = await stack.payer();
      const { payload, header } = await form.sign({ payer });
      const { accepted } = payload as any;
      for (const changes of [
        { asset: stack.stack.chain.tokens.USDT },
        { payTo: kit.elsewhere },
        { amount: "1" },
        { amount: String(form.priceBase + 1n) },
        { maxTimeoutSeconds: 1 },
        { maxTimeoutSeconds: 1e9 },
      ]) {
        const { answer, venue, verify } = await kit.watch(payer, () =>
          form.quote(base64({ ...payload, accepted: { ...accepted, ...changes } })),
        );
        expect([said(answer), venue, verify]).toEqual(["402 payment_invalid", 0, 0]);
      }
      expect(said(await form.quote(header))).toBe("200");
    });

    test("no funds, or a unit too few", async () => {
      for (const usdcBase of [0n, form.priceBase - 1n]) {
        const payer = await stack.payer({ usdcBase });
        const { header } = await form.sign({ payer });
        const { answer, venue, settle } = await kit.watch(payer, () => form.quote(header));
        expect([said(answer), venue, settle]).toEqual(["402 payment_invalid", 0, 0]);
      }
    });
  },
);

describe("ways around the gate", () => {
  const PAID: [string, string, string?][] = [
    ["GET", QUOTE],
    ["GET", "/api/quote/0x?sellToken=ETH&buyToken=USDC&sellAmount=1000000000000000000"],
    ["GET", "/api/quote/aggregator?sellToken=ETH&buyToken=USDC&sellAmount=1000000000000000000"],
    [
      "POST",
      "/api/quote/uniswap",
      '{"tokenIn":"ETH","tokenOut":"USDC","amount":"1000000000000000000"}',
    ],
    [
      "POST",
      "/api/quote/pool_dex",
      '{"tokenIn":"ETH","tokenOut":"USDC","amount":"1000000000000000000"}',
    ],
    ["GET", "/api/tools"],
    ["POST", "/api/tools?toolName=switch_chain", '{"arguments":{"chain":"base"}}'],
    ["POST", "/api/tools/create_twap_order", "{}"],
  ];
  const spellings = (path: string): string[] => {
    const [name = "", query = ""] = path.split("?");
    const at = name.lastIndexOf("/");
    return [
      `/${name}`,
      `//${name}`,
      name.replace("/api/", "/api//"),
      name.replace("/api/", "/./api/"),
      name.replace("/api/", "/x/../api/"),
      name.replace("/api/", "/x/%2e%2e/api/"),
      name.replace("/api/", "/api\\"),
      `${name.slice(0, at)}%2f${name.slice(at + 1)}`,
      `${name.slice(0, at)}%2F${name.slice(at + 1)}`,
      `${name.slice(0, at)}%5c${name.slice(at + 1)}`,
      name.replace("quote", "%71uote").replace("tools", "%74ools"),
      name.toUpperCase(),
      name.replace("/api/", "/Api/"),
      `${name}/`,
      `${name}//`,
      `${name}%0a`,
      `${name}%0d%0a`,
      `${name}%00`,
      `${name}%20`,
      `${name}%`,
      `${name}%ff`,
      `${name};x`,
      `${name};x=1`,
      `${name}.json`,
      `${name}%3f`,
      `${name}%23`,
      `${name}/.`,
      `${name}/%2e`,
    ].map((spelling) => (query === "" ? spelling : `${spelling}?${query}`));
  };

  test("HEAD is 405 on every paid route and runs nothing, also with a payment", async () => {
    const payer = await stack.payer();
    for (const [method, path] of PAID) {
      const { header } = await stack.payment(method, path, { payer });
      for (const headers of [{}, { "x-payment": header }, { "x-http-method-override": "GET" }]) {
        const { answer, venue, verify, spentBase } = await kit.watch(payer, () =>
          rawRequest(stack.stack.baseUrl, { method: "HEAD", path, headers }),
        );
        expect([path, answer.status, venue, verify, spentBase]).toEqual([path, 405, 0, 0, 0n]);
      }
    }
  });

  test("path tricks: no spelling is served unpaid", async () => {
    const payer = await stack.payer();
    for (const [method, path, body] of PAID) {
      const { answer, venue, rpc, spentBase } = await kit.watch(payer, async () => {
        const request = (spelling: string) => ({
          method,
          path: spelling,
          headers: { "content-type": "application/json" },
          ...(body !== undefined && { body }),
        });
        const answers = spellings(path).map(async (spelling): Promise<[string, number]> => {
          const sent = await rawRequest(stack.stack.baseUrl, request(spelling)).catch(() => ({
            status: 0,
          }));
          return [spelling, sent.status];
        });
        return Promise.all(answers);
      });
      // 402 where the URL standard itself makes it the same path.
      expect(answer.filter(([, status]) => ![0, 400, 402, 404].includes(status))).toEqual([]);
      expect([path, venue, rpc, spentBase]).toEqual([path, 0, 0, 0n]);
    }
  });

  test("methods and overrides: no other method is served", async () => {
    for (const [, path] of PAID) {
      for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"]) {
        const { status } = await rawRequest(stack.stack.baseUrl, { method, path });
        expect([path, method, status]).toEqual([path, method, method === "OPTIONS" ? 204 : 405]);
      }
    }
  });

  test("headers and fields that other services trust open nothing", async () => {
    for (const headers of [
      { "x-forwarded-for": "127.0.0.1", "x-real-ip": "127.0.0.1", "cf-connecting-ip": "127.0.0.1" },
      {
        "x-payment-response": base64({ success: true }),
        "payment-response": base64({ success: true }),
      },
      { authorization: "Bearer x402", cookie: "paid=1" },
      { "x-original-url": "/api/health", "x-rewrite-url": "/api/health" },
      { "upstash-signature": "x", "x-paid": "true" },
    ]) {
      const { answer, venue } = await kit.watch(await stack.payer(), () =>
        rawRequest(stack.stack.baseUrl, {
          method: "GET",
          path: QUOTE,
          headers: headers as Record<string, string>,
        }),
      );
      expect([said(answer), venue]).toEqual(["402 payment_required", 0]);
    }
  });
});
