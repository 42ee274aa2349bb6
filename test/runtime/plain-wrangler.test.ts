import { createHash, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import type { Address, Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chainAbi } from "../../local/chain/chain-abi.ts";
import { chainClient } from "../../local/chain/chain-client.ts";
import { createVault } from "../../local/chain/create-vault.ts";
import { delegate } from "../../local/chain/delegate.ts";
import { readBalances } from "../../local/chain/read-balances.ts";
import { type RunningChain, startChain } from "../../local/chain/start-chain.ts";
import {
  type LocalFacilitator,
  startFacilitator,
} from "../../local/facilitator/start-facilitator.ts";
import { type LocalRedis, startRedis } from "../../local/redis/start-redis.ts";
import { startUniswapVenue } from "../../local/venues/start-uniswap-venue.ts";
import { startZeroxVenue } from "../../local/venues/start-zerox-venue.ts";
import type { VenueServer } from "../../local/venues/venue-server.ts";
import { createAutoPay } from "../support/auto-pay.ts";
import { dumpRedis } from "../support/dump-redis.ts";
import { type PlainWorker, startPlainWorker } from "./plain-worker.ts";

/** Not the local stack's: another chain, another product, keys of the test. */
const CHAIN_ID = 10;
const PRODUCT = "Astrolabe";
const AGENT_SECRET = randomBytes(32).toString("base64url");
const QSTASH_KEY = `sig_${randomBytes(16).toString("hex")}`;
const TICK = "/api/internal/twap-tick";

const PAY_TO = privateKeyToAddress(generatePrivateKey());
/** Base, where calls are paid for, whatever chain they are about. */
let base: RunningChain;
let facilitator: LocalFacilitator;
let pay: ReturnType<typeof createAutoPay>;
beforeAll(async () => {
  base = await startChain();
  facilitator = await startFacilitator({ rpcUrl: base.handle.rpcUrl });
  pay = createAutoPay({ chain: base.handle, nowMs: Date.now });
});
afterAll(async () => {
  await facilitator?.stop();
  await base?.stop();
});
const paymentVars = () => ({ X402_FACILITATOR_URL: facilitator.url, X402_PAY_TO: PAY_TO });

/** Pays where the Worker asks for it; `paidBase` is what it asked. */
const paidCall = async (worker: PlainWorker, method: string, path: string, body?: unknown) => {
  const {
    status,
    body: answer,
    paid,
  } = await pay.call({ method, path, headers: {} }, {}, (headers) =>
    worker.send(method, path, body, headers),
  );
  return { status, body: answer, ...(paid !== undefined && { paidBase: paid.amountBase }) };
};

describe("a Worker under plain wrangler dev, against parts that no stack put together", () => {
  let chain: RunningChain;
  let redis: LocalRedis;
  let venues: Record<"0x" | "uniswap", VenueServer>;
  let worker: PlainWorker;
  let vault: Address;
  let agent: Address;
  const ownerKey = generatePrivateKey();

  beforeAll(async () => {
    chain = await startChain();
    const { handle } = chain;
    vault = (
      await createVault(handle, { ownerKey, fund: { ETH: 10n ** 18n } })
    ).toLowerCase() as Address;
    agent = agentOf(vault);
    await delegate(handle, { vault, agent, selectors: ["0x3593564c", "0x2213bc0b"], ownerKey });
    await becomeChain(handle.rpcUrl, CHAIN_ID);
    const seen = {
      rpcUrl: handle.rpcUrl,
      chainId: CHAIN_ID,
      addresses: handle.addresses,
      pools: Object.values(handle.pools.v4),
      v3Pools: Object.values(handle.pools.v3),
    };
    venues = {
      "0x": await startZeroxVenue({ ...seen, apiKey: "key-of-0x" }),
      uniswap: await startUniswapVenue({ ...seen, apiKey: "key-of-uniswap" }),
    };
    redis = await startRedis({ kind: "embedded" });
    worker = await startPlainWorker((baseUrl) => ({
      PRODUCT_NAME: PRODUCT,
      PUBLIC_BASE_URL: baseUrl,
      UPSTASH_REDIS_REST_URL: redis.url,
      UPSTASH_REDIS_REST_TOKEN: redis.token,
      QSTASH_CURRENT_SIGNING_KEY: "sig_of_somebody_else",
      QSTASH_NEXT_SIGNING_KEY: QSTASH_KEY,
      [`RPC_URL_${CHAIN_ID}`]: handle.rpcUrl,
      [`ADDRESSES_${CHAIN_ID}`]: JSON.stringify(addressesOf(chain)),
      ZEROX_API_URL: venues["0x"].baseUrl,
      ZEROX_API_KEY: "key-of-0x",
      UNISWAP_API_URL: venues.uniswap.baseUrl,
      UNISWAP_API_KEY: "key-of-uniswap",
      AGENT_WALLET_SECRET: AGENT_SECRET,
      ...paymentVars(),
      PRICE_QUOTE: "0.0123",
    }));
  });
  afterAll(async () => {
    await worker?.stop();
    await Promise.all([redis?.stop(), venues?.["0x"].stop(), venues?.uniswap.stop()]);
    await chain?.stop();
  });

  const auth = async () => {
    const account = privateKeyToAccount(ownerKey);
    const authTimestamp = Date.now();
    const message =
      `Welcome to ${PRODUCT} Operator\n\nSign this message to verify your wallet and access ` +
      `your smart pool assistant.\n\nTimestamp: ${authTimestamp}`;
    const authSignature = await account.signMessage({ message });
    return {
      operatorAddress: account.address,
      authSignature,
      authTimestamp,
      vaultAddress: vault,
      chainId: CHAIN_ID,
    };
  };

  test("behavior: it quotes at each venue", async () => {
    const best = await paidCall(
      worker,
      "GET",
      "/api/quote?chain=optimism&sell=USDC&buy=ETH&amount=100",
    );
    expect(best).toMatchObject({
      status: 200,
      body: { chain: "optimism", sellAmount: "100000000" },
    });
    // Both answered; which is better after gas is the local venues' matter.
    expect(["0x", "uniswap"]).toContain(best.body.source);
    expect(best.body.comparison).toMatch(/0x/);
    expect(best.body.comparison).toMatch(/[Uu]niswap/);
    // PRICE_QUOTE, and beside it the default of decision D6.
    expect(best.paidBase).toBe(12_300n);
    const { USDC: tokenIn, ETH: tokenOut } = chain.handle.tokens;
    const swapper = vault;
    const tokens = {
      tokenIn,
      tokenOut,
      tokenInChainId: CHAIN_ID,
      tokenOutChainId: CHAIN_ID,
      swapper,
    };
    const body = { type: "EXACT_INPUT", amount: "100000000", slippageTolerance: 0.5, ...tokens };
    const pools = await paidCall(worker, "POST", "/api/quote/uniswap", body);
    expect(pools).toMatchObject({ status: 200, body: { priceFeedExists: true }, paidBase: 2_100n });
    const usdc = base.handle.tokens.USDC;
    const paid = {
      address: usdc,
      abi: chainAbi,
      functionName: "balanceOf",
      args: [PAY_TO],
    } as const;
    expect(await chainClient(base.handle).readContract(paid)).toBe(12_300n + 2_100n);
  });

  test("behavior: changes a setting of this product's signed operator, in this Redis", async () => {
    const changed = await worker.call("POST", "/api/settings/slippage", {
      slippage: "0.7",
      ...(await auth()),
    });
    expect(changed).toMatchObject({ status: 200, body: { ok: true } });
    const stored = await dumpRedis(redis);
    const key = `sx:production:settings:${privateKeyToAddress(ownerKey).toLowerCase()}`;
    expect(stored[key]).toContain("70|");
    expect(Object.keys(stored).filter((name) => !name.startsWith("sx:production:"))).toEqual([]);
  });

  test("behavior: a delegated slice runs on a tick the test signed, in real time", async () => {
    expect(await worker.call("POST", "/api/delegation/confirm", await auth())).toMatchObject({
      status: 200,
    });
    const order = {
      side: "sell",
      sellToken: "USDC",
      buyToken: "ETH",
      totalAmount: "250",
      sliceCount: 1,
      intervalMinutes: 5,
      dex: "uniswap",
      autoExecute: true,
    };
    const created = await paidCall(worker, "POST", "/api/tools/create_twap_order", {
      ...order,
      ...(await auth()),
    });
    expect(created, JSON.stringify(created.body)).toMatchObject({ status: 200 });
    const before = await readBalances(chain.handle, vault);
    const tick = await deliver(worker, QSTASH_KEY);
    expect(tick).toMatchObject({
      status: 200,
      body: { slices: 1, executed: 1, failed: 0, pending: 0 },
    });
    const after = await readBalances(chain.handle, vault);
    expect(before.USDC - after.USDC).toBe(250_000_000n);
    expect(after.ETH).toBeGreaterThan(before.ETH);
    const block = await chainClient(chain.handle).getBlock({ includeTransactions: true });
    const mined = block.transactions.map((transaction: any) => [
      transaction.from,
      transaction.to,
      transaction.chainId,
    ]);
    expect(mined).toEqual([[agent, vault, CHAIN_ID]]);
  });

  test("error: a tick that QStash did not sign runs nothing", async () => {
    expect(await deliver(worker, randomUUID())).toMatchObject({
      status: 401,
      body: { error: "unauthorized" },
    });
  });

  test("behavior: there is no local clock: its path is like any that does not exist", async () => {
    const clock = await worker.call("POST", "/api/internal/local-clock", { nowMs: 1 });
    const nothing = await worker.call("POST", "/api/internal/no-such-thing", { nowMs: 1 });
    expect(clock.status).toBe(404);
    expect(clock).toEqual(nothing);
  });
});

describe("a Worker whose configuration is not good enough", () => {
  const LOCAL = {
    ENVIRONMENT: "local",
    UPSTASH_REDIS_REST_URL: "http://127.0.0.1:9",
    UPSTASH_REDIS_REST_TOKEN: "t",
    RPC_URL_8453: "http://127.0.0.1:9",
    ZEROX_API_KEY: "k",
  };
  const CALLS = [
    ["GET", "/api/tools"],
    ["GET", "/api/quote?sell=USDC&buy=ETH&amount=1"],
    ["POST", "/api/tools?toolName=switch_chain"],
    ["POST", "/api/internal/local-clock"],
    ["POST", TICK],
    ["GET", "/no-such-path"],
  ] as const;
  const refusal = { error: "not_configured", message: expect.any(String) };

  test("error: ENVIRONMENT=local refuses all if an address only begins like loopback", async () => {
    const worker = await startPlainWorker(() => ({
      ...LOCAL,
      PUBLIC_BASE_URL: "http://127.0.0.1.example:8787",
    }));
    try {
      for (const [method, path] of CALLS) {
        const answer = await worker.call(
          method,
          path,
          method === "POST" ? { nowMs: 1 } : undefined,
        );
        expect([path, answer]).toEqual([path, { status: 503, body: refusal }]);
        expect(JSON.stringify(answer.body)).not.toContain("PUBLIC_BASE_URL");
      }
      await expect.poll(() => worker.log()).toContain("PUBLIC_BASE_URL must be loopback");
    } finally {
      await worker.stop();
    }
  });

  test("error: with no payment recipient paid routes are 503, not free; others work", async () => {
    const { X402_PAY_TO: _nobody, ...vars } = paymentVars();
    const worker = await startPlainWorker(() => vars);
    try {
      for (const [method, path] of CALLS.slice(0, 3)) {
        expect(await worker.call(method, path, method === "POST" ? {} : undefined)).toEqual({
          status: 503,
          body: refusal,
        });
      }
      await expect.poll(() => worker.log()).toContain("X402_PAY_TO");
      expect((await worker.call("GET", "/openapi.json")).status).toBe(200);
    } finally {
      await worker.stop();
    }
  });

  test("error: what lacks a secret is 503, named only in the log; the rest works", async () => {
    const redis = await startRedis({ kind: "embedded" });
    const worker = await startPlainWorker(() => ({
      RPC_URL_10: "http://127.0.0.1:9",
      UPSTASH_REDIS_REST_URL: redis.url,
      UPSTASH_REDIS_REST_TOKEN: redis.token,
      ...paymentVars(),
    }));
    const settledBefore = facilitator.log().filter(({ step }) => step === "settle").length;
    const NAMES = [
      "RPC_URL_8453",
      "ZEROX_API_KEY",
      "UNISWAP_API_KEY",
      "QSTASH_CURRENT_SIGNING_KEY",
      "PUBLIC_BASE_URL",
    ];
    try {
      expect((await paidCall(worker, "GET", "/api/tools")).status).toBe(200);
      const quote = "/api/quote?sell=ETH&buy=WETH&amount=1";
      const { ETH, WETH } = {
        ETH: `0x${"0".repeat(40)}`,
        WETH: "0x4200000000000000000000000000000000000006",
      };
      const pair = { tokenIn: ETH, tokenOut: WETH, tokenInChainId: 10, tokenOutChainId: 10 };
      const pools = { type: "EXACT_INPUT", amount: "1", ...pair, swapper: WETH };
      const refused = [
        await paidCall(worker, "GET", quote),
        await paidCall(worker, "GET", `${quote}&chain=optimism`),
        await paidCall(worker, "POST", "/api/quote/uniswap", pools),
        await deliver(worker, QSTASH_KEY),
      ];
      for (const { status, body } of refused) {
        expect({ status, body }).toEqual({ status: 503, body: refusal });
        for (const name of NAMES) expect(JSON.stringify(body)).not.toContain(name);
      }
      for (const name of NAMES) await expect.poll(() => worker.log()).toContain(name);
      // Only the catalog was charged.
      expect(facilitator.log().filter(({ step }) => step === "settle")).toHaveLength(
        settledBefore + 1,
      );
    } finally {
      await worker.stop();
      await redis.stop();
    }
  });
});

/**
 * A delivery as QStash makes it (upstash.com/docs/qstash/howto/signature), signed by the test
 * itself.
 */
async function deliver(worker: PlainWorker, key: string): Promise<{ status: number; body: any }> {
  const nowSec = Math.floor(Date.now() / 1_000);
  const body = createHash("sha256").update("{}").digest("base64url");
  const token = await new SignJWT({ body })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuer("Upstash")
    .setSubject(worker.baseUrl + TICK)
    .setIssuedAt(nowSec)
    .setNotBefore(nowSec)
    .setExpirationTime(nowSec + 300)
    .setJti(`jwt_${randomUUID()}`)
    .sign(new TextEncoder().encode(key));
  return worker.call("POST", TICK, {}, { "upstash-signature": token });
}

/** Decision D29, by node:crypto. */
function agentOf(vault: Address): Address {
  const key = Buffer.from(
    hkdfSync("sha256", AGENT_SECRET, "", `sextant/agent/v1/${vault}`, 32),
  ).toString("hex");
  return privateKeyToAddress(`0x${key}` as Hex).toLowerCase() as Address;
}

async function becomeChain(rpcUrl: string, chainId: number): Promise<void> {
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "anvil_setChainId",
    params: [chainId],
  });
  const answer = await fetch(rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  const { error } = (await answer.json()) as { error?: unknown };
  if (error !== undefined) throw new Error(`anvil keeps its chain id: ${JSON.stringify(error)}`);
}

/** What a deployment on a chain of its own would write into ADDRESSES_<chainId>. */
function addressesOf({ handle: { addresses, tokens } }: RunningChain) {
  return {
    registry: addresses.registry,
    authority: addresses.authority,
    oracle: addresses.oracle,
    universalRouter: addresses.universalRouter,
    uniswapRouterAdapterUr20: addresses.uniswapAdapter,
    wrappedNative: addresses.wrappedNative,
    allowanceHolder: addresses.allowanceHolder,
    zeroExDeployer: addresses.zeroExDeployer,
    permit2: addresses.permit2,
    poolManager: addresses.poolManager,
    usdc: tokens.USDC,
    tokens: { WETH: tokens.WETH, USDT: tokens.USDT },
  };
}
