import type { Address, Hex } from "viem";
import { runTool } from "../../../src/calls/run-tool.ts";
import { isRevert, type Rpc, revertData } from "../../../src/chain/rpc.ts";
import type { RpcCall, RpcOutcome } from "../../../src/chain/rpc-call.ts";
import { createIsolate } from "../../../src/create-isolate.ts";
import type { Deps } from "../../../src/deps.ts";
import { AppError, unwrap } from "../../../src/errors.ts";
import type { SwapRequest, VenuePort, VenueQuote } from "../../../src/kinds/venue.ts";
import { allow, refuse } from "../../../src/lib/verdict.ts";
import { createReceiptPoller } from "../../../src/pipeline/receipt-poller.ts";
import { runTick } from "../../../src/schedule/run-tick.ts";
import { watchPrices } from "../../../src/schedule/watch-prices.ts";
import { createKeys } from "../../../src/store/kernel/keys.ts";
import { saveDelegation } from "../../../src/store/vaults/save-delegation.ts";
import { saveSetting } from "../../../src/store/vaults/save-setting.ts";
import { findTool } from "../../../src/tables/find-tool.ts";
import { TABLES } from "../../../src/tables.ts";
import type { BridgeVenue } from "../../../src/venues/across.ts";
import { createDraw } from "../../../src/wallet/derive-key.ts";
import { fakeApis } from "../../support/fake-apis.ts";
import { loadedModules } from "../../support/loaded-modules.ts";
import { silentHyperliquid } from "../../support/silent-hyperliquid.ts";
import type { NodeReply } from "../chain/node-answer.ts";
import { createSimWallet } from "../chain/sim-wallet.ts";
import { createSimRedis, type SimRedis } from "../redis/create-sim-redis.ts";
import { simTransaction } from "../world/sim-quote.ts";
import { synchronousDigest } from "../world/synchronous-digest.ts";
import { createFarNode, FAR_ADDRESSES, FAR_CHAIN_ID } from "./far-node.ts";
import { createStrangerNode } from "./stranger-node.ts";
import { marketOut, type StrangerState } from "./stranger-state.ts";
import { ADDRESSES, CHAIN_ID, isToken, tokenOf } from "./tokens.ts";

synchronousDigest();

export type StrangerWorld = ReturnType<typeof createStrangerWorld>;
export type Answer =
  | { ok: true; data: Hex | undefined; executed: boolean }
  | { ok: false; code: string; message: string };

/** 2026-09-01T00:00:00Z. */
const START_MS = 1_788_220_800_000;
const VAULT: Address = `0x${"a1".repeat(20)}`;
const OWNER: Address = `0x${"0e".repeat(20)}`;
/**
 * execute twice, exec, modifyLiquidities, stake, undelegateStake, unstake, depositV3
 * (docs/facts/vault-contracts.md 2).
 */
const GRANTED: readonly Hex[] = [
  ...(["0x3593564c", "0x24856bc3", "0x2213bc0b", "0xdd46508f"] as const),
  ...(["0xa694fc3a", "0x4aace835", "0x2e17de78", "0x770d096f"] as const),
];
const KEYS = createKeys("sx:");

let made: Promise<{ redis: SimRedis; agent: Address }> | undefined;

/** A vault that is delegated and in autonomous mode, as every world begins. */
async function base(): Promise<{ redis: SimRedis; agent: Address }> {
  const redis = createSimRedis({ nowMs: () => START_MS });
  const agent = await createSimWallet().address(VAULT, 1);
  const ask = { requestId: "base", nowMs: START_MS };
  await saveDelegation.run(redis.redis, KEYS, {
    ...ask,
    chainNonce: 0,
    record: {
      ...{ enabled: true, vault: VAULT, chainId: CHAIN_ID, operator: OWNER, agent, keyVersion: 1 },
      ...{ selectors: [...GRANTED], confirmedAt: START_MS },
    },
  });
  const expected = { vault: VAULT, chainId: CHAIN_ID, was: "confirm" } as const;
  await saveSetting.run(redis.redis, KEYS, {
    ...ask,
    ...{ requestId: "base-2", operator: OWNER, field: "execMode", value: "autonomous", expected },
  });
  return { redis, agent };
}

/**
 * A vault among strangers: the service's own tools on a chain that anybody changes between two
 * calls.
 */
export async function createStrangerWorld(trace?: (line: string) => void) {
  made ??= base();
  const { redis: given, agent } = await made;
  const whole = (symbol: Parameters<typeof tokenOf>[0], amount: bigint): [Address, bigint] => {
    const { address, decimals } = tokenOf(symbol);
    return [address, amount * 10n ** BigInt(decimals)];
  };
  const first: StrangerState = {
    ...{
      vault: VAULT,
      owner: OWNER,
      nonces: {},
      pools: {},
      positions: {},
      nextPosition: 14n,
      moved: {},
    },
    selectors: { [agent]: GRANTED },
    balances: Object.fromEntries([
      whole("USDC", 100_000n),
      ...[whole("ETH", 20n), whole("WETH", 20n)],
      ...[whole("DAI", 10_000n), whole("GRG", 40_000n)],
    ]),
    active: [tokenOf("ETH"), tokenOf("WETH"), tokenOf("DAI"), tokenOf("GRG")].map(
      ({ address }) => address,
    ),
    ...{ staked: 0n, sandwiched: false, virtualSupply: 0n },
    far: { supply: 10_000_000_000n, usdcBase: 20_000_000_000n, isSilent: false },
  };
  const node = createStrangerNode(START_MS, first);
  const redis = given.fork({ nowMs: node.nowMs });
  const wallet = createSimWallet();
  const isolate = createIsolate();
  let ids = 0;
  const newId = (): string => {
    ids += 1;
    return `id-${ids}`;
  };
  const rpc: Rpc = {
    send: async (calls) => calls.map((call) => outcomeOf(call, node.answer(call))) as never,
    sendOnce: async (call) => outcomeOf(call, node.send(call.params[0] as Hex)),
  };
  const far = createFarNode(node);
  const farRpc: Rpc = {
    send: async (calls) => calls.map((call) => outcomeOf(call, far(call))) as never,
    sendOnce: async () => {
      throw new Error("nothing is ever sent there");
    },
  };
  const sleep = async (ms: number): Promise<void> => node.pass(ms);
  const clock = { nowMs: node.nowMs };
  const receipts = createReceiptPoller({ chainId: CHAIN_ID, rpc, clock, sleep });
  const deferred: Promise<unknown>[] = [];
  const across: BridgeVenue = {
    quote: async ({ amountBase }) =>
      allow({
        ...{
          outputAmountBase: (amountBase * 9_990n) / 10_000n,
          isAmountTooLow: false,
          estimatedFillSec: 60,
        },
        ...{
          quoteTimestampSec: Math.floor(node.nowMs() / 1_000),
          spokePool: ADDRESSES.acrossSpokePool,
        },
      }),
  };
  const gmx = { snapshot: async () => refuse("venue_unavailable", "No venue.") };
  const deps = {
    env: {
      PRODUCT_NAME: "Sextant",
      rpcUrls: { [CHAIN_ID]: ["http://node"], [FAR_CHAIN_ID]: ["http://far"] },
      addressOverrides: {},
      prices: {},
    },
    clock,
    log: (event: string, fields?: Record<string, unknown>) =>
      trace?.(`    log ${event} ${JSON.stringify(fields)}`),
    ...{ newId, sleep, draw: createDraw("22".repeat(32)), redis: redis.redis, keys: KEYS, wallet },
    defer: (_: string, work: Promise<unknown>) => deferred.push(work.catch(() => undefined)),
    caches: { ...isolate.caches, signatures: { get: () => "plain", set: () => undefined } },
    chain: (wanted: number) => {
      if (wanted === FAR_CHAIN_ID)
        return { chainId: FAR_CHAIN_ID, addresses: FAR_ADDRESSES, rpc: farRpc, receipts };
      if (wanted !== CHAIN_ID) throw new AppError("not_configured", "No such chain here.");
      return { chainId: CHAIN_ID, addresses: ADDRESSES, rpc, receipts };
    },
    venue: (id: VenuePort["id"]) => venueOf(id, node.state),
    api: fakeApis({ across, hyperliquid: silentHyperliquid, gmx }),
    modules: loadedModules,
    ...{ channels: [], publisher: undefined, model: undefined, localClock: undefined },
    ...{ subrequests: () => 0, routes: [], tables: TABLES },
  } as unknown as Deps;

  const call = async (
    name: string,
    args: Record<string, unknown>,
    executionMode: "delegated" | "manual" = "delegated",
  ): Promise<Answer> => {
    trace?.(`  ${executionMode} ${name} ${JSON.stringify(args)}`);
    const credentials = {
      operatorAddress: OWNER,
      authSignature: `0x${"11".repeat(65)}` as const,
      authTimestamp: clock.nowMs(),
    };
    try {
      const { result, outcome } = await runTool(deps, newId(), {
        ...{
          tool: unwrap(findTool(name)),
          args,
          chainId: CHAIN_ID,
          vaultAddress: VAULT,
          executionMode,
        },
        ...{ caller: { kind: "outside", credentials }, purpose: { kind: "call" } },
      });
      await Promise.all(deferred.splice(0));
      const answer = result as { transaction?: { data: Hex }; message?: string };
      trace?.(`    -> ${outcome?.status ?? "answered"} ${answer.message?.split("\n")[0] ?? ""}`);
      return {
        ok: true,
        data: answer.transaction?.data,
        executed: outcome?.status === "confirmed",
      };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      trace?.(`    -> ${error.code}: ${error.message}`);
      return { ok: false, code: error.code, message: error.message };
    }
  };
  let ticks = 0;
  /** One delivery of the schedule. */
  const tick = async (): Promise<void> => {
    ticks += 1;
    await runTick(deps, { jti: `tick ${ticks}` });
    await watchPrices(deps);
    await Promise.all(deferred.splice(0));
  };
  return { node, call, tick, redis, keys: KEYS, newId, deps, vault: VAULT, owner: OWNER, agent };
}

/** Both venues, at the market's prices. */
function venueOf(id: VenuePort["id"], state: () => StrangerState): VenuePort {
  const quote = async (request: SwapRequest) => {
    const { tokenIn, tokenOut, amountBase, mode, slippageBps } = request;
    // Deep tokens of the chain's table that no world has are asked for too.
    if (!isToken(tokenIn.address) || !isToken(tokenOut.address))
      return refuse("no_route", "No route.");
    if (mode === "exactOut") return refuse("exact_output_unsupported", "Exact inputs alone.");
    const amountOutBase = marketOut(state(), tokenIn.address, tokenOut.address, amountBase);
    if (amountOutBase === 0n) return refuse("no_route", "No route.");
    const quoted: VenueQuote = {
      ...{
        venue: id,
        request,
        amountInBase: amountBase,
        amountOutBase,
        gasUnits: 150_000n,
        raw: {},
      },
      limitBase: (amountOutBase * BigInt(10_000 - slippageBps)) / 10_000n,
    };
    return allow(quoted);
  };
  return {
    id,
    quote,
    transaction: async (quoted) =>
      allow(simTransaction(quoted, ADDRESSES.universalRouter, undefined)),
  };
}

/** As src/chain/rpc.ts reads a reply. */
function outcomeOf<T>(call: RpcCall<T>, reply: NodeReply): RpcOutcome<T> {
  if ("error" in reply) {
    const { message } = reply.error;
    if (isRevert(reply.error))
      return { ok: false, kind: "reverted", data: revertData(reply.error), message };
    return { ok: false, kind: "unavailable", message };
  }
  return { ok: true, value: call.read(reply.result) };
}
