import {
  type Abi,
  type Address,
  decodeFunctionData,
  encodeFunctionResult,
  type Hex,
  numberToHex,
  toFunctionSelector,
} from "viem";
import { erc20Abi } from "../../../src/chain/account-reads.ts";
import { vaultAbi } from "../../../src/chain/vault-reads.ts";
import { wholeAddresses } from "../../support/whole-addresses.ts";
import type { NodeReply } from "../chain/node-answer.ts";
import type { StrangerState } from "./stranger-state.ts";

export const FAR_CHAIN_ID = 42161;
export const FAR_ADDRESSES = wholeAddresses(FAR_CHAIN_ID);

const REGISTRY = [
  {
    ...{ type: "function", name: "getStorageAt", outputs: [{ type: "bytes" }] },
    inputs: [{ type: "uint256" }, { type: "uint256" }],
  },
  {
    ...{ type: "function", name: "aggregate3" },
    inputs: [
      {
        type: "tuple[]",
        components: [
          { type: "address", name: "target" },
          { type: "bool", name: "allowFailure" },
          { type: "bytes", name: "callData" },
        ],
      },
    ],
    outputs: [
      {
        type: "tuple[]",
        components: [
          { type: "bool", name: "success" },
          { type: "bytes", name: "returnData" },
        ],
      },
    ],
  },
  {
    type: "function",
    name: "getPoolIdFromAddress",
    inputs: [{ type: "address" }],
    outputs: [{ type: "bytes32" }],
  },
].map((item) => ({ ...item, stateMutability: "view" as const }));
// Safe: an ABI is data.
const ABI = [...vaultAbi, ...erc20Abi, ...REGISTRY] as Abi;
const ITEMS = new Map(
  ABI.flatMap((item) => (item.type === "function" ? [[toFunctionSelector(item), item]] : [])),
);
const BLOCK = 400_000_000;
/** USDC base units for a whole coin: nobody moves a price there. */
const COIN_USDC = 2_500_000_000n;

type World = { state(): StrangerState; nowMs(): number };

/**
 * The other chain, which is read, and on which an arrival is simulated: the same vault, its units
 * and what they are worth.
 */
export function createFarNode({ state, nowMs }: World) {
  const facts = (to: Address): Record<string, (args: readonly unknown[]) => unknown> => {
    const { owner, vault, far } = state();
    const unit = far.supply === 0n ? 1_000_000n : (far.usdcBase * 1_000_000n) / far.supply;
    const base = FAR_ADDRESSES.usdc;
    const nav = { unitaryValue: unit, netTotalValue: far.usdcBase, netTotalLiabilities: 0n };
    return {
      owner: () => owner,
      getPool: () => ({ name: "Vault", symbol: "VLT", decimals: 6, owner, baseToken: base }),
      getPoolTokens: () => ({ unitaryValue: unit, totalSupply: far.supply }),
      getPoolIdFromAddress: () => numberToHex(1, { size: 32 }),
      getActiveTokens: () => ({ activeTokens: [FAR_ADDRESSES.wrappedNative], baseToken: base }),
      getStorageAt: () => numberToHex(0, { size: 32 }),
      hasPriceFeed: () => true,
      totalSupply: () => far.supply,
      decimals: () => (to === FAR_ADDRESSES.wrappedNative ? 18 : 6),
      balanceOf: ([account]) =>
        to === base && String(account).toLowerCase() === vault ? far.usdcBase : 0n,
      updateUnitaryValue: () => nav,
      getNavDataView: () => ({ unitaryValue: unit, totalValue: far.usdcBase, timestamp: 0n }),
      convertTokenAmount: ([token, amount, target]) =>
        convert(amount as bigint, String(token), String(target)),
      aggregate3: ([calls]) =>
        (calls as { target: Address; callData: Hex }[]).map(({ target, callData }) => {
          const returnData = view(target, callData);
          return { success: returnData !== undefined, returnData: returnData ?? "0x" };
        }),
    };
  };
  /** undefined: it reverts. */
  const view = (to: Address, data: Hex): Hex | undefined => {
    const item = ITEMS.get(data.slice(0, 10) as Hex);
    if (item === undefined) return undefined;
    const { functionName, args = [] } = decodeFunctionData({ abi: [item], data });
    const answer = facts(to.toLowerCase() as Address)[functionName];
    if (answer === undefined) throw new Error(`the far node does not know ${functionName}`);
    return encodeFunctionResult({ abi: [item], functionName, result: answer(args) } as never);
  };
  return ({ method, params }: { method: string; params: readonly unknown[] }): NodeReply => {
    if (state().far.isSilent)
      return { error: { code: -32_005, message: "the node did not answer" } };
    if (method === "eth_getBlockByNumber")
      return {
        result: {
          ...{
            number: numberToHex(BLOCK),
            hash: numberToHex(BLOCK, { size: 32 }),
            baseFeePerGas: "0x1",
          },
          timestamp: numberToHex(Math.floor(nowMs() / 1_000)),
        },
      };
    if (method === "eth_simulateV1")
      return { result: [{ calls: callsOf(params).map(() => DONE) }] };
    if (method === "eth_getBalance") return { result: "0x0" };
    if (method !== "eth_call") throw new Error(`the far node does not know ${method}`);
    const [{ to, data }, , overrides] = params as [
      { to: Address; data: Hex },
      string,
      Overrides | undefined,
    ];
    // Where a simulation writes a balance, that is the balance.
    const [written] = Object.values(overrides?.[to]?.stateDiff ?? {});
    if (written !== undefined) return { result: written };
    const result = view(to, data);
    return result === undefined
      ? { error: { code: 3, message: "execution reverted", data: "0x" } }
      : { result };
  };
}

type Overrides = Record<Address, { stateDiff?: Record<Hex, Hex> }>;
const DONE = { status: "0x1", returnData: "0x", gasUsed: "0x5208" };
const callsOf = (params: readonly unknown[]): unknown[] =>
  (params[0] as { blockStateCalls: { calls: unknown[] }[] }).blockStateCalls[0]?.calls ?? [];

function convert(amountBase: bigint, token: string, target: string): bigint {
  const isCoin = (address: string): boolean =>
    address.toLowerCase() === FAR_ADDRESSES.wrappedNative;
  if (isCoin(token) === isCoin(target)) return amountBase;
  return isCoin(token)
    ? (amountBase * COIN_USDC) / 10n ** 18n
    : (amountBase * 10n ** 18n) / COIN_USDC;
}
