import { type Address, type Hash, type Hex, keccak256, parseTransaction } from "viem";

/** A signed transaction as a node reads it from its bytes. */
export type SimTransaction = {
  hash: Hash;
  from: Address;
  to: Address;
  nonce: number;
  gas: bigint;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
  data: Hex;
  valueWei: bigint;
  chainId: number;
};

const READ = new Map<Hex, SimTransaction>();
const MAX_READ = 20_000;

/** Decodes the raw bytes; the sender stands in the signature (sim-wallet.ts). */
export function readTransaction(raw: Hex): SimTransaction {
  const known = READ.get(raw);
  if (known !== undefined) return known;
  const parsed = parseTransaction(raw as `0x02${string}`);
  const read: SimTransaction = {
    hash: keccak256(raw),
    from: `0x${(parsed.r ?? "0x").slice(-40)}`,
    to: (parsed.to ?? "0x").toLowerCase() as Address,
    nonce: parsed.nonce ?? 0,
    gas: parsed.gas ?? 0n,
    maxFeePerGas: parsed.maxFeePerGas ?? 0n,
    maxPriorityFeePerGas: parsed.maxPriorityFeePerGas ?? 0n,
    data: parsed.data ?? "0x",
    valueWei: parsed.value ?? 0n,
    chainId: parsed.chainId,
  };
  if (READ.size >= MAX_READ) READ.clear();
  READ.set(raw, read);
  return read;
}
