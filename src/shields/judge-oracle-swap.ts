import { allow, refuse, type Verdict } from "../lib/verdict.ts";

type OracleSwapFigures = {
  valueBase: bigint;
  netTotalValueBase: bigint;
  sqrtPriceX96: bigint;
  sqrtAfterX96: bigint;
  amountOutBase: bigint;
  amountOutMinBase: bigint;
};

/** No known price can judge a swap in the oracle's own pool. */
const MAX_SHARE_PPM = 1_000n;
/**
 * Half a percent of the price: in a thin pool a thousandth of the vault would move the oracle and
 * the NAV at which holders come and go.
 */
const MAX_MOVE_PPM = 2_500n;
/** The most slippage (SETTINGS_RANGES): a minimum below that is none. */
const MIN_OUT_PPM = 950_000n;
const MILLION = 1_000_000n;

/**
 * Bounds a swap in the oracle's pool by vault and pool. Refuses with oracle_swap_too_large and its
 * figures, or swap_shield_blocked where the minimum protects nothing.
 */
export function judgeOracleSwap(
  figures: OracleSwapFigures,
): Verdict<{ sharePpm: number; movePpm: number }> {
  const {
    valueBase,
    netTotalValueBase,
    sqrtPriceX96,
    sqrtAfterX96,
    amountOutBase,
    amountOutMinBase,
  } = figures;
  const moved =
    sqrtAfterX96 > sqrtPriceX96 ? sqrtAfterX96 - sqrtPriceX96 : sqrtPriceX96 - sqrtAfterX96;
  const details = {
    valueBase: valueBase.toString(),
    mostBase: (
      ((netTotalValueBase > 0n ? netTotalValueBase : 0n) * MAX_SHARE_PPM) /
      MILLION
    ).toString(),
    netTotalValueBase: netTotalValueBase.toString(),
  };
  // A value that rounds to nothing would let any number of a cheap token through.
  if (valueBase <= 0n || valueBase * MILLION > netTotalValueBase * MAX_SHARE_PPM)
    return refuse(
      "oracle_swap_too_large",
      "A swap in the oracle's own pool may be worth at most 0.1% of the vault, because no " +
        "shield can judge its price, and must be worth something. Change the amount.",
      details,
    );
  if (moved * MILLION > sqrtPriceX96 * MAX_MOVE_PPM)
    return refuse(
      "oracle_swap_too_large",
      "The oracle's pool is too thin for this amount: it would move the oracle's price by " +
        "more than 0.5%. Lower the amount.",
      details,
    );
  if (amountOutMinBase <= 0n || amountOutMinBase * MILLION < amountOutBase * MIN_OUT_PPM)
    return refuse(
      "swap_shield_blocked",
      "The least that this swap accepts is too far below what the oracle's pool gives now. " +
        "Nothing was built; please try again.",
      { amountOutBase: amountOutBase.toString(), amountOutMinBase: amountOutMinBase.toString() },
    );
  const ppm = (part: bigint, whole: bigint) => Number((part * MILLION + whole - 1n) / whole);
  return allow({
    sharePpm: ppm(valueBase, netTotalValueBase),
    movePpm: ppm(moved * 2n, sqrtPriceX96),
  });
}
