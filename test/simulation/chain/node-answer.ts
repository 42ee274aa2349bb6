import {
  type Address,
  decodeFunctionData,
  encodeFunctionResult,
  type Hex,
  keccak256,
  parseAbi,
  toFunctionSelector,
  zeroAddress,
} from "viem";
import { chainAddresses } from "../../../src/chain/addresses.ts";
import type { ChainState } from "./chain-state.ts";
import { coinOf } from "./coin-of.ts";
import { market } from "./market.ts";
import { navOf, SUPPLY } from "./nav-of.ts";
import { SETTLER } from "./read-zeroex-swap.ts";
import { runVaultCall } from "./run-vault-call.ts";
import type { Mined, SimChain } from "./sim-chain.ts";
import { words } from "./words.ts";

/**
 * How a node sees the chain: so many blocks behind its head, and without the mempool when it lags.
 */
export type NodeView = { lag: number };
export type NodeReply =
  | { result: unknown }
  | { error: { code: number; message: string; data?: string } };

type Call = { method: string; params: readonly unknown[] };
type EthCall = { to: Address; data: Hex; from?: Address };

const selector = (signature: string): string => toFunctionSelector(signature);
const S = {
  owner: selector("function owner()"),
  totalSupply: selector("function totalSupply()"),
  activeTokens: selector("function getActiveTokens()"),
  selectors: selector("function getDelegatedSelectors(address)"),
  hasFeed: selector("function hasPriceFeed(address)"),
  convert: selector("function convertTokenAmount(address,int256,address)"),
  nav: selector("function updateUnitaryValue()"),
  multicall: selector("function multicall(bytes[])"),
  updateDelegation: selector("function updateDelegation((address,bytes4,bool)[])"),
  revokeAll: selector("function revokeAllDelegations(address)"),
  pool: selector("function getPool()"),
  poolTokens: selector("function getPoolTokens()"),
  storageAt: selector("function getStorageAt(uint256,uint256)"),
  balanceOf: selector("function balanceOf(address)"),
  decimals: selector("function decimals()"),
  symbol: selector("function symbol()"),
  poolId: selector("function getPoolIdFromAddress(address)"),
  adapter: selector("function getApplicationAdapter(bytes4)"),
  oracleState: selector("function getState((address,address,uint24,int24,address))"),
  settler: selector("function ownerOf(uint256)"),
  previousSettler: selector("function prev(uint128)"),
  fillStatus: selector("function fillStatuses(bytes32)"),
  l1Fee: selector("function getL1FeeUpperBound(uint256)"),
};

const GAS = 200_000;
/** Of the simulated chains of the OP stack: what a byte costs on L1. */
const L1_WEI_PER_BYTE = 1_000_000n;

/**
 * One JSON-RPC answer of a node. What it does not know how to answer is an error of the simulator,
 * thrown.
 */
export function nodeAnswer(
  chain: SimChain,
  { lag }: NodeView,
  { method, params }: Call,
): NodeReply {
  const head = chain.head() - lag;
  const block = (tag: unknown): number =>
    typeof tag === "string" && tag.startsWith("0x") ? Number(tag) : head;
  switch (method) {
    case "eth_getBlockByNumber": {
      const number = block(params[0]);
      if (number > head) return { result: null };
      return {
        result: {
          number: hex(number),
          hash: chain.hashOf(number),
          timestamp: hex(Math.floor(chain.timeOf(number) / 1_000)),
          baseFeePerGas: hex(chain.baseFeeAt(number)),
        },
      };
    }
    case "eth_maxPriorityFeePerGas":
      return { result: hex(chain.shape.tipWei) };
    case "eth_getTransactionCount":
      return {
        result: hex(chain.stateAt(Math.min(block(params[1]), head)).nonces[lower(params[0])] ?? 0),
      };
    case "eth_getBalance":
      return { result: hex(coinOf(chain.stateAt(head), lower(params[0]))) };
    case "eth_getTransactionReceipt": {
      const mined = chain.minedByHash(String(params[0]));
      return { result: mined === undefined || mined.block > head ? null : receiptOf(mined) };
    }
    case "eth_getTransactionByHash": {
      const hash = String(params[0]);
      const mined = chain.minedByHash(hash);
      if (mined !== undefined && mined.block <= head)
        return {
          result: {
            hash,
            from: mined.tx.from,
            nonce: hex(mined.tx.nonce),
            blockNumber: hex(mined.block),
          },
        };
      const waiting = lag > 0 ? undefined : chain.inMempool(hash);
      if (waiting === undefined) return { result: null };
      return { result: { hash, from: waiting.from, nonce: hex(waiting.nonce), blockNumber: null } };
    }
    case "eth_call": {
      const at = block(params[1]);
      // A node that lags does not have the block yet.
      if (at > head) return { error: { code: -32001, message: "header not found" } };
      return balanceInstead(asCall(params[0]), params[2]) ?? ethCall(chain, at, asCall(params[0]));
    }
    case "eth_simulateV1": {
      if (block(params[1]) > head) return { error: { code: -32001, message: "header not found" } };
      // Fills alone are simulated here, of tokens that these vaults take in.
      const [only] = (params[0] as { blockStateCalls: readonly { calls: readonly unknown[] }[] })
        .blockStateCalls;
      return {
        result: [
          {
            calls: only?.calls.map(() => ({ status: "0x1", returnData: "0x", gasUsed: hex(GAS) })),
          },
        ],
      };
    }
    case "eth_estimateGas": {
      const at = block(params[1]);
      if (at > head) return { error: { code: -32001, message: "header not found" } };
      const run = ethCall(chain, at, asCall(params[0]));
      return "error" in run ? run : { result: hex(GAS) };
    }
    case "eth_getLogs":
      // No vault here sent anything to another chain before.
      return { result: [] };
    default:
      throw new Error(`the simulated node does not know ${method}`);
  }
}

const hex = (value: bigint | number): string => `0x${value.toString(16)}`;
const lower = (value: unknown): Address => String(value).toLowerCase() as Address;
const asCall = (value: unknown): EthCall => {
  const { to, data, from } = value as EthCall;
  return { to: lower(to), data, ...(from !== undefined && { from: lower(from) }) };
};

/**
 * What a call says of a balance where the caller puts one in the place that these tokens keep it
 * at: the tenth, as USDC's.
 */
function balanceInstead({ to, data }: EthCall, overrides: unknown): NodeReply | undefined {
  if (overrides === undefined) return undefined;
  const word = words.at(data.slice(10), 0);
  const key = keccak256(`0x${word}${words.uint(9)}`);
  const told = (overrides as Record<string, { stateDiff?: Record<string, string> }>)[to]
    ?.stateDiff?.[key];
  return { result: told ?? `0x${words.uint(0)}` };
}

const receiptOf = ({ tx, status, block, blockHash, logs }: Mined) => ({
  transactionHash: tx.hash,
  status: status === "success" ? "0x1" : "0x0",
  blockNumber: hex(block),
  blockHash,
  from: tx.from,
  to: tx.to,
  gasUsed: hex(GAS),
  effectiveGasPrice: hex(tx.maxFeePerGas),
  logs,
});

const revert: NodeReply = { error: { code: 3, message: "execution reverted", data: "0x" } };
const word = (text: string): NodeReply => ({ result: `0x${text}` });

function ethCall(chain: SimChain, at: number, { to, data, from }: EthCall): NodeReply {
  const state = chain.stateAt(at);
  const addresses = chainAddressesOf(chain);
  const method = data.slice(0, 10);
  const body = data.slice(10);
  const argument = (index: number): Address => `0x${words.at(body, index).slice(24)}`;
  const owner = state.owners[to];
  if (to === addresses.multicall3.toLowerCase()) return aggregate3(chain, at, data);
  if (owner === undefined) {
    switch (method) {
      case S.poolId:
        return word(words.uint(state.owners[argument(0)] === undefined ? 0 : 1));
      case S.adapter:
        return word(words.address(addresses.uniswapRouterAdapterUr20 ?? zeroAddress));
      case S.oracleState:
        return word(
          [
            words.uint(0),
            words.uint(state.oracleSlots.held),
            words.uint(state.oracleSlots.next),
          ].join(""),
        );
      case S.l1Fee:
        return chain.chainId === 8453
          ? word(words.uint(L1_WEI_PER_BYTE * words.big(body, 0)))
          : revert;
      case S.decimals:
        return word(words.uint(18));
      case S.symbol:
        return word([words.uint(32), words.uint(4), "57455448".padEnd(64, "0")].join(""));
      case S.balanceOf:
        return word(words.uint(state.balances[`${argument(0)}:${to}`] ?? 0n));
      case S.fillStatus:
        // Filled (docs/facts/across.md 3).
        return word(words.uint(2));
      case S.settler:
      case S.previousSettler:
        return word(words.address(SETTLER));
      default:
        return revert;
    }
  }
  switch (method) {
    case S.owner:
      return word(words.address(owner));
    case S.totalSupply:
      return word(words.uint(SUPPLY));
    case S.pool:
      return word(
        [
          ...[
            words.uint(32),
            words.uint(160),
            words.uint(224),
            words.uint(6),
            words.address(owner),
          ],
          ...[
            words.address(addresses.usdc),
            words.uint(5),
            "5661756c74".padEnd(64, "0"),
            words.uint(3),
            "564c54".padEnd(64, "0"),
          ],
        ].join(""),
      );
    case S.poolTokens:
      return word(words.uint(navOf(chain.chainId, state, to).unit) + words.uint(SUPPLY));
    case S.storageAt:
      return word(words.uint(32) + words.uint(32) + words.uint(0));
    case S.activeTokens:
      return word(
        [
          words.uint(32),
          words.uint(64),
          words.address(addresses.usdc),
          words.uint(1),
          words.address(chain.weth),
        ].join(""),
      );
    case S.selectors: {
      const granted = state.selectors[`${to}:${argument(0)}`] ?? [];
      return word(
        [words.uint(32), words.uint(granted.length), ...granted.map(words.bytes4)].join(""),
      );
    }
    case S.hasFeed:
      return word(words.bool(true));
    case S.convert: {
      // The vault's oracle has one price for the coin and its wrapped form.
      const isCoin = (token: string) => token === chain.weth || token === zeroAddress;
      if (argument(0) === argument(2)) return word(words.uint(words.big(body, 1)));
      return word(
        words.uint(market.convert(words.big(body, 1), isCoin(argument(0)), state.oraclePrice)),
      );
    }
    case S.nav:
      return word(navWords(chain, state, to));
    case S.multicall:
      return multicall(chain, at, state, to, from, body);
    case S.updateDelegation:
    case S.revokeAll:
      return from === owner ? { result: "0x" } : revert;
    default: {
      const run = runAt(chain, at, state, to, from, data);
      return run.ok ? { result: "0x" } : revert;
    }
  }
}

/** Multicall3: each call on its own, and what of them fails is said. */
function aggregate3(chain: SimChain, at: number, data: Hex): NodeReply {
  const { args } = decodeFunctionData({ abi: MULTICALL3, data });
  const results = args[0].map(({ target, callData }) => {
    const reply = ethCall(chain, at, { to: lower(target), data: callData });
    const isOk = "result" in reply;
    // Safe: a node answers eth_call in hex.
    return { success: isOk, returnData: isOk ? (reply.result as Hex) : ("0x" as const) };
  });
  return {
    result: encodeFunctionResult({ abi: MULTICALL3, functionName: "aggregate3", result: results }),
  };
}

const MULTICALL3 = parseAbi([
  "struct Call3 { address target; bool allowFailure; bytes callData; }",
  "struct Result { bool success; bytes returnData; }",
  "function aggregate3(Call3[] calls) payable returns (Result[] returnData)",
]);

const runAt = (
  chain: SimChain,
  at: number,
  state: ChainState,
  vault: Address,
  from: Address | undefined,
  data: Hex,
) =>
  runVaultCall({
    state,
    vault,
    from: from ?? `0x${"0".repeat(40)}`,
    data,
    timestampSec: Math.floor(chain.timeOf(at) / 1_000),
    costBps: chain.costBpsAt(at),
    weth: chain.weth,
  });

/** unitaryValue, netTotalValue and liabilities, in the base token (USDC). */
function navWords({ chainId }: SimChain, state: ChainState, vault: Address): string {
  const { unit, total } = navOf(chainId, state, vault);
  return words.uint(unit) + words.uint(total) + words.uint(0);
}

/** The vault's multicall swallows the reasons of what reverts inside it. */
function multicall(
  chain: SimChain,
  at: number,
  before: ChainState,
  vault: Address,
  from: Address | undefined,
  body: string,
): NodeReply {
  let state = before;
  const results: Hex[] = [];
  const count = words.number(body, 1);
  for (let index = 0; index < count; index += 1) {
    const itemAt = 2 + words.number(body, 2 + index) / 32;
    const length = words.number(body, itemAt) * 2;
    const data: Hex = `0x${body.slice((itemAt + 1) * 64, (itemAt + 1) * 64 + length)}`;
    if (data === S.nav) {
      results.push(`0x${navWords(chain, state, vault)}`);
      continue;
    }
    const run = runAt(chain, at, state, vault, from, data);
    if (!run.ok) return revert;
    state = run.state;
    results.push("0x");
  }
  return word(words.bytesArray(results));
}

const TABLES = new Map<number, ReturnType<typeof chainAddresses>>();
function chainAddressesOf({ chainId }: SimChain) {
  const known = TABLES.get(chainId) ?? chainAddresses(chainId);
  TABLES.set(chainId, known);
  return known;
}
