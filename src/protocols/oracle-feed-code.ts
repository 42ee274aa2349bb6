import { decodeVaultCall } from "../calldata/decode-vault-call.ts";
import type { RouterSwapCall, ZeroExSwapCall } from "../calldata/vault-call.ts";
import type { ProtocolCode } from "../kinds/protocol.ts";
import { refuse } from "../lib/verdict.ts";
import { swapCallWords } from "../pipeline/swap-call-words.ts";
import { checkOracleSwap } from "./check-oracle-swap.ts";
import { ownPoolSwap } from "./own-pool-swap.ts";

/** Only in the oracle's own pool, and small (check-oracle-swap.ts). */
export const oracleFeedCode: ProtocolCode<RouterSwapCall | ZeroExSwapCall> = {
  decode: decodeVaultCall,
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

const unquotedSwap = refuse(
  "calldata_rejected",
  "This call is a swap, but none in the oracle's own pool. Nothing was built: ask for it as a swap.",
);
