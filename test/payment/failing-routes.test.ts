import { join } from "node:path";
import { type Hex, parseAbi } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chainClient } from "../../local/chain/chain-client.ts";
import type { Payer } from "../support/callers/create-payer.ts";
import { type PayKit, payKit, QUOTE_BASE } from "../support/callers/pay-kit.ts";
import { realClients } from "../support/callers/x402-clients.ts";
import { expectRefusal } from "../support/expect-refusal.ts";
import { startTestStack, type TestStack } from "../support/test-stack.ts";

const eip3009 = parseAbi(["function authorizationState(address, bytes32) view returns (bool)"]);

let stack: TestStack;
let kit: PayKit;
beforeAll(async () => {
  stack = await startTestStack({
    entry: join(import.meta.dirname, "../support/planted/failing-worker.ts"),
  });
  kit = payKit(stack);
});
afterAll(() => stack?.stop());

const pathOf = (how: string) => `/api/failing?with=${how}`;
/**
 * The payment that a client signed by itself, as our gate gave it to the facilitator; to be sent
 * once more.
 */
const signedPayment = (): { header: string; nonce: Hex } => {
  const [verify] = stack.proxies.facilitator.log().filter(({ path }) => path === "/verify");
  const { paymentPayload } = JSON.parse(verify!.body);
  return {
    header: Buffer.from(JSON.stringify(paymentPayload)).toString("base64"),
    nonce: paymentPayload.payload.authorization.nonce,
  };
};
const isUsed = (payer: Payer, nonce: Hex): Promise<boolean> =>
  chainClient(stack.stack.chain).readContract({
    address: stack.stack.chain.tokens.USDC,
    abi: eip3009,
    functionName: "authorizationState",
    args: [payer.address, nonce],
  });

describe.each(["x402-fetch", "x402-axios", "@x402/fetch", "@x402/fetch, capped"])("%s", (name) => {
  test.each([
    ["302", 302],
    ["500", 500],
    ["throw", 500],
    ["shape", 500],
  ])(
    "error: a paid route that ends with %s answers %d, moves nothing and leaves the payment good",
    async (how, status) => {
      const payer = await stack.payer();
      const paying = realClients(payer).find((one) => one.name === name)!;
      const failed = await kit.watch(payer, () =>
        paying.call("GET", stack.stack.baseUrl + pathOf(how)),
      );
      expect([failed.answer.statuses, failed.answer.receipt]).toEqual([[402, status], undefined]);
      expect([failed.spentBase, failed.earnedBase, failed.verify, failed.settle]).toEqual([
        0n,
        0n,
        1,
        0,
      ]);
      const { header, nonce } = signedPayment();
      expect(await isUsed(payer, nonce)).toBe(false);

      // The very same once more runs and fails again; then it buys one answer, and no second one.
      const again = await kit.watch(payer, () => kit.pay("GET", pathOf(how), header));
      expect([again.answer.status, again.spentBase, again.settle]).toEqual([status, 0n, 0]);
      expect(await isUsed(payer, nonce)).toBe(false);
      const bought = await kit.watch(payer, () => kit.pay("GET", pathOf("nothing"), header));
      expect([bought.answer.status, bought.answer.body]).toEqual([200, { done: true }]);
      expect([bought.spentBase, bought.earnedBase, bought.settle]).toEqual([
        QUOTE_BASE,
        QUOTE_BASE,
        1,
      ]);
      expect(await isUsed(payer, nonce)).toBe(true);
      const spent = await kit.watch(payer, () => kit.pay("GET", pathOf(how), header));
      expect([expectRefusal(spent.answer), spent.spentBase, spent.settle]).toEqual([
        "409 payment_reused",
        0n,
        0,
      ]);
    },
  );
});
