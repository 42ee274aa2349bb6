import {
  type Abi,
  type Address,
  decodeFunctionData,
  encodeFunctionResult,
  type Hash,
  type Hex,
  numberToHex,
  toFunctionSelector,
  zeroAddress,
} from "viem";
import { erc20Abi } from "../../../src/chain/account-reads.ts";
import { multicall3Abi } from "../../../src/chain/aggregate-calls.ts";
import { positionManagerAbi } from "../../../src/chain/liquidity-reads.ts";
import { oracleAbi, stateViewAbi } from "../../../src/chain/oracle-reads.ts";
import { stakingAbi } from "../../../src/chain/staking-reads.ts";
import { vaultAbi } from "../../../src/chain/vault-reads.ts";
import type { NodeReply } from "../chain/node-answer.ts";
import { readTransaction } from "../chain/read-transaction.ts";
import { tickOfSqrt } from "./pool-math.ts";
import { runStrangerCall } from "./run-stranger-call.ts";
import {
  held,
  navOf,
  oracleOut,
  oracleTickOf,
  poolOf,
  type Ran,
  type StrangerState,
  SUPPLY,
} from "./stranger-state.ts";
import { ADDRESSES, isToken, tokenAt, tokenOf } from "./tokens.ts";

const REGISTRY = [
  {
    ...{ type: "function", name: "getStorageAt", outputs: [{ type: "bytes" }] },
    inputs: [{ type: "uint256" }, { type: "uint256" }],
  },
  {
    type: "function",
    name: "getPoolIdFromAddress",
    inputs: [{ type: "address" }],
    outputs: [{ type: "bytes32" }],
  },
  {
    type: "function",
    name: "getApplicationAdapter",
    inputs: [{ type: "bytes4" }],
    outputs: [{ type: "address" }],
  },
  {
    type: "function",
    name: "getL1FeeUpperBound",
    inputs: [{ type: "uint256" }],
    outputs: [{ type: "uint256" }],
  },
].map((item) => ({ ...item, stateMutability: "view" as const }));
// Safe: an ABI is data.
const ABI = [
  ...[...vaultAbi, ...erc20Abi, ...oracleAbi, ...stakingAbi],
  ...[...stateViewAbi, ...positionManagerAbi, ...multicall3Abi, ...REGISTRY],
] as Abi;
const NAMES = new Map(
  ABI.flatMap((item) => (item.type === "function" ? [[toFunctionSelector(item), item]] : [])),
);

const MULTICALL = vaultAbi.filter((item) => item.type === "function" && item.name === "multicall");

type Mined = Ran & { hash: Hash; from: Address; to: Address; block: number; ok: boolean };
type Call = { method: string; params: readonly unknown[] };

const GAS = 300_000;
const BLOCK_MS = 2_000;
const FIRST_BLOCK = 40_000_000;
const PLENTY_WEI = 10n ** 20n;

/**
 * A chain that mines what it is sent at once: one vault, its pools and its oracle, as `state` has
 * them now.
 */
export function createStrangerNode(startMs: number, first: StrangerState) {
  let state = first;
  let nowMs = startMs;
  const mined: Mined[] = [];

  const head = () => FIRST_BLOCK + Math.floor((nowMs - startMs) / BLOCK_MS);
  const nowSec = () => Math.floor(nowMs / 1_000);

  const send = (raw: Hex): NodeReply => {
    const tx = readTransaction(raw);
    const nonce = state.nonces[tx.from] ?? 0;
    if (tx.nonce !== nonce) return { error: { code: -32000, message: "nonce too low" } };
    nowMs += BLOCK_MS;
    const run =
      tx.to === state.vault ? runStrangerCall(state, tx.from, tx.data, nowSec()) : undefined;
    state = { ...(run?.state ?? state), nonces: { ...state.nonces, [tx.from]: nonce + 1 } };
    mined.push({ state, logs: run?.logs ?? [], ok: run !== undefined, ...tx, block: head() });
    return { result: tx.hash };
  };

  const view = (at: StrangerState, to: Address, data: Hex, from: Address): Hex | undefined => {
    const item = NAMES.get(data.slice(0, 10) as Hex);
    if (item === undefined) return undefined;
    const { functionName, args = [] } = decodeFunctionData({ abi: [item], data });
    if (functionName === "multicall") return multicall(at, to, args[0] as readonly Hex[], from);
    const answer = facts(at, to)[functionName];
    if (answer === undefined) throw new Error(`the strangers' node does not know ${functionName}`);
    const result = answer(args);
    return result === undefined
      ? undefined
      : encodeFunctionResult({ abi: [item], functionName, result } as never);
  };

  /** The vault's own: every call in turn on what the one before it left. */
  const multicall = (
    at: StrangerState,
    to: Address,
    calls: readonly Hex[],
    from: Address,
  ): Hex | undefined => {
    let running = at;
    const results: Hex[] = [];
    for (const data of calls) {
      const known = isView(data)
        ? view(running, to, data, from)
        : runStrangerCall(running, from, data, nowSec());
      if (known === undefined) return undefined;
      if (typeof known === "string") results.push(known);
      else {
        running = known.state;
        results.push("0x");
      }
    }
    return encodeFunctionResult({ abi: MULTICALL, functionName: "multicall", result: results });
  };

  const facts = (
    at: StrangerState,
    to: Address,
  ): Record<string, (args: readonly unknown[]) => unknown> => {
    const base = ADDRESSES.usdc;
    const nav = navOf(at, base);
    const word = (token: unknown) => String(token).toLowerCase() as Address;
    return {
      owner: () => at.owner,
      name: () => "Vault",
      VERSION: () => "4.3.1",
      totalSupply: () => SUPPLY,
      getPool: () => ({
        name: "Vault",
        symbol: "VLT",
        decimals: 6,
        owner: at.owner,
        baseToken: base,
      }),
      getPoolTokens: () => ({ unitaryValue: nav.unit, totalSupply: SUPPLY }),
      getActiveTokens: () => ({ activeTokens: at.active, baseToken: base }),
      getDelegatedSelectors: ([agent]) => at.selectors[word(agent)] ?? [],
      hasPriceFeed: ([token]) => isToken(word(token)),
      convertTokenAmount: ([token, amount, target]) =>
        isToken(word(token))
          ? oracleOut(at, word(token), BigInt(amount as bigint), word(target))
          : undefined,
      getTwap: ([token]) => (isToken(word(token)) ? oracleTickOf(at, word(token)) : undefined),
      getUniV4TokenIds: () => Object.keys(at.positions).map(BigInt),
      updateUnitaryValue: () => ({
        unitaryValue: nav.unit,
        netTotalValue: nav.total,
        netTotalLiabilities: 0n,
      }),
      getNavDataView: () => ({ unitaryValue: nav.unit, totalValue: nav.total, timestamp: 0n }),
      // The only word that the service reads: units that left for other chains.
      getStorageAt: () => numberToHex(BigInt.asUintN(256, at.virtualSupply), { size: 32 }),
      balanceOf: ([account]) => (word(account) === at.vault ? held(at, to) : 0n),
      allowance: () => 0n,
      decimals: () => (to === at.vault ? 6 : tokenAt(to).decimals),
      symbol: () => (to === at.vault ? "VLT" : tokenAt(to).symbol),
      getPoolIdFromAddress: ([account]) =>
        numberToHex(word(account) === at.vault ? 1 : 0, { size: 32 }),
      getApplicationAdapter: () => ADDRESSES.uniswapRouterAdapterUr20,
      getL1FeeUpperBound: () => 10n ** 9n,
      getState: () => ({ index: 0, cardinality: 320, cardinalityNext: 320 }),
      observe: ([key]) => {
        const tick = oracleTickOf(at, word((key as { currency1: Address }).currency1));
        return [
          [tick, 0],
          [0n, 0n],
        ];
      },
      getSlot0: ([id]) => {
        const pool = at.pools[id as Hex];
        return pool === undefined
          ? [0n, 0, 0, 0]
          : [pool.sqrtPriceX96, tickOfSqrt(pool.sqrtPriceX96), 0, pool.key.fee];
      },
      getLiquidity: () => 10n ** 20n,
      // A millionth of its liquidity is what every position has earned, so there always is
      // something to collect.
      getFeeGrowthInside: () => [2n ** 128n / 1_000_000n, 2n ** 128n / 1_000_000n],
      getPositionInfo: () => [0n, 0n, 0n],
      getPositionLiquidity: ([id]) => at.positions[String(id)]?.liquidity ?? 0n,
      getPoolAndPositionInfo: ([id]) => {
        const position = at.positions[String(id)];
        if (position === undefined) return undefined;
        const { key } = poolOf(at, position.pool);
        return [
          key,
          (BigInt.asUintN(24, BigInt(position.tickUpper)) << 32n) |
            (BigInt.asUintN(24, BigInt(position.tickLower)) << 8n),
        ];
      },
      aggregate3: ([calls]) =>
        (calls as { target: Address; callData: Hex }[]).map(({ target, callData }) => {
          const returnData = view(at, word(target), callData, zeroAddress);
          return { success: returnData !== undefined, returnData: returnData ?? "0x" };
        }),
      getGrgContract: () => tokenOf("GRG").address,
      poolIdByRbPoolAccount: () => numberToHex(7, { size: 32 }),
      currentEpoch: () => 7n,
      getCurrentEpochEarliestEndTimeInSeconds: () => BigInt(nowSec() - 10),
      getOwnerStakeByStatus: ([, status]) => ({
        currentEpoch: 7n,
        currentEpochBalance: Number(status) === 0 ? at.staked : 0n,
        nextEpochBalance: Number(status) === 0 ? at.staked : 0n,
      }),
      computeRewardBalanceOfDelegator: () => 0n,
      computeRewardBalanceOfOperator: () => 0n,
      poolStatsByEpoch: () => [0n, 0n, 0n],
      aggregatedStatsByEpoch: () => [0n, 0n, 0n, 0n, 0n],
      getStakingPool: () => ({
        operator: at.owner,
        stakingPal: at.vault,
        operatorShare: 0,
        stakingPalShare: 0,
      }),
    };
  };

  const answer = ({ method, params }: Call): NodeReply => {
    switch (method) {
      case "eth_getBlockByNumber": {
        const number = String(params[0]).startsWith("0x") ? Number(params[0]) : head();
        const timestamp = Math.floor((startMs + (number - FIRST_BLOCK) * BLOCK_MS) / 1_000);
        return {
          result: {
            ...{ number: numberToHex(number), hash: hashOf(number) },
            ...{ timestamp: numberToHex(timestamp), baseFeePerGas: numberToHex(5_000_000) },
          },
        };
      }
      case "eth_maxPriorityFeePerGas":
        return { result: numberToHex(1_000_000) };
      case "eth_getTransactionCount":
        return {
          result: numberToHex(state.nonces[String(params[0]).toLowerCase() as Address] ?? 0),
        };
      case "eth_getBalance": {
        const account = String(params[0]).toLowerCase() as Address;
        return {
          result: numberToHex(account === state.vault ? held(state, zeroAddress) : PLENTY_WEI),
        };
      }
      case "eth_getTransactionReceipt":
      case "eth_getTransactionByHash": {
        const found = mined.find(({ hash }) => hash === params[0]);
        return { result: found === undefined ? null : receiptOf(found) };
      }
      case "eth_call":
      case "eth_estimateGas": {
        const { to, data, from } = params[0] as { to: Address; data: Hex; from?: Address };
        const [target, sender] = [lower(to), lower(from ?? zeroAddress)];
        const result = isView(data)
          ? view(state, target, data, sender)
          : target === state.vault && runStrangerCall(state, sender, data, nowSec()) !== undefined
            ? "0x"
            : undefined;
        if (result === undefined)
          return { error: { code: 3, message: "execution reverted", data: "0x" } };
        return { result: method === "eth_call" ? result : numberToHex(GAS) };
      }
      case "eth_getLogs":
        // What is sent to another chain arrives at once here, so no deposit of the vault is on its
        // way.
        return { result: [] };
      default:
        throw new Error(`the strangers' node does not know ${method}`);
    }
  };

  return {
    answer,
    send,
    nowMs: () => nowMs,
    pass: (ms: number): void => {
      nowMs += ms;
    },
    state: () => state,
    /** What strangers do, or the market. */
    change: (next: StrangerState): void => {
      state = next;
    },
    /** The owner signs what he was given. */
    sign: (data: Hex): boolean => {
      const run = runStrangerCall(state, state.owner, data, nowSec());
      if (run !== undefined) state = run.state;
      return run !== undefined;
    },
  };
}

const lower = (address: Address): Address => address.toLowerCase() as Address;
const isView = (data: Hex): boolean =>
  NAMES.has(data.slice(0, 10) as Hex) && !CALLS.has(data.slice(0, 10));
/** In the vault's ABI, and no view of it. */
const CALLS = new Set([
  "0x3593564c",
  "0x24856bc3",
  "0x2213bc0b",
  "0xdd46508f",
  "0xa694fc3a",
  "0x4aace835",
  "0x2e17de78",
]);
const hashOf = (number: number): Hash => numberToHex(number, { size: 32 });

const receiptOf = ({ hash, from, to, block, ok, logs }: Mined) => ({
  ...{ hash, transactionHash: hash, from, to, status: ok ? "0x1" : "0x0" },
  ...{ blockNumber: numberToHex(block), blockHash: hashOf(block), nonce: "0x0" },
  ...{ gasUsed: numberToHex(GAS), effectiveGasPrice: numberToHex(5_000_000), logs },
});
