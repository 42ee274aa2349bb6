import { hkdfSync, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Hex, parseTransaction } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chainClient } from "../../local/chain/chain-client.ts";
import { delegate } from "../../local/chain/delegate.ts";
import { dumpRedis } from "../support/dump-redis.ts";
import {
  startTestStack,
  type TestStack,
  type TestVault,
  TRADE_SELECTORS,
} from "../support/test-stack.ts";

/** The harness gives it to the Worker; 64 characters, so that it is long enough by itself. */
const MASTER_SECRET = "11".repeat(32);
const MINUTE = 60_000;

type Seen = { where: string; text: string };
let stack: TestStack;
let vault: TestVault;
let logDir: string;
/** Good ones, and one that does not belong to the address it came with. */
const signatures: string[] = [];
const unverified: string[] = [];
/** Those of refused calls too. */
const payments: { signature: Hex; header: string }[] = [];
const outgoing: { name: string; path: string; headers: string; body: string }[] = [];
const answers: Seen[] = [];
/** Transactions as they were handed to the node. */
let rawTransactions: Hex[];
let minedHashes: Hex[];
let sinks: Seen[];

beforeAll(async () => {
  logDir = mkdtempSync(join(tmpdir(), "sextant-secrets-"));
  stack = await startTestStack({ logFile: join(logDir, "worker.log") });
  for (const [name, proxy] of Object.entries(stack.proxies)) {
    proxy.before(async ({ path, headers, body }) => {
      outgoing.push({ name, path, headers: JSON.stringify(headers), body });
    });
  }
  await play();
  await collect();
});
afterAll(async () => {
  await stack?.stop();
  rmSync(logDir, { recursive: true, force: true });
});

/** As a caller sees it, decompressed; every header and body is recorded. */
async function call(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: any }> {
  const answer = await stack.call(method, path, body);
  if (answer.paid !== undefined) payments.push(answer.paid);
  const seen = `${answer.status} ${JSON.stringify([...answer.headers])} ${JSON.stringify(answer.body)}`;
  answers.push({ where: `answer to ${method} ${path.split("?")[0]}`, text: seen });
  return answer;
}

async function advance(ms: number): Promise<any> {
  const { headers, body } = await stack.stack.advance(ms);
  answers.push({ where: "answer to the schedule", text: `${JSON.stringify(headers)} ${body}` });
  return JSON.parse(body);
}

/**
 * A full life: an order that runs, one that fails, a lost broadcast, direct calls, refusals and
 * outages of every kind.
 */
async function play(): Promise<void> {
  vault = await stack.newVault();
  const asOperator = async () => {
    const credentials = await stack.credentials(vault.ownerKey);
    signatures.push(credentials.authSignature);
    return { ...credentials, vaultAddress: vault.address, chainId: 8453 };
  };
  const tool = async (name: string, args: object, extra: object = {}) =>
    call("POST", `/api/tools?toolName=${name}`, {
      arguments: args,
      ...(await asOperator()),
      ...extra,
    });
  const ok = async (asked: Promise<{ status: number; body: any }>) => {
    const { status, body } = await asked;
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body;
  };

  await ok(call("POST", "/api/delegation/setup", await asOperator()));
  await delegate(stack.stack.chain, {
    vault: vault.address,
    agent: vault.agent,
    selectors: TRADE_SELECTORS,
    ownerKey: vault.ownerKey,
  });
  await ok(call("POST", "/api/delegation/confirm", await asOperator()));
  await stack.pair(vault);
  await ok(
    call("POST", "/api/settings/exec-mode", { mode: "autonomous", ...(await asOperator()) }),
  );
  const query = new URLSearchParams(
    Object.entries(await asOperator()).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]),
  );
  await ok(call("GET", `/api/settings/exec-mode?${query}`));

  const order = {
    side: "sell",
    sellToken: "USDC",
    buyToken: "ETH",
    totalAmount: "400",
    intervalMinutes: 5,
    autoExecute: true,
  };
  await ok(tool("create_twap_order", { ...order, sliceCount: 2, dex: "uniswap" }));
  for (let slice = 0; slice < 2; slice += 1)
    expect(await advance(5 * MINUTE)).toMatchObject({ executed: 1 });
  await ok(
    tool(
      "build_vault_swap",
      { tokenIn: "USDC", tokenOut: "ETH", amountIn: "50", dex: "0x" },
      { executionMode: "delegated" },
    ),
  );
  await ok(
    tool("build_vault_swap", { tokenIn: "USDC", tokenOut: "ETH", amountIn: "50", dex: "0x" }),
  );

  // A quote that lies: the slice fails, and its call data goes to the operator for debugging.
  await ok(tool("create_twap_order", { ...order, sliceCount: 4, dex: "0x" }));
  const dev = (path: string, body: object) =>
    fetch(`${stack.stack.venues["0x"].url}/_dev/${path}`, {
      method: "POST",
      body: JSON.stringify(body),
    });
  await dev("skew", { bps: -1_000 });
  expect(await advance(5 * MINUTE)).toMatchObject({ failed: 1 });
  await dev("skew", { bps: 0 });

  // The last look at the chain is lost: the attempt was written and signed, and is closed as never
  // sent.
  let dropped = 0;
  stack.proxies.rpc.before(async ({ body }) => {
    if (dropped > 0 || !body.includes("0xac9650d8") || body.includes("eth_estimateGas")) return;
    dropped += 1;
    return "drop";
  });
  expect(await advance(5 * MINUTE)).toMatchObject({ failed: 1 });
  expect(dropped).toBe(1);

  // The broadcast is lost: unknown, and a later tick signs the same bytes again.
  let lost = 0;
  stack.proxies.rpc.before(async ({ body }) => {
    if (lost > 0 || !body.includes("eth_sendRawTransaction")) return;
    lost += 1;
    return "drop";
  });
  expect(await advance(5 * MINUTE)).toMatchObject({ pending: 1 });
  await advance(2 * MINUTE);
  await advance(5 * MINUTE);
  expect(lost).toBe(1);

  await refusals(asOperator);
}

async function refusals(asOperator: () => Promise<object>): Promise<void> {
  const swap = { arguments: { tokenIn: "USDC", tokenOut: "ETH", amountIn: "1" } };
  const build = (body: object | string) =>
    call("POST", "/api/tools?toolName=build_vault_swap", body);
  const stranger = await stack.credentials(generatePrivateKey());
  const forged = await stack.credentials(generatePrivateKey());
  signatures.push(stranger.authSignature);
  unverified.push(forged.authSignature);
  const statuses = [
    await build({ ...swap, ...(await asOperator()), ...stranger }),
    await build({ ...swap, ...(await asOperator()), authSignature: forged.authSignature }),
    await build({ ...swap, ...(await asOperator()), authTimestamp: 1 }),
    await build({ ...swap, ...(await asOperator()), authTimestamp: "soon" }),
    await build({
      ...swap,
      ...(await asOperator()),
      arguments: { ...swap.arguments, amountIn: "1e3" },
    }),
    await build({
      ...swap,
      ...(await asOperator()),
      arguments: { ...swap.arguments, amountIn: "99999999" },
    }),
    await build(`{"authSignature": "${signatures[0]}"`),
    await call("POST", "/api/tools?toolName=no_such_tool", await asOperator()),
    await call("POST", "/api/internal/twap-tick", await asOperator()),
    await call("POST", "/api/internal/twap-slices", await asOperator()),
    await call("POST", "/api/no-such-path", await asOperator()),
  ].map(({ status }) => status);
  expect(statuses).toEqual([403, 401, 401, 401, 400, 400, 400, 400, 401, 401, 404]);

  const broken = [];
  for (const name of ["redis", "rpc", "0x"] as const) {
    let isDown = true;
    stack.proxies[name].before(async () =>
      isDown ? { status: 500, body: '{"error":"down"}' } : undefined,
    );
    broken.push(
      (
        await build({
          ...swap,
          ...(await asOperator()),
          arguments: { ...swap.arguments, dex: "0x" },
        })
      ).status,
    );
    isDown = false;
  }
  expect(broken).toEqual([503, 502, 502]);
}

async function collect(): Promise<void> {
  const sent = outgoing.filter(({ body }) => body.includes("eth_sendRawTransaction"));
  rawTransactions = [
    ...new Set(sent.flatMap(({ body }) => JSON.parse(body).map((call: any) => call.params[0]))),
  ];
  const { messaging, redis, scheduler } = stack.stack;
  const stored = await dumpRedis(redis);
  minedHashes = [
    ...new Set(Object.values(stored).flatMap((text) => text.match(/0x[0-9a-f]{64}/g) ?? [])),
  ] as Hex[];
  const log = readFileSync(join(logDir, "worker.log"), "utf8");
  expect(log).toContain('"event":"tick"');
  expect(log).toContain('"event":"request_failed"');
  sinks = [
    { where: "log", text: log },
    ...Object.entries(stored).map(([key, value]) => ({
      where: `redis ${key}`,
      text: `${key} ${value}`,
    })),
    ...outgoing.map(({ name, path, headers, body }) => ({
      where: `request to ${name}`,
      text: `${path} ${headers} ${body}`,
    })),
    ...answers,
    { where: "messages", text: JSON.stringify(messaging.messages()) },
    { where: "scheduler", text: await (await fetch(`${scheduler.url}/_dev/log`)).text() },
  ];
}

/** Where a text stands, in any case of its letters. */
const placesOf = (secret: string): string[] => [
  ...new Set(
    sinks
      .filter(({ text }) => text.toLowerCase().includes(secret.toLowerCase()))
      .map(({ where }) => where),
  ),
];

/** The ways bytes are commonly written. */
function spellings(bytes: Buffer): string[] {
  const hex = bytes.toString("hex");
  return [
    hex,
    BigInt(`0x${hex}`).toString(),
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("base64url"),
    Buffer.from(hex).toString("base64").replace(/=+$/, ""),
    Buffer.from(`0x${hex}`).toString("base64").replace(/=+$/, ""),
    [...bytes].join(","),
  ];
}

// HKDF-SHA256 (RFC 5869) by node:crypto, apart from the Worker's WebCrypto. Source: decision D29.
const agentKey = () =>
  Buffer.from(
    hkdfSync("sha256", MASTER_SECRET, "", `sextant/agent/v1/${vault.address.toLowerCase()}`, 32),
  );

test("behavior: the agent's key is decision D29's, and signed what the node got", async () => {
  const address = privateKeyToAddress(`0x${agentKey().toString("hex")}`).toLowerCase();
  const setup = answers.find(({ where }) => where === "answer to POST /api/delegation/setup");
  expect(setup?.text).toContain(`"agentAddress":"${address}"`);
  expect(rawTransactions.length).toBeGreaterThanOrEqual(4);
  const client = chainClient(stack.stack.chain);
  const senders = await Promise.all(
    minedHashes.map((hash) =>
      client.getTransaction({ hash }).then(
        ({ from }) => from.toLowerCase(),
        () => undefined,
      ),
    ),
  );
  const known = senders.filter((from) => from !== undefined);
  expect(known.length).toBeGreaterThanOrEqual(4);
  expect(new Set(known)).toEqual(new Set([address]));
});

test("behavior: every sink was looked at, and the search itself finds what is there", () => {
  const kinds = new Set(sinks.map(({ where }) => where.split(" ")[0]));
  expect(kinds).toEqual(new Set(["log", "redis", "request", "answer", "messages", "scheduler"]));
  expect(placesOf(vault.address).length).toBeGreaterThan(10);
  expect(placesOf(rawTransactions[0] ?? "")).toEqual(["request to rpc"]);
});

test("behavior: the agent's key and the master secret are nowhere", () => {
  for (const text of spellings(agentKey())) expect(placesOf(text), text.slice(0, 4)).toEqual([]);
  for (const text of [...spellings(Buffer.from(MASTER_SECRET)), MASTER_SECRET])
    expect(placesOf(text)).toEqual([]);
});

test("behavior: signed bytes and agent signatures are only in eth_sendRawTransaction", () => {
  for (const raw of rawTransactions) {
    const { r, s } = parseTransaction(raw);
    for (const part of [raw.slice(2), integerOf(r), integerOf(s)]) {
      expect(part.length).toBeGreaterThan(50);
      expect(placesOf(part)).toEqual(["request to rpc"]);
    }
    const carriers = outgoing.filter(({ body }) => body.includes(raw.slice(2)));
    for (const { body } of carriers) {
      expect(JSON.parse(body).map((call: any) => call.method)).toEqual(["eth_sendRawTransaction"]);
    }
  }
});

/** As a transaction holds it: without the zero bytes in front that one of 128 signatures has. */
const integerOf = (word: Hex | undefined): string => (word ?? "").slice(2).replace(/^(?:00)+/, "");

test("behavior: an operator's signature is not kept, logged, repeated or passed on", () => {
  expect(signatures.length).toBeGreaterThan(10);
  for (const signature of signatures) {
    // r and s apart: a signature in another encoding still holds them.
    expect(placesOf(signature.slice(2, 66))).toEqual([]);
    expect(placesOf(signature.slice(66, 130))).toEqual([]);
  }
  // A contract wallet may own the address: only the chain can tell (ERC-1271), and it is asked with
  // the signature.
  for (const signature of unverified)
    expect(placesOf(signature.slice(2, 66))).toEqual(["request to rpc"]);
});

test("behavior: a payer's signature goes to the facilitator, not kept, logged or repeated", () => {
  expect(payments.length).toBeGreaterThan(10);
  const kept = sinks.filter(({ where }) => where.startsWith("redis sx:local:payment:"));
  expect(kept.filter(({ text }) => text.includes("PAYMENT-RESPONSE")).length).toBeGreaterThan(3);
  const verified = payments.filter(({ signature, header }) => {
    // A call that is refused when its payment is claimed is refused before anybody else sees the
    // payment (decision D7).
    const places = [signature.slice(2, 66), signature.slice(66, 130)].flatMap(placesOf);
    expect(places.filter((place) => place !== "request to facilitator")).toEqual([]);
    expect(placesOf(header)).toEqual([]);
    return places.length === 2;
  });
  expect(verified.length).toBeGreaterThan(10);
});

test("behavior: each API key goes to its own service, in a header, and nowhere else", () => {
  const { redis, scheduler } = stack.stack;
  const keyOf = (name: string, header: string): string =>
    JSON.parse(outgoing.find((request) => request.name === name)?.headers ?? "{}")[header];
  const keys = {
    "0x": keyOf("0x", "0x-api-key"),
    uniswap: keyOf("uniswap", "x-api-key"),
    redis: redis.token,
  };
  for (const [name, key] of Object.entries(keys)) {
    expect(key.length).toBeGreaterThan(16);
    expect(placesOf(key)).toEqual([`request to ${name}`]);
    for (const { path, body } of outgoing) expect(`${path} ${body}`).not.toContain(key);
  }
  for (const key of [scheduler.token, scheduler.currentSigningKey, scheduler.nextSigningKey]) {
    expect(placesOf(key)).toEqual([]);
  }
});

test("behavior: the search would find a key in each spelling", () => {
  const key = randomBytes(32);
  for (const text of spellings(key)) {
    sinks.push({ where: "planted", text: `x${text}y` });
    expect(placesOf(text)).toEqual(["planted"]);
    sinks.pop();
  }
});
