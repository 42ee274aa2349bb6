import { readSwap } from "../chain/read-swap.ts";
import type { SimChain } from "../chain/sim-chain.ts";
import type { AskedOrder } from "./create-world.ts";
import type { Ledger, Prepared } from "./ledger.ts";
import { termsAt } from "./order-terms.ts";
import type { Activity } from "./scheduler.ts";

/**
 * With less than `least` an order surely runs short, with `most` it surely does not. Base units, or
 * wei.
 */
export type Needed = { least: bigint; most: bigint };
type Given = {
  chain: SimChain;
  ledger: Ledger;
  orderOf(prepared: Prepared): AskedOrder | undefined;
};

/** A slice's gas with the service's buffer over what a node estimates. */
const GAS_UNITS = 250_000n;
const LAG_MS = 60_000;

/**
 * What an order still needs until its end, of its sold token and of coin for gas, by what of it the
 * chain has; `opened` is the slice of the run that asks, as it was written down, and still to be
 * paid for. Undefined: nobody can tell from outside, as where others went on with the order since a
 * run without a slice began.
 */
export function neededOf(
  given: Given,
  asked: AskedOrder,
  opened: Prepared | undefined,
  run: Activity,
): { token?: Needed; gas?: Needed } {
  const others = [...given.ledger.attempts.values()].filter((one) => given.orderOf(one) === asked);
  const changes = [...others, ...asked.skips, ...(asked.terms ?? [])];
  if (opened === undefined && changes.some(({ at }) => at > run.startedAt)) return {};
  const { leftBase, slices } = leftOf(given, asked, opened);
  const token = tokenOf(asked, leftBase, opened);
  return {
    ...(token && { token }),
    ...(slices !== undefined && { gas: gasOf(given.chain, slices, run) }),
  };
}

/**
 * In the side's token, and in how many slices: undefined of an order that takes several at once.
 */
function leftOf(
  { chain, ledger, orderOf }: Given,
  asked: AskedOrder,
  opened: Prepared | undefined,
): { leftBase: bigint; slices: number | undefined } {
  const done = chain.canonical().flatMap(({ tx, status, soldBase, boughtBase }) => {
    const attempt =
      status === "success" && tx.to !== tx.from ? ledger.byHash.get(tx.hash) : undefined;
    if (attempt === undefined || attempt === opened || orderOf(attempt) !== asked) return [];
    return [{ at: attempt.at, amountBase: asked.side === "buy" ? boughtBase : soldBase }];
  });
  const gone = [...done, ...asked.skips];
  const cut = asked.terms?.findLast(({ slices }) => slices !== undefined);
  const since = gone.filter(({ at }) => cut === undefined || at > cut.at).length;
  return {
    leftBase: gone.reduce((left, { amountBase }) => left - amountBase, asked.totalBase),
    slices: termsAt(asked, Number.POSITIVE_INFINITY)?.catchUp
      ? undefined
      : (cut?.slices ?? asked.sliceCount) - since,
  };
}

/**
 * What is sold exactly; of a buy what the slice's calldata lets go for each unit, and a tenth less.
 */
function tokenOf(
  { side }: AskedOrder,
  leftBase: bigint,
  opened: Prepared | undefined,
): Needed | undefined {
  if (side === "sell") return { least: leftBase, most: leftBase };
  const swap = opened && readSwap(opened.data as `0x${string}`);
  if (swap === undefined) return undefined;
  const most = (leftBase * swap.limitBase) / swap.amountBase + 1n;
  return { least: (most * 9n) / 10n, most };
}

/**
 * At the fees of the blocks since a run began: one and a half times the base fee, or twice; the
 * caps bind the first.
 */
function gasOf(chain: SimChain, slices: number, { startedMs }: Activity): Needed {
  const { tipWei, capWei } = chain.shape;
  const fees = [chain.baseFeeAt(chain.head())];
  for (let block = chain.head() - 1; block > chain.shape.firstBlock; block -= 1) {
    fees.push(chain.baseFeeAt(block));
    // A node may lag by a few blocks.
    if (chain.timeOf(block) < startedMs - LAG_MS) break;
  }
  const lowest = fees.reduce((a, b) => (b < a ? b : a));
  const highest = fees.reduce((a, b) => (b > a ? b : a));
  const [wanted, capped] = [(lowest * 3n) / 2n + tipWei, (capWei * 4n) / 5n];
  const units = GAS_UNITS * BigInt(slices);
  return {
    least: (units * (wanted < capped ? wanted : capped) * 9n) / 10n,
    most: (units * (highest * 2n + tipWei) * 11n) / 10n,
  };
}
