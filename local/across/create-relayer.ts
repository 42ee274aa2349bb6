import {
  type Address,
  encodeFunctionData,
  getAddress,
  type Hash,
  maxUint256,
  pad,
  slice,
} from "viem";
import { chainClient } from "../chain/chain-client.ts";
import type { ChainHandle } from "../chain/chain-handle.ts";
import type { TokenSymbol } from "../chain/chain-tokens.ts";
import { fundAccount } from "../chain/fund-account.ts";
import { sendTransaction } from "../chain/send-transaction.ts";
import { spokePoolAbi } from "./spoke-pool-abi.ts";

export type Filling = {
  originChainId: number;
  destinationChainId: number;
  depositId: bigint;
  /**
   * `refused`: the destination reverted, as it does past the deadline and where the vault takes
   * nothing in.
   */
  outcome: "filled" | "refused" | "already";
  hash?: Hash;
};

export type Relayer = {
  /**
   * Tries to fill every deposit that is not filled. A test that wants a late one moves the clock
   * first, and for never does not call it.
   */
  fill(): Promise<Filling[]>;
  /**
   * Pays back to its depositor what expired unfilled on the destination; the stand-in of Across's
   * refund bundles.
   */
  refundExpired(): Promise<
    { originChainId: number; depositId: bigint; depositor: Address; token: Address }[]
  >;
};

/**
 * An Across relayer over the local chains, who acts only when told to. It has all the tokens it
 * needs.
 */
export function createRelayer(chains: readonly ChainHandle[]): Relayer {
  const refunded = new Set<string>();
  return {
    fill: async () => {
      const fillings: Filling[] = [];
      for (const { origin, destination, deposit } of await unfilled(chains)) {
        fillings.push({
          originChainId: origin.chainId,
          destinationChainId: destination.chainId,
          depositId: deposit.depositId,
          ...(await fillOne(destination, deposit)),
        });
      }
      return fillings;
    },
    refundExpired: async () => {
      const paid = [];
      for (const { origin, destination, deposit } of await unfilled(chains)) {
        const { timestamp } = await chainClient(destination).getBlock();
        const key = `${origin.chainId}:${deposit.depositId}`;
        if (timestamp <= deposit.fillDeadline || refunded.has(key)) continue;
        refunded.add(key);
        const [token, depositor] = [accountOf(deposit.inputToken), accountOf(deposit.depositor)];
        const data = encodeFunctionData({
          abi: spokePoolAbi,
          functionName: "refund",
          args: [token, depositor, deposit.inputAmount],
        });
        await sendTransaction(origin, {
          from: origin.accounts.whale.address,
          to: origin.addresses.acrossSpokePool,
          data,
        });
        paid.push({
          originChainId: origin.chainId,
          depositId: deposit.depositId,
          depositor,
          token,
        });
      }
      return paid;
    },
  };
}

type RelayData = {
  depositor: Hash;
  recipient: Hash;
  exclusiveRelayer: Hash;
  inputToken: Hash;
  outputToken: Hash;
  inputAmount: bigint;
  outputAmount: bigint;
  originChainId: bigint;
  depositId: bigint;
  fillDeadline: number;
  exclusivityDeadline: number;
  message: Hash;
};

const FILLED = 2n;

async function unfilled(chains: readonly ChainHandle[]) {
  const found: { origin: ChainHandle; destination: ChainHandle; deposit: RelayData }[] = [];
  for (const origin of chains) {
    const logs = await chainClient(origin).getContractEvents({
      address: origin.addresses.acrossSpokePool,
      abi: spokePoolAbi,
      eventName: "FundsDeposited",
      fromBlock: 0n,
      strict: true,
    });
    for (const { args } of logs) {
      const destination = chains.find(({ chainId }) => BigInt(chainId) === args.destinationChainId);
      if (destination === undefined) continue;
      const { destinationChainId: _chain, quoteTimestamp: _quoted, ...rest } = args;
      const deposit = { ...rest, originChainId: BigInt(origin.chainId) };
      if ((await statusOf(destination, deposit)) !== FILLED)
        found.push({ origin, destination, deposit });
    }
  }
  return found;
}

async function statusOf(destination: ChainHandle, deposit: RelayData): Promise<bigint> {
  const client = chainClient(destination);
  const spoke = { address: destination.addresses.acrossSpokePool, abi: spokePoolAbi };
  const hash = await client.readContract({
    ...spoke,
    functionName: "getV3RelayHash",
    args: [deposit],
  });
  return client.readContract({ ...spoke, functionName: "fillStatuses", args: [hash] });
}

async function fillOne(
  destination: ChainHandle,
  deposit: RelayData,
): Promise<Pick<Filling, "outcome" | "hash">> {
  const relayer = destination.accounts.whale.address;
  const spoke = destination.addresses.acrossSpokePool;
  const token = accountOf(deposit.outputToken);
  const symbol = (Object.keys(destination.tokens) as TokenSymbol[]).find(
    (known) => getAddress(destination.tokens[known]) === token,
  );
  if (symbol === undefined) return { outcome: "refused" };
  await fundAccount(destination, relayer, { [symbol]: deposit.outputAmount });
  const approve = encodeFunctionData({
    abi: spokePoolAbi,
    functionName: "approve",
    args: [spoke, maxUint256],
  });
  await sendTransaction(destination, { from: relayer, to: token, data: approve });
  const args = [deposit, deposit.originChainId, pad(relayer, { size: 32 })] as const;
  const data = encodeFunctionData({ abi: spokePoolAbi, functionName: "fillRelay", args });
  try {
    const receipt = await sendTransaction(destination, { from: relayer, to: spoke, data });
    return { outcome: "filled", hash: receipt.transactionHash };
  } catch {
    return { outcome: "refused" };
  }
}

const accountOf = (word: Hash): Address => getAddress(slice(word, 12));
