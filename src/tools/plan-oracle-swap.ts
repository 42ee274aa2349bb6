import { encodeOracleSwap } from "../calldata/encode-oracle-swap.ts";
import { NATIVE_TOKEN } from "../calldata/native-token.ts";
import type { RouterSwapCall } from "../calldata/swap-calls.ts";
import { fullRangeSwap } from "../chain/full-range-swap.ts";
import { oraclePoolKey } from "../chain/oracle-reads.ts";
import type { Token } from "../chain/resolve-token.ts";
import type { CallPlan } from "../kinds/plan.ts";
import { isNative } from "../lib/normalize-address.ts";
import { formatPrice } from "../lib/parse-units.ts";
import { utcMinute } from "../lib/sanitize.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { DEADLINE_SEC } from "../pipeline/attempt-limits.ts";
import { baseTokenMemory } from "../pipeline/base-token-memory.ts";
import { lastOracleRefresh } from "../store/vaults/claim-oracle-refresh.ts";
import { windowOf } from "../vaults/judge-oracle-windows.ts";
import { knownRouterVersion } from "../venues/known-router-version.ts";
import { callFacts, fixedSwap, human, readPools, tooLittle } from "./call-facts.ts";
import { invalid } from "./chain-argument.ts";
import {
  type OracleFeed,
  type OracleSwapArguments,
  readOracleFeed,
  type WantedOracleSwap,
  wantedOracleSwap,
} from "./read-oracle-feed.ts";
import { slippageOf, type ToolContext } from "./tool.ts";

/** Amounts of v4 are uint128, and each side of a swap int128. */
const MAX_AMOUNT = (1n << 127n) - 1n;

type Window = Omit<ReturnType<typeof windowOf>, "token">;
type Sized = { amountInBase: bigint; amountOutBase: bigint; amountOutMinBase: bigint };

/** Plans the swap; the pipeline bounds its amount and frequency (oracle-feed-code.ts). */
export async function planOracleSwap(
  ctx: ToolContext,
  input: OracleSwapArguments,
): Promise<Verdict<CallPlan>> {
  const wanted = await wantedOracleSwap(ctx, input);
  if (!wanted.ok) return wanted;
  const { token, tokenIn, tokenOut } = wanted.value;
  const { deps, chainId, vault } = ctx;
  const nowMs = deps.clock.nowMs();
  const [facts, pools, feed, slippageBps, { lastMs }] = await Promise.all([
    callFacts(ctx),
    readPools(ctx),
    readOracleFeed(ctx, wanted.value),
    slippageOf(ctx),
    lastOracleRefresh.run(deps.redis, deps.keys, { nowMs, chainId, vault, token: token.address }),
  ]);
  if (!facts.ok) return facts;
  if (!feed.ok) return feed;
  const { addresses, baseToken, state, routerAdapter } = feed.value;
  baseTokenMemory.set(ctx, baseToken);
  const { token: _, ...window } = windowOf({ chainId, addresses }, token.address, state);
  if (feed.value.isTracked && state.cardinality === 1 && state.cardinalityNext === 1)
    return singleSlot(token, window);
  const sized = sizeOf(wanted.value, feed.value, slippageBps);
  if (!sized.ok) return sized;
  const { amountInBase, amountOutBase, amountOutMinBase } = sized.value;
  const version = await knownRouterVersion(ctx, routerAdapter);
  if (!version.ok) return version;
  const deadlineSec = BigInt(Math.floor(nowMs / 1_000) + DEADLINE_SEC[ctx.executionMode]);
  const pool = oraclePoolKey(addresses.oracle, token.address);
  const zeroForOne = isNative(tokenIn.address);
  const expected: RouterSwapCall = {
    kind: "swap",
    venue: "uniswap-v4",
    mode: "exactIn",
    tokenIn: tokenIn.address,
    tokenOut: tokenOut.address,
    amountInBase,
    amountOutBase: null,
    amountOutMinBase,
    recipient: vault,
    deadlineSec,
    payments: [],
    leftInRouter: [],
    nativeFromVaultBase: tokenIn.address === NATIVE_TOKEN ? amountInBase : 0n,
    commands: ["V4_SWAP"],
    actions: ["SWAP_EXACT_IN_SINGLE", "SETTLE_ALL", "TAKE_ALL"],
    legs: [{ protocol: "v4", pools: [pool] }],
    sweep: null,
  };
  return allow({
    kind: "call",
    data: encodeOracleSwap(
      { pool, zeroForOne, amountInBase, amountOutMinBase, deadlineSec },
      version.value,
    ),
    expected,
    routerVersion: version.value,
    description:
      `Trade ${human(tokenIn, amountInBase)} for about ${human(tokenOut, amountOutBase)} in ` +
      "the oracle's own pool",
    message: [
      `Trades ${human(tokenIn, amountInBase)} for about ${human(tokenOut, amountOutBase)} ` +
        `(at least ${human(tokenOut, amountOutMinBase)}) in the oracle's own pool, so that it ` +
        `observes the price of ${token.symbol}.`,
      windowText(window),
      ...(lastMs === null
        ? []
        : [
            `The vault's agent last did this at ${utcMinute(lastMs)}; it does so once an ` +
              "hour at most.",
          ]),
    ].join(" "),
    ...fixedSwap(
      { tokenIn, tokenOut },
      { inBase: amountInBase, outBase: amountOutBase, minOutBase: amountOutMinBase },
      {
        venue: "uniswap",
        dex: "the oracle's own pool",
        rate: formatPrice({
          inBase: amountInBase,
          inDecimals: tokenIn.decimals,
          outBase: amountOutBase,
          outDecimals: tokenOut.decimals,
        }),
      },
    ),
    facts: facts.value,
    measured: { baseToken, pools },
    suggestions: [
      ...(window.windowSec < window.neededSec && window.tradesToWiden === 0
        ? [
            `Widen the oracle's window from any wallet: data ${window.callData} to ` +
              `${window.callTo}, no value`,
          ]
        : []),
      "Ask again in an hour at the earliest",
    ],
    answerData: {
      oracleFeed: {
        token: token.address,
        ...window,
        slotsPaidFor: state.cardinalityNext,
        lastRefreshAt: lastMs,
      },
    },
  });
}

/**
 * Amounts at the pool's price of now. The pool takes exact inputs only, so a wanted output becomes
 * its input.
 */
function sizeOf(
  { mode, amountBase, tokenIn, tokenOut }: WantedOracleSwap,
  { pool, heldInBase }: OracleFeed,
  slippageBps: number,
): Verdict<Sized> {
  const zeroForOne = isNative(tokenIn.address);
  const amountInBase =
    mode === "exactIn" ? amountBase : fullRangeSwap.inputFor(pool, zeroForOne, amountBase);
  if (amountInBase === undefined || amountInBase > MAX_AMOUNT)
    return invalid("The oracle's pool does not hold that much. Lower the amount.");
  if (heldInBase < amountInBase)
    return tooLittle(`The vault holds too little ${tokenIn.symbol}. Reduce the amount.`, tokenIn, {
      heldBase: heldInBase,
      neededBase: amountInBase,
    });
  const { amountOut: amountOutBase } = fullRangeSwap.exactInput(pool, zeroForOne, amountInBase);
  const amountOutMinBase = (amountOutBase * BigInt(10_000 - slippageBps)) / 10_000n;
  if (amountOutMinBase === 0n)
    return invalid(`The amount is too small: it buys no ${tokenOut.symbol}. Raise it.`);
  return allow({ amountInBase, amountOutBase, amountOutMinBase });
}

/** A trade overwrites the only slot: no NAV could be measured until the next second. */
function singleSlot({ address, symbol }: Token, window: Window) {
  return refuse(
    "oracle_window_too_short",
    `The oracle keeps a single observation of ${symbol}, so right after a trade the vault's ` +
      "NAV could not be measured. Any wallet can widen it for good: increaseCardinalityNext to " +
      `${window.slotsNeeded} slots on the oracle ${window.callTo}. Then ask again: the next ` +
      "trade brings the wider window into use.",
    { token: address, ...window },
  );
}

function windowText({
  symbol,
  windowSec,
  neededSec,
  slots,
  slotsNeeded,
  tradesToWiden,
}: Window): string {
  const what = `The oracle's price of ${symbol} is a mean over ${windowSec} s (${slots} slots).`;
  if (windowSec >= neededSec) return what;
  if (tradesToWiden > 0)
    return (
      `${what} Its window is being widened to ${neededSec} s: that takes effect after ` +
      `${tradesToWiden} such ${tradesToWiden === 1 ? "trade" : "trades"} in blocks of their ` +
      "own."
    );
  return (
    `${what} Any wallet can widen it to ${neededSec} s for good, with ` +
    `increaseCardinalityNext to ${slotsNeeded} slots on the oracle's hook.`
  );
}
