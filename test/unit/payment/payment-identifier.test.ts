import {
  appendPaymentIdentifierToExtensions,
  declarePaymentIdentifierExtension,
  generatePaymentId,
  PAYMENT_IDENTIFIER,
  validatePaymentIdentifier,
} from "@x402/extensions/payment-identifier";
import { expect, test } from "vitest";
import { chat } from "../../../functions/chat.ts";
import { getQuote } from "../../../functions/quote/get-quote.ts";
import type { X402Payment } from "../../../schemas/x402-payment.ts";
import { idempotencyOf } from "../../../src/payment/idempotency-of.ts";
import { asV2Payment } from "../../../src/payment/judge-payment.ts";
import { routeExtensions } from "../../../src/payment/route-extensions.ts";
import type { Route } from "../../../src/route.ts";

const PAYER = "0x00000000000000000000000000000000000000aa";
const post = chat as unknown as Route;
const get = getQuote as unknown as Route;
const terms = {
  ...{
    scheme: "exact",
    network: "eip155:8453" as const,
    amount: "2500",
    asset: PAYER,
    payTo: PAYER,
  },
  ...{ maxTimeoutSeconds: 300, extra: {} },
};
const zeros = `0x${"00".repeat(32)}`;
const authorization = {
  from: PAYER,
  to: PAYER,
  value: "2500",
  validAfter: "0",
  validBefore: "1",
  nonce: zeros,
};
const paymentWith = (extensions: Record<string, unknown> | undefined) =>
  ({
    x402Version: 2,
    accepted: terms,
    payload: { signature: "0x", authorization },
    extensions,
  }) as X402Payment;
const keyed = (payment: X402Payment, header?: string, route = post, bodyText = "{}") =>
  idempotencyOf(
    route,
    {
      url: "https://worker.example/api/chat",
      headers: new Headers(header ? { "idempotency-key": header } : {}),
      bodyText,
    },
    { operator: null, payer: PAYER },
    payment,
  );
/** What x402's own client sends in answer to our 402. */
const echoed = (id?: string) => {
  const extensions = structuredClone(routeExtensions(post));
  return appendPaymentIdentifierToExtensions(extensions, id) as Record<string, unknown>;
};

test("default: offered in the package's words on a POST, and not where no key counts", () => {
  const { [PAYMENT_IDENTIFIER]: offered } = routeExtensions(post);
  expect(offered).toEqual(declarePaymentIdentifierExtension(false));
  expect(validatePaymentIdentifier(offered)).toEqual({ valid: true });
  expect(routeExtensions(get)).not.toHaveProperty(PAYMENT_IDENTIFIER);
  expect(routeExtensions({ ...post, noStore: true })).not.toHaveProperty(PAYMENT_IDENTIFIER);
});

test("default: the id the package's client adds is the same text's Idempotency-Key", async () => {
  const id = generatePaymentId();
  const byId = await keyed(paymentWith(echoed(id)));
  expect(byId).toEqual(await keyed(paymentWith(undefined), id));
  expect(byId?.scope).toMatch(/^[0-9a-f]{64}$/);
  expect(await keyed(paymentWith(echoed(id)), id)).toEqual(byId);
  expect((await keyed(paymentWith(echoed(generatePaymentId()))))?.scope).not.toBe(byId?.scope);
  expect(
    (await keyed(paymentWith(echoed(id)), undefined, post, '{"chainId":10}'))?.bodyHash,
  ).not.toBe(byId?.bodyHash);
});

test("behavior: an offer echoed without id, other extensions, first generation: none", async () => {
  expect(await keyed(paymentWith(structuredClone(routeExtensions(post))))).toBeNull();
  for (const extension of [undefined, null, 5, "x", [], {}, { info: null }, { info: [] }])
    expect(await keyed(paymentWith({ [PAYMENT_IDENTIFIER]: extension }))).toBeNull();
  const first = {
    x402Version: 1,
    scheme: "exact",
    network: "base",
    payload: { signature: "0x", authorization },
  };
  expect(await keyed(first as X402Payment)).toBeNull();
  expect((await keyed(first as X402Payment, "by-header"))?.scope).toMatch(/^[0-9a-f]{64}$/);
});

test("error: two differing keys, or ids x402 does not allow, are a 400 that says so", async () => {
  const refused = { code: "payment_identifier_invalid", status: 400 };
  const id = generatePaymentId();
  await expect(keyed(paymentWith(echoed(id)), `${id}0`)).rejects.toMatchObject(refused);
  const bad: unknown[] = [
    "",
    "a".repeat(15),
    "a".repeat(129),
    "sixteen letters ",
    `${id}\n`,
    "é".repeat(20),
    null,
    7,
    [id],
  ];
  for (const one of bad)
    await expect(
      keyed(paymentWith({ [PAYMENT_IDENTIFIER]: { info: { required: false, id: one } } })),
    ).rejects.toMatchObject(refused);
});

test("behavior: on a GET it is not offered, and not read", async () => {
  const malformed = paymentWith({
    [PAYMENT_IDENTIFIER]: { info: { required: false, id: "short" } },
  });
  expect(await keyed(malformed, undefined, get)).toBeNull();
});

test("attack: the facilitator never sees the id: it could call a second payment settled", () => {
  const payment = paymentWith({ ...echoed(generatePaymentId()), other: { info: 1 } });
  expect(asV2Payment(payment, terms, "https://worker.example/api/chat").extensions).toEqual({
    bazaar: routeExtensions(post).bazaar,
    other: { info: 1 },
  });
});
