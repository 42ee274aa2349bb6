import { type Address, concat, keccak256, pad, serializeTransaction, toHex } from "viem";
import type {
  AgentTransaction,
  AgentWallet,
  SignedTransaction,
} from "../../../src/wallet/agent-wallet.ts";

/**
 * Signed transactions of all histories: a wallet that repeats itself gives the same ones in all, so
 * one table serves them.
 */
const SIGNED = new Map<string, SignedTransaction>();
const MAX_SIGNED = 20_000;
const ADDRESSES = new Map<string, Address>();

const addressOf = (vault: string, version: number): Address => {
  const id = `${vault.toLowerCase()}/${version}`;
  const known = ADDRESSES.get(id);
  if (known !== undefined) return known;
  const made: Address = `0x${keccak256(toHex(id)).slice(26)}`;
  ADDRESSES.set(id, made);
  return made;
};

/**
 * The agent wallet without the elliptic curve: real serialisation and real hashes, the sender's
 * address standing where the signature's `r` is. Whoever does not go through `sign` cannot make
 * such bytes. What it may sign the simulator judges itself, by the bytes that reach a node
 * (judge-first-send.ts). `neverRepeats`: like a key service with random nonces, it gives other
 * bytes each time it is asked.
 */
export function createSimWallet({ neverRepeats = false } = {}): AgentWallet {
  let signatures = 0n;
  const next = (): bigint => {
    if (neverRepeats) signatures += 1n;
    return 1n + signatures;
  };
  return {
    currentKeyVersion: 1,
    address: async (vault, version) => addressOf(vault, version),
    sign: async (vault, version, transaction) =>
      signed(addressOf(vault, version), transaction, next()),
    signMessage: async (vault, version, message) =>
      concat([pad(addressOf(vault, version), { size: 32 }), keccak256(toHex(message)), "0x1b"]),
  };
}

function signed(from: Address, transaction: AgentTransaction, s: bigint): SignedTransaction {
  const { chainId, to, data, nonce, gas, maxFeePerGas, maxPriorityFeePerGas } = transaction;
  const key = `${from}/${chainId}/${to}/${nonce}/${gas}/${maxFeePerGas}/${maxPriorityFeePerGas}/${data}/${s}`;
  const known = SIGNED.get(key);
  if (known !== undefined) return known;
  const raw = serializeTransaction(
    { ...transaction, type: "eip1559", value: 0n },
    { r: `0x${from.slice(2).padStart(64, "1")}`, s: toHex(s, { size: 32 }), yParity: 0 },
  );
  const made = { raw, hash: keccak256(raw) };
  if (SIGNED.size >= MAX_SIGNED) SIGNED.clear();
  SIGNED.set(key, made);
  return made;
}
