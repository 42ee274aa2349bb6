import {
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  encodeAbiParameters,
  getAddress,
  type Hex,
  keccak256,
  slice,
} from "viem";
import { gmxAbi } from "../../src/gmx/gmx-reads.ts";
import { chainClient } from "../chain/chain-client.ts";
import type { ChainHandle } from "../chain/chain-handle.ts";
import { gmxPlaces } from "../chain/gmx-places.ts";
import { writeContract } from "../chain/write-contract.ts";
import { gmxLocalAbi as abi } from "./gmx-abi.ts";
import type { GmxPrices } from "./gmx-prices.ts";

type Executed = { key: Hex; outcome: "executed" | "cancelled" | "frozen" | "waiting" };
type Owed = {
  borrowingUsd?: bigint;
  fundingBase?: bigint;
  earnedLongBase?: bigint;
  earnedShortBase?: bigint;
};

export type GmxKeeper = {
  /**
   * Looks once at every order of an account, oldest first: at the prices of now, or so much worse
   * for whoever ordered. A keeper who is late is one who is asked later, one who never comes is not
   * asked.
   */
  execute(account: Address, how?: { worseBps?: number }): Promise<Executed[]>;
  /** `execute` for every account with an order, at the prices of now. */
  executeAll(): Promise<void>;
  /** Cancels every order of an account for a reason of its own. */
  cancel(account: Address, reason: string): Promise<void>;
  /** What the account's only position owes, and has earned, since it was last changed. */
  owe(account: Address, owed: Owed): Promise<void>;
  /** Writes a value of the data store by the parts of its key. */
  set(key: readonly { type: string; value: unknown }[], value: bigint): Promise<void>;
  pendingOf(account: Address): Promise<readonly Hex[]>;
};

const CREATED = keccak256(Buffer.from("OrderCreated"));

/** A keeper of the local GMX, who acts only when told to. */
export function createKeeper(chain: ChainHandle, prices: GmxPrices): GmxKeeper {
  const client = chainClient(chain);
  const keeper = chain.accounts.whale.address;
  const { store, exchange, reader } = gmxPlaces;
  const pendingOf = (account: Address) =>
    client.readContract({ address: store, abi, functionName: "orderKeysOf", args: [account] });
  const write = (address: Address, functionName: string, args: readonly unknown[]) =>
    writeContract(client, { account: keeper, address, abi, functionName, args });
  const ordersOf = (account: Address) =>
    client.readContract({
      address: reader,
      abi: gmxAbi,
      functionName: "getAccountOrders",
      args: [store, account, 0n, 100n],
    });
  const waiting = new Set<Address>();
  let seenBlock = -1n;
  const keeperOf: GmxKeeper = {
    pendingOf,
    executeAll: async () => {
      const toBlock = await client.getBlockNumber();
      if (toBlock > seenBlock) {
        const logs = await client.getLogs({
          address: gmxPlaces.events,
          fromBlock: seenBlock + 1n,
          toBlock,
        });
        for (const {
          topics: [, name, , account],
        } of logs as { topics: readonly Hex[] }[])
          if (name === CREATED && account !== undefined)
            waiting.add(getAddress(slice(account, 12)));
        seenBlock = toBlock;
      }
      for (const account of waiting) {
        await keeperOf.execute(account);
        if ((await pendingOf(account)).length === 0) waiting.delete(account);
      }
    },
    execute: async (account, { worseBps = 0 } = {}) => {
      const done: Executed[] = [];
      for (const { orderKey: key, order } of await ordersOf(account)) {
        const market = Object.values(gmxPlaces.markets).find(
          ({ marketToken }) => marketToken === order.addresses.market,
        );
        if (market === undefined) throw new Error(`no market ${order.addresses.market}`);
        const [index, long, short] = [market.indexToken, market.longToken, market.shortToken].map(
          (token) => prices.of(token),
        );
        if (!index || !long || !short) throw new Error("a token of the market has no price");
        const isIncrease = order.numbers.orderType <= 3;
        const paysMore = order.flags.isLong === isIncrease;
        const fair = paysMore ? index.max : index.min;
        const price = (fair * BigInt(10_000 + (paysMore ? worseBps : -worseBps))) / 10_000n;
        const request = {
          abi,
          functionName: "executeOrder",
          args: [key, { index, long, short }, price],
        } as const;
        try {
          await client.simulateContract({ ...request, account: keeper, address: exchange });
        } catch (error) {
          if (nameOf(error) !== "InvalidOrderPrices") throw error;
          done.push({ key, outcome: "waiting" });
          continue;
        }
        await write(exchange, "executeOrder", request.args);
        done.push({ key, outcome: await outcomeOf(chain, key) });
      }
      return done;
    },
    cancel: async (account, reason) => {
      for (const key of await pendingOf(account))
        await write(exchange, "cancelByKeeper", [key, reason]);
    },
    owe: async (
      account,
      { borrowingUsd = 0n, fundingBase = 0n, earnedLongBase = 0n, earnedShortBase = 0n },
    ) => {
      const [key] = await client.readContract({
        address: store,
        abi,
        functionName: "positionKeysOf",
        args: [account],
      });
      if (key === undefined) throw new Error("the account has no position");
      const named = {
        LOCAL_BORROWING: borrowingUsd,
        LOCAL_FUNDING: fundingBase,
        LOCAL_EARNED_LONG: earnedLongBase,
        LOCAL_EARNED_SHORT: earnedShortBase,
      };
      for (const [name, value] of Object.entries(named))
        await write(store, "setUint", [
          keyOf([nameKey(name), { type: "bytes32", value: key }]),
          value,
        ]);
    },
    set: async ([name, ...rest], value) => {
      if (name === undefined) throw new Error("a key has a name");
      const first = nameKey(String(name.value));
      await write(store, "setUint", [
        rest.length === 0 ? first.value : keyOf([first, ...rest]),
        value,
      ]);
    },
  };
  return keeperOf;
}

const nameKey = (name: string) => ({
  type: "bytes32",
  value: keccak256(encodeAbiParameters([{ type: "string" }], [name])),
});
const keyOf = (parts: readonly { type: string; value: unknown }[]): Hex =>
  keccak256(
    encodeAbiParameters(
      parts.map(({ type }) => ({ type })),
      parts.map(({ value }) => value),
    ),
  );

function nameOf(error: unknown): string | undefined {
  const reverted =
    error instanceof BaseError && error.walk((one) => one instanceof ContractFunctionRevertedError);
  return reverted instanceof ContractFunctionRevertedError ? reverted.data?.errorName : undefined;
}

/** Told by the last event that names the order. */
async function outcomeOf(chain: ChainHandle, key: Hex): Promise<Executed["outcome"]> {
  const names = {
    OrderExecuted: "executed",
    OrderCancelled: "cancelled",
    OrderFrozen: "frozen",
  } as const;
  const client = chainClient(chain);
  const logs = await client.getLogs({ address: gmxPlaces.events, fromBlock: 0n });
  const last = logs
    .map(({ topics }) => topics as readonly Hex[])
    .findLast((topics) => topics.includes(key));
  const found = Object.entries(names).find(([name]) =>
    last?.includes(keccak256(Buffer.from(name))),
  );
  if (found === undefined) throw new Error("the keeper's transaction told nothing of the order");
  return found[1];
}
