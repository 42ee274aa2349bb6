import { afterAll, beforeAll, expect, test } from "vitest";
import { expectRefusal } from "../support/expect-refusal.ts";
import { QUOTE } from "../support/pay-kit.ts";
import { type Answer, startTestStack, type TestStack } from "../support/test-stack.ts";
import { newAddress } from "../unit/store/support/records.ts";

// Decisions D10 and D7, as the Worker sends it: test/attack has every kind in one process.
let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({ limits: "kept" });
});
afterAll(() => stack?.stop());

const said = (answer: Answer): string => {
  if (answer.status === 200) return "200";
  const { x402Version: _version, accepts: _accepts, ...body } = answer.body;
  return expectRefusal({ ...answer, body });
};
const asked = () => ({
  facilitator: stack.proxies.facilitator.log().length,
  rpc: stack.proxies.rpc.log().length,
  redis: stack.proxies.redis.log().length,
  venue: stack.proxies["0x"].log().length + stack.proxies.uniswap.log().length,
});
/** Windows are fixed: a test lies within one, and nothing is counted yet. */
const begin = async () => {
  await stack.advance(
    (Math.floor((600_000 - (stack.stack.nowMs() % 600_000)) / 1_000) + 1) * 1_000,
  );
  for (const proxy of Object.values(stack.proxies)) proxy.reset();
};
const of64 = (n: number) => ({ "cf-connecting-ip": `2001:db8:7:7::${(n + 1).toString(16)}` });

test("attack: foreign-signed payments of one /64: twenty looks, no facilitator, 429", async () => {
  await begin();
  const answers: string[] = [];
  for (let n = 0; n < 24; n += 1) {
    const { header } = await stack.payment("GET", QUOTE, {
      payer: await stack.payer(),
      version: n % 2 === 0 ? 1 : 2,
      authorization: { from: newAddress() as `0x${string}` },
    });
    answers.push(
      said(await stack.call("GET", QUOTE, undefined, { ...of64(n), "x-payment": header })),
    );
  }
  expect(answers).toEqual([
    ...Array(20).fill("402 payment_invalid"),
    ...Array(4).fill("429 rate_limited"),
  ]);
  // Once it is refused the isolate knows.
  expect(asked()).toEqual({ facilitator: 0, rpc: 20, redis: 21, venue: 0 });
  // Another network goes on, with its own payment.
  expect(said(await stack.call("GET", QUOTE))).toBe("200");
});

test("attack: unfunded payers of one /64: twenty facilitator questions, then 429", async () => {
  await begin();
  const answers: Answer[] = [];
  for (let n = 0; n < 22; n += 1) {
    const payer = await stack.payer({ usdcBase: 0n });
    const { header } = await stack.payment("GET", QUOTE, { payer });
    answers.push(await stack.call("GET", QUOTE, undefined, { ...of64(n), "x-payment": header }));
  }
  expect(answers.map(said)).toEqual([
    ...Array(20).fill("402 payment_invalid"),
    ...Array(2).fill("429 rate_limited"),
  ]);
  const waitSec = Number(answers[21]!.headers.get("retry-after"));
  expect(waitSec).toBeGreaterThan(0);
  expect(waitSec).toBeLessThanOrEqual(600);
  // Each is claimed, and what was claimed is freed.
  expect(asked()).toEqual({ facilitator: 20, rpc: 0, redis: 42, venue: 0 });
});

test("attack: sessions of no owner from one /64: twenty looks at a node, then 429", async () => {
  await begin();
  const answers: string[] = [];
  for (let n = 0; n < 22; n += 1) {
    const vault = await stack.newVault();
    const stranger = await stack.newVault();
    if (n === 0) for (const proxy of Object.values(stack.proxies)) proxy.reset();
    const { operatorAddress, authSignature, authTimestamp } = await stack.credentials(
      stranger.ownerKey,
    );
    const path = `/api/quote/0x?sellToken=ETH&buyToken=USDC&sellAmount=1000000000000000000&taker=${vault.address}`;
    const headers = {
      "x-operator-address": operatorAddress,
      "x-auth-signature": authSignature,
      "x-auth-timestamp": String(authTimestamp),
    };
    answers.push(
      said(await stack.call("GET", path, undefined, { ...of64(n), ...headers }, { pay: false })),
    );
  }
  expect(answers).toEqual([
    ...Array(20).fill("403 not_vault_owner"),
    ...Array(2).fill("429 rate_limited"),
  ]);
  // Counted before and after, while there is something left.
  expect(asked()).toEqual({ facilitator: 0, rpc: 20, redis: 42, venue: 0 });
});
