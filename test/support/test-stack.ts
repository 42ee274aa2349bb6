import type { Address, Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { chainAbi } from "../../local/chain/chain-abi.ts";
import { chainClient } from "../../local/chain/chain-client.ts";
import { type CreateVaultOptions, createVault } from "../../local/chain/create-vault.ts";
import { delegate } from "../../local/chain/delegate.ts";
import { type CountingProxy, startCountingProxy } from "../../local/lib/counting-proxy.ts";
import { agentAddress } from "../../local/stack/agent-address.ts";
import { type Stack, type StackOptions, startStack } from "../../local/start-stack.ts";
import { TOOLS } from "../../src/tables/registry.ts";
import { createAutoPay, type Paid, type PaymentChanges, type PayOption } from "./auto-pay.ts";
import { bodyOf } from "./body-of.ts";
import { checkToolData } from "./check-tool-data.ts";
import { createPayer, type Payer, type PayerOptions } from "./create-payer.ts";
import { dumpRedis } from "./dump-redis.ts";
import { nextIp } from "./next-ip.ts";

/*
 * How tests pay. `call`, `tool` and everything built on them pay by themselves: X-Payment with a v2
 * payload, signed by a payer of the harness's own; `paid` in the answer says who paid what. What to
 * do otherwise:
 * - `call(method, path, body, headers, { pay: false })`: nothing is paid, a 402 comes back as it
 *   is.
 * - `{ pay: await stack.payer() }`: that payer; its balance then moves by exactly the price.
 *   `payer({ usdcBase: 2_000n })` has no more than that. A route's calls with one Idempotency-Key
 *   and no operator want one payer.
 * - a header X-Payment or PAYMENT-SIGNATURE of your own: sent as it is, nothing is added. Make it
 *   with `payment(method, path, { payer, version: 1, authorization: { validBefore: 0n } })`.
 * - every call comes from an IP address of its own, unless `cf-connecting-ip` is among the headers.
 * - raw requests and other Workers: spread `await payHeaders(method, path)` into their headers;
 *   each pays once.
 * - the service's limits (per operator, payer and address; decision D10) are forgotten every 40
 *   calls, or large suites would meet them. A test about limits starts its stack with `{ limits:
 *   "kept" }`; `forgetLimits()` begins anew.
 * - the facilitator fails on order: `stack.facilitator.fail({ step: "settle", mode: "lost" })`, see
 *   its modes; and `proxies.facilitator` counts what the Worker asks of it. The stack's manifest
 *   has `payTo` and a funded `payer`.
 */

/**
 * An HTTP answer of the service. `body` is parsed JSON, or a page's text; `paid` is there when a
 * payment was sent by the harness.
 */
export type Answer = { status: number; body: any; headers: Headers; paid?: Paid };
/** A vault of a test's own, with an owner nobody else has. */
export type TestVault = { address: Address; ownerKey: Hex; owner: Address; agent: Address };
export type Credentials = { operatorAddress: string; authSignature: string; authTimestamp: number };
export type TestStack = {
  stack: Stack;
  /** Between the Worker and each dependency: counts on the wire, and lets a test step in. */
  proxies: Record<"rpc" | "redis" | "0x" | "uniswap" | "facilitator" | "qstash", CountingProxy> &
    Partial<Record<"rpc-42161" | "across" | "gmx" | "rpc-999" | "hyperliquid", CountingProxy>>;
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
    options?: PayOption,
  ): Promise<Answer>;
  /** A payer of a test's own; fresh, with 100 USDC unless told otherwise. */
  payer(options?: PayerOptions): Promise<Payer>;
  /** A signed payment for what a route costs, not sent; by a fresh payer unless one is given. */
  payment(
    method: string,
    path: string,
    options?: PaymentChanges & { payer?: Payer },
  ): Promise<Paid>;
  /** The header that pays one request to a route; none when the route is free. */
  payHeaders(method: string, path: string): Promise<Record<string, string>>;
  /** Deletes every counter of the rate limits. */
  forgetLimits(): Promise<void>;
  /** USDC in base units. */
  usdcOf(address: Address): Promise<bigint>;
  /** Form (b) of the operator message, signed now by the stack's clock. */
  credentials(ownerKey: Hex, timestampMs?: number): Promise<Credentials>;
  newVault(options?: CreateVaultOptions): Promise<TestVault>;
  /** Delegates the spot trading selectors on chain, funds the agent, and confirms over HTTP. */
  delegated(vault: TestVault, selectors?: Hex[]): Promise<void>;
  /** POST /api/tools as the vault's operator; its `data` is held to the tool's own `output`. */
  tool(
    vault: TestVault,
    toolName: string,
    args?: unknown,
    extra?: Record<string, unknown>,
    options?: PayOption,
  ): Promise<Answer>;
  /**
   * Pairs the vault's operator with a chat (default "1"), as the messaging channel will:
   * notifications then go to the outbox.
   */
  pair(vault: TestVault, chatId?: string): Promise<void>;
  /**
   * Every notification payload in the outbox for an operator, oldest first; not what only brings an
   * order's card up to date. With `messaging: "kept"` that is all there were.
   */
  outbox(vault: TestVault): Promise<any[]>;
  /** Chain and Worker move on, then one tick runs; gives the tick's summary. */
  advance(ms: number): Promise<any>;
  stop(): Promise<void>;
};

export const TRADE_SELECTORS: Hex[] = ["0x3593564c", "0x2213bc0b", "0x1c58db4f", "0x49616997"];
// Fewer than the least limit of a minute, with room for those under way at once.
const CALLS_WITHIN_LIMITS = 40;
const AGENT_WALLET_SECRET = "11".repeat(32);

/**
 * The real local stack, Worker in workerd included, with counting proxies in front of everything
 * the Worker calls.
 */
export async function startTestStack({
  limits = "forgotten",
  messaging = "kept",
  wire = "counted",
  ...options
}: Omit<StackOptions, "interpose"> & {
  limits?: "forgotten" | "kept";
  /**
   * `kept` (default): no channel is configured, so that the outbox shows what was written.
   * `delivered`: ticks tell it to the sink.
   */
  messaging?: "delivered" | "kept";
  /**
   * `direct`: nothing stands between the Worker and what it calls, for whoever measures time;
   * `proxies` then has none.
   */
  wire?: "counted" | "direct";
} = {}): Promise<TestStack> {
  const proxies: Partial<TestStack["proxies"]> = {};
  const stack = await startStack({
    prepared: process.env.PREPARED_STACKS,
    ...options,
    vars: {
      AGENT_WALLET_SECRET,
      ...(messaging === "kept" && { TELEGRAM_BOT_TOKEN: "" }),
      ...options.vars,
    },
    interpose: async (name, url) => {
      if (wire === "direct" || name === "telegram") return url;
      const { origin, pathname } = new URL(url);
      const proxy = await startCountingProxy({ target: origin });
      proxies[name] = proxy;
      return proxy.url + (pathname === "/" ? "" : pathname);
    },
  });
  const all = proxies as TestStack["proxies"];

  const autoPay = createAutoPay(stack);
  const forgetLimits = async () => {
    const keys = Object.keys(await dumpRedis(stack.redis, "sx:local:rate:*"));
    if (keys.length > 0) await stack.redis.command(["DEL", ...keys]);
  };
  let calls = 0;
  const countCall = async () => {
    calls += 1;
    if (limits === "forgotten" && calls % CALLS_WITHIN_LIMITS === 0) await forgetLimits();
  };
  const call: TestStack["call"] = async (method, path, body, headers = {}, options = {}) => {
    await countCall();
    return autoPay.call({ method, path, headers }, options, async (payHeaders) => {
      const response = await fetch(stack.baseUrl + path, {
        method,
        headers: {
          "content-type": "application/json",
          "cf-connecting-ip": nextIp(),
          // A connection kept for the next call may be closed by the other side in the moment that
          // a busy machine takes it up.
          connection: "close",
          ...headers,
          ...payHeaders,
        },
        ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
        redirect: "manual",
      });
      const read = bodyOf(await response.text(), response.headers.get("content-type"));
      return { status: response.status, body: read, headers: response.headers };
    });
  };
  const payer: TestStack["payer"] = (payerOptions) => createPayer(stack.chain, payerOptions);
  const payment: TestStack["payment"] = async (method, path, { payer: by, ...changes } = {}) => {
    const offer = changes.requirement ?? (await autoPay.offerOf(stack.baseUrl, method, path));
    if (offer === undefined) throw new Error(`${method} ${path} asks for no payment`);
    return autoPay.sign(by ?? (await payer()), offer, changes);
  };
  const credentials: TestStack["credentials"] = async (ownerKey, timestampMs = stack.nowMs()) => {
    const account = privateKeyToAccount(ownerKey);
    const authTimestamp = Math.floor(timestampMs);
    const message =
      `Welcome to Sextant Operator\n\nSign this message to verify your wallet and access ` +
      `your smart pool assistant.\n\nTimestamp: ${authTimestamp}`;
    return {
      operatorAddress: account.address,
      authSignature: await account.signMessage({ message }),
      authTimestamp,
    };
  };
  const authOf = async (vault: TestVault) => ({
    vaultAddress: vault.address,
    chainId: 8453,
    ...(await credentials(vault.ownerKey)),
  });
  return {
    stack,
    proxies: all,
    call,
    payer,
    payment,
    forgetLimits,
    payHeaders: async (method, path) => {
      await countCall();
      const offer = await autoPay.offerOf(stack.baseUrl, method, path);
      return offer === undefined
        ? {}
        : { "x-payment": (await autoPay.sign(await payer(), offer)).header };
    },
    usdcOf: (address) =>
      chainClient(stack.chain).readContract({
        address: stack.chain.tokens.USDC,
        abi: chainAbi,
        functionName: "balanceOf",
        args: [address],
      }),
    credentials,
    newVault: async (vaultOptions = {}) => {
      const ownerKey = vaultOptions.ownerKey ?? generatePrivateKey();
      const address = await createVault(stack.chain, {
        fund: { ETH: 10n * 10n ** 18n },
        ...vaultOptions,
        ownerKey,
      });
      return {
        address: lower(address),
        ownerKey,
        owner: privateKeyToAccount(ownerKey).address,
        agent: agentAddress(AGENT_WALLET_SECRET, lower(address)),
      };
    },
    delegated: async (vault, selectors = TRADE_SELECTORS) => {
      await delegate(stack.chain, {
        vault: vault.address,
        agent: vault.agent,
        selectors,
        ownerKey: vault.ownerKey,
      });
      const confirmed = await call("POST", "/api/delegation/confirm", await authOf(vault));
      if (confirmed.status !== 200)
        throw new Error(`delegation not confirmed: ${JSON.stringify(confirmed.body)}`);
    },
    tool: async (vault, toolName, args = {}, extra = {}, payOption = {}) => {
      const body = { arguments: args, ...(await authOf(vault)), ...extra };
      const answer = await call("POST", `/api/tools?toolName=${toolName}`, body, {}, payOption);
      checkToolData(TOOLS, answer.body);
      return answer;
    },
    pair: async (vault, chatId = "1") => {
      const operator = vault.owner.toLowerCase();
      await stack.redis.command(["SET", `sx:local:channels:${operator}`, "telegram"]);
      await stack.redis.command([
        "SET",
        `sx:local:pairing:telegram:${operator}`,
        JSON.stringify({ chatId }),
      ]);
    },
    outbox: async (vault) => {
      const idsOf = (queue: string) =>
        stack.redis.command([
          "LRANGE",
          `sx:local:${queue}:telegram:${vault.owner.toLowerCase()}`,
          "0",
          "-1",
        ]) as Promise<string[]>;
      const payloadsOf = async (queue: string) => {
        const items = (await idsOf(queue)).map((id) =>
          stack.redis.command(["HGET", "sx:local:outbox:telegram", id]),
        );
        return (await Promise.all(items as Promise<string>[]))
          .map((item) => JSON.parse(item))
          .filter(({ card }) => card !== "looks")
          .map(({ payload }) => (typeof payload === "string" ? JSON.parse(payload) : payload));
      };
      // Each queue keeps its own order: the older of their first ones comes next.
      const [first = [], later = []] = await Promise.all(
        ["outbox-of", "outbox-later-of"].map(payloadsOf),
      );
      const merged: any[] = [];
      while (first.length + later.length > 0) {
        const isLater =
          first.length === 0 || (later.length > 0 && later[0].createdAt < first[0].createdAt);
        merged.push((isLater ? later : first).shift());
      }
      return merged;
    },
    advance: async (ms) => JSON.parse((await stack.advance(ms)).body),
    stop: async () => {
      await stack.stop();
      await Promise.all(Object.values(all).map((proxy) => proxy.stop()));
    },
  };
}

const lower = (address: Address): Address => address.toLowerCase() as Address;
