import type { TwapOrder } from "../../../schemas/twap-order.ts";
import { market } from "../chain/market.ts";
import type { AskedOrder, World } from "./create-world.ts";
import { isWorse } from "./is-worse.ts";
import { termsAt } from "./order-terms.ts";
import { valueCounted } from "./value-counted.ts";

/** What a venue takes here, in basis points. */
const COST_BPS = 10n;
const DAY_MS = 24 * 60 * 60_000;
/** What was given is held up to half an hour too long. */
const BUCKET_MS = 30 * 60_000;
const USDC = 1_000_000n;

/**
 * Why an active order rightly does nothing now, by what was asked for and by the chain; undefined
 * where it should go on.
 */
export function rightlyWaits(
  world: World,
  asked: AskedOrder,
  order: TwapOrder,
): string | undefined {
  const { chain, scheduler } = world;
  const terms = termsAt(asked, Number.POSITIVE_INFINITY);
  const state = chain.stateAt(chain.head());
  const { reason } = order.waiting ?? {};
  if (terms !== undefined) {
    const { startMs, limit, mostWei } = terms;
    if (startMs !== undefined && startMs > scheduler.nowMs()) return "its start";
    if (limit !== undefined) {
      const isWeth = asked.by?.buys === "USDC";
      const soldBase = isWeth ? ONE_WETH : ONE;
      const boughtBase = market.out(soldBase, isWeth, {
        price: state.poolPrice,
        costBps: COST_BPS,
      });
      if (isWorse(asked, limit, { soldBase, boughtBase }))
        return reason === "limit_price" ? "its price" : undefined;
    }
    // What is signed leaves room for a base fee twice as high.
    if (mostWei !== undefined && 2n * chain.baseFeeAt(chain.head()) + chain.shape.tipWei > mostWei)
      return reason === "gas_price" ? "its gas price" : undefined;
  }
  const set = world.limits.findLast(({ vault }) => vault === asked.vault)?.set;
  const day = set === undefined ? undefined : (smallest(set.perDay, set.perToken) ?? undefined);
  if (day === undefined || reason !== "limit_used") return undefined;
  const { side, by, sliceBase } = asked;
  const isOfWeth = (side === "buy") === ((by?.buys ?? "WETH") === "WETH");
  const slice = isOfWeth ? market.convert(sliceBase, true, state.oraclePrice) : sliceBase;
  const used = valueCounted(world, asked.vault, scheduler.nowMs() - DAY_MS - BUCKET_MS);
  // A slice may give a little more than it is worth: its slippage, and the remainder of the last
  // one.
  return used + (slice * 105n) / 100n > day * USDC ? "its vault's day" : undefined;
}

const ONE = 1_000_000_000n;
const ONE_WETH = 10n ** 18n;

function smallest(...limits: (string | undefined)[]): bigint | undefined {
  const given = limits.flatMap((limit) => (limit === undefined ? [] : [BigInt(limit)]));
  return given.length === 0 ? undefined : given.reduce((a, b) => (a < b ? a : b));
}
