import { DefaultChatTransport, readUIMessageStream, type UIMessage } from "ai";
import { privateKeyToAccount } from "viem/accounts";
import { expect } from "vitest";
import { operatorHeaders } from "../../../src/mcp/operator-headers.ts";
import type { Check } from "./check.ts";
import { payingFetch } from "./paying-fetch.ts";

const json = { "content-type": "application/json" };

/** What each snippet of docs/api.md is held to, by its place. They import the README's pay.mjs. */
export const apiChecks: Record<string, Check> = {
  'docs/api.md, "Errors", json': async (reader, { code }) => {
    const { stack } = reader;
    const swap = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "1000000", dex: "uniswap" };
    const body = JSON.stringify({ vaultAddress: stack.manifest.vault, arguments: swap });
    const { pay } = payingFetch(reader);
    const answer = await pay(`${stack.baseUrl}/api/tools?toolName=build_vault_swap`, {
      method: "POST",
      headers: json,
      body,
    });
    const printed = JSON.parse(code);
    // What the vault holds by then.
    const balanceBase = expect.stringMatching(/^\d+$/);
    const details = { ...printed.details, balanceBase };
    expect([answer.status, await answer.json()]).toEqual([400, { ...printed, details }]);
    expect(reader.charged()).toEqual([]);
  },

  'docs/api.md, "Acting by a grant", js': async (reader, snippet) => {
    await reader.type("npm run local -- delegate");
    const said = await reader.runFile(snippet);
    expect(said).toMatch(
      /^Your agent "assistant" \(0x[0-9a-f]{40}\) asks\.\nWaits for your approval: Swap 100 USDC/i,
    );
    expect(said).toContain("who approves or rejects it: no agent can");
    expect(reader.charged()).toEqual(["2500"]);
  },
  'docs/api.md, "Signing as the operator", js': async (reader, snippet) => {
    expect(await reader.runFile(snippet)).toBe("");
  },
  'docs/api.md, "Calling tools", js': async (reader, snippet) => {
    expect(await reader.runFile(snippet)).toMatch(
      /^200 TWAP order #\d+ created: sell 500 USDC for ETH\./,
    );
    expect(reader.charged()).toEqual(["2500"]);
  },
  'docs/api.md, "Delegating to the agent wallet", js': async (reader, snippet) => {
    expect(await reader.runFile(snippet)).toMatch(
      /^delegated: \[( '0x[0-9a-f]{8}',?){4} \] missing: \[\]$/m,
    );
  },
  'docs/api.md, "The chat", js': async (reader, snippet) => {
    const said = await reader.runFile(snippet);
    expect(said).toMatch(/^200 Swap 100 USDC for about 0\.\d+ ETH on uniswap\./);
    expect(said.trim().endsWith(reader.stack.manifest.vault.toLowerCase())).toBe(true);
    expect(reader.charged()).toEqual(["10000"]);
  },

  // useChat's own transport, with a conversation of any length.
  'docs/api.md, "In a React page", tsx': async (reader, { code }) => {
    let transport: DefaultChatTransport<UIMessage> | undefined;
    const useChat = (options: { transport: DefaultChatTransport<UIMessage> }) => {
      transport = options.transport;
      return {};
    };
    const { signer, pay } = payingFetch(reader);
    const script = code.replace("https://your-worker.example", reader.stack.baseUrl);
    const names = { useChat, DefaultChatTransport, pay, vaultAddress: reader.stack.manifest.vault };
    new Function(...Object.keys(names), script)(...Object.values(names));
    const said = Array.from(
      { length: 60 },
      (_, index): UIMessage => ({
        id: String(index),
        role: index % 2 === 0 ? "assistant" : "user",
        parts: [
          { type: "text", text: "quote 100 USDC to ETH on uniswap" },
          { type: "data-answer", data: { transaction: { data: `0x${"00".repeat(10_000)}` } } },
        ],
      }),
    );
    const stream = await transport?.sendMessages({
      chatId: "1",
      trigger: "submit-message",
      messageId: undefined,
      messages: said,
      abortSignal: undefined,
    });
    if (stream === undefined) throw new Error("the snippet has no transport");
    let last: UIMessage | undefined;
    for await (const message of readUIMessageStream({ stream })) last = message;
    expect(last?.parts.map(({ type }) => type)).toEqual(["text", "data-answer"]);
    expect(last?.metadata).toMatchObject({
      receipt: { success: true, payer: signer.address.toLowerCase() },
    });
    expect(reader.charged()).toEqual(["10000"]);
  },

  'docs/api.md, "MCP", json': async ({ stack }, { code }) => {
    const { url, headers } = JSON.parse(code).mcpServers.sextant;
    const answer = await fetch(stack.baseUrl + new URL(url).pathname, {
      method: "POST",
      headers: { ...json, accept: "application/json, text/event-stream" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    });
    expect([answer.status, ((await answer.json()) as any).result.tools.length > 10]).toEqual([
      200,
      true,
    ]);
    const read = new Set<string>();
    const asked = (name: string): null => {
      read.add(name.toLowerCase());
      return null;
    };
    // Safe: reading them asks for names and for nothing else.
    operatorHeaders({ get: asked } as unknown as Headers);
    expect(Object.keys(headers).filter((name) => !read.has(name.toLowerCase()))).toEqual([]);
  },

  'docs/api.md, "A typed client", js': async (reader, snippet) => {
    const said = await reader.runFile(snippet);
    expect(said).toContain("build_vault_swap");
    expect(said).toContain(`to: '${reader.stack.manifest.vault.toLowerCase()}'`);
    expect(reader.charged()).toEqual(["2400", "2500"]);
  },

  'docs/api.md, "The emergency brake", text': async ({ stack }, { code }) => {
    const account = privateKeyToAccount(stack.manifest.operator.privateKey);
    const vault = stack.manifest.vault.toLowerCase();
    // Five minutes old at most, by the stack's clock.
    const authTimestamp = Math.floor(stack.nowMs());
    const message = code
      .trimEnd()
      .replace("1790000000000", String(authTimestamp))
      .replace("0x...", vault);
    const authSignature = await account.signMessage({ message });
    const fields = {
      vaultAddress: vault,
      chainId: 8453,
      operatorAddress: account.address,
      authSignature,
      authTimestamp,
    };
    const answer = await fetch(`${stack.baseUrl}/api/vault/unfreeze`, {
      method: "POST",
      headers: json,
      body: JSON.stringify(fields),
    });
    expect([answer.status, await answer.json()]).toMatchObject([200, { ok: true, changed: false }]);
  },

  // What was traded before is in it.
  'docs/api.md, "The audit log", js': async (reader, snippet) => {
    expect(await reader.runFile(snippet)).toMatch(
      /^200 (?=.*order_created).*operation_opened .*operation_approved .*attempt_ended/,
    );
  },
  'docs/api.md, "The audit log", sh': async (reader, { code }) => {
    expect(await reader.type(code)).toMatch(
      /Entries 1 to \d+ are complete and as they were written\./,
    );
  },
};
