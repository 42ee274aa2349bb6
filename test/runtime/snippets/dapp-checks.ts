import { createHmac } from "node:crypto";
import { join } from "node:path";
import { erc20Abi } from "viem";
import { expect } from "vitest";
import { chainClient } from "../../../local/chain/chain-client.ts";
import { createPayer } from "../../support/callers/create-payer.ts";
import type { Snippet } from "../../support/flows/snippets-of.ts";
import type { Check } from "./check.ts";
import type { Reader } from "./reader.ts";

const DOCUMENT = "docs/dapp.md";
const at = (heading: string, language = "ts") => `${DOCUMENT}, "${heading}", ${language}`;
const WALLET = join(import.meta.dirname, "../../support/callers/injected-wallet.ts");

/**
 * A page's module in Node: the real wagmi over a wallet of the operator's key, at the stack's
 * addresses.
 */
function inPage(reader: Reader, snippet: Snippet): Promise<string> {
  const { stack } = reader;
  // What `npm pack` of the client holds is test/runtime/client-package.test.ts's; here it is the
  // same code under its name.
  reader.write(
    ".local/dapp/node_modules/sextant-client/package.json",
    '{"type":"module","exports":"./index.js"}',
  );
  const names = ["create-sextant-client", "sextant-error", "transaction-request", "verify-webhook"];
  const exported = names.map((name) => `export * from "../../../../src/client/${name}.ts";\n`);
  reader.write(".local/dapp/node_modules/sextant-client/index.js", exported.join(""));
  const code = snippet.code
    .replace("http://127.0.0.1:8787", stack.baseUrl)
    .replace("https://your-node.example", stack.chain.rpcUrl)
    .replace('"0x..."', `"${stack.manifest.vault}"`);
  return reader.runFile(
    { ...snippet, code },
    {
      NODE_OPTIONS: `--no-warnings --import ${WALLET}`,
      WALLET_KEY: stack.manifest.operator.privateKey,
      WALLET_RPC_URL: stack.chain.rpcUrl,
    },
  );
}

/** What each snippet of docs/dapp.md is held to. One wallet pays and owns the vault. */
export const dappChecks: Record<string, Check> = {
  [at("The wallet")]: async (reader, snippet) => {
    const { privateKey } = reader.stack.manifest.operator;
    await createPayer(reader.stack.chain, { privateKey, usdcBase: 1_000_000n });
    expect(await inPage(reader, snippet)).toBe("");
  },
  [at("Paying with it")]: async (reader, snippet) => {
    expect(await inPage(reader, snippet)).toBe("");
    expect(reader.charged()).toEqual([]);
  },
  [at("Paying with it", "ts 2")]: async (reader, snippet) => {
    expect(await inPage(reader, snippet)).toMatch(
      /^1 ETH = 2\d{3}\.\d+ USDC, best at (0x|uniswap)$/m,
    );
    expect(reader.charged()).toEqual(["2000"]);
  },
  [at("A transaction for the vault")]: async (reader, snippet) => {
    const { chain, manifest } = reader.stack;
    const usdc = () =>
      chainClient(chain).readContract({
        ...{ address: chain.tokens.USDC, abi: erc20Abi, functionName: "balanceOf" as const },
        args: [manifest.vault],
      });
    const before = await usdc();
    const said = await inPage(reader, snippet);
    expect(said).toContain("100 USDC");
    expect(said).toMatch(/^success 0x[0-9a-f]{64}$/m);
    expect(before - (await usdc())).toBe(100_000_000n);
    expect(reader.charged()).toEqual(["2500"]);
  },
  [at("A grant for a program")]: async (reader, snippet) => {
    expect(await inPage(reader, snippet)).toMatch(
      /^rebalancer may give 500 USDC a day: X-Agent-Grant: [0-9a-f]{32}$/m,
    );
    expect(reader.charged()).toEqual([]);
  },
  [at("The operator's signature")]: async (reader, snippet) => {
    expect(await inPage(reader, snippet)).toMatch(/order/i);
    expect(reader.charged()).toEqual(["2500"]);
  },
  [at("A dashboard")]: async (reader, snippet) => {
    const said = await inPage(reader, snippet);
    expect(said).toMatch(/^.+: \d+(\.\d+)? USDC, slippage \d+(\.\d+)?%$/m);
    expect(said).toMatch(/^\d+ tokens, \d+ open orders$/m);
    // The snippet before it is imported, and its one call is the only one that costs anything.
    expect(reader.charged()).toEqual(["2500"]);
  },
  [at("Webhooks")]: async (reader, snippet) => {
    expect(await inPage(reader, snippet)).toBe("");
    const secret = "whsec_test";
    const body = JSON.stringify({ id: "n1", kind: "ping" });
    const seconds = Math.floor(Date.now() / 1_000);
    const mac = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
    const headers = { "x-webhook-id": "n1", "x-webhook-signature": `t=${seconds},v1=${mac}` };
    const code = `
      import { receive } from "./receive.ts";
      const request = (body) => new Request("https://dapp.example", { method: "POST", headers: ${JSON.stringify(headers)}, body });
      const statuses = [];
      for (const body of [${JSON.stringify(body)}, ${JSON.stringify(body)}, '{"id":"n1","kind":"forged"}'])
        statuses.push((await receive(request(body), ${JSON.stringify(secret)})).status);
      console.log(statuses.join(" "));
    `;
    expect(await reader.runFile({ ...snippet, file: ".local/dapp/deliver.mjs", code })).toBe(
      "ping\n204 204 401\n",
    );
  },
};
