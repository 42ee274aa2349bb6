import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { registerExactEvmScheme } from "@x402/evm/exact/client";
import { wrapFetchWithPayment, x402Client } from "@x402/fetch";
import { DefaultChatTransport, readUIMessageStream, type UIMessage } from "ai";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Stack, startStack } from "../../local/start-stack.ts";
import { operatorHeaders } from "../../src/mcp/operator-headers.ts";

const projectDir = join(import.meta.dirname, "../..");
const readme = readFileSync(join(projectDir, "README.md"), "utf8");
/** The code blocks of "Use it" in one language, by the heading that they stand under. */
const blocksOf = (language: string): [string, string][] => {
  const [, useIt = ""] = readme.split("\n## Use it\n");
  const parts = (useIt.split("\n## ")[0] ?? "").split("\n### ").slice(1);
  return parts.flatMap((part) =>
    [...part.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, "gms"))].map(
      ([, code = ""]): [string, string] => [part.split("\n")[0] ?? "", code],
    ),
  );
};

/** A directory as a reader's checkout is: the sources, the packages, and what the running stack wrote. */
let checkout: string;
let stack: Stack;
beforeAll(async () => {
  checkout = mkdtempSync(join(tmpdir(), "sextant-readme-"));
  mkdirSync(join(checkout, ".local"));
  for (const name of ["node_modules", "src"]) symlinkSync(join(projectDir, name), join(checkout, name));
  stack = await startStack({ stackFile: join(checkout, ".local/stack.json") });
});
afterAll(async () => {
  await stack?.stop();
  rmSync(checkout, { recursive: true, force: true });
});

async function run(command: string, args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, { cwd: checkout });
  return stdout;
}

describe("the README's snippets against the local stack", () => {
  test("default: those in JavaScript run as they stand, and pay exactly what they cost", async () => {
    const seen: Record<string, string> = {};
    for (const [heading, code] of blocksOf("js")) {
      const file = join(checkout, `${Object.keys(seen).length}.mjs`);
      writeFileSync(file, code);
      seen[heading] = await run(process.execPath, ["--no-warnings", file]);
    }
    expect(Object.keys(seen)).toEqual(["Paying", "A typed client", "An agent", "The chat"]);
    expect(seen.Paying).toMatch(/^200 \{/);
    expect(seen.Paying).toContain("success: true");
    expect(seen["A typed client"]).toContain("build_vault_swap");
    expect(seen["A typed client"]).toContain(`to: '${stack.manifest.vault.toLowerCase()}'`);
    expect(seen["An agent"]).toMatch(/^200 /);
    expect(seen["The chat"]).toMatch(/^200 Swap 100 USDC for about 0\.\d+ ETH on uniswap\./);
    expect(seen["The chat"]?.trim().endsWith(stack.manifest.vault.toLowerCase())).toBe(true);
    const settled = stack.facilitator.log().filter(({ step }) => step === "settle");
    const amounts = settled.map(({ body }: { body: any }) => body.paymentRequirements.amount);
    // A quote, the catalog, two tools, and a turn of the chat (decision 21).
    expect(amounts).toEqual(["2000", "2400", "2500", "2500", "10000"]);
  });

  test("behavior: curl gets what the README says: health and prices for nothing, and the 402 of both generations", async () => {
    const [[, code] = []] = blocksOf("sh");
    const script = (code ?? "").replace("http://127.0.0.1:8787", stack.baseUrl);
    expect(script).toContain(stack.baseUrl);
    // A fresh machine has Node and a shell.
    const standIn = `curl() { "${process.execPath}" --no-warnings "${join(projectDir, "test/support/curl.ts")}" "$@"; }`;
    const said = await run("sh", ["-c", `command -v curl >/dev/null || ${standIn}\n${script}`]);
    expect(said).toContain('"facilitator":"ok"');
    expect(said).toContain('"priceUsdc":"0.0025"');
    expect(said).toContain("HTTP/1.1 402");
    expect(said).toMatch(/^PAYMENT-REQUIRED: [A-Za-z0-9+/]+=*\r?$/im);
    expect(said).toContain('"maxAmountRequired":"2000"');
  });

  test("behavior: useChat's transport holds a conversation of any length, and brings answer and receipt", async () => {
    const [[, code] = []] = blocksOf("tsx");
    let transport: DefaultChatTransport<UIMessage> | undefined;
    const useChat = (options: { transport: DefaultChatTransport<UIMessage> }) => {
      transport = options.transport;
      return {};
    };
    const signer = privateKeyToAccount(stack.manifest.payer.privateKey);
    const pay = wrapFetchWithPayment(fetch, registerExactEvmScheme(new x402Client(), { signer }));
    const script = (code ?? "").replace("https://your-worker.example", stack.baseUrl);
    const names = { useChat, DefaultChatTransport, pay, vaultAddress: stack.manifest.vault };
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
    if (stream === undefined) throw new Error("the README has no transport");
    let last: UIMessage | undefined;
    for await (const message of readUIMessageStream({ stream })) last = message;
    expect(last?.parts.map(({ type }) => type)).toEqual(["text", "data-answer"]);
    expect(last?.metadata).toMatchObject({ receipt: { success: true, payer: signer.address.toLowerCase() } });
  });

  test("behavior: the MCP configuration names the endpoint there is, and headers that it reads", async () => {
    const [[, code] = []] = blocksOf("json");
    const { url, headers } = JSON.parse(code ?? "").mcpServers.sextant;
    const answer = await fetch(stack.baseUrl + new URL(url).pathname, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    });
    expect([answer.status, ((await answer.json()) as any).result.tools.length > 10]).toEqual([200, true]);
    const read = new Set<string>();
    const asked = (name: string): null => {
      read.add(name.toLowerCase());
      return null;
    };
    // Safe: reading them asks for names and for nothing else.
    operatorHeaders({ get: asked } as unknown as Headers);
    expect(Object.keys(headers).filter((name) => !read.has(name.toLowerCase()))).toEqual([]);
  });
});
