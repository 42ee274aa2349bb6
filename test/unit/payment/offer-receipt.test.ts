import { hkdfSync } from "node:crypto";
import { decodePaymentRequiredHeader } from "@x402/core/http";
import {
  extractOffersFromPaymentRequired,
  extractReceiptFromResponse,
  findAcceptsObjectFromSignedOffer,
  verifyOfferSignatureEIP712,
  verifyReceiptMatchesOffer,
  verifyReceiptSignatureEIP712,
} from "@x402/extensions/offer-receipt";
import { type Hex, recoverMessageAddress } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { expect, test } from "vitest";
import { getQuote } from "../../../functions/quote/get-quote.ts";
import { routes } from "../../../functions/routes.ts";
import { paymentReceipt } from "../../../schemas/payment-receipt.ts";
import type { X402Payment } from "../../../schemas/x402-payment.ts";
import { verifyReceipt } from "../../../src/audit/verify-receipt.ts";
import type { ExecutedCall } from "../../../src/context.ts";
import { createDeps } from "../../../src/create-deps.ts";
import { createIsolate } from "../../../src/create-isolate.ts";
import type { Deps } from "../../../src/deps.ts";
import type { PaidCall } from "../../../src/payment/paid-call-state.ts";
import { receiptHeaders } from "../../../src/payment/receipt-headers.ts";
import { unpaidAnswer } from "../../../src/payment/unpaid-answer.ts";
import type { Route } from "../../../src/route.ts";
import { AGENT_KEY, contents, makeLog, VAULT } from "../audit/make-log.ts";

const SECRET = "an agent wallet secret of more than 32 bytes";
const PAY_TO = `0x${"11".repeat(20)}`;
const PAYER: Hex = `0x${"aa".repeat(20)}`;
const SETTLED: Hex = `0x${"5e".repeat(32)}`;
const CALL: ExecutedCall = {
  ...{
    tool: "build_vault_swap",
    vault: VAULT,
    chainId: 8453,
    transaction: `0x${"ca".repeat(32)}`,
    outcome: "confirmed",
  },
};
const URL_OF = "https://a.example/api/quote";
const raw = { url: `${URL_OF}?sell=ETH`, headers: new Headers(), bodyText: "" };
/** HKDF by node:crypto, apart from the code's WebCrypto. */
const addressOf = (info: string): string =>
  privateKeyToAddress(
    `0x${Buffer.from(hkdfSync("sha256", SECRET, "", info, 32)).toString("hex")}`,
  ).toLowerCase();
const SERVICE = addressOf("sextant/receipts/v1");
const AGENT = addressOf(`sextant/agent/v1/${VAULT}`);

const host = { fetcher: async () => new Response(), waitUntil: () => undefined, routes };
function world(
  bindings: Record<string, unknown> = { X402_PAY_TO: PAY_TO, AGENT_WALLET_SECRET: SECRET },
) {
  const clock = { at: Date.now() };
  const made = createDeps(bindings, createIsolate(), host);
  const deps: Deps = { ...made, clock: { nowMs: () => clock.at } };
  const unpaid = () => unpaidAnswer(deps, getQuote, "quote", raw);
  const required = async () =>
    decodePaymentRequiredHeader((await unpaid()).headers["PAYMENT-REQUIRED"]!);
  return { deps, clock, unpaid, required };
}
const paid = (deps: Deps, x402Version = 2) =>
  ({
    deps,
    route: getQuote as unknown as Route,
    raw,
    payer: PAYER,
    payment: { x402Version } as X402Payment,
  }) as PaidCall;
const settled = (transaction: string = SETTLED) => ({
  ...{ success: true, transaction, network: "eip155:8453", payer: PAYER },
});
const read = (headers: Record<string, string>, name = "PAYMENT-RESPONSE") =>
  JSON.parse(Buffer.from(headers[name]!, "base64").toString());

test("default: a 402 has an offer the package verifies, of its terms, by our key", async () => {
  const { clock, required } = world();
  const answer = await required();
  const [offer] = extractOffersFromPaymentRequired(answer);
  expect(offer).toMatchObject({ format: "eip712", acceptIndex: 0 });
  const { signer, payload } = await verifyOfferSignatureEIP712(offer as never);
  expect(signer.toLowerCase()).toBe(SERVICE);
  expect(findAcceptsObjectFromSignedOffer(offer!, answer.accepts)).toEqual(answer.accepts[0]);
  expect(payload).toMatchObject({
    version: 1,
    resourceUrl: URL_OF,
    amount: "2000",
    network: "eip155:8453",
  });
  expect(payload.validUntil).toBe(Math.floor((clock.at + 600_000) / 1_000));
});

test("behavior: an offer is signed once, and again before its last five minutes", async () => {
  const { clock, unpaid, required } = world();
  const first = await unpaid();
  clock.at += 299_999;
  expect(await unpaid()).toBe(first);
  clock.at += 1;
  const [offer] = extractOffersFromPaymentRequired(await required());
  const { payload } = await verifyOfferSignatureEIP712(offer as never);
  expect(payload.validUntil).toBe(Math.floor((clock.at + 600_000) / 1_000));
});

test("behavior: without the service's secret nothing is signed, all is answered", async () => {
  const { deps, required } = world({ X402_PAY_TO: PAY_TO });
  expect((await required()).extensions).not.toHaveProperty("offer-receipt");
  expect(read(await receiptHeaders(paid(deps), settled(), [CALL]))).toEqual(settled());
});

test("default: a settled answer has a receipt the package verifies as the offer's", async () => {
  const { deps, required } = world();
  const headers = await receiptHeaders(paid(deps), settled());
  const receipt = extractReceiptFromResponse(new Response("", { headers }));
  const { signer, payload } = await verifyReceiptSignatureEIP712(receipt as never);
  expect(signer.toLowerCase()).toBe(SERVICE);
  expect(payload).toMatchObject({
    resourceUrl: URL_OF,
    payer: PAYER,
    transaction: SETTLED,
    network: "eip155:8453",
  });
  const [offer] = extractOffersFromPaymentRequired(await required());
  const offered = (await verifyOfferSignatureEIP712(offer as never)).payload;
  expect(verifyReceiptMatchesOffer(receipt!, offered as never, [PAYER])).toBe(true);
  expect(read(headers).extensions).not.toHaveProperty("call-receipt");
});

test("default: what was executed is named and signed by the key of the vault's agent", async () => {
  const { deps, clock } = world();
  const headers = await receiptHeaders(paid(deps, 1), settled(), [CALL]);
  const { calls } = read(headers).extensions["call-receipt"].info;
  expect(calls).toHaveLength(1);
  expect(calls[0]).toMatchObject({
    ...CALL,
    payment: SETTLED,
    payer: PAYER,
    at: clock.at,
    agent: AGENT,
    keyVersion: 1,
  });
  // Decision D9, written out here once more.
  const message =
    `Receipt of an executed call\n\nTool: build_vault_swap\nVault: ${VAULT} on chain ` +
    `8453\nTransaction: ${CALL.transaction}, confirmed\nPaid: ${SETTLED} by ` +
    `${PAYER}\nSigned: ${clock.at} by ${AGENT}, key 1`;
  expect(
    (await recoverMessageAddress({ message, signature: calls[0].signature })).toLowerCase(),
  ).toBe(AGENT);
  expect(read(headers, "X-PAYMENT-RESPONSE")).toEqual({ ...read(headers), network: "base" });
});

test("error: no receipt of the unsettled, nor over a facilitator's text not a hash", async () => {
  const { deps } = world();
  for (const transaction of ["", "0x", `${SETTLED}\nVault: 0x00`, "pending"])
    expect(read(await receiptHeaders(paid(deps), settled(transaction), [CALL]))).not.toHaveProperty(
      "extensions",
    );
  const failed = { ...settled(""), success: false, errorReason: "insufficient_funds" };
  expect(read(await receiptHeaders(paid(deps), failed, [CALL]))).toEqual(failed);
  expect(
    read(await receiptHeaders(paid(deps), { ...settled(), success: false })),
  ).not.toHaveProperty("extensions");
});

test("behavior: a signature that fails costs the signature, not the answer", async () => {
  const { deps } = world();
  const logged: string[] = [];
  const failing = async () => {
    throw new Error("no curve");
  };
  const broken = {
    ...{ ...deps, log: (event: string) => void logged.push(event) },
    receiptSigner: { address: failing, signOffer: failing, signReceipt: failing },
  };
  expect(read(await receiptHeaders(paid(broken), settled()))).toEqual(settled());
  const { headers } = await unpaidAnswer(
    { ...broken, env: { ...broken.env } },
    getQuote,
    "quote",
    raw,
  );
  expect(decodePaymentRequiredHeader(headers["PAYMENT-REQUIRED"]!).extensions).not.toHaveProperty(
    "offer-receipt",
  );
  expect(logged).toEqual(["receipt_not_signed", "offer_not_signed"]);
});

test("default: a good receipt verifies; each changed word, key or payment is found", async () => {
  const { deps } = world();
  const good = paymentReceipt.parse(read(await receiptHeaders(paid(deps), settled(), [CALL])));
  const known = { service: SERVICE, agent: AGENT };
  expect(await verifyReceipt(good, known)).toMatchObject({ faults: [], signer: SERVICE });
  const faultsOf = async (
    change: (copy: any) => void,
    ...given: Parameters<typeof verifyReceipt>[1][]
  ) => {
    const copy = structuredClone(good) as any;
    change(copy);
    return (await verifyReceipt(copy, given[0] ?? known)).faults;
  };
  const receiptOf = (copy: any) => copy.extensions["offer-receipt"].info.receipt;
  const callOf = (copy: any) => copy.extensions["call-receipt"].info.calls[0];
  const other = `0x${"77".repeat(20)}`;
  for (const [field, value] of Object.entries({
    network: "eip155:1",
    resourceUrl: "https://b.example",
    payer: other,
    issuedAt: 1,
  }))
    expect(
      await faultsOf((copy) => Object.assign(receiptOf(copy).payload, { [field]: value })),
      field,
    ).not.toEqual([]);
  const hash = `0x${"00".repeat(32)}`;
  const words = {
    tool: "burn",
    vault: other,
    chainId: 1,
    transaction: hash,
    outcome: "pending",
    payment: hash,
    payer: other,
  };
  for (const [field, value] of Object.entries({ ...words, at: 1, agent: other, keyVersion: 2 }))
    expect(
      await faultsOf((copy) => Object.assign(callOf(copy), { [field]: value })),
      field,
    ).not.toEqual([]);
  expect(await faultsOf((copy) => Object.assign(copy, { transaction: hash }))).not.toEqual([]);
  expect(
    await faultsOf((copy) => Object.assign(receiptOf(copy), { signature: "0x00" })),
  ).not.toEqual([]);
  const untouched = () => undefined;
  expect(await faultsOf(untouched, { service: other })).toHaveLength(1);
  expect(await faultsOf(untouched, { agent: other })).toHaveLength(1);
});

test("behavior: with the vault's log, the transaction has to be there with that end", async () => {
  const { deps } = world();
  const good = paymentReceipt.parse(read(await receiptHeaders(paid(deps), settled(), [CALL])));
  const logOf = (...entries: object[]) =>
    makeLog([...contents(3), ...entries.map((entry) => ({ content: JSON.stringify(entry) }))], {
      key: AGENT_KEY,
    });
  const opened = { kind: "attempt_opened", attempt: "call:1", hash: CALL.transaction };
  const ended = (status: string) => ({ kind: "attempt_ended", attempt: "call:1", status });
  const faults = async (...entries: object[]) =>
    (await verifyReceipt(good, { pages: [await logOf(...entries)] })).faults;
  expect(await faults(opened, ended("confirmed"))).toEqual([]);
  expect(await faults(opened, ended("reverted"))).toHaveLength(1);
  expect(await faults(opened)).toHaveLength(1);
  expect(await faults({ ...opened, hash: SETTLED }, ended("confirmed"))).toHaveLength(1);
});
