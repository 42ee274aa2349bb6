import { type Abi, type Address, type Hex, toFunctionSelector } from "viem";
import type { ChainId } from "../../../../schemas/chains.ts";
import { erc20Abi } from "../../../../src/chain/account-reads.ts";
import { oracleAbi } from "../../../../src/chain/oracle-reads.ts";
import { isRevert, type Rpc, revertData } from "../../../../src/chain/rpc.ts";
import type { RpcCall, RpcOutcome } from "../../../../src/chain/rpc-call.ts";
import { vaultAbi } from "../../../../src/chain/vault-reads.ts";
import { createIsolate } from "../../../../src/create-isolate.ts";
import type { Deps } from "../../../../src/deps.ts";
import { notConfigured, parseEnv } from "../../../../src/env.ts";
import { AppError } from "../../../../src/errors.ts";
import type { ExecutionContext } from "../../../../src/kinds/execution-context.ts";
import type { VenuePort } from "../../../../src/kinds/venue.ts";
import { createReceiptPoller } from "../../../../src/pipeline/receipt-poller.ts";
import { createKeys } from "../../../../src/store/kernel/keys.ts";
import { loadCallContext } from "../../../../src/store/vaults/load-call-context.ts";
import { TABLES } from "../../../../src/tables.ts";
import { type NodeReply, nodeAnswer } from "../../../simulation/chain/node-answer.ts";
import { readTransaction } from "../../../simulation/chain/read-transaction.ts";
import { createSimChain } from "../../../simulation/chain/sim-chain.ts";
import { simTokens } from "../../../simulation/chain/sim-tokens.ts";
import { createSimWallet } from "../../../simulation/chain/sim-wallet.ts";
import { baseWorld } from "../../../simulation/world/base-world.ts";
import { PARTIES } from "../../../simulation/world/party.ts";
import { simQuote, simTransaction } from "../../../simulation/world/sim-quote.ts";
import { wholeAddresses } from "../../../support/flows/whole-addresses.ts";
import { loadedModules } from "../../../support/loaded-modules.ts";

export type Asked = {
  name: string;
  to: string | undefined;
  from: string | undefined;
  tag: unknown;
  params: readonly unknown[];
  weight?: number;
};
/** What the node says instead of its own answer; undefined leaves that one as it is. */
type Answer = NodeReply | "silent" | ((asked: Asked) => NodeReply | "silent" | undefined);
export type Bench = Awaited<ReturnType<typeof executionBench>>;

/**
 * The modules of src/pipeline with everything around them in process: the simulator's chain,
 * wallet, venue and Redis (running the service's own Lua), a clock that only `sleep` and `pass`
 * move. What the node says to a method can be replaced by name: a method of the vault or of
 * JSON-RPC. `grants`: what the agent may call on chain besides swaps.
 */
export async function executionBench({
  chainId = 8453 as ChainId,
  grants = [] as readonly Hex[],
} = {}) {
  const base = await baseWorld(chainId);
  const { vault, operator } = PARTIES[0]!;
  let nowMs = base.startMs;
  const redis = base.redis.fork({ nowMs: () => nowMs });
  const wallet = createSimWallet();
  const agent = await wallet.address(vault, 1);
  const key = `${vault}:${agent}`;
  const selectors = {
    ...base.genesis.selectors,
    [key]: [...(base.genesis.selectors[key] ?? []), ...grants],
  };
  const chain = createSimChain(chainId, base.startMs, { ...base.genesis, selectors });
  const keys = createKeys("sx:");
  // Typed as those of a chain for trading: what is tested on 999 names nothing that it lacks.
  const addresses = wholeAddresses(chainId);
  const answers = new Map<string, Answer>();
  /** One entry per request to a node. */
  const requests: Asked[][] = [];
  const sent: Hex[] = [];
  const slept: number[] = [];
  const logged: [string, Record<string, unknown> | undefined][] = [];
  const scripts: { name: string; input: Record<string, unknown> }[] = [];
  const deferred: { name: string; work: Promise<unknown> }[] = [];
  const broken = new Set<string>();
  const before = new Map<string, () => unknown>();
  let ids = 0;

  const pass = (ms: number): void => {
    nowMs += ms;
    chain.advance(nowMs);
  };
  const answerTo = (call: RpcCall<unknown>, asked: Asked): NodeReply | "silent" => {
    const given = answers.get(asked.name);
    const answer = typeof given === "function" ? given(asked) : given;
    return answer ?? nodeAnswer(chain, { lag: 0 }, call);
  };
  const rpc: Rpc = {
    send: async (calls) => {
      if (requests.length >= FOR_EVER) throw new Error("asks for ever");
      const asked = calls.map(askedBy);
      requests.push(asked);
      return calls.map((call, index) => outcomeOf(call, answerTo(call, asked[index]!))) as never;
    },
    sendOnce: async (call) => {
      if (call.method !== "eth_sendRawTransaction") throw new Error(`${call.method} is a read`);
      const raw = call.params[0] as Hex;
      await before.get("send")?.();
      sent.push(raw);
      const given = answers.get(call.method);
      if (given !== undefined) return outcomeOf(call, given as NodeReply | "silent");
      const offered = chain.offer(raw);
      return outcomeOf(call, "error" in offered ? "silent" : { result: offered.hash });
    },
  };
  const sleep = async (ms: number): Promise<void> => {
    if (slept.length >= FOR_EVER) throw new Error("sleeps for ever");
    slept.push(ms);
    pass(ms);
  };
  const receipts = createReceiptPoller({ chainId, rpc, clock: { nowMs: () => nowMs }, sleep });
  const venue: VenuePort = {
    id: "uniswap",
    quote: async () => {
      throw new Error("execution never asks for a quote");
    },
    transaction: async (quote) => ({
      ok: true,
      value: simTransaction(quote, addresses.universalRouter, undefined),
    }),
  };
  const venues: Record<string, VenuePort> = { uniswap: venue };
  const deps = {
    env: parseEnv({}),
    clock: { nowMs: () => nowMs },
    log: (event: string, fields?: Record<string, unknown>) => logged.push([event, fields]),
    newId: () => {
      ids += 1;
      return `id-${ids}`;
    },
    sleep,
    defer: (name: string, work: Promise<unknown>) => deferred.push({ name, work }),
    redis: {
      run: async (script, scriptKeys, args) => {
        await before.get(script.name)?.();
        // The log's entries are made by the scripts themselves, of what they are given
        // (test/unit/store).
        const given = Object.entries(JSON.parse(args[0] ?? "{}")).filter(
          ([name]) => !name.startsWith("audit"),
        );
        scripts.push({ name: script.name, input: Object.fromEntries(given) });
        if (broken.has(script.name))
          throw new AppError("store_unavailable", "The storage did not answer.");
        return redis.redis.run(script, scriptKeys, args);
      },
    } satisfies Deps["redis"],
    keys,
    wallet,
    caches: createIsolate().caches,
    chain: (wanted: ChainId) => {
      if (wanted !== chainId) throw new Error(`asked for chain ${wanted}`);
      return { chainId, addresses, rpc, receipts };
    },
    venue: (id: string) => {
      const known = venues[id];
      if (known === undefined) throw notConfigured([id]);
      return known;
    },
    tables: TABLES,
    modules: loadedModules,
  } as unknown as Deps;

  return {
    deps,
    chainDeps: { chainId, addresses, rpc, receipts },
    chain,
    wallet,
    keys,
    vault,
    operator,
    agent,
    tokens: simTokens(chainId),
    startMs: base.startMs,
    requests,
    sent,
    slept,
    logged,
    scripts,
    deferred,
    broken,
    before,
    venues,
    pass,
    command: redis.command,
    read: redis.read,
    dump: redis.dump,
    /** The node says this to the method from now on; undefined: its own answer again. */
    answer: (name: string, answer: Answer | undefined): void => {
      if (answer === undefined) answers.delete(name);
      else answers.set(name, answer);
    },
    /** What was handed to nodes, read from its bytes. */
    transactions: () => sent.map(readTransaction),
    /** All methods asked for, in order. */
    names: () => requests.flat().map(({ name }) => name),
    context: (changes: Partial<ExecutionContext> = {}): ExecutionContext => ({
      deps,
      requestId: "R-1",
      chainId,
      vault,
      operator,
      executionMode: "delegated",
      stored: () => loadCallContext.run(deps.redis, keys, { nowMs, chainId, vault, operator }),
      ...changes,
    }),
    /**
     * 2,000 USDC for WETH (or as told), as the venue would quote it: 0.1% under the oracle, 1%
     * slippage.
     */
    quote: ({
      sells = "USDC",
      mode = "exactIn",
      amountBase = 2_000_000_000n,
    }: {
      sells?: "USDC" | "WETH";
      mode?: "exactIn" | "exactOut";
      amountBase?: bigint;
    } = {}) => {
      const { usdc, weth } = simTokens(chainId);
      const dollar = { address: usdc, symbol: "USDC", decimals: 6 };
      const ether = { address: weth, symbol: "WETH", decimals: 18 };
      const [tokenIn, tokenOut] = sells === "USDC" ? [dollar, ether] : [ether, dollar];
      return simQuote(
        { chainId, tokenIn, tokenOut, mode, amountBase, slippageBps: 100, taker: vault },
        undefined,
      );
    },
  };
}

/**
 * No test needs as many: without an end a loop over this bench's instant clock would take all
 * memory.
 */
const FOR_EVER = 500;

/** Selectors by the names of their methods, of what execution reads. */
const NAMES = new Map(
  ([...vaultAbi, ...erc20Abi, ...oracleAbi] as Abi)
    .flatMap((item) => (item.type === "function" ? [item] : []))
    .map((item) => [toFunctionSelector(item), item.name]),
);
for (const signature of [
  "getPoolIdFromAddress(address)",
  "getApplicationAdapter(bytes4)",
  "ownerOf(uint256)",
  "prev(uint128)",
  "getL1FeeUpperBound(uint256)",
  "aggregate3((address,bool,bytes)[])",
]) {
  NAMES.set(
    toFunctionSelector(`function ${signature}`),
    signature.slice(0, signature.indexOf("(")),
  );
}

function askedBy({ method, params, weight }: RpcCall<unknown>): Asked {
  if (method !== "eth_call" && method !== "eth_estimateGas")
    return {
      name: method,
      to: undefined,
      from: undefined,
      tag: params.at(-1),
      params,
      ...(weight !== undefined && { weight }),
    };
  const { to, from, data } = params[0] as { to: Address; from?: Address; data: Hex };
  const called = NAMES.get(data.slice(0, 10) as Hex) ?? "the call";
  return { name: method === "eth_call" ? called : method, to, from, tag: params[1], params };
}

/** As src/chain/rpc.ts reads a reply; "silent" is a node that does not answer. */
function outcomeOf<T>(call: RpcCall<T>, reply: NodeReply | "silent"): RpcOutcome<T> {
  if (reply === "silent")
    return { ok: false, kind: "unavailable", message: "the node did not answer" };
  if ("error" in reply) {
    const { message } = reply.error;
    if (isRevert(reply.error))
      return { ok: false, kind: "reverted", data: revertData(reply.error), message };
    return { ok: false, kind: "unavailable", message };
  }
  try {
    return { ok: true, value: call.read(reply.result) };
  } catch {
    return {
      ok: false,
      kind: "unavailable",
      message: `the node's answer to ${call.method} could not be read`,
    };
  }
}
