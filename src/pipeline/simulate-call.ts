import type { Address, Hex } from "viem";
import { accountReads } from "../chain/account-reads.ts";
import { l1Fee } from "../chain/l1-fee.ts";
import { type NavReading, navReads } from "../chain/nav-reads.ts";
import { ethCall, type RpcOutcome } from "../chain/rpc-call.ts";
import { blockReads } from "../chain/transaction-reads.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import type { ChainDeps } from "../deps.ts";
import type { OraclePools } from "../kinds/chain-facts.ts";
import { oraclePools } from "../vaults/oracle-pools.ts";

/** A simulated vault call, all at one block. */
export type Simulation = {
  before: RpcOutcome<NavReading>;
  after: RpcOutcome<NavReading>;
  totalSupply: RpcOutcome<bigint>;
  /** From the sender: a revert's reason, which multicall swallows (decision D28). */
  alone: RpcOutcome<Hex>;
  gas: RpcOutcome<bigint>;
  senderBalanceWei: RpcOutcome<bigint>;
  senderNonce: RpcOutcome<number>;
  pools: OraclePools;
  /** In wei; null: not read, on a chain with such a fee. */
  l1FeeWei: bigint | null;
};

type Request = {
  vault: Address;
  owner: Address;
  sender: Address;
  data: Hex;
  /** The call inside a multicall, which would swallow its revert's reason. */
  inner?: Hex | undefined;
  block: bigint;
  unreadPools?: readonly Address[];
};

/**
 * NAV before and after from the owner, the call alone and its gas from the sender, in one request.
 * Source: decisions D21 and D28.
 */
export async function simulateCall(
  chain: ChainDeps,
  { vault, owner, sender, data, inner = data, block, unreadPools = [] }: Request,
): Promise<Simulation> {
  const at = { from: owner, block };
  const [pools, [before, after, totalSupply, alone, gas, senderBalanceWei, senderNonce, l1]] =
    await Promise.all([
      oraclePools.read(chain, unreadPools),
      chain.rpc.send([
        navReads.now(vault, at),
        navReads.after(vault, [data], at),
        vaultReads.totalSupply(vault, { block }),
        ethCall({ to: vault, data: inner, from: sender, block }, (result) => result),
        blockReads.estimateGas({ from: sender, to: vault, data }, block),
        accountReads.nativeBalance(sender),
        accountReads.transactionCount(sender),
        ...l1Fee.calls(chain.chainId, data),
      ]),
    ]);
  const l1FeeWei = l1Fee.read(chain.chainId, l1);
  return { before, after, totalSupply, alone, gas, senderBalanceWei, senderNonce, l1FeeWei, pools };
}
