import { createWalletClient, erc20Abi, http, publicActions } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { base } from "viem/chains";
import { expect } from "vitest";
import type { Check } from "./check.ts";
import { payingFetch } from "./paying-fetch.ts";

const DOCUMENT = "docs/plugins/sextant.md";
/** As the plugin's first call was answered. */
let transaction: Record<string, string> = {};

/**
 * What a wallet's MCP server would do with the two calls of its tools that docs/plugins/sextant.md
 * shows (docs/facts/listings.md 3).
 */
export const pluginChecks: Record<string, Check> = {
  // initiate_x402_request and complete_x402_request: asked, judged by its cap, approved, sent again
  // with the payment.
  [`${DOCUMENT}, "Orchestration", json`]: async (reader, { code }) => {
    const { manifest } = reader.stack;
    const { url, method, maxPayment, ...more } = JSON.parse(code);
    expect([method, more]).toEqual(["GET", {}]);
    const asked = url
      .replace("https://sextant.example", reader.stack.baseUrl)
      .replace("<vault>", manifest.vault);
    const offer = await fetch(asked);
    const [{ maxAmountRequired }] = ((await offer.json()) as any).accepts;
    expect([offer.status, BigInt(maxAmountRequired) <= BigInt(Number(maxPayment) * 1e6)]).toEqual([
      402,
      true,
    ]);
    const answer = await payingFetch(reader).pay(asked);
    const built = (await answer.json()) as any;
    expect([answer.status, built.message]).toEqual([200, expect.stringContaining("100 USDC")]);
    transaction = built.transaction;
    const owner = privateKeyToAccount(manifest.operator.privateKey).address;
    expect([transaction.from, transaction.chainId]).toEqual([owner.toLowerCase(), 8453]);
    expect(reader.charged()).toEqual([maxAmountRequired]);
  },
  // send_calls: EIP-5792's calls, sent by the vault's owner as they are.
  [`${DOCUMENT}, "Submission", json`]: async ({ stack }, { code }) => {
    const mapped = code.replaceAll(/<transaction\.(\w+)>/g, (_, name: string) =>
      String(transaction[name]),
    );
    const { chain, calls } = JSON.parse(mapped);
    expect([chain, calls.length, Object.keys(calls[0]).sort()]).toEqual([
      "base",
      1,
      ["data", "to", "value"],
    ]);
    const account = privateKeyToAccount(stack.manifest.operator.privateKey);
    const transport = http(stack.chain.rpcUrl);
    const owner = createWalletClient({ account, chain: base, transport }).extend(publicActions);
    const usdc = () =>
      owner.readContract({
        ...{ address: stack.chain.tokens.USDC, abi: erc20Abi, functionName: "balanceOf" },
        args: [stack.manifest.vault],
      });
    const before = await usdc();
    for (const { to, value, data } of calls) {
      expect(value).toMatch(/^0x(0|[1-9a-f][0-9a-f]*)$/);
      const hash = await owner.sendTransaction({ to, value: BigInt(value), data });
      expect((await owner.waitForTransactionReceipt({ hash })).status).toBe("success");
    }
    expect(before - (await usdc())).toBe(100_000_000n);
  },
};
