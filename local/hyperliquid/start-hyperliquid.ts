import {
  type Address,
  decodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseAbiParameters,
  toHex,
} from "viem";
import { chainClient } from "../chain/chain-client.ts";
import type { ChainHandle } from "../chain/chain-handle.ts";
import { hyperAddresses } from "../chain/hyper-addresses.ts";
import { sendTransaction } from "../chain/send-transaction.ts";
import { jsonAnswer } from "../lib/json-answer.ts";
import { startHttpServer } from "../lib/start-http-server.ts";
import { createDevControls } from "../venues/dev-controls.ts";
import { answerInfo } from "./answer-info.ts";
import { type CoreAccount, type CoreOrder, coreAccount } from "./core-account.ts";
import { coreMarkets } from "./core-markets.ts";
import { trade } from "./trade.ts";
import { writePrecompiles } from "./write-precompiles.ts";

/** How the core treats the actions that wait: `drop` leaves no trace of them anywhere. */
export type Settling = "apply" | "drop" | { worseBps?: number; fillBps?: number };

export type HyperliquidParts = {
  chain: ChainHandle;
  url: string;
  /**
   * Takes up every action and deposit since the last time, in the chain's order. Without it nothing
   * happens at the venue.
   */
  settle(how?: Settling): Promise<number>;
  /** The mark price from now on; resting orders that it reaches are filled. */
  setPrice(coin: string, priceE8: bigint): Promise<void>;
  /** How old the order book says it is. */
  setBookAge(ms: number): void;
  account(address: Address): CoreAccount;
  stop(): Promise<void>;
};

const abi = parseAbi([
  "event RawAction(address indexed user, bytes data)",
  "event DepositedFor(address indexed recipient, uint256 amount, uint32 destinationDex)",
  "function release(address to, uint256 amount)",
]);
const TIFS = { 1: "Alo", 2: "Gtc", 3: "Ioc" } as const;
/** What the venue keeps of the first deposit of a new account, with 6 decimals. */
const ACTIVATION_FEE = 1_000_000n;
/** A block on chain 999 is no older than that when somebody asks: it has one every second. */
const BLOCK_MS = 1_000;

/**
 * Hyperliquid on loopback: its core, which acts only when told to, and POST /info. `now` is the
 * stack's clock in ms.
 */
export async function startHyperliquid(
  chain: ChainHandle,
  now: () => number,
): Promise<HyperliquidParts> {
  const client = chainClient(chain);
  const markets = coreMarkets();
  const accounts = new Map<string, CoreAccount>();
  let [lastBlock, lastOid, lastTid, bookAgeMs, minedMs] = [
    await client.getBlockNumber(),
    1_000,
    1,
    0,
    0,
  ];
  const account = (address: string): CoreAccount => {
    const known =
      accounts.get(address.toLowerCase()) ?? coreAccount(address.toLowerCase() as Address);
    accounts.set(known.address, known);
    return known;
  };
  const venue = () => ({ markets, nowMs: now(), nextTid: () => ++lastTid });
  const spotSend = async (from: CoreAccount, amountE8: bigint) => {
    if (from.spotE8 < amountE8) return;
    from.spotE8 -= amountE8;
    const data = encodeFunctionData({
      abi,
      functionName: "release",
      args: [from.address, amountE8 / 100n],
    });
    await sendTransaction(chain, {
      from: chain.accounts.whale.address,
      to: hyperAddresses.coreDepositWallet,
      data,
    });
  };
  const act = async (
    user: CoreAccount,
    data: Hex,
    how: { worseBps?: number; fillBps?: number },
  ): Promise<void> => {
    const [id, params]: [number, Hex] = [
      Number.parseInt(data.slice(4, 10), 16),
      `0x${data.slice(10)}`,
    ];
    if (id === 1) {
      const [asset, isBuy, limitPriceE8, sizeE8, reduceOnly, tif, cloid] = decodeAbiParameters(
        parseAbiParameters("uint32, bool, uint64, uint64, bool, uint8, uint128"),
        params,
      );
      const order: CoreOrder = {
        ...{
          asset,
          oid: ++lastOid,
          cloid: toHex(cloid, { size: 16 }),
          isBuy,
          limitPriceE8,
          sizeE8,
          leftE8: sizeE8,
          reduceOnly,
        },
        ...{ tif: TIFS[tif as 1 | 2 | 3], status: "open", placedMs: now(), statusMs: now() },
      };
      user.orders.push(order);
      trade.takeUp(venue(), user, order, {
        fillBps: BigInt(how.fillBps ?? 10_000),
        worseBps: BigInt(how.worseBps ?? 0),
      });
    } else if (id === 6) {
      const [, , amountE8] = decodeAbiParameters(
        parseAbiParameters("address, uint64, uint64"),
        params,
      );
      await spotSend(user, amountE8);
    } else if (id === 7) {
      const [amountBase] = decodeAbiParameters(parseAbiParameters("uint64, bool"), params);
      if (user.cashBase < amountBase) return;
      user.cashBase -= amountBase;
      user.spotE8 += amountBase * 100n;
    } else if (id === 10 || id === 11) {
      const [, wanted] = decodeAbiParameters(parseAbiParameters("uint32, uint128"), params);
      const order = user.orders.find(
        ({ oid, cloid, status }) =>
          status === "open" && (id === 10 ? BigInt(oid) === wanted : BigInt(cloid) === wanted),
      );
      if (order !== undefined) [order.status, order.statusMs] = ["canceled", now()];
    }
  };
  const deposit = (user: CoreAccount, amountBase: bigint): void => {
    user.cashBase += user.exists ? amountBase : amountBase - ACTIVATION_FEE;
    user.exists = true;
  };
  const controls = createDevControls((status) =>
    jsonAnswer(status, { error: "a failure of the venue" }),
  );
  const server = await startHttpServer(
    controls.wrap(async ({ target, body }) => {
      if (target !== "/info") return jsonAnswer(404, { error: "not found" });
      if (now() - minedMs >= BLOCK_MS) {
        minedMs = now();
        await client.mine({ blocks: 1 });
      }
      const core = { markets, account, nowMs: now(), bookMs: now() - bookAgeMs };
      const answered = answerInfo(core, JSON.parse(body.toString("utf8")));
      return answered === undefined
        ? jsonAnswer(422, "Failed to deserialize the JSON body")
        : jsonAnswer(200, answered.answer);
    }),
  );
  await writePrecompiles.ofMarkets(chain, markets);
  return {
    chain,
    url: server.url,
    account,
    stop: server.stop,
    setBookAge: (ms) => {
      bookAgeMs = ms;
    },
    settle: async (how = "apply") => {
      const toBlock = await client.getBlockNumber();
      if (toBlock === lastBlock) return 0;
      const [writer, wallet] = [hyperAddresses.coreWriter, hyperAddresses.coreDepositWallet];
      const logs = await client.getContractEvents({
        abi,
        address: [writer, wallet],
        fromBlock: lastBlock + 1n,
        toBlock,
      });
      lastBlock = toBlock;
      const touched = new Set<CoreAccount>();
      for (const { eventName, args } of how === "drop" ? [] : logs) {
        const user = account((eventName === "RawAction" ? args.user : args.recipient) ?? "");
        touched.add(user);
        if (eventName === "RawAction")
          await act(user, args.data ?? "0x", how === "apply" || how === "drop" ? {} : how);
        else deposit(user, args.amount ?? 0n);
      }
      for (const user of touched) await writePrecompiles.ofAccount(chain, markets, user);
      return logs.length;
    },
    setPrice: async (coin, priceE8) => {
      const asset = markets.findIndex(({ name }) => name === coin);
      const market = markets[asset];
      if (market === undefined) throw new Error(`no market ${coin}`);
      market.priceE8 = priceE8;
      for (const user of accounts.values()) {
        for (const order of user.orders) {
          const reached = order.isBuy
            ? priceE8 <= order.limitPriceE8
            : priceE8 >= order.limitPriceE8;
          if (order.status === "open" && order.asset === asset && reached)
            trade.fill(venue(), user, order, { priceE8: order.limitPriceE8, fillBps: 10_000n });
        }
        await writePrecompiles.ofAccount(chain, markets, user);
      }
      await writePrecompiles.ofMarkets(chain, markets);
    },
  };
}
