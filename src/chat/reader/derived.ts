import { parseUnits } from "../../lib/parse-units.ts";
import { type Args, inList } from "./figures-where.ts";
import type { SaidFigure } from "./said-figures.ts";

/** A figure of a call that stands on several of the words: which, and how it was worked out. */
export type Derived = { figures: readonly number[]; note: string };

/** What the vault holds of the token that a call gives away. */
export type Held = { symbol: string; amount: string };

/**
 * Sums, products, quotients of what was said and shares of what is held, which come to this
 * argument; undefined where none does.
 */
export function derived(
  name: string,
  args: Args,
  said: readonly SaidFigure[],
  held: Held | undefined,
): Derived | undefined {
  const value = String(args[name]);
  const nth = (isIt: (figure: SaidFigure) => boolean) =>
    said.flatMap((figure, at) => (isIt(figure) ? [{ ...figure, nth: at }] : []));
  const amounts = nth(({ unit, isCount }) => unit === "number" && !isCount);
  const counts = nth(({ isCount, unit }) => isCount || unit === "times");
  const spans = nth(({ unit }) => unit === "minutes");
  const paces = nth(({ unit }) => unit === "every");
  const pairs = (left: readonly Said[], right: readonly Said[]) =>
    left.flatMap((one) => right.map((other) => [one, other] as const));
  const whole = (
    isIt: (one: number, other: number) => boolean,
    sign: string,
    left: readonly Said[],
    right: readonly Said[],
  ) => {
    const found = pairs(left, right).find(([one, other]) =>
      isIt(Number(one.value), Number(other.value)),
    );
    return (
      found && {
        figures: found.map((one) => one.nth),
        note: `${value} = ${found[0].value} ${sign} ${found[1].value}`,
      }
    );
  };
  const wanted = Number(value);
  switch (name) {
    case "sliceCount":
      return whole((span, pace) => span === wanted * pace, "min /", spans, paces);
    case "intervalMinutes":
      return whole((span, count) => span === wanted * count, "min /", spans, counts);
    case "durationMinutes":
      return whole((pace, count) => wanted === pace * count, "min ×", paces, counts);
    case "totalAmount":
    case "amountIn":
    case "amountOut":
    case "amount":
      return (
        product(value, amounts, counts) ??
        overTime(value, amounts, pairs(spans, paces)) ??
        sum(value, amounts) ??
        allBut(
          value,
          nth(({ unit }) => unit === "all"),
          amounts,
          name === "amountOut" ? undefined : held,
        ) ??
        shareOfHeld(
          value,
          nth(({ unit }) => unit === "percent" || unit === "all"),
          name === "amountOut" ? undefined : held,
        )
      );
    default:
      return undefined;
  }
}

type Said = SaidFigure & { nth: number };

/**
 * Whether a figure only counts up what the other arguments of an order say: its slices, their size,
 * how long it takes.
 */
export function isCounted({ unit, isCount, isSlice, value }: SaidFigure, args: Args): boolean {
  const given = (name: string) => base(String(args[name] ?? "0")) ?? 0n;
  const [total, size, interval] = [
    given("totalAmount"),
    given("sliceAmount"),
    given("intervalMinutes"),
  ];
  const one = given("sliceCount");
  const count =
    one > 0n
      ? one
      : size > 0n
        ? (total * ONE) / size
        : interval > 0n
          ? (given("durationMinutes") * ONE) / interval
          : 0n;
  const said = base(value) ?? 0n;
  if (count === 0n) return false;
  if (unit === "minutes") return said * ONE === count * interval;
  return isCount ? said === count : isSlice && said * count === total * ONE;
}

const ONE = 10n ** 18n;
const base = (text: string): bigint | undefined => {
  const read = parseUnits(text, 18);
  return read.ok ? read.value : undefined;
};

function product(
  value: string,
  amounts: readonly Said[],
  counts: readonly Said[],
): Derived | undefined {
  for (const amount of amounts)
    for (const count of counts) {
      const [one, all] = [base(amount.value), base(value)];
      // "1 eth in 5 slices" is 1 in all.
      const isEach =
        amount.isSlice ||
        count.unit === "times" ||
        count.leads[0] === "x" ||
        inList("x buys sells trades purchases rounds times", count.tail[0]) ||
        count.unit === "every";
      if (
        one !== undefined &&
        isEach &&
        /^\d{1,6}$/.test(count.value) &&
        one * BigInt(count.value) === all
      )
        return { figures: [amount.nth], note: `${value} = ${amount.value} × ${count.value}` };
    }
  return undefined;
}

/** "All but 1 eth". */
function allBut(
  value: string,
  [all]: readonly Said[],
  amounts: readonly Said[],
  held: Held | undefined,
): Derived | undefined {
  const kept = amounts.find(({ leads }) => inList("but except", leads[0]));
  const [whole, rest, wanted] = [base(held?.amount ?? ""), base(kept?.value ?? ""), base(value)];
  if (held === undefined || all === undefined || kept === undefined || whole === undefined)
    return undefined;
  if (rest === undefined || whole - rest !== wanted) return undefined;
  return {
    figures: [all.nth, kept.nth],
    note: `${value} = the ${held.amount} ${held.symbol} that the vault holds - ${kept.value}`,
  };
}

/** "Half my eth", to four digits behind the point or better. */
function shareOfHeld(
  value: string,
  shares: readonly Said[],
  held: Held | undefined,
): Derived | undefined {
  const [all, wanted] = [base(held?.amount ?? ""), base(value)];
  if (held === undefined || all === undefined || wanted === undefined) return undefined;
  const isIt = ({ unit, value: percent }: Said) => {
    const share = unit === "all" ? 10n ** 20n : (base(percent) ?? 0n);
    const part = (all * share) / 10n ** 20n;
    return wanted <= part && part - wanted < 10n ** 14n;
  };
  const share = shares.find(isIt);
  return (
    share && {
      figures: [share.nth],
      note:
        `${value} = ${share.unit === "all" ? "all" : `${share.value}%`} of the ` +
        `${held.amount} ${held.symbol} that the vault holds`,
    }
  );
}

/** "50 usdc a day for 10 days". */
function overTime(
  value: string,
  amounts: readonly Said[],
  times: readonly (readonly [Said, Said])[],
): Derived | undefined {
  for (const [span, pace] of times) {
    const count = Number(span.value) / Number(pace.value);
    const found = Number.isSafeInteger(count)
      ? product(value, amounts, [{ ...span, unit: "every", value: String(count) }])
      : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Two or more amounts of one token. */
function sum(value: string, amounts: readonly Said[]): Derived | undefined {
  const [first, ...others] = amounts;
  if (first?.of === undefined || others.length === 0 || others.some(({ of }) => of !== first.of))
    return undefined;
  const parts = amounts.map((amount) => base(amount.value));
  const total = parts.reduce<bigint>((all, part) => all + (part ?? 0n), 0n);
  if (parts.some((part) => part === undefined) || total !== base(value)) return undefined;
  return {
    figures: amounts.map(({ nth }) => nth),
    note: `${value} = ${amounts.map((amount) => amount.value).join(" + ")}`,
  };
}
