import { randomBytes } from "node:crypto";
import type { Hash } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chainClient } from "../../local/chain/chain-client.ts";
import { createKeys } from "../../src/store/kernel/keys.ts";
import { createUpstashRedis } from "../../src/store/kernel/upstash-redis.ts";
import { createOrder } from "../../src/store/orders/create-order.ts";
import { credentialHeaders } from "../support/callers/credential-headers.ts";
import { giveGrant, tokenOf } from "../support/callers/give-grant.ts";
import { newOrders } from "../support/new-orders.ts";
import { putVenuePrices } from "../support/put-venue-prices.ts";
import { startTestStack, type TestStack, type TestVault } from "../support/test-stack.ts";
import { type Wire, watchWire } from "../support/watch-wire.ts";
import { newAddress, orderOf } from "../unit/store/support/records.ts";

let stack: TestStack;
let wire: Wire;
beforeAll(async () => {
  stack = await startTestStack();
  // A NAV is recorded where venues confirm its prices; nobody has to be asked for them then.
  await putVenuePrices(stack.stack.redis.command, createKeys("sx:local:"));
  wire = watchWire(stack.proxies);
  // The node answers a broadcast before it has mined it; how often the Worker looks for the receipt
  // is then a matter of time.
  stack.proxies.rpc.after(async ({ body }, answer) => {
    if (!body.includes("eth_sendRawTransaction")) return;
    for (const { result } of JSON.parse(answer.body) as { result?: Hash }[])
      if (result !== undefined)
        await chainClient(stack.stack.chain).waitForTransactionReceipt({ hash: result });
  });
});
beforeEach(() => wire.reset());
afterAll(() => stack?.stop());

const MINUTE = 60_000;
const VENUES = ["0x", "uniswap"] as const;
const SWAP = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "100" };
/** Venue calls of a build: 0x brings its calldata along, the pool DEX is asked again. */
const BUILD_CALLS = { "0x": ["0x:quote"], uniswap: ["uniswap:quote", "uniswap:swap"] } as const;

/**
 * Runs one call, waits until nothing of it is under way (work after the answer included), and gives
 * its requests.
 */
async function requestsOf(
  call: () => Promise<{ status: number; body: any }>,
  lastLabel?: string,
): Promise<string[]> {
  const { status, body } = await call();
  expect(status, JSON.stringify(body)).toBe(200);
  const isDone = () =>
    wire.requests().every((one) => one.to !== null) &&
    (lastLabel === undefined || wire.labels().includes(lastLabel));
  await expect.poll(isDone).toBe(true);
  return wire.labels().sort();
}

/**
 * What a paid call asks for itself: its payment is claimed and verified before it, and settled and
 * ended after it.
 */
const BEFORE_WORK = ["redis:begin-paid-call", "facilitator:verify"];
const AFTER_WORK = ["facilitator:settle", "redis:end-paid-call"];

/**
 * As `requestsOf`, without the four of the payment, which have to be there, one after the other and
 * around the rest.
 */
async function paidWork(
  call: () => Promise<{ status: number; body: any }>,
  lastLabel?: string,
): Promise<string[]> {
  await requestsOf(call, lastLabel);
  const [begin, verify, settle, end] = [...BEFORE_WORK, ...AFTER_WORK].map((label) => {
    const found = wire.requests().filter((one) => one.label === label);
    expect(found, label).toHaveLength(1);
    return found[0]!;
  });
  expect([verify!.from > begin!.to!, settle!.from > verify!.to!, end!.from > settle!.to!]).toEqual([
    true,
    true,
    true,
  ]);
  const work = wire.requests().filter((one) => ![verify, begin, settle, end].includes(one));
  for (const one of work) expect(one.from, one.label).toBeGreaterThan(verify!.to!);
  // Only what was left for after the answer may be under way still.
  const before = work.filter(({ label }) => label !== lastLabel);
  for (const one of before) expect(one.to, one.label).toBeLessThan(settle!.from);
  return work.map(({ label }) => label).sort();
}

/**
 * As `requestsOf`, without the one trip that counts a free call and looks up its Idempotency-Key.
 */
async function freeWork(
  call: () => Promise<{ status: number; body: any }>,
  counts = 1,
): Promise<string[]> {
  const labels = await requestsOf(call);
  expect(labels.filter((label) => label === "redis:begin-free-call")).toHaveLength(counts);
  return labels.filter((label) => label !== "redis:begin-free-call");
}

const anonymousBuild = (vault: TestVault, dex: string) => () =>
  stack.call("POST", "/api/tools?toolName=build_vault_swap", {
    arguments: { ...SWAP, dex },
    vaultAddress: vault.address,
    chainId: 8453,
  });

test("behavior: an unpaid call makes no request, a refused one is released unsettled", async () => {
  const path = "/api/quote?sell=USDC&buy=ETH";
  expect((await stack.call("GET", path, undefined, {}, { pay: false })).status).toBe(402);
  expect(wire.labels()).toEqual([]);
  expect((await stack.call("GET", path)).status).toBe(400);
  expect(wire.labels()).toEqual([...BEFORE_WORK, "redis:end-paid-call"]);
});

test("behavior: the watch tells requests that wait for each other from the others", async () => {
  const vault = await stack.newVault();
  const serial = wire.together(["rpc:A", "rpc:B"], 1_000);
  await paidWork(anonymousBuild(vault, "0x"));
  expect(serial.missed()).toEqual(["rpc:B"]);
});

/**
 * A vault that no isolate knows, of an operator who has called before: the first call of all writes
 * one mark more.
 */
async function newVaultOfKnownOperator(): Promise<TestVault> {
  const first = await stack.newVault();
  expect((await stack.tool(first, "enable_swap_shield")).status).toBe(200);
  const vault = await stack.newVault({ ownerKey: first.ownerKey });
  wire.reset();
  return vault;
}

describe("a quote", () => {
  const query = "/api/quote?sell=USDC&buy=ETH&amount=100";

  /** Every venue once, and beside them the head's gas price: one wait. */
  const SIDE_BY_SIDE = ["0x:quote", "rpc:A", "uniswap:quote"];
  const skew = async (venue: "0x" | "uniswap", bps: number) => {
    const answer = await fetch(`${stack.stack.venues[venue].url}/_dev/skew`, {
      method: "POST",
      body: JSON.stringify({ bps }),
    });
    expect(answer.ok).toBe(true);
  };

  test("behavior: a quote is one call a venue, one RPC request; 0x has its calldata", async () => {
    await skew("0x", 100);
    try {
      for (const taker of ["", `&taker=${newAddress()}`]) {
        wire.reset();
        const together = wire.together(SIDE_BY_SIDE);
        expect(await paidWork(() => stack.call("GET", `${query}${taker}`))).toEqual(SIDE_BY_SIDE);
        expect(together.missed()).toEqual([]);
      }
    } finally {
      await skew("0x", 0);
    }
  });

  test("behavior: Uniswap's calldata is asked for only if it wins, in a second wait", async () => {
    await skew("uniswap", 100);
    try {
      const together = wire.together(SIDE_BY_SIDE);
      expect(await paidWork(() => stack.call("GET", query))).toEqual([
        ...SIDE_BY_SIDE,
        "uniswap:swap",
      ]);
      expect(together.missed()).toEqual([]);
      expect(wire.waitsBefore("uniswap:swap")).toBe(BEFORE_WORK.length + 1);
    } finally {
      await skew("uniswap", 0);
    }
  });

  test("behavior: a venue without a route costs one call, and is not awaited again", async () => {
    // Between the Worker and the aggregator: the answer of 0x when it has no liquidity
    // (docs/facts/venues.md 1).
    let isDry = true;
    stack.proxies["0x"].before(async () =>
      isDry
        ? {
            status: 200,
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ liquidityAvailable: false, zid: "0x0123456789abcdef01234567" }),
          }
        : undefined,
    );
    try {
      const { body } = await stack.call("GET", query);
      expect([body.source, body.comparison]).toEqual([
        "uniswap",
        "Price of uniswap alone. 0x has no price for it.",
      ]);
      expect(wire.labels().sort()).toEqual(
        [...BEFORE_WORK, ...SIDE_BY_SIDE, "uniswap:swap", ...AFTER_WORK].sort(),
      );
    } finally {
      isDry = false;
    }
  });

  const venueRoutes = [
    [
      "0x:price",
      () =>
        stack.call(
          "GET",
          `/api/quote/0x?chainId=8453&sellToken=USDC&buyToken=ETH&sellAmount=100000000`,
        ),
    ],
    [
      "uniswap:quote",
      () =>
        stack.call("POST", "/api/quote/uniswap", {
          type: "EXACT_INPUT",
          amount: "100000000",
          tokenIn: stack.stack.chain.tokens.USDC,
          tokenOut: stack.stack.chain.tokens.ETH,
          tokenInChainId: 8453,
          tokenOutChainId: 8453,
          swapper: newAddress(),
          slippageTolerance: 0.5,
        }),
    ],
  ] as const;
  test.each(venueRoutes)(
    "behavior: a venue's quote (%s) is one venue call beside one RPC request",
    async (label, call) => {
      const together = wire.together([label, "rpc:read"]);
      expect(await paidWork(call)).toEqual([label, "rpc:read"].sort());
      expect(together.missed()).toEqual([]);
    },
  );

  test("behavior: the quote tool costs the same, and one Redis read with an operator", async () => {
    const vault = await newVaultOfKnownOperator();
    const together = wire.together(["uniswap:quote", "rpc:read"]);
    const ask = () =>
      stack.call("POST", "/api/tools?toolName=get_swap_quote", {
        arguments: { ...SWAP, dex: "uniswap" },
      });
    expect(await paidWork(ask)).toEqual(["rpc:read", "uniswap:quote"]);
    expect(together.missed()).toEqual([]);
    wire.reset();
    const asOperator = () => stack.tool(vault, "get_swap_quote", { ...SWAP, dex: "uniswap" });
    // Who owns the vault is asked in the same request as the oracle.
    expect(await paidWork(asOperator)).toEqual(["redis:read", "rpc:owner", "uniswap:quote"]);
    wire.reset();
    expect(await paidWork(asOperator)).toEqual(["redis:read", "rpc:read", "uniswap:quote"]);
  });

  test("behavior: a token that is not known yet costs one RPC request more, once", async () => {
    const unknown = `/api/quote?sell=${stack.stack.chain.tokens.NOFEED}&buy=ETH&amount=100`;
    const first = await paidWork(() => stack.call("GET", unknown));
    wire.reset();
    const second = await paidWork(() => stack.call("GET", unknown));
    expect(first).toEqual([...second, "rpc:read"].sort());
    expect(second).toEqual(expect.arrayContaining(SIDE_BY_SIDE));
  });
});

describe.each(VENUES)("a swap built at %s", (dex) => {
  const waitsAfterQuote = BUILD_CALLS[dex].length;

  test("behavior: anonymous: one Redis read, batches A and B, and nothing is written", async () => {
    const vault = await stack.newVault();
    const together = wire.together(["redis:read", "rpc:A", BUILD_CALLS[dex][0]]);
    const seen = await paidWork(anonymousBuild(vault, dex));
    expect(seen).toEqual(["redis:read", "rpc:A", "rpc:B", ...BUILD_CALLS[dex]].sort());
    expect(together.missed()).toEqual([]);
    expect(wire.waitsBefore("rpc:B")).toBe(BEFORE_WORK.length + waitsAfterQuote);
  });

  test("behavior: as operator: same on first and repeated call, NAV recorded after", async () => {
    const vault = await newVaultOfKnownOperator();
    const build = () => stack.tool(vault, "build_vault_swap", { ...SWAP, dex });
    // The quote carries the operator's slippage and so waits for the read; batch A needs nothing of
    // it.
    const together = wire.together(["redis:read", "rpc:A"]);
    const expected = [
      "redis:read",
      "redis:record-nav",
      "rpc:A",
      "rpc:B",
      ...BUILD_CALLS[dex],
    ].sort();
    expect(await paidWork(build, "redis:record-nav")).toEqual(expected);
    expect(together.missed()).toEqual([]);
    expect(wire.waitsBefore("rpc:B")).toBe(BEFORE_WORK.length + 1 + waitsAfterQuote);
    const cold = callsIn("rpc:A");

    wire.reset();
    expect(await paidWork(build, "redis:record-nav")).toEqual(expected);
    // Ownership is remembered: the registry and the owner are asked once, for the facts, and not a
    // second time.
    expect(cold - callsIn("rpc:A")).toBe(2);
  });
});

describe("a swap built where the price is best", () => {
  const build = (vault: TestVault) => () =>
    stack.call("POST", "/api/tools?toolName=build_vault_swap", {
      arguments: SWAP,
      vaultAddress: vault.address,
      chainId: 8453,
    });

  test("behavior: venues are asked once, in batch A's wait, the winner for calldata", async () => {
    const vault = await stack.newVault();
    const together = wire.together(["redis:read", "rpc:A", "0x:quote", "uniswap:quote"]);
    const seen = await paidWork(build(vault));
    expect(seen).toEqual(
      ["0x:quote", "redis:read", "rpc:A", "rpc:B", ...BUILD_CALLS.uniswap].sort(),
    );
    expect(together.missed()).toEqual([]);
    expect(wire.waitsBefore("rpc:B")).toBe(BEFORE_WORK.length + 2);
  });

  test("behavior: between two tokens the coin's worth is read in the same request", async () => {
    const vault = await stack.newVault();
    const ask = () =>
      stack.call("POST", "/api/tools?toolName=get_swap_quote", {
        arguments: { tokenIn: "USDC", tokenOut: "USDT", amountIn: "100" },
        vaultAddress: vault.address,
        chainId: 8453,
      });
    let message = "";
    const seen = await paidWork(async () => {
      const answer = await ask();
      message = answer.body.message;
      return answer;
    });
    expect(seen).toEqual(["0x:quote", "rpc:A", "uniswap:quote"]);
    expect(message).toMatch(/\nBest price: \w+, .* after gas\.\n/);
  });
});

const callsIn = (label: string): number => {
  const request = wire.requests().find((one) => one.label === label);
  return (JSON.parse(request?.body ?? "[]") as unknown[]).length;
};

describe("an authenticated call", () => {
  test("behavior: the first asks the chain who owns the vault, a repeat only Redis", async () => {
    const vault = await newVaultOfKnownOperator();
    const credentials = {
      ...(await stack.credentials(vault.ownerKey)),
      vaultAddress: vault.address,
      chainId: 8453,
    };
    const set = () =>
      stack.call("POST", "/api/settings/slippage", { slippage: "0.5", ...credentials });
    const together = wire.together(["redis:read", "rpc:owner"]);
    expect(await freeWork(set)).toEqual(["redis:read", "redis:save-setting", "rpc:owner"]);
    expect(together.missed()).toEqual([]);
    wire.reset();
    expect(await freeWork(set)).toEqual(["redis:read", "redis:save-setting"]);
  });

  test("behavior: only an operator's first ever writes that the bound form was seen", async () => {
    const vault = await stack.newVault();
    wire.reset();
    const set = () => stack.tool(vault, "enable_swap_shield");
    expect(await paidWork(set)).toEqual([
      "redis:mark-bound-form",
      "redis:read",
      "redis:save-setting",
      "rpc:owner",
    ]);
    wire.reset();
    expect(await paidWork(set)).toEqual(["redis:read", "redis:save-setting"]);
  });

  test("behavior: repeated by a grant, signed or token, it asks as its owner's does", async () => {
    const vault = await newVaultOfKnownOperator();
    const grant = await giveGrant(stack, vault, {});
    const token = await tokenOf(stack, vault, grant);
    const [owners, agents] = [
      await stack.credentials(vault.ownerKey),
      await stack.credentials(grant.key),
    ];
    const named = { "x-agent-grant": grant.id };
    const bearer = { authorization: `Bearer ${token}` };
    const get = (headers: Record<string, string>) => () =>
      stack.call("GET", `/api/settings?vault=${vault.address}`, undefined, headers);
    const post = (proof: object, headers: Record<string, string>) => () =>
      stack.call(
        "POST",
        "/api/tools?toolName=list_twap_orders",
        { vaultAddress: vault.address, chainId: 8453, arguments: {}, ...proof },
        headers,
      );
    // The first calls of all say whose vault it is.
    for (const call of [get(credentialHeaders(owners)), post(owners, {})]) await call();
    const reads: string[][] = [];
    for (const headers of [
      credentialHeaders(owners),
      { ...credentialHeaders(agents), ...named },
      bearer,
    ]) {
      wire.reset();
      reads.push(await requestsOf(get(headers)));
    }
    expect(reads[0]).toHaveLength(1);
    expect(reads).toEqual([reads[0], reads[0], reads[0]]);
    const calls: string[][] = [];
    for (const call of [post(owners, {}), post(agents, named), post({}, bearer)]) {
      wire.reset();
      calls.push(await paidWork(call));
    }
    expect(calls[0]?.every((label) => label.startsWith("redis:"))).toBe(true);
    expect(calls).toEqual([calls[0], calls[0], calls[0]]);
  });

  test("behavior: a contract owner not remembered adds an RPC request and Redis trip", async () => {
    const vault = await newVaultOfKnownOperator();
    // An ERC-1271 wallet that says yes to everything: returns 0x1626ba7e, right-padded.
    const code = "0x631626ba7e60e01b60005260206000f3";
    await chainClient(stack.stack.chain).setCode({ address: vault.owner, bytecode: code });
    const credentials = {
      operatorAddress: vault.owner,
      authSignature: "0x1234",
      authTimestamp: Math.floor(stack.stack.nowMs()),
    };
    const set = () =>
      stack.call("POST", "/api/settings/slippage", {
        slippage: "0.5",
        ...credentials,
        vaultAddress: vault.address,
        chainId: 8453,
      });
    // The address is counted before the chain is asked, and the operator once it is known who that
    // is.
    expect(await freeWork(set, 2)).toEqual([
      "redis:read",
      "redis:save-setting",
      "rpc:owner",
      "rpc:read",
    ]);
    const [counted, asked] = ["redis:begin-free-call", "rpc:read"].map((label) =>
      wire.requests().find((one) => one.label === label),
    );
    expect(asked!.from).toBeGreaterThan(counted!.to!);
    wire.reset();
    expect(await freeWork(set)).toEqual(["redis:read", "redis:save-setting"]);
  });
});

const order = (dex: string, changes: object = {}) => ({
  side: "sell",
  sellToken: "USDC",
  buyToken: "ETH",
  totalAmount: "200",
  sliceCount: 2,
  intervalMinutes: 5,
  dex,
  autoExecute: true,
  ...changes,
});

describe.each(VENUES)("a delegated slice at %s", (dex) => {
  const beforeSend = {
    "0x": ["redis:claim-due", "0x:quote", "rpc:A", "rpc:B", "redis:prepare-attempt", "rpc:C"],
    uniswap: [
      "redis:claim-due",
      "uniswap:quote",
      "rpc:A",
      "uniswap:swap",
      "rpc:B",
      "redis:prepare-attempt",
      "rpc:C",
    ],
  }[dex];

  test("behavior: three Redis trips, three RPC requests to broadcast, fewest waits", async () => {
    const vault = await stack.newVault();
    await stack.delegated(vault);
    const created = await stack.tool(vault, "create_twap_order", order(dex));
    expect(created.status, JSON.stringify(created.body)).toBe(200);
    // Two slices: ownership is asked for anew (5 minutes later it is not remembered), and still
    // shares batch A.
    for (let slice = 1; slice <= 2; slice += 1) {
      await watchNothing();
      wire.reset();
      const planning = wire.together([`${dex}:quote`, "rpc:A"]);
      const lastLook = wire.together(["redis:prepare-attempt", "rpc:C"]);
      expect(await stack.advance(5 * MINUTE)).toMatchObject({ slices: 1, executed: 1 });
      expect([...planning.missed(), ...lastLook.missed()]).toEqual([]);
      expect(wire.labels("redis")).toEqual([
        "redis:claim-due",
        "redis:prepare-attempt",
        "redis:finish-slice",
      ]);
      const sent = wire.labels().indexOf("rpc:send");
      expect(wire.labels().slice(0, sent).sort()).toEqual([...beforeSend].sort());
      // Claim, then plan, (calldata,) simulate, look again: 4 at 0x and 5 at the pool DEX.
      expect(wire.waitsBefore("rpc:send")).toBe(dex === "0x" ? 4 : 5);
      // After it the receipt and what the native side brought; nothing is asked of a venue any
      // more.
      expect(wire.labels().slice(sent + 1)).toEqual([
        "rpc:receipt",
        "rpc:read",
        "redis:finish-slice",
      ]);
    }
  });

  test("behavior: a direct delegated call costs the same three trips", async () => {
    const vault = await stack.newVault();
    await stack.delegated(vault);
    const autonomous = { mode: "autonomous", ...(await stack.credentials(vault.ownerKey)) };
    await stack.call("POST", "/api/settings/exec-mode", {
      ...autonomous,
      vaultAddress: vault.address,
      chainId: 8453,
    });
    wire.reset();
    const lastLook = wire.together(["redis:prepare-attempt", "rpc:C"]);
    const run = () =>
      stack.tool(vault, "build_vault_swap", { ...SWAP, dex }, { executionMode: "delegated" });
    await paidWork(run);
    expect(lastLook.missed()).toEqual([]);
    const trips = ["redis:read", "redis:prepare-attempt", "redis:close-attempt"];
    expect(wire.labels("redis")).toEqual([
      "redis:begin-paid-call",
      ...trips,
      "redis:end-paid-call",
    ]);
    const rpc = wire.labels("rpc");
    expect(rpc.slice(0, rpc.indexOf("rpc:send"))).toEqual(["rpc:A", "rpc:B", "rpc:C"]);
  });
});

test.each(VENUES)(
  "behavior: what an order is judged by later costs its creation one venue call (%s)",
  async (dex) => {
    const vault = await stack.newVault();
    await stack.delegated(vault);
    // Its owner and its tokens are known by now.
    expect((await stack.tool(vault, "create_twap_order", order(dex))).status).toBe(200);
    wire.reset();
    const together = wire.together([`${dex}:quote`, "rpc:read"]);
    const create = () => stack.tool(vault, "create_twap_order", order(dex));
    expect(await paidWork(create)).toEqual(
      [`${dex}:quote`, "redis:create-order", "redis:read", "rpc:read"].sort(),
    );
    expect(together.missed()).toEqual([]);
    expect((await stack.tool(vault, "cancel_twap_order", { id: 0 })).status).toBe(200);
  },
);

test("behavior: slices of one tick share the claim, and each adds two Redis trips", async () => {
  const vaults = [await stack.newVault(), await stack.newVault(), await stack.newVault()];
  for (const vault of vaults) {
    await stack.delegated(vault);
    expect(
      (await stack.tool(vault, "create_twap_order", order("0x", { sliceCount: 1 }))).status,
    ).toBe(200);
  }
  await watchNothing();
  wire.reset();
  expect(await stack.advance(5 * MINUTE)).toMatchObject({ slices: 3, executed: 3 });
  const trips = wire.labels("redis").sort();
  const each = (label: string) => Array(3).fill(label);
  expect(trips).toEqual([
    "redis:claim-due",
    ...each("redis:finish-slice"),
    ...each("redis:prepare-attempt"),
  ]);

  // What they ended is watched for a reorg: one request for all of them, and one trip when they
  // need it no more.
  wire.reset();
  expect(await stack.advance(5 * MINUTE)).toMatchObject({ slices: 0 });
  expect(wire.labels("rpc")).toEqual(["rpc:receipt"]);
  expect(wire.labels("redis").filter((label) => label !== "redis:settle-watched")).toEqual([
    "redis:claim-due",
  ]);
  expect(wire.labels("redis").length).toBeLessThanOrEqual(2);
});

test("behavior: as many due, a tick makes equal Redis trips with 10 and 1,000 orders", async () => {
  const vaults = [await stack.newVault(), await stack.newVault()];
  for (const vault of vaults) {
    const made = await stack.tool(
      vault,
      "create_twap_order",
      order("0x", { sliceCount: 10, autoExecute: false }),
    );
    expect(made.status).toBe(200);
  }
  const tickTrips = async () => {
    await watchNothing();
    wire.reset();
    expect(await stack.advance(5 * MINUTE)).toMatchObject({ slices: 2, executed: 2 });
    return wire.labels("redis");
  };
  await storeOrders(8);
  const withTen = await tickTrips();
  await storeOrders(990);
  const withThousand = await tickTrips();
  expect(withTen).toEqual(["redis:claim-due", "redis:finish-slice", "redis:finish-slice"]);
  expect(withThousand).toEqual(withTen);
});

/**
 * Watching what earlier slices ended is the tick's own cost, whoever's slice runs in it: it is
 * counted by itself.
 */
/** Nor is anything sampled, which comes behind the answer of a tick (test/unit/history). */
const watchNothing = () =>
  stack.stack.redis.command(["DEL", "sx:local:attempts-watched:8453", "sx:local:samples-due"]);

/**
 * Orders that come due in ten days, through the store's own script: each vault and operator has
 * one.
 */
async function storeOrders(count: number): Promise<void> {
  const { url, token } = stack.stack.redis;
  const redis = createUpstashRedis({ url, token });
  const keys = createKeys("sx:local:");
  const nowMs = stack.stack.nowMs() + 10 * 24 * 60 * MINUTE;
  const create = async () => {
    const made = await createOrder.run(redis, keys, {
      requestId: randomBytes(16).toString("hex"),
      nowMs: Math.floor(nowMs),
      ...newOrders.twap(orderOf(newAddress(), newAddress())),
    });
    expect(made.ok).toBe(true);
  };
  for (let done = 0; done < count; done += 10)
    await Promise.all(Array.from({ length: Math.min(10, count - done) }, create));
}
