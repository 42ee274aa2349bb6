import { type Address, encodeFunctionData, erc20Abi, type Hex, parseAbi, toHex } from "viem";
import { chainClient } from "../../local/chain/chain-client.ts";
import { sendTransaction } from "../../local/chain/send-transaction.ts";
import type { Authorization } from "../../local/facilitator/sign-payment.ts";
import { createPayer, type Payer } from "./create-payer.ts";
import type { Answer, TestStack } from "./test-stack.ts";

/**
 * What came of some calls: their answers, the payer's loss, our gain, and how often each dependency
 * was asked.
 */
export type Outcome<T> = {
  answer: T;
  spentBase: bigint;
  earnedBase: bigint;
  /**
   * Quotes at the venue that had most of them: the trace of a handler that ran, which asks all side
   * by side.
   */
  venue: number;
  rpc: number;
  redis: number;
  verify: number;
  settle: number;
};
export type PayKit = ReturnType<typeof payKit>;

export const QUOTE = "/api/quote?sell=USDC&buy=ETH&amount=100&chain=base";
export const QUOTE_BASE = 2_000n;
export const TOOL_BASE = 2_500n;
const ELSEWHERE = "0x000000000000000000000000000000000000dEaD";
const eip3009 = parseAbi([
  "function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)",
  "function cancelAuthorization(address authorizer, bytes32 nonce, bytes signature)",
]);

/** Calls with payments of a test's own, and what they cost and caused. */
export function payKit(stack: TestStack) {
  const { chain, manifest, facilitator } = stack.stack;
  const steps = (step: string) =>
    stack.proxies.facilitator.log().filter(({ path }) => path === `/${step}`).length;
  const balances = (payer: Payer) => Promise.all([payer.address, manifest.payTo].map(stack.usdcOf));
  const send = (data: Hex) =>
    sendTransaction(chain, { from: manifest.stranger.address, to: chain.tokens.USDC, data });

  return {
    /** Sends with this payment and nothing of the harness's. */
    pay: (
      method: string,
      path: string,
      header: string | Record<string, string>,
      body?: unknown,
      headers: Record<string, string> = {},
    ): Promise<Answer> =>
      stack.call(method, path, body, {
        ...headers,
        ...(typeof header === "string" ? { "x-payment": header } : header),
      }),
    quote: (
      header: string | Record<string, string>,
      headers: Record<string, string> = {},
    ): Promise<Answer> =>
      stack.call("GET", QUOTE, undefined, {
        ...headers,
        ...(typeof header === "string" ? { "x-payment": header } : header),
      }),
    watch: async <T>(payer: Payer, run: () => Promise<T>): Promise<Outcome<T>> => {
      for (const proxy of Object.values(stack.proxies)) proxy.reset();
      const [had = 0n, earned = 0n] = await balances(payer);
      const answer = await run();
      const [has = 0n, earns = 0n] = await balances(payer);
      return {
        answer,
        spentBase: had - has,
        earnedBase: earns - earned,
        venue: Math.max(
          stack.proxies["0x"].log().length,
          stack.proxies.uniswap.log().filter(({ path }) => path.endsWith("/quote")).length,
        ),
        rpc: stack.proxies.rpc.log().length,
        redis: stack.proxies.redis.log().length,
        verify: steps("verify"),
        settle: steps("settle"),
      };
    },
    /** No hooks, no faults. */
    calm: () => {
      for (const proxy of Object.values(stack.proxies)) proxy.clearHooks();
      facilitator.reset();
    },
    /** The payer has exactly this much from now on, without a block being mined. */
    setFunds: (payer: Payer, usdcBase: bigint) =>
      createPayer(chain, { usdcBase, privateKey: payer.privateKey }),
    /** Puts a signed authorization on chain, as anybody may. */
    submit: ({
      authorization: { from, to, value, validAfter, validBefore, nonce },
      signature,
    }: Signed) =>
      send(
        encodeFunctionData({
          abi: eip3009,
          functionName: "transferWithAuthorization",
          args: [from, to, value, validAfter, validBefore, nonce, signature],
        }),
      ),
    cancel: async (payer: Payer, nonce: Hex) => {
      const signature = await payer.account.signTypedData({
        domain: {
          name: "USD Coin",
          version: "2",
          chainId: 8453,
          verifyingContract: chain.tokens.USDC,
        },
        types: {
          CancelAuthorization: [
            { name: "authorizer", type: "address" },
            { name: "nonce", type: "bytes32" },
          ],
        },
        primaryType: "CancelAuthorization",
        message: { authorizer: payer.address, nonce },
      });
      await send(
        encodeFunctionData({
          abi: eip3009,
          functionName: "cancelAuthorization",
          args: [payer.address, nonce, signature],
        }),
      );
    },
    /** The payer moves everything away. */
    drain: async (payer: Payer) => {
      const client = chainClient(chain);
      await client.setBalance({ address: payer.address, value: 10n ** 18n });
      const amount = await stack.usdcOf(payer.address);
      const data = encodeFunctionData({
        abi: erc20Abi,
        functionName: "transfer",
        args: [ELSEWHERE, amount],
      });
      await sendTransaction(chain, { from: payer.account, to: chain.tokens.USDC, data });
    },
    elsewhere: ELSEWHERE as Address,
    receiptOf: (answer: Answer) =>
      JSON.parse(
        Buffer.from(answer.headers.get("payment-response") ?? "e30=", "base64").toString("utf8"),
      ),
    debts: async (): Promise<string[]> =>
      (await stack.stack.redis.command(["KEYS", "sx:local:payment-debt:*"])) as string[],
    nonce: (n: number | bigint): Hex => toHex(n, { size: 32 }),
  };
}

type Signed = { authorization: Authorization; signature: Hex };
