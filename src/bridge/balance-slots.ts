import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hexToBigInt,
  keccak256,
  toHex,
} from "viem";
import { asHex } from "../chain/as-hex.ts";
import type { RpcCall } from "../chain/rpc-call.ts";

const pair = [{ type: "uint256" }, { type: "uint256" }] as const;

/**
 * Where tokens keep `mapping(address => uint256) balances`: at one of the first slots, later where upgradeable parents stand before it, or in the
 * namespace of OpenZeppelin's ERC20Upgradeable (keccak256(abi.encode(uint256(keccak256("openzeppelin.storage.ERC20")) - 1)) & ~0xff).
 */
const MAPPINGS: readonly bigint[] = [
  ...Array.from({ length: 60 }, (_, slot) => BigInt(slot)),
  ...[101n, 102n, 151n, 201n],
  0x52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace00n,
];

/** A token's balance of one holder as a word of its storage, so that a simulation can give it some. */
export const balanceSlots = {
  layouts: MAPPINGS.map((_, layout) => layout),
  /** The word that holds it, under one of the layouts. */
  keyOf: (holder: Address, layout: number): Hex =>
    keccak256(encodeAbiParameters(pair, [hexToBigInt(holder), MAPPINGS[layout] ?? 0n])),
  word: (amountBase: bigint): Hex => toHex(amountBase, { size: 32 }),
  /** Whether a balance that is written there is what the token then answers. */
  isAt: (token: Address, holder: Address, layout: number): RpcCall<boolean> => ({
    method: "eth_call",
    params: [
      { to: token, data: encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [holder] }) },
      "latest",
      { [token]: { stateDiff: { [balanceSlots.keyOf(holder, layout)]: balanceSlots.word(PROBE) } } },
    ],
    read: (result) => hexToBigInt(asHex(result)) === PROBE,
  }),
};

/** No balance that an account has by chance. */
const PROBE = 0x5e87a17n;
