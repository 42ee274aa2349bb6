import type { Hex } from "viem";
import type { TwapOrder } from "../../../schemas/twap-order.ts";
import { readSwap } from "../chain/read-swap.ts";
import type { AskedOrder, World } from "../world/create-world.ts";
import type { Prepared } from "../world/ledger.ts";
import type { Terms } from "../world/order-terms.ts";
import { readOrder } from "./read-order.ts";

/** How early a slice may run (decision D36). */
const EARLY_MS = 60_000;
/** With catchUp at most so many slices' worth at once. */
const MOST_AT_ONCE = 3;
/** Slices are whole units of six decimals: what a cut may be off by is less than a unit a slice. */
const unitOf = ({ side, by }: AskedOrder): bigint =>
  (side === "buy") === ((by?.buys ?? "WETH") === "WETH") ? 10n ** 12n : 1n;

/**
 * Of an order with options, by what was asked for and what the chain moved: every slice is of a
 * size that the cut of its time allows, no prefix runs ahead of its plan, and what was traded,
 * skipped and reported as left is the total, exactly.
 */
export function judgeOrderOptions(world: World): void {
  for (const asked of world.orders) {
    if (asked.terms === undefined || world.mayHaveForgotten(asked.at)) continue;
    if (world.lostByDeepReorg(asked.vault, asked.id)) continue;
    const own = [...world.ledger.byHash].filter(([, one]) => world.orderOf(one) === asked);
    if (own.some(([hash]) => world.ledger.forgottenHashes.has(hash))) continue;
    const say = (text: string) =>
      world.ledger.violate(`order ${asked.id} of ${asked.vault.slice(0, 6)} ${text}`);
    const walked = walk(world, asked, asked.terms, say);
    notePauses(world, asked, asked.terms);
    const order = readOrder(world, asked)?.order;
    // What its operator signs himself is no trade that is seen here.
    if (order !== undefined && asked.autoExecute) judgeRest(world, asked, order, walked, say);
  }
}

/**
 * What its operator did about it between a pause and its end: played, and judged like everything
 * else.
 */
function notePauses(
  { ledger, reached, orderOf }: World,
  asked: AskedOrder,
  [first, ...edits]: readonly Terms[],
): void {
  for (const { from, to, toMs } of ledger.pausesOf(asked)) {
    const isWithin = ({ at }: { at: number }) => from < at && at < to;
    const meanwhile = [
      ...(asked.skips.some(isWithin) ? ["skipped"] : []),
      ...(edits.some(isWithin) ? ["edited"] : []),
    ];
    for (const what of meanwhile) reached.add(`order: ${what} while paused`);
    if (toMs < (first?.startMs ?? 0)) reached.add("order: resumed before its start");
    const isTraded = [...ledger.attempts.values()].some(
      (one) => orderOf(one) === asked && one.at > to,
    );
    if (isTraded && meanwhile.length > 0)
      reached.add("order: traded after a pause with a change in it");
  }
}

type Say = (text: string) => void;
/** `slices`: how many were traded. */
type Walked = { traded: bigint; skipped: bigint; slices: number };
type Happened =
  | { at: number; kind: "attempt"; prepared: Prepared }
  | { at: number; kind: "skip"; amountBase: bigint }
  | { at: number; kind: "terms"; terms: Terms };

/**
 * A cut of what is left into slices, how many of them are taken, and the terms they are traded by.
 * Only another number of slices cuts anew.
 */
type Cut = { terms: Terms; restBase: bigint; slices: number; taken: number };
/**
 * From when slices are counted, and those taken since: `before` of them before the present cut, the
 * others so much. Only another interval begins anew. A skip takes its point of time, until the
 * order is taken up again: that one runs a slice at once, whatever was skipped.
 */
type Pace = {
  fromMs: number;
  taken: number;
  before: number;
  tradedBase: bigint;
  skips: number[];
  skipsBefore: number[];
};
const paceOf = ({ atMs, startMs }: Terms): Pace => ({
  fromMs: Math.max(atMs, startMs ?? 0),
  ...{ taken: 0, before: 0, tradedBase: 0n, skips: [], skipsBefore: [] },
});

function walk(world: World, asked: AskedOrder, timeline: readonly Terms[], say: Say): Walked {
  const { chain, ledger, reached, orderOf } = world;
  const done = new Set(
    chain.canonical().flatMap(({ tx, status }) => {
      const prepared =
        status === "success" && tx.to !== tx.from ? ledger.byHash.get(tx.hash) : undefined;
      return prepared === undefined ? [] : [prepared];
    }),
  );
  const happened: Happened[] = [
    ...[...ledger.attempts.values()]
      .filter((one) => orderOf(one) === asked)
      .map((prepared) => ({ at: prepared.at, kind: "attempt" as const, prepared })),
    ...asked.skips.map(({ at, amountBase }) => ({ at, kind: "skip" as const, amountBase })),
    ...timeline.slice(1).map((terms) => ({ at: terms.at, kind: "terms" as const, terms })),
  ].sort((a, b) => a.at - b.at);
  const first = timeline[0]!;
  let cut: Cut = { terms: first, restBase: asked.totalBase, slices: asked.sliceCount, taken: 0 };
  let isCutAnew = false;
  let pace = paceOf(first);
  const sum: Walked = { traded: 0n, skipped: 0n, slices: 0 };
  let last: { prepared: Prepared; amountBase: bigint } | undefined;
  for (const one of happened) {
    if (one.kind === "terms") {
      const { terms } = one;
      if (terms.intervalMs !== cut.terms.intervalMs) pace = paceOf(terms);
      cut = { ...cut, terms };
      if (terms.slices === undefined) continue;
      cut = {
        ...cut,
        restBase: asked.totalBase - sum.traded - sum.skipped,
        slices: terms.slices,
        taken: 0,
      };
      isCutAnew = true;
      pace = { ...pace, before: pace.taken, tradedBase: 0n, skipsBefore: [...pace.skips] };
      last = undefined;
      continue;
    }
    const amountBase = one.kind === "skip" ? one.amountBase : amountOf(one.prepared);
    const of = one.kind === "skip" ? "a skipped slice" : one.prepared.attemptId;
    const count = sizeOf(asked, cut, amountBase, one.kind === "skip" ? 1 : mostOf(cut.terms));
    // What its operator signs himself is seen by nobody here, so after a cut of what is left its
    // sizes are not known.
    if (count === undefined && (asked.autoExecute || !isCutAnew))
      say(`${of} is ${amountBase}, of ${cut.restBase} in ${cut.slices} slices, ${cut.taken} taken`);
    else if (one.kind === "attempt" && count !== undefined)
      note(reached, asked, cut, amountBase, count);
    if (one.kind === "skip") {
      sum.skipped += amountBase;
      cut.taken += 1;
      pace.taken += 1;
      pace.skips.push(one.at);
      last = undefined;
      continue;
    }
    if (!cut.terms.catchUp && last !== undefined && last.amountBase !== amountBase)
      say(`${of} is ${amountBase}, and was ${last.amountBase} when it was tried before`);
    judgeAhead(asked, cut, pace, { ...one.prepared, amountBase }, ledger.resumes(asked), say);
    last = done.has(one.prepared) ? undefined : { prepared: one.prepared, amountBase };
    if (!done.has(one.prepared)) continue;
    sum.traded += amountBase;
    pace.tradedBase += amountBase;
    pace.taken += count ?? 1;
    cut.taken += count ?? 1;
    sum.slices += count ?? 1;
  }
  return sum;
}

const mostOf = ({ catchUp }: Terms): number => (catchUp ? MOST_AT_ONCE : 1);

/** The amount of the side's token: what its calldata names exactly. */
const amountOf = ({ data }: Prepared): bigint => readSwap(data as Hex)?.amountBase ?? 0n;

/**
 * How many slices of a cut an amount is; undefined where it is no number of them. The last one
 * takes what is left.
 */
function sizeOf(asked: AskedOrder, cut: Cut, amountBase: bigint, most: number): number | undefined {
  const { restBase, slices, taken, terms } = cut;
  const slack = unitOf(asked) * BigInt(2 * slices + 2);
  const even = restBase / BigInt(slices);
  for (let count = 1; count <= Math.min(most, slices - taken); count += 1) {
    // Each boundary may lie so far from the even cut that no slice is off by more than its bound.
    const off = (even * terms.random.size) / 100n;
    const wanted = even * BigInt(count);
    if (amountBase >= wanted - off - slack && amountBase <= wanted + off + slack && amountBase > 0n)
      return count;
  }
  return undefined;
}

function note(
  reached: Set<string>,
  asked: AskedOrder,
  cut: Cut,
  amountBase: bigint,
  count: number,
): void {
  if (count > 1) reached.add("order: caught up");
  const even = (cut.restBase / BigInt(cut.slices)) * BigInt(count);
  const off = amountBase > even ? amountBase - even : even - amountBase;
  if (off > unitOf(asked) * BigInt(2 * cut.slices + 2)) reached.add("order: a random size");
}

/**
 * No prefix runs ahead of its plan: by time, so many slices' worth may be taken, and one more for
 * each time it was taken up again.
 */
function judgeAhead(
  asked: AskedOrder,
  { terms, restBase, slices }: Cut,
  { fromMs, before, tradedBase, skipsBefore }: Pace,
  { attemptId, at, atMs, amountBase }: Prepared & { amountBase: bigint },
  resumes: readonly number[],
  say: Say,
): void {
  const even = restBase / BigInt(slices);
  // A random time is later than the even plan, never earlier.
  const passed = skipsBefore.filter((skip) =>
    resumes.some((resume) => skip < resume && resume < at),
  ).length;
  const points =
    Math.floor((atMs - fromMs + EARLY_MS) / terms.intervalMs) +
    1 +
    resumes.length -
    before +
    passed;
  const slack = unitOf(asked) * BigInt(2 * slices + 2) + (even * terms.random.size) / 100n;
  // The last slice takes what the others leave.
  const most = BigInt(Math.max(0, Math.min(points, slices))) * even + slack;
  if (tradedBase + amountBase > most)
    say(`${attemptId} brings it to ${tradedBase + amountBase}, its plan to ${most}`);
}

function judgeRest(
  world: World,
  asked: AskedOrder,
  order: TwapOrder,
  { traded, skipped, slices }: Walked,
  say: Say,
): void {
  const { reached } = world;
  reached.add(`order: ${order.status}`);
  const told = BigInt(order.skippedBase ?? 0);
  if (told !== skipped) say(`says that ${told} was skipped, and ${skipped} was`);
  // Two slices of a random size may be as much as one or three.
  const isPlain = asked.terms?.every(({ random }) => random.size === 0n);
  if (isPlain && order.slicesExecuted !== slices)
    say(`counts ${order.slicesExecuted} slices, and traded ${slices}`);
  if (traded + skipped > asked.totalBase) say(`took ${traded + skipped} of ${asked.totalBase}`);
  if (order.status === "completed" && traded + skipped !== asked.totalBase)
    say(`is completed with ${traded} traded and ${skipped} skipped of ${asked.totalBase}`);
  if (order.status !== "expired") return;
  const rest = BigInt(order.restBase ?? 0);
  if (traded + skipped + rest !== asked.totalBase)
    say(`expired with ${traded} traded, ${skipped} skipped and ${rest} left of ${asked.totalBase}`);
  if (rest > 0n) reached.add("order: expired with a rest");
}
