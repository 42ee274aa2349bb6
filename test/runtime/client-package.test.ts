import { execFile } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
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
import { snippetsOf } from "../support/snippets-of.ts";
import { startTestStack, type TestStack, type TestVault } from "../support/test-stack.ts";
import { COMPILERS, compileProject } from "./client/compile-project.ts";
import { toolMistakes, wholeCall } from "./client/tool-mistakes.ts";

/*
 * The client as somebody else installs it: built, packed, installed without network into a project
 * that has nothing, its types read by the compilers there, and its code called against the service.
 */
const root = join(import.meta.dirname, "../..");
const home = mkdtempSync(join(tmpdir(), "sextant-client-"));
const project = join(home, "project");
const versions = Object.keys(COMPILERS) as (keyof typeof COMPILERS)[];
/**
 * Never the ...Sync ones: while they block this process it does not see that an idle connection was
 * closed, and asks on it again.
 */
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
  writeFileSync(
    join(project, "package.json"),
    JSON.stringify({ name: "scratch", private: true, type: "module" }),
  );
  await npm(["install", "--offline", "--no-audit", "--no-fund", join(home, tarball)], project);
  installed = await import(join(project, "node_modules/sextant-client/index.js"));
  stack = await startTestStack();
  vault = await stack.newVault();
  const { account } = await stack.payer();
  paying = wrapFetchWithPayment(
    fetch,
    registerExactEvmScheme(new x402Client(), { signer: account }),
  ) as typeof fetch;
});
afterAll(async () => {
  rmSync(home, { recursive: true, force: true });
  await stack?.stop();
});

test("default: nothing is installed with it, and it holds nothing of the server's", () => {
  const modules = join(project, "node_modules");
  expect(readdirSync(modules).filter((name) => !name.startsWith("."))).toEqual(["sextant-client"]);
  const files = readdirSync(join(modules, "sextant-client"));
  expect(files.filter((name) => !name.endsWith(".d.ts")).sort()).toEqual(
    ["LICENSE", "README.md", "index.js", "package.json"].sort(),
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
export const request = async (): Promise<{ to: \`0x\${string}\`; chainId: 8453 }> => transactionRequest((await built()).transaction!, 8453);
export const swap = () => client.tool("build_vault_swap", { tokenIn: "USDC", tokenOut: "ETH", amountIn: "1" }, { vaultAddress: "0x00" });
export const signed = async (): Promise<bigint> => transactionRequest((await swap()).transaction, 1).value;
export const loss = async (): Promise<number | undefined> => (await swap()).data.navShield?.lossBps;
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
  'transactionRequest({ to: "0x" }, 1);',
  'client.tool("switch_chain", { chain: "base" }, { vault: "0x00" });',
  'client.tool("switch_chain", { chain: "base" }).then(({ transaction }) => transaction.to);',
  'client.tool("build_vault_swap", { tokenIn: "A", tokenOut: "B" }).then(({ data }) => ' +
    "data.noSuchField);",
  'client.tool("build_vault_swap", { tokenIn: "A", tokenOut: "B" }, { dryRun: true ' +
    "}).then(({ data }) => data.swapShield);",
  'client.tool("build_vault_swap", { tokenIn: "A", tokenOut: "B" }, { executionMode: ' +
    '"delegated" }).then(({ transaction }) => transaction.to);',
];

const HEAD =
  "import { createSextantClient, sextantTools, transactionRequest, type ToolAnswer } from " +
  '"sextant-client";\nexport const client = createSextantClient({ baseUrl: "", fetch }); ' +
  "export const others = [sextantTools, transactionRequest]; export type Answer = " +
  'ToolAnswer<"switch_chain">;\n';
/** Each of the lines alone, below HEAD. */
const linesFrom = (lines: readonly unknown[], head = 2) =>
  lines.map((_, index) => head + 1 + index);
const callLine = ({ name, args }: { name: string; args: unknown }) =>
  `client.tool(${JSON.stringify(name)}, ${JSON.stringify(args)});`;

test("default: it has a licence and can be published, without npm finding fault", async () => {
  const { license, version } = JSON.parse(
    readFileSync(join(project, "node_modules/sextant-client/package.json"), "utf8"),
  );
  const own = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect([license, version]).toEqual(["SEE LICENSE IN LICENSE", own.version]);
  const licence = (folder: string) => readFileSync(join(folder, "LICENSE"), "utf8");
  expect(licence(join(project, "node_modules/sextant-client"))).toBe(licence(root));
  const publish = ["publish", "--dry-run", "--offline", "--ignore-scripts"];
  const { stdout, stderr } = await run("npm", publish, { cwd: join(home, "package") });
  expect(stdout).toBe(`+ sextant-client@${version}\n`);
  expect(stderr).not.toMatch(/auto-corrected|errors corrected|npm error/);
});

test("default: for each tool a wrong name, type or missing field does not compile", async () => {
  const client = installed.createSextantClient({ baseUrl: stack.stack.baseUrl, fetch: paying });
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThan(60);
  const calls = tools.flatMap((tool) => [{ name: tool.name, args: tool.example }, wholeCall(tool)]);
  const mistakes = tools.flatMap(toolMistakes);
  const real = await realAnswers(client);
  const answerLine = ({ type, answer }: { type: string; answer: object }, index: number) =>
    `export const answer${index}: ToolAnswer<${type}> = ${JSON.stringify(answer)};`;
  const otherAnswers = real.flatMap(({ type, answer }) => {
    const { data = {} } = answer;
    const fields = Object.entries(data).map(([name, value]) => [
      name,
      typeof value === "object" && value ? "x" : { x: 1 },
    ]);
    return [["noSuchField", 1], ...fields].map(([name, value]) => ({
      type,
      answer: { ...answer, data: { ...data, [String(name)]: value } },
    }));
  });
  const files = {
    "right.ts": RIGHT,
    "calls.ts": HEAD + calls.map(callLine).join("\n"),
    "answers.ts": HEAD + real.map(answerLine).join("\n"),
    "wrong.ts": HEAD + WRONG.join("\n"),
    "mistakes.ts": HEAD + mistakes.map(callLine).join("\n"),
    "other-answers.ts": HEAD + otherAnswers.map(answerLine).join("\n"),
  };
  for (const [name, code] of Object.entries(files)) writeFileSync(join(project, name), code);
  const found = await Promise.all(
    versions.map((compiler) => compileProject({ folder: project, compiler }, Object.keys(files))),
  );
  // Exactly one error on each of these lines, and none elsewhere: the package's own types are
  // judged, too.
  for (const { lines, text } of found)
    expect(lines, text.slice(0, 5_000)).toEqual({
      "wrong.ts": linesFrom(WRONG),
      "mistakes.ts": linesFrom(mistakes),
      "other-answers.ts": linesFrom(otherAnswers),
    });
});

/** What the service answers, each with the type that the client gives it. */
async function realAnswers(
  client: Client.SextantClient,
): Promise<{ type: string; answer: { data?: object } }[]> {
  const swap = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "10", dex: "uniswap" };
  const at = { vaultAddress: vault.address };
  const operator = { ...at, ...(await stack.credentials(vault.ownerKey)) };
  const pair = { side: "sell", sellToken: "USDC", buyToken: "ETH" } as const;
  const order = {
    ...pair,
    totalAmount: "100",
    sliceCount: 4,
    intervalMinutes: 5,
    limitPrice: "0.0001",
  };
  return [
    {
      type: '"get_swap_quote"',
      answer: await client.tool("get_swap_quote", { ...swap, dex: "0x" }),
    },
    { type: '"build_vault_swap"', answer: await client.tool("build_vault_swap", swap, at) },
    {
      type: '"build_vault_swap", true',
      answer: await client.tool("build_vault_swap", swap, { ...at, dryRun: true }),
    },
    { type: '"get_vault_info"', answer: await client.tool("get_vault_info", {}, at) },
    {
      type: '"get_token_balance"',
      answer: await client.tool("get_token_balance", { token: "USDC" }, at),
    },
    {
      type: '"check_delegation_status"',
      answer: await client.tool("check_delegation_status", {}, operator),
    },
    { type: '"setup_delegation"', answer: await client.tool("setup_delegation", {}, operator) },
    {
      type: '"set_vault_limits"',
      answer: await client.tool("set_vault_limits", { maxPerDay: "100" }, operator),
    },
    {
      type: '"create_twap_order"',
      answer: await client.tool("create_twap_order", order, operator),
    },
    {
      type: '"create_twap_order", true',
      answer: await client.tool("create_twap_order", order, { ...operator, dryRun: true }),
    },
    { type: '"list_twap_orders"', answer: await client.tool("list_twap_orders", {}, operator) },
    { type: '"switch_chain"', answer: await client.tool("switch_chain", { chain: "arbitrum" }) },
  ];
}

const PAGE = (values: Record<"baseUrl" | "vaultAddress" | "key", string>) => `
import { registerExactEvmScheme } from "@x402/evm/exact/client";
import { wrapFetchWithPayment, x402Client } from "@x402/fetch";
import { createSextantClient, SextantError, transactionRequest } from "sextant-client";
import { privateKeyToAccount } from "viem/accounts";
const { baseUrl, vaultAddress, key } = ${JSON.stringify(values)} as const;
const payer = registerExactEvmScheme(new x402Client(), { signer: privateKeyToAccount(key as \`0x\${string}\`) });
const sextant = createSextantClient({ baseUrl, fetch: wrapFetchWithPayment(fetch, payer) });
const swap = { tokenIn: "USDC", tokenOut: "ETH", dex: "uniswap" };
const { transaction, data } = await sextant.tool("build_vault_swap", { ...swap, amountIn: "10" }, { vaultAddress });
const { to, chainId } = transactionRequest(transaction, 8453);
console.log(to, chainId satisfies 8453, data.swapShield?.quotedAmountBase);
const { data: { dryRun } } = await sextant.tool("build_vault_swap", { ...swap, amountIn: "10" }, { vaultAddress, dryRun: true });
console.log(dryRun.outcome);
await sextant.tool("build_vault_swap", { ...swap, amountIn: "many" }, { vaultAddress }).catch((error: unknown) => {
  console.log(error instanceof SextantError && error.code);
});
`;

test("default: docs/dapp.md examples compile in a page's project, a program runs too", async () => {
  const page = join(home, "page");
  mkdirSync(join(page, "node_modules"), { recursive: true });
  writeFileSync(
    join(page, "package.json"),
    JSON.stringify({ name: "page", private: true, type: "module" }),
  );
  for (const name of ["@wagmi", "@x402", "viem"])
    symlinkSync(join(root, "node_modules", name), join(page, "node_modules", name));
  symlinkSync(
    join(project, "node_modules/sextant-client"),
    join(page, "node_modules/sextant-client"),
  );
  const examples = snippetsOf("docs/dapp.md", readFileSync(join(root, "docs/dapp.md"), "utf8"));
  const files = examples.map(({ file = "", code }) => [basename(file), code] as const);
  expect(files.map(([name]) => name)).toEqual(
    ["wallet", "sextant", "quote", "swap", "grant", "orders", "dashboard", "receive"].map(
      (name) => `${name}.ts`,
    ),
  );
  const { privateKey: key } = await stack.payer();
  const main = PAGE({ baseUrl: stack.stack.baseUrl, vaultAddress: vault.address, key });
  for (const [name, code] of [...files, ["main.ts", main] as const])
    writeFileSync(join(page, name), code);
  // As the templates of Vite and Next have it: what wagmi and viem declare is theirs.
  const options = ["--skipLibCheck", "--rewriteRelativeImportExtensions", "--outDir"];
  const found = await Promise.all(
    versions.map((compiler) =>
      compileProject({ folder: page, compiler, options: [...options, compiler] }, [
        ...files.map(([name]) => name),
        "main.ts",
      ]),
    ),
  );
  expect(found.map(({ text }) => text)).toEqual(versions.map(() => ""));
  for (const compiler of versions) {
    const { stdout } = await run(
      process.execPath,
      ["--no-warnings", join(page, compiler, "main.js")],
      { cwd: page },
    );
    const [built, dry, refused] = stdout.trim().split("\n");
    expect(built).toMatch(new RegExp(`^${vault.address.toLowerCase()} 8453 [1-9][0-9]+$`));
    expect([dry, refused]).toEqual(["unsigned", "invalid_request"]);
  }
});

test("default: it pays, answers, and refuses by an error with a stable code", async () => {
  const { createSextantClient, SextantError } = installed;
  const client = createSextantClient({ baseUrl: stack.stack.baseUrl, fetch: paying });
  expect((await client.getHealth()).ok).toBe(true);
  const { buyAmount } = await client.getQuote({
    query: { sell: "ETH", buy: "USDC", amount: "1", chain: "base" },
  });
  expect(Number(buyAmount)).toBeGreaterThan(1_000);
  const refused = await client
    .getQuote({ query: { sell: "NOPE", buy: "USDC", amount: "1" } })
    .catch((error) => error);
  expect([refused instanceof SextantError, refused.code, refused.status]).toEqual([
    true,
    "token_not_found",
    400,
  ]);
});

test("default: an AI SDK agent has the tools, calls them, can mend after a refusal", async () => {
  const { createSextantClient, sextantTools } = installed;
  const client = createSextantClient({ baseUrl: stack.stack.baseUrl, fetch: paying });
  const credentials = await stack.credentials(vault.ownerKey);
  const call = { vaultAddress: vault.address as never, ...credentials };
  const tools = await sextantTools(client, {
    jsonSchema: (schema) => jsonSchema(schema),
    call,
    writes: true,
  });
  const reading = await sextantTools(client, { jsonSchema: (schema) => jsonSchema(schema) });
  const catalog = (await client.listTools()).tools.filter(({ served }) => served);
  expect(Object.keys(tools)).toEqual(catalog.map(({ name }) => name));
  expect(Object.keys(reading)).toEqual(
    catalog.filter(({ readOnly }) => readOnly).map(({ name }) => name),
  );

  const ask = (toolName: string, input: object) => ({
    content: [
      { type: "tool-call" as const, toolCallId: toolName, toolName, input: JSON.stringify(input) },
    ],
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
  const { steps, text } = await generateText({
    model,
    tools,
    prompt: "Sell 10 USDC",
    stopWhen: stepCountIs(5),
  });
  const results = steps.flatMap(({ toolResults }) =>
    toolResults.map(({ output }) => output as Record<string, any>),
  );
  expect([results.length, text]).toEqual([2, "Built."]);
  expect(results[0]).toMatchObject({
    error: "invalid_request",
    message: expect.stringContaining("amountIn"),
  });
  expect(results[1]?.transaction).toMatchObject({ to: vault.address.toLowerCase(), chainId: 8453 });
});

test("default: openapi-typescript types the document, openapi-fetch pays and calls", async () => {
  const client = createOpenapiClient<any>({
    baseUrl: stack.stack.baseUrl,
    fetch: (request) => paying(request),
  });
  const { data, error } = await client.GET("/api/quote", {
    params: { query: { sell: "ETH", buy: "USDC", amount: "1", chain: "base" } },
  });
  expect([error, Number((data as any).buyAmount) > 1_000]).toEqual([undefined, true]);
  const refused = await client.GET("/api/quote", {
    params: { query: { sell: "NOPE", buy: "USDC", amount: "1" } },
  });
  expect([refused.response.status, (refused.error as any).error]).toEqual([400, "token_not_found"]);
});
