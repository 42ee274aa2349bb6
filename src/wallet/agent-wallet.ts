import type { Address, Hash, Hex } from "viem";
import type { DelegationRecord } from "../../schemas/delegation-record.ts";

/** A vault refuses value with calldata, so any `value` but 0 is refused. */
export type AgentTransaction = {
  chainId: number;
  to: Address;
  data: Hex;
  nonce: number;
  gas: bigint;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
  value?: bigint;
};

/**
 * In memory only: never stored or logged. A key service need not repeat a signature, so signing
 * twice may give other bytes and another hash.
 */
export type SignedTransaction = { hash: Hash; raw: Hex };

/** One key per vault and version, which signs anything. Only `guardWallet` may hold one. */
export type AgentSigner = {
  currentKeyVersion: number;
  address(vault: Address, keyVersion: number): Promise<Address>;
  sign(
    vault: Address,
    keyVersion: number,
    transaction: AgentTransaction,
  ): Promise<SignedTransaction>;
  /** EIP-191 over a text of our own, which can be no transaction. */
  signMessage(vault: Address, keyVersion: number, message: string): Promise<Hex>;
};

/** One agent per vault. `judgeSigning` judges every request, whoever makes it. */
export type AgentWallet = Omit<AgentSigner, "sign"> & {
  /**
   * `delegation` allows the call; null for 0 wei without data to the wallet itself.
   * @throws the refusals of `judgeSigning`; ask it first where one is to be expected
   */
  sign(
    vault: Address,
    keyVersion: number,
    transaction: AgentTransaction,
    delegation: DelegationRecord | null,
  ): Promise<SignedTransaction>;
};
