import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { x402Client } from "@x402/core/client";
import { registerExactEvmScheme } from "@x402/evm/exact/client";
import { wrapFetchWithPayment } from "@x402/fetch";
import { generateText, jsonSchema, stepCountIs } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import createOpenapiClient from "openapi-fetch";
import { afterAll, beforeAll, expect, test } from "vitest";
import type * as Client from "../../src/client/create-sextant-client.ts";
import type { SextantError as Refusal } from "../../src/client/sextant-error.ts";
import type { sextantTools as Tools } from "../../src/client/sextant-tools.ts";
import { startTestStack, type TestStack, type TestVault } from "../support/test-stack.ts";

/*
 * The client as somebody else installs it: built, packed, installed without network into a project that has nothing, its types read by the
 * compiler there, and its code called against the service.
 */
const root = join(import.meta.dirname, "../..");
const home = mkdtempSync(join(tmpdir(), "sextant-client-"));
const project = join(home, "project");
/** Never the ...Sync ones: while they block this process it does not see that an idle connection was closed, and asks on it again. */
const run = promisify(execFile);
const npm = async (args: string[], cwd: string) => (await run("npm", args, { cwd })).stdout;

let stack: TestStack;
let vault: TestVault;
let installed: Pick<typeof Client, "createSextantClient"> & {
  SextantError: typeof Refusal;
  sextantTools: typeof Tools;
};
let paying: typeof fetch;
beforeAll(async () => {
  await run(process.execPath, ["build/build-client.ts", join(home, "package")], { cwd: root });
  const packed = await npm(["pack", "--json", "--pack-destination", home], join(home, "package"));
  const [tarball = ""] = JSON.parse(packed).map(({ filename }: { filename: string }) => filename);
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "scratch", private: true, type: "module" }));
  await npm(["install", "--offline", "--no-audit", "--no-fund", join(home, tarball)], project);
  installed = await import(join(project, "node_modules/sextant-client/index.js"));
  stack = await startTestStack();
  vault = await stack.newVault();
  const { account } = await stack.payer();
  paying = wrapFetchWithPayment(fetch, registerExactEvmScheme(new x402Client(), { signer: account })) as typeof fetch;
});
afterAll(async () => {
  rmSync(home, { recursive: true, force: true });
  await stack?.stop();
});

test("default: nothing is installed with it, and it holds nothing of the server's", () => {
  const modules = join(project, "node_modules");
  expect(readdirSync(modules).filter((name) => !name.startsWith("."))).toEqual(["sextant-client"]);
  expect(readdirSync(join(modules, "sextant-client")).sort()).toEqual(
    ["README.md", "index.d.ts", "index.js", "openapi.d.ts", "package.json"].sort(),
  );
  const code = readFileSync(join(modules, "sextant-client/index.js"), "utf8");
  expect(code).not.toMatch(/\bfrom "|import\(|require\(/);
  expect(code.length).toBeLessThan(20_000);
});

const RIGHT = `
import { createSextantClient, SextantError, sextantTools, transactionRequest, verifyWebhook, type ClientOutput } from "sextant-client";
const client = createSextantClient({ baseUrl: "http://127.0.0.1", fetch });
export const price = async (): Promise<string> => (await client.getQuote({ query: { sell: "ETH", buy: "USDC", amount: "1" } })).buyAmount;
export const health: Promise<ClientOutput<"getHealth">> = client.getHealth();
export const built = () => client.callTool({ query: { toolName: "build_vault_swap" }, body: { vaultAddress: "0x00", arguments: {} } });
export const read = () => client.callToolByGet({ query: { toolName: "get_vault_info", vaultAddress: "0x00" } });
export const request = async (): Promise<{ to: \`0x\${string}\`; value: bigint }> => transactionRequest((await built()).transaction!);
export const order = () => client.createTwapOrder({ body: {
  operatorAddress: "0x00", authSignature: "0x", authTimestamp: 1, vaultAddress: "0x00", side: "sell", sellToken: "USDC", buyToken: "ETH",
  totalAmount: "100", sliceCount: 4, intervalMinutes: 5, limitPrice: "0.0004" } });
export const tools = sextantTools(client, { jsonSchema: (schema) => ({ schema }), call: { chainId: 8453 }, writes: true });
export const told = async (request: Request) => {
  const verified = await verifyWebhook({ secret: "s", headers: request.headers, body: await request.text() });
  return verified.ok ? verified.event.id : verified.reason;
};
export const code = (error: unknown): string | undefined => (error instanceof SextantError ? error.code : undefined);
`;
/** Each alone is a mistake that the types are there to find. */
const WRONG = [
  'client.getQuote({ query: { sell: "ETH", buy: "USDC" } });',
  "client.getQuote();",
  'client.callTool({ query: { toolName: "no_such_tool" }, body: {} });',
  'client.callToolByGet({ query: { toolName: "freeze_vault" } });',
  'client.createTwapOrder({ body: { side: "sideways" } as const });',
  "client.mcp({});",
  "client.getHealth().then(({ nothing }) => nothing);",
  "sextantTools(client, {});",
  'transactionRequest({ to: "0x" });',
];

test("default: its types say what goes in and out, in a project without any other", async () => {
  const check = async (code: string) => {
    writeFileSync(join(project, "sample.ts"), code);
    const options = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom"];
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    return run(process.execPath, [tsc, ...options, "sample.ts"], { cwd: project }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }: { code: unknown; stdout: string }) => ({ code, stdout }),
    );
  };
  const right = await check(RIGHT);
  expect([right.code, right.stdout]).toEqual([0, ""]);
  const head =
    'import { createSextantClient, sextantTools, transactionRequest } from "sextant-client";\nconst client = createSextantClient({ baseUrl: "", fetch });\n';
  const wrong = await check(`${head}${WRONG.join("\n")}\nsextantTools;`);
  const lines = [...wrong.stdout.matchAll(/^sample\.ts\((\d+),/gm)].map(([, line]) => Number(line));
  expect([...new Set(lines)], wrong.stdout).toEqual(WRONG.map((_, index) => index + 3));
});

test("default: it pays, answers, and refuses by an error with a stable code", async () => {
  const { createSextantClient, SextantError } = installed;
  const client = createSextantClient({ baseUrl: stack.stack.baseUrl, fetch: paying });
  expect((await client.getHealth()).ok).toBe(true);
  const { buyAmount } = await client.getQuote({ query: { sell: "ETH", buy: "USDC", amount: "1", chain: "base" } });
  expect(Number(buyAmount)).toBeGreaterThan(1_000);
  const refused = await client.getQuote({ query: { sell: "NOPE", buy: "USDC", amount: "1" } }).catch((error) => error);
  expect([refused instanceof SextantError, refused.code, refused.status]).toEqual([true, "token_not_found", 400]);
});

test("default: an agent of the AI SDK has the tools, calls them, and reads a refusal as what it can mend", async () => {
  const { createSextantClient, sextantTools } = installed;
  const client = createSextantClient({ baseUrl: stack.stack.baseUrl, fetch: paying });
  const credentials = await stack.credentials(vault.ownerKey);
  const call = { vaultAddress: vault.address as never, ...credentials };
  const tools = await sextantTools(client, { jsonSchema: (schema) => jsonSchema(schema), call, writes: true });
  const reading = await sextantTools(client, { jsonSchema: (schema) => jsonSchema(schema) });
  const catalog = (await client.listTools()).tools;
  expect(Object.keys(tools)).toEqual(catalog.map(({ name }) => name));
  expect(Object.keys(reading)).toEqual(catalog.filter(({ readOnly }) => readOnly).map(({ name }) => name));

  const ask = (toolName: string, input: object) => ({
    content: [{ type: "tool-call" as const, toolCallId: toolName, toolName, input: JSON.stringify(input) }],
  });
  const turns = [
    ask("build_vault_swap", { tokenIn: "USDC", tokenOut: "ETH", amountIn: "many", dex: "uniswap" }),
    ask("build_vault_swap", { tokenIn: "USDC", tokenOut: "ETH", amountIn: "10", dex: "uniswap" }),
    { content: [{ type: "text" as const, text: "Built." }] },
  ];
  const model = new MockLanguageModelV4({
    doGenerate: async () => ({
      ...(turns.shift() ?? { content: [] }),
      finishReason: { unified: "stop", raw: undefined },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 1, text: 1, reasoning: 0 },
      },
      warnings: [],
    }),
  });
  const { steps, text } = await generateText({ model, tools, prompt: "Sell 10 USDC", stopWhen: stepCountIs(5) });
  const results = steps.flatMap(({ toolResults }) => toolResults.map(({ output }) => output as Record<string, any>));
  expect([results.length, text]).toEqual([2, "Built."]);
  expect(results[0]).toMatchObject({ error: "invalid_request", message: expect.stringContaining("amountIn") });
  expect(results[1]?.transaction).toMatchObject({ to: vault.address.toLowerCase(), chainId: 8453 });
});

test("default: the document's own clients read it: openapi-typescript made the types, openapi-fetch pays and calls by them", async () => {
  const client = createOpenapiClient<any>({ baseUrl: stack.stack.baseUrl, fetch: (request) => paying(request) });
  const { data, error } = await client.GET("/api/quote", {
    params: { query: { sell: "ETH", buy: "USDC", amount: "1", chain: "base" } },
  });
  expect([error, Number((data as any).buyAmount) > 1_000]).toEqual([undefined, true]);
  const refused = await client.GET("/api/quote", { params: { query: { sell: "NOPE", buy: "USDC", amount: "1" } } });
  expect([refused.response.status, (refused.error as any).error]).toEqual([400, "token_not_found"]);
});
