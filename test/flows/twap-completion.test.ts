import { type Address, formatUnits, parseUnits } from "viem";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { MINUTE } from "../support/flow-orders.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow();
});
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const DECIMALS = { USDC: 6, USDT: 6, ETH: 18, WETH: 18 } as const;
type Token = keyof typeof DECIMALS;
type Case = {
  dex: "0x" | "uniswap";
  side: "sell" | "buy";
  sell: Token;
  buy: Token;
  total: string;
  slices: string[];
};

// Slices by decision D36: equal ones floored to 6 decimals, the remainder in the last.
const FIVE_SELL = ["1000", "1000", "1000", "1000", "1000.000003"];
const cases: Case[] = [
  {
    dex: "uniswap",
    side: "sell",
    sell: "USDC",
    buy: "ETH",
    total: "5000.000003",
    slices: FIVE_SELL,
  },
  { dex: "0x", side: "sell", sell: "USDC", buy: "ETH", total: "5000.000003", slices: FIVE_SELL },
  { dex: "0x", side: "sell", sell: "USDC", buy: "USDT", total: "5000.000003", slices: FIVE_SELL },
  {
    dex: "0x",
    side: "sell",
    sell: "ETH",
    buy: "USDC",
    total: "1",
    slices: ["0.2", "0.2", "0.2", "0.2", "0.2"],
  },
  {
    dex: "uniswap",
    side: "buy",
    sell: "USDC",
    buy: "ETH",
    total: "1",
    slices: ["0.333333", "0.333333", "0.333334"],
  },
  {
    dex: "uniswap",
    side: "buy",
    sell: "ETH",
    buy: "USDC",
    total: "1000",
    slices: ["333.333333", "333.333333", "333.333334"],
  },
  {
    dex: "uniswap",
    side: "buy",
    sell: "USDC",
    buy: "WETH",
    total: "1",
    slices: ["0.333333", "0.333333", "0.333334"],
  },
  {
    dex: "0x",
    side: "buy",
    sell: "USDC",
    buy: "USDT",
    total: "1000",
    slices: ["333.333333", "333.333333", "333.333334"],
  },
];

test.each(cases)(
  "behavior: $dex $side $sell to $buy runs to completion and every figure is the chain's",
  async (given) => {
    const { dex, side, sell, buy, total, slices } = given;
    const { stack, chain, orders } = flow;
    const vault = await flow.readyVault();
    const before = await chain.balances(vault.address);
    const id = await orders.create(vault, {
      side,
      sellToken: sell,
      buyToken: buy,
      totalAmount: total,
      sliceCount: slices.length,
      dex,
    });
    for (const _ of slices) {
      expect(await stack.advance(5 * MINUTE)).toMatchObject({
        slices: 1,
        executed: 1,
        failed: 0,
        pending: 0,
      });
    }

    // One transaction per slice, from the agent to the vault, without value.
    const hashes = await chain.sentBy(vault.agent);
    expect(hashes).toHaveLength(slices.length);
    for (const hash of hashes) {
      const { from, to, value, input } = await chain.client.getTransaction({ hash });
      expect([from.toLowerCase(), to, value]).toEqual([
        vault.agent.toLowerCase(),
        vault.address,
        0n,
      ]);
      expect(input.slice(0, 10)).toBe(dex === "0x" ? "0x2213bc0b" : "0x3593564c");
    }
    const token = (symbol: Token): Address => stack.stack.chain.tokens[symbol];
    const moved = await Promise.all(
      hashes.map(async (hash) => ({
        sold: -(await chain.moved(hash, vault.address, token(sell))),
        bought: await chain.moved(hash, vault.address, token(buy)),
      })),
    );
    const planned = slices.map((amount) =>
      parseUnits(amount, DECIMALS[side === "sell" ? sell : buy]),
    );
    // A buy at 0x is at least the amount (decision D16); everything else is exact.
    if (side === "sell") expect(moved.map(({ sold }) => sold)).toEqual(planned);
    else if (dex === "uniswap") expect(moved.map(({ bought }) => bought)).toEqual(planned);
    else
      moved.forEach(({ bought }, index) => {
        expect(bought).toBeGreaterThanOrEqual(planned[index]!);
      });

    expect((await orders.events(vault)).map(({ timestamp: _, ...event }) => event)).toEqual(
      moved.map(({ sold, bought }, index) => ({
        orderId: id,
        sliceNumber: index + 1,
        totalSlices: slices.length,
        sellAmount: formatUnits(sold, DECIMALS[sell]),
        buyAmount: formatUnits(bought, DECIMALS[buy]),
        success: true,
        chainId: 8453,
      })),
    );
    const sum = (amounts: bigint[]) => amounts.reduce((all, one) => all + one, 0n);
    const [sold, bought] = [sum(moved.map((one) => one.sold)), sum(moved.map((one) => one.bought))];
    const after = await chain.balances(vault.address);
    expect(after).toEqual({ ...before, [sell]: before[sell] - sold, [buy]: before[buy] + bought });
    const order = await orders.order(vault, id);
    expect(order).toMatchObject({
      id,
      active: false,
      status: "completed",
      totalAmount: total,
      sliceAmount: slices[0],
      sliceCount: slices.length,
      slicesExecuted: slices.length,
      amountSpent: formatUnits(sold, DECIMALS[sell]),
      totalBought: formatUnits(bought, DECIMALS[buy]),
      amountsEstimated: false,
      consecutiveFailures: 0,
      completedAt: expect.any(Number),
    });
    if (side === "sell") expect(order.amountSpent).toBe(total);
    else if (dex === "uniswap") expect(order.totalBought).toBe(total);

    const outbox = await stack.outbox(vault);
    expect(outbox.map(({ kind }) => kind)).toEqual([
      ...slices.map(() => "slice_executed"),
      "order_completed",
    ]);
    expect(outbox.slice(0, -1).map(({ hash }) => hash)).toEqual(hashes);
    expect(outbox.at(-1)).toMatchObject({
      totalSpent: order.amountSpent,
      totalBought: order.totalBought,
      progress: `${slices.length}/${slices.length}`,
    });
  },
);
