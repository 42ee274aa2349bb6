import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hexToBigInt,
  keccak256,
  pad,
  parseAbi,
  size,
  slice,
  toHex,
  zeroAddress,
} from "viem";
import type { BridgeCall } from "../calldata/bridge-call.ts";
import { asHex, type RpcCall } from "../chain/rpc-call.ts";
import { simulateSequence } from "../chain/simulate-sequence.ts";
import { blockReads } from "../chain/transaction-reads.ts";
import type { ChainDeps, Deps } from "../deps.ts";

export type Fill = Pick<
  BridgeCall,
  "depositor" | "recipient" | `${"input" | "output"}Token` | `${"input" | "output"}AmountBase`
> & { originChainId: number; message: Hex };
type Destination = Pick<ChainDeps, "rpc"> & {
  chainId: number;
  addresses: { acrossSpokePool: Address };
};
type Remembers = { caches: Pick<Deps["caches"], "balanceSlots">; clock: Deps["clock"] };
/** `refused`: it reverts, with that selector. `unknown`: no node could say. */
type FillOutcome = { kind: "filled" } | { kind: "refused"; selector: Hex } | { kind: "unknown" };

const abi = parseAbi([
  "struct V3RelayData { bytes32 depositor; bytes32 recipient; bytes32 exclusiveRelayer; bytes32 inputToken; bytes32 outputToken; uint256 inputAmount; uint256 outputAmount; uint256 originChainId; uint256 depositId; uint32 fillDeadline; uint32 exclusivityDeadline; bytes message; }",
  "function fillRelay(V3RelayData relayData, uint256 repaymentChainId, bytes32 repaymentAddress)",
]);
/** Nobody's account, funded in the simulation alone. */
const RELAYER: Address = "0x5e87a17000000000000000000000000000f111e2";
const WEALTH = "0xde0b6b3a7640000";
/** No pool has used this id. */
const DEPOSIT_ID = 2n ** 255n + 0x5e87a17n;
const LATEST_SEC = 4_294_967_295;
const REMEMBERED_MS = 24 * 3_600_000;

/** Runs the fill on the destination's spoke pool. Nothing is written. */
export async function simulateFill(
  chain: Destination,
  deps: Remembers,
  fill: Fill,
): Promise<FillOutcome> {
  const [layout, [head]] = await Promise.all([
    layoutOf(chain, deps, fill.outputToken),
    chain.rpc.send([blockReads.latest()]),
  ]);
  if (layout === undefined || !head.ok) return { kind: "unknown" };
  const { outputToken, outputAmountBase } = fill;
  const pool = chain.addresses.acrossSpokePool;
  const approve = encodeFunctionData({
    abi: erc20Abi,
    functionName: "approve",
    args: [pool, outputAmountBase],
  });
  const calls = [
    { from: RELAYER, to: outputToken, data: approve },
    { from: RELAYER, to: pool, data: fillOf(fill) },
  ];
  const balance = { [balanceSlots.keyOf(RELAYER, layout)]: balanceSlots.word(outputAmountBase) };
  const overrides = {
    [RELAYER]: { balance: WEALTH },
    [outputToken]: { stateDiff: balance },
  } as const;
  const [ran] = await chain.rpc.send([simulateSequence(calls, head.value.number, overrides)]);
  const [approved, filled] = ran.ok ? ran.value : [];
  if (approved === undefined || filled === undefined || !approved.ok) return { kind: "unknown" };
  if (filled.ok) return { kind: "filled" };
  return { kind: "refused", selector: size(filled.data) < 4 ? "0x" : slice(filled.data, 0, 4) };
}

function fillOf({
  originChainId,
  depositor,
  recipient,
  inputToken,
  outputToken,
  ...rest
}: Fill): Hex {
  const word = (account: Address): Hex => pad(account, { size: 32 });
  const relayData = {
    depositor: word(depositor),
    recipient: word(recipient),
    exclusiveRelayer: word(zeroAddress),
    inputToken: word(inputToken),
    outputToken: word(outputToken),
    message: rest.message,
    inputAmount: rest.inputAmountBase,
    outputAmount: rest.outputAmountBase,
    ...{
      originChainId: BigInt(originChainId),
      depositId: DEPOSIT_ID,
      fillDeadline: LATEST_SEC,
      exclusivityDeadline: 0,
    },
  };
  return encodeFunctionData({
    abi,
    functionName: "fillRelay",
    args: [relayData, BigInt(originChainId), word(RELAYER)],
  });
}

/** Found by trying; undefined: no known layout, or no answer. */
async function layoutOf(chain: Destination, { caches, clock }: Remembers, token: Address) {
  const key = `${chain.chainId}:${token}`;
  const known = caches.balanceSlots.get(key, clock.nowMs());
  if (known !== undefined) return known;
  const tried = await chain.rpc.send(
    balanceSlots.layouts.map((layout) => balanceSlots.isAt(token, RELAYER, layout)),
  );
  const found = tried.findIndex((outcome) => outcome.ok && outcome.value);
  if (found < 0) return undefined;
  caches.balanceSlots.set(key, found, clock.nowMs() + REMEMBERED_MS);
  return found;
}

const pair = [{ type: "uint256" }, { type: "uint256" }] as const;

/**
 * Slots of `balances`: early, behind upgradeable parents, or in OpenZeppelin's ERC20Upgradeable
 * namespace (keccak256(abi.encode(uint256(keccak256("openzeppelin.storage.ERC20")) - 1)) & ~0xff).
 */
const MAPPINGS: readonly bigint[] = [
  ...Array.from({ length: 60 }, (_, slot) => BigInt(slot)),
  ...[101n, 102n, 151n, 201n],
  0x52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace00n,
];

const balanceSlots = {
  layouts: MAPPINGS.map((_, layout) => layout),
  keyOf: (holder: Address, layout: number): Hex =>
    keccak256(encodeAbiParameters(pair, [hexToBigInt(holder), MAPPINGS[layout] ?? 0n])),
  word: (amountBase: bigint): Hex => toHex(amountBase, { size: 32 }),
  isAt: (token: Address, holder: Address, layout: number): RpcCall<boolean> => ({
    method: "eth_call",
    params: [
      {
        to: token,
        data: encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [holder] }),
      },
      "latest",
      {
        [token]: { stateDiff: { [balanceSlots.keyOf(holder, layout)]: balanceSlots.word(PROBE) } },
      },
    ],
    read: (result) => hexToBigInt(asHex(result)) === PROBE,
  }),
};

/** No balance by chance. */
const PROBE = 0x5e87a17n;
