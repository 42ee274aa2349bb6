import fc from "fast-check";
import type { Attempt } from "../../../../schemas/calls/attempt.ts";
import type { SliceOutcome } from "../../../../src/kinds/order-run.ts";
import { newQuality, type QualityRecord } from "../../../../src/quality/new-quality.ts";
import type { QualityFacts } from "../../../../src/quality/order-quality.ts";
import { qualityAfter } from "../../../../src/quality/quality-after.ts";
import { qualityText } from "../../../../src/quality/quality-text.ts";
import { withTotal } from "../../../../src/quality/with-total.ts";
import type { Happening, History, Pair } from "./report-of-history.ts";

/** Shares and factors are in thousandths; what a step does not need it does not use. */
const step = fc.record({
  does: fc.constantFrom(
    ...(["trade", "trade", "trade", "refuse", "revert", "replace", "unsent", "skip"] as const),
    ...(["notify", "add", "take"] as const),
  ),
  share: fc.integer({ min: 1, max: 1_000 }),
  drift: fc.integer({ min: 900, max: 1_100 }),
  paid: fc.integer({ min: 950, max: 1_050 }),
  surplus: fc.integer({ min: 0, max: 20 }),
  minutes: fc.integer({ min: 1, max: 9 }),
  gasWei: fc.bigInt({ min: 1n, max: 10n ** 17n }),
  isPriced: fc.integer({ min: 0, max: 99 }).map((draw) => draw > 0),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

export const playedOrder = fc
  .record({
    side: fc.constantFrom("sell" as const, "buy" as const),
    sideDecimals: fc.integer({ min: 6, max: 36 }),
    counterDecimals: fc.integer({ min: 6, max: 36 }),
    whole: fc.bigInt({ min: 1n, max: 999n }),
    price: fc.bigInt({ min: 1n, max: 10n ** 9n }),
    steps: fc.array(step, { minLength: 1, maxLength: 14 }),
    ending: fc.constantFrom("rest" as const, "cancelled" as const, "expired" as const),
    endsAfterMinutes: fc.integer({ min: 0, max: 9 }),
  })
  .map(play);

type Drawn = {
  side: "sell" | "buy";
  sideDecimals: number;
  counterDecimals: number;
  whole: bigint;
  price: bigint;
  steps: readonly Step[];
  ending: "rest" | "cancelled" | "expired";
  endsAfterMinutes: number;
};

const COIN_PROBE = 10n ** 24n;
const START_MS = 1_790_000_000_000;

/** Plays an order once into src/quality and once as a plain list of what happened. */
function play(drawn: Drawn): { facts: QualityFacts; history: History } {
  const { side, sideDecimals, counterDecimals, whole } = drawn;
  const total = whole * 10n ** BigInt(sideDecimals);
  let nowMs = START_MS;
  let price = drawn.price;
  let left = total;
  let number = 1;
  const worth = (amount: bigint) =>
    (amount * price * 10n ** BigInt(counterDecimals)) / (10n ** BigInt(sideDecimals) * 1_000_000n) +
    1n;
  const pairOf = (amount: bigint): Pair => ({ side: amount, counter: worth(amount) });
  const first = pairOf(total);
  let text = qualityText.write(newQuality({ addsBase: total, atMs: nowMs, price: priceOf(first) }));
  const happened: Happening[] = [{ is: "arrival", amount: total, atMs: nowMs, price: first }];
  const record = (): QualityRecord => {
    const read = qualityText.read(text);
    if (read === undefined) throw new Error("the record does not read back");
    return read;
  };
  let seen: { atMs: number; price: Pair | null } | undefined;
  let lastWasTrade = false;
  const turn = (one: Step, planned: bigint, isLast: boolean): void => {
    const pair = one.isPriced ? pairOf(planned) : null;
    const coin: Pair = { side: COIN_PROBE, counter: BigInt(one.drift) * 10n ** 21n };
    const run = (outcome: SliceOutcome, attempt?: Attempt, isSeen = false) => {
      const market = marketOf(side, pair, planned);
      text =
        qualityAfter(text, {
          ...{ side, outcome, number, plannedBase: planned, attempt, knownMs: nowMs },
          ...(isSeen && { seen: market }),
        }) ?? text;
    };
    const sent = (
      status: Attempt["status"],
      outcome: SliceOutcome,
      fill: Extract<Happening, { is: "send" }>["fill"],
    ) => {
      run(outcome, attemptOf({ side, status, pair, planned, coin, nowMs, gasWei: one.gasWei }));
      seen = { atMs: nowMs, price: pair };
      const gas = { wei: one.gasWei, coin };
      happened.push({ is: "send", atMs: nowMs, price: pair, gas, fill });
    };
    lastWasTrade = false;
    const does = isLast ? "trade" : one.does;
    if (does === "trade") {
      const surplus = side === "buy" ? (planned * BigInt(one.surplus)) / 1_000n : 0n;
      const delivered = planned + surplus;
      const counter = (worth(planned) * BigInt(one.paid)) / 1_000n + 1n;
      const [sellBase, buyBase] = side === "sell" ? [delivered, counter] : [counter, delivered];
      sent(
        "confirmed",
        { kind: "executed", sellBase, buyBase, ...MINED },
        {
          ...{ planned, side: delivered, counter },
        },
      );
      left -= planned;
      number += 1;
      lastWasTrade = true;
    } else if (does === "revert") sent("reverted", FAILED, null);
    else if (does === "replace") sent("replaced", FAILED, null);
    else if (does === "refuse") {
      run(FAILED, undefined, true);
      if (pair !== null) seen = { atMs: nowMs, price: pair };
    } else if (does === "unsent") {
      const attempt = attemptOf({ side, status: "never_sent", pair, planned, coin, nowMs });
      run(FAILED, attempt);
      if (pair !== null) seen = { atMs: nowMs, price: pair };
    } else if (does === "notify") {
      const counter = worth(planned);
      const [sellBase, buyBase] = side === "sell" ? [planned, counter] : [counter, planned];
      run({ kind: "notified", sellBase, buyBase }, undefined, true);
      if (pair !== null) seen = { atMs: nowMs, price: pair };
      left -= planned;
      number += 1;
    } else if (does === "skip") {
      left -= planned;
      number += 1;
    } else {
      const byBase = does === "add" ? planned : -planned;
      text = qualityText.write(
        withTotal(record(), { byBase, atMs: nowMs, price: pair ? priceOf(pair) : undefined }),
      );
      const is = does === "add" ? "arrival" : "taken";
      happened.push({ is, amount: planned, atMs: nowMs, price: pair });
      left += byBase;
    }
  };
  for (const one of drawn.steps) {
    nowMs += one.minutes * 60_000;
    price = (price * BigInt(one.drift)) / 1_000n + 1n;
    const planned = (left * BigInt(one.share)) / 1_000n;
    if (planned > 0n) turn(one, planned, false);
  }
  const last = drawn.steps.at(-1);
  if (drawn.ending === "rest" && left > 0n && last !== undefined) {
    nowMs += 60_000;
    turn({ ...last, isPriced: true }, left, true);
  }
  const status = lastWasTrade && left === 0n ? ("completed" as const) : "cancelled";
  const atMs = nowMs + (status === "completed" ? 60 * 60_000 : drawn.endsAfterMinutes * 60_000);
  const isThen = status === "completed" || (seen !== undefined && atMs - seen.atMs <= 300_000);
  return {
    facts: { side, record: record(), ended: { status, atMs } },
    history: { side, happened, endPrice: (isThen && seen?.price) || null },
  };
}

const priceOf = ({ side, counter }: Pair) => ({ sideBase: side, counterBase: counter });
const MINED = { estimated: false, hash: `0x${"ab".repeat(32)}`, blockNumber: 7n } as const;
const FAILED: SliceOutcome = { kind: "failed", error: "refused", code: "swap_shield_blocked" };

function marketOf(side: "sell" | "buy", pair: Pair | null, planned: bigint) {
  const { side: given, counter } = pair ?? { side: planned, counter: 1n };
  const [inBase, outBase] = side === "sell" ? [given, counter] : [counter, given];
  return {
    oracle: pair && { inBase: inBase.toString(), outBase: outBase.toString() },
    oracleWindowSec: 300,
    quotedInBase: inBase.toString(),
    quotedOutBase: outBase.toString(),
    blockNumber: "7",
    blockTimeSec: 1_790_000_000,
  };
}

type Sent = {
  side: "sell" | "buy";
  status: Attempt["status"];
  pair: Pair | null;
  planned: bigint;
  coin: Pair;
  nowMs: number;
  gasWei?: bigint;
};

function attemptOf({ side, status, pair, planned, coin, nowMs, gasWei }: Sent): Attempt {
  const market = {
    ...marketOf(side, pair, planned),
    coin: { wei: coin.side.toString(), counterBase: coin.counter.toString() },
  };
  const address = (digits: string) => `0x${digits.repeat(20)}` as const;
  return {
    ...{ id: "twap:v:7:1:1", vault: address("c3"), chainId: 8453, agent: address("0a") },
    ...{ keyVersion: 1, operator: address("d4"), orderId: 7, sliceNumber: 1, nonce: 0 },
    ...{ to: address("c3"), data: "0x", gas: "500000" },
    ...{ maxFeePerGas: "1", maxPriorityFeePerGas: "1", hashes: [MINED.hash], freeingHashes: [] },
    ...{ status, createdAt: nowMs },
    swap: {
      ...{ venue: "uniswap", tokenIn: address("a1"), tokenOut: address("b2") },
      ...{ decimalsIn: 6, decimalsOut: 18, symbolIn: "A", symbolOut: "B" },
      ...{ amountInBase: market.quotedInBase, amountOutBase: market.quotedOutBase },
      ...{ maxInBase: market.quotedInBase, minOutBase: market.quotedOutBase, market },
    },
    ...(gasWei !== undefined && {
      mined: { hash: MINED.hash, gasUsed: "1", gasCostWei: gasWei.toString() },
    }),
  };
}
