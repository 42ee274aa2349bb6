import { type Address, concat, type Hex, keccak256, pad, serializeTransaction, toHex } from "viem";
import type { AgentTransaction, AgentWallet, SignedTransaction } from "../../../src/wallet/agent-wallet.ts";

/** Signed transactions of all histories: signing is deterministic, so one table serves them all. */
const SIGNED = new Map<string, SignedTransaction>();
const MAX_SIGNED = 20_000;
const ADDRESSES = new Map<string, Address>();
const S: Hex = toHex(1n, { size: 32 });

const addressOf = (vault: string, version: number): Address => {
  const id = `${vault.toLowerCase()}/${version}`;
  const known = ADDRESSES.get(id);
  if (known !== undefined) return known;
  const made: Address = `0x${keccak256(toHex(id)).slice(26)}`;
  ADDRESSES.set(id, made);
  return made;
};

/**
 * The agent wallet without the elliptic curve: real serialisation and real hashes, the sender's address standing where
 * the signature's `r` is. Whoever does not go through `sign` cannot make such bytes.
 */
export function createSimWallet(): AgentWallet {
  return {
    currentKeyVersion: 1,
    address: async (vault, version) => addressOf(vault, version),
    sign: async (vault, version, transaction) => signed(addressOf(vault, version), transaction),
    signMessage: async (vault, version, message) =>
      concat([pad(addressOf(vault, version), { size: 32 }), keccak256(toHex(message)), "0x1b"]),
  };
}

function signed(from: Address, transaction: AgentTransaction): SignedTransaction {
  const { chainId, to, data, nonce, gas, maxFeePerGas, maxPriorityFeePerGas } = transaction;
  const key = `${from}/${chainId}/${to}/${nonce}/${gas}/${maxFeePerGas}/${maxPriorityFeePerGas}/${data}`;
  const known = SIGNED.get(key);
  if (known !== undefined) return known;
  const raw = serializeTransaction(
    { ...transaction, type: "eip1559", value: 0n },
    { r: `0x${from.slice(2).padStart(64, "1")}`, s: S, yParity: 0 },
  );
  const made = { raw, hash: keccak256(raw) };
  if (SIGNED.size >= MAX_SIGNED) SIGNED.clear();
  SIGNED.set(key, made);
  return made;
}
