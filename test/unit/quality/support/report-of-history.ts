/**
 * The report by the formulas that were asked for (docs/api.md, "What an order cost"), and by
 * nothing else: no file here knows src/quality.
 * An order is a line of amounts. What arrives is put at its end, what trades is taken from its
 * front, what an edit takes away from its end.
 */
export type Ratio = readonly [bigint, bigint];
export type Pair = { side: bigint; counter: bigint };

export type Happening =
  | { is: "arrival"; amount: bigint; atMs: number; price: Pair | null }
  | { is: "taken"; amount: bigint; atMs: number; price: Pair | null }
  | {
      is: "send";
      atMs: number;
      price: Pair | null;
      gas: { wei: bigint; coin: Pair | null } | null;
      fill: { planned: bigint; side: bigint; counter: bigint } | null;
    };

export type History = {
  side: "sell" | "buy";
  happened: readonly Happening[];
  endPrice: Pair | null;
};

export const ratio = {
  zero: [0n, 1n] as Ratio,
  add: ([a, b]: Ratio, [c, d]: Ratio): Ratio => [a * d + c * b, b * d],
  negate: ([a, b]: Ratio): Ratio => [-a, b],
  isEqual: ([a, b]: Ratio, [c, d]: Ratio): boolean => a * d === c * b,
};

const worth = (amount: bigint, { side, counter }: Pair): Ratio => [amount * counter, side];
const less = (a: Ratio, b: Ratio): Ratio => ratio.add(a, ratio.negate(b));
const sum = (all: readonly Ratio[]): Ratio => all.reduce(ratio.add, ratio.zero);

type Lot = { left: bigint; price: Pair | null; atMs: number };
type Moved = { amount: bigint; lot: Lot; from: Pair | null; to: Pair | null };

/** Lines as the issue has them; minus is a cost. */
export function reportOfHistory({ side, happened, endPrice }: History) {
  const lots: Lot[] = [];
  const ended: Moved[] = [];
  const fills: { amount: bigint; lot: Lot; at: Pair | null }[] = [];
  let paid = 0n;
  let pricedPaid = 0n;
  let beyond = 0n;
  const gas: { wei: bigint; coin: Pair | null }[] = [];
  for (const one of happened) {
    if (one.is === "arrival") lots.push({ left: one.amount, price: one.price, atMs: one.atMs });
    else if (one.is === "taken") {
      let amount = one.amount;
      for (const lot of [...lots].reverse()) {
        const part = amount < lot.left ? amount : lot.left;
        lot.left -= part;
        amount -= part;
        if (part > 0n) ended.push({ amount: part, lot, from: lot.price, to: one.price });
      }
    } else {
      if (one.gas !== null) gas.push(one.gas);
      if (one.fill === null) continue;
      const { planned, side: delivered, counter } = one.fill;
      let amount = delivered < planned ? delivered : planned;
      beyond += delivered - amount;
      paid += counter;
      if (one.price !== null) pricedPaid += counter;
      for (const lot of lots) {
        const part = amount < lot.left ? amount : lot.left;
        lot.left -= part;
        amount -= part;
        if (part > 0n) fills.push({ amount: part, lot, at: one.price });
      }
    }
  }
  for (const lot of lots)
    if (lot.left > 0n) ended.push({ amount: lot.left, lot, from: lot.price, to: endPrice });

  const firstSendFor = (lot: Lot): Pair | null => {
    const born = happened.findIndex((one) => one.is === "arrival" && one.atMs === lot.atMs);
    const send = happened.slice(born).find((one) => one.is === "send");
    return send?.price ?? null;
  };
  const difference = (amount: bigint, to: Pair | null, from: Pair | null): Ratio =>
    to === null || from === null ? ratio.zero : less(worth(amount, to), worth(amount, from));
  const mirrored = (value: Ratio): Ratio => (side === "sell" ? value : ratio.negate(value));
  const pricedFills = fills.filter(({ at }) => at !== null);
  const total = happened.reduce((all, one) => (one.is === "arrival" ? all + one.amount : all), 0n);
  const covered =
    fills.reduce(
      (all, { amount, lot, at }) =>
        at !== null && lot.price !== null && firstSendFor(lot) !== null ? all + amount : all,
      0n,
    ) +
    ended.reduce(
      (all, { amount, from, to }) => (from !== null && to !== null ? all + amount : all),
      0n,
    );
  return {
    delay: mirrored(
      sum(fills.map(({ amount, lot }) => difference(amount, firstSendFor(lot), lot.price))),
    ),
    timing: mirrored(
      sum(fills.map(({ amount, lot, at }) => difference(amount, at, firstSendFor(lot)))),
    ),
    execution: mirrored(
      less([pricedPaid, 1n], sum(pricedFills.map(({ amount, at }) => worth(amount, at as Pair)))),
    ),
    unfilled: mirrored(sum(ended.map(({ amount, from, to }) => difference(amount, to, from)))),
    gas: ratio.negate(sum(gas.map(({ wei, coin }) => (coin ? worth(wei, coin) : ratio.zero)))),
    beyond: endPrice === null ? ratio.zero : worth(beyond, endPrice),
    shortfall: mirrored(
      sum([
        [paid, 1n],
        ...ended.map(({ amount, to }) => (to ? worth(amount, to) : ratio.zero)),
        ...happened.map((one) =>
          one.is === "arrival" && one.price
            ? ratio.negate(worth(one.amount, one.price))
            : ratio.zero,
        ),
      ]),
    ),
    total,
    covered,
    isComplete: covered === total && gas.every(({ coin }) => coin !== null),
    beyondAmount: beyond,
  };
}
