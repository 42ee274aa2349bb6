import { type Address, parseUnits, zeroAddress } from "viem";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { credentialHeaders } from "../support/callers/credential-headers.ts";
import { MINUTE } from "../support/flows/flow-orders.ts";
import { type Flow, startFlow } from "../support/flows/start-flow.ts";
import type { TestVault } from "../support/test-stack.ts";
import {
  type Happening,
  type Pair,
  type Ratio,
  reportOfHistory,
} from "../unit/quality/support/report-of-history.ts";

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow();
});
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

type Case = {
  side: "sell" | "buy";
  dex: "uniswap" | "0x";
  sell: "USDC" | "ETH";
  buy: "USDC" | "ETH";
  total: string;
  /** Planned amounts of the traded slices: 1, 2, 4 and 5; the third is skipped. */
  planned: readonly string[];
};
const DECIMALS = { USDC: 6, ETH: 18 } as const;
const COIN_PROBE = 10n ** 24n;

const cases: readonly Case[] = [
  {
    ...{ side: "sell", dex: "uniswap", sell: "USDC", buy: "ETH", total: "100" },
    planned: ["25", "25", "12.5", "12.5"],
  },
  {
    ...{ side: "buy", dex: "0x", sell: "USDC", buy: "ETH", total: "0.04" },
    planned: ["0.01", "0.01", "0.005", "0.005"],
  },
];

/** Reads no more than receipts, balances and the vault's oracle: nothing of the service. */
function chainsWord(given: Case, vault: TestVault) {
  const { chain, stack } = flow;
  const { side, sell, buy } = given;
  const address = (symbol: "USDC" | "ETH"): Address =>
    symbol === "ETH" ? zeroAddress : stack.stack.chain.tokens[symbol];
  const [own, counter] = side === "sell" ? [sell, buy] : [buy, sell];
  const worth = (token: Address, amount: bigint, target: Address, block: bigint) =>
    chain.oracle(vault.address, token, amount, target, block);
  return {
    own: (amount: string) => parseUnits(amount, DECIMALS[own]),
    pairAt: async (amount: bigint, block: bigint): Promise<Pair> => ({
      side: amount,
      counter: await worth(address(own), amount, address(counter), block),
    }),
    sendOf: async (hash: `0x${string}`, planned: bigint): Promise<Happening> => {
      const { blockNumber, gasUsed, effectiveGasPrice } = await chain.client.getTransactionReceipt({
        hash,
      });
      const block = blockNumber - 1n;
      const [gave, got] = await Promise.all([
        chain.moved(hash, vault.address, address(sell)),
        chain.moved(hash, vault.address, address(buy)),
      ]);
      const coin =
        counter === "ETH"
          ? COIN_PROBE
          : await worth(zeroAddress, COIN_PROBE, address(counter), block);
      return {
        ...{ is: "send", atMs: Number(blockNumber) },
        price: {
          side: planned,
          counter: await worth(address(own), planned, address(counter), block),
        },
        gas: { wei: gasUsed * effectiveGasPrice, coin: { side: COIN_PROBE, counter: coin } },
        fill: {
          planned,
          ...(side === "sell" ? { side: -gave, counter: got } : { side: got, counter: -gave }),
        },
      };
    },
  };
}

/** The nearest integer, halves away from zero. */
function rounded([num, den]: Ratio): string {
  const size = num < 0n ? -num : num;
  const nearest = (2n * size + den) / (2n * den);
  return (num < 0n ? -nearest : nearest).toString();
}

test.each(cases)(
  "behavior: a $side at $dex with a refused and a skipped slice is told as the chain has it",
  async (given) => {
    const { stack, chain, orders } = flow;
    const vault = await flow.readyVault();
    const word = chainsWord(given, vault);
    const created = await chain.client.getBlockNumber();
    const id = await orders.create(vault, {
      ...{ side: given.side, dex: given.dex, sellToken: given.sell, buyToken: given.buy },
      ...{ totalAmount: given.total, sliceCount: 4 },
    });
    await flow.moveOracle(10_050);
    expect(await stack.advance(5 * MINUTE)).toMatchObject({ executed: 1 });
    await flow.moveOracle(9_980);
    // The venue promises what its pool does not give, so nothing is sent.
    await flow.venueControl(given.dex, "skew", { bps: 400 });
    expect(await stack.advance(5 * MINUTE)).toMatchObject({ executed: 0, failed: 1 });
    await flow.venueControl(given.dex, "reset", {});
    expect(await stack.advance(5 * MINUTE)).toMatchObject({ executed: 1 });
    const skipped = await stack.tool(vault, "skip_twap_slice", { id });
    expect(skipped.status, JSON.stringify(skipped.body)).toBe(200);
    const edited = await stack.tool(vault, "edit_twap_order", { id, remainingSlices: 2 });
    expect(edited.status, JSON.stringify(edited.body)).toBe(200);
    await flow.moveOracle(10_020);
    // The skipped slice's time passes as well.
    for (let tick = 0; tick < 4; tick += 1) await stack.advance(5 * MINUTE);
    expect(await orders.order(vault, id)).toMatchObject({ status: "completed" });

    const hashes = await chain.sentBy(vault.agent);
    expect(hashes).toHaveLength(4);
    const planned = given.planned.map(word.own);
    const sends: Happening[] = [];
    for (const [index, hash] of hashes.entries())
      sends.push(await word.sendOf(hash, planned[index] ?? 0n));
    const total = word.own(given.total);
    const arrival = await word.pairAt(total, created);
    const happened: Happening[] = [
      { is: "arrival", amount: total, atMs: 0, price: arrival },
      ...sends,
    ];
    const endPrice = sends.at(-1)?.price ?? null;
    const expected = reportOfHistory({ side: given.side, happened, endPrice });
    expect(expected.isComplete).toBe(true);

    const read = async (more: string) =>
      stack.call(
        "GET",
        `/api/twap-order/quality?vault=${vault.address}&id=${id}${more}`,
        undefined,
        credentialHeaders(await stack.credentials(vault.ownerKey)),
      );
    const { status, body } = await read("");
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({
      ...{ orderId: id, side: given.side, status: "completed", complete: true, coveredBps: 10_000 },
      ...{ totalBase: total.toString(), beyondBase: expected.beyondAmount.toString() },
      arrival: {
        block: created.toString(),
        quote: { venue: given.dex },
        oracle: { windowSec: 300 },
      },
      refusedTraded: 1,
    });
    for (const line of [
      ...(["delay", "timing", "execution", "unfilled"] as const),
      ...(["shortfall", "beyond", "gas"] as const),
    ])
      expect([line, body[line].base]).toEqual([line, rounded(expected[line])]);
    // Something of each kind happened, so that no line is trivially nothing.
    for (const line of ["delay", "timing", "execution", "unfilled", "gas"])
      expect(body[line].base).not.toBe("0");
    const wei = sends.reduce(
      (sum, one) => (one.is === "send" ? sum + (one.gas?.wei ?? 0n) : 0n),
      0n,
    );
    expect(body.gasWei).toBe(wei.toString());

    // The refused slice's amount was traded by the second transaction.
    const [refusal] = body.refused;
    const second = sends[1];
    if (second?.is !== "send" || second.fill === null) throw new Error("no second trade");
    expect(refusal).toMatchObject({ sliceNumber: 2, code: expect.any(String) });
    const { sellBase, buyBase } = refusal.quote;
    const [quotedOwn, quotedCounter] =
      given.side === "sell"
        ? [BigInt(sellBase), BigInt(buyBase)]
        : [BigInt(buyBase), BigInt(sellBase)];
    const atQuote: Ratio = [second.fill.planned * quotedCounter, quotedOwn];
    const better: Ratio = [second.fill.counter * atQuote[1] - atQuote[0], atQuote[1]];
    const line: Ratio = given.side === "sell" ? better : [-better[0], better[1]];
    expect([refusal.line.base, body.againstRefused.base]).toEqual([rounded(line), rounded(line)]);

    const told = await stack.tool(vault, "get_order_quality", { id });
    expect(told.body.data).toEqual(body);
    const csv = await read("&format=csv");
    expect(csv.body).toContain(`,true,10000,execution,${body.execution.base},`);
    const notices = await stack.outbox(vault);
    expect(notices.find(({ kind }) => kind === "order_completed")).toMatchObject({
      quality: expect.stringContaining(
        `execution ${body.execution.bps.replace(/^(?=[1-9])/, "+")}`,
      ),
    });
  },
);
