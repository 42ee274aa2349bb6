import { afterAll, beforeAll, expect, test } from "vitest";
import { expectRefusal } from "../support/expect-refusal.ts";
import { startTestStack, type TestStack } from "../support/test-stack.ts";
import { newAddress } from "../unit/store/support/records.ts";

// Decision D10: a free route's calls are counted per address. A signature that is no account's is
// asked of the chain as a contract's, and that was done before the count: a stranger's forgeries
// cost RPC requests without limit. Of those that prove to be nobody's a network has 20 in ten
// minutes (decision D10).
let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({ limits: "kept" });
});
afterAll(() => stack?.stop());

test("error: 21st forged signature of an address in ten minutes: 429, chain unasked", async () => {
  const vaultAddress = newAddress();
  const forged = () =>
    stack.call(
      "POST",
      "/api/settings/slippage",
      {
        slippage: "0.5",
        vaultAddress,
        chainId: 8453,
        operatorAddress: newAddress(),
        authSignature: `0x${"12".repeat(65)}`,
        authTimestamp: Math.floor(stack.stack.nowMs()),
      },
      { "cf-connecting-ip": "203.0.113.77" },
    );
  const said = async (times: number) => {
    const answers: string[] = [];
    for (let n = 0; n < times; n += 1) answers.push(expectRefusal(await forged()));
    return new Set(answers);
  };
  // Windows are fixed: the whole test lies within one.
  await stack.advance(
    (Math.floor((600_000 - (stack.stack.nowMs() % 600_000)) / 1_000) + 1) * 1_000,
  );
  expect(await said(20)).toEqual(new Set(["401 auth_signature_mismatch"]));
  stack.proxies.rpc.reset();
  expect(await said(5)).toEqual(new Set(["429 rate_limited"]));
  expect(stack.proxies.rpc.log()).toEqual([]);
});
