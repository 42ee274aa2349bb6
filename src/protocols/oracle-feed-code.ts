import type { Hex } from "viem";
import { boundedDecode } from "../calldata/bounded-decode.ts";
import { decodeExecCall } from "../calldata/decode-exec-call.ts";
import { decodeRouterCall } from "../calldata/decode-router-call.ts";
import { swapCallWords } from "../calldata/swap-call-words.ts";
import type { RouterSwapCall, ZeroExSwapCall } from "../calldata/swap-calls.ts";
import type { ProtocolCode } from "../kinds/protocol.ts";
import { refuse } from "../lib/verdict.ts";
import { checkOracleSwap } from "./check-oracle-swap.ts";
import { ownPoolSwap } from "./own-pool-swap.ts";

/** Only in the oracle's own pool, and small (check-oracle-swap.ts). */
export const oracleFeedCode: ProtocolCode<RouterSwapCall | ZeroExSwapCall> = {
  decode: boundedDecode((data, facts) =>
    isOfRouter(data) ? decodeRouterCall(data, facts) : decodeExecCall(data, facts),
  ),
  rules: {
    swap: {
      movesAssets: true,
      recipients: ({ recipient }) => [recipient],
      // What is no swap in the oracle's pool is refused, so it goes through the router.
      limited: (call) => ({
        venue: "uniswap",
        gives: [{ token: call.tokenIn, amountBase: call.amountInBase }],
        buys: [call.tokenOut],
      }),
      deadlineSec: ({ deadlineSec }) => deadlineSec ?? 0n,
      evenWithShortWindow: true,
      refusal: (call, { deps, chainId }) =>
        ownPoolSwap(call, deps.chain(chainId).addresses.oracle) === undefined ? unquotedSwap : undefined,
      check: checkOracleSwap,
      words: swapCallWords,
    },
  },
};

/** By its method: execute, with a deadline or without. */
const isOfRouter = (data: Hex): boolean => /^0x(?:3593564c|24856bc3)/i.test(data);
const unquotedSwap = refuse(
  "calldata_rejected",
  "This call is a swap, but none in the oracle's own pool. Nothing was built: ask for it as a swap.",
);
