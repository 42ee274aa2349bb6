import { boundedDecode } from "../calldata/bounded-decode.ts";
import { decodeLiquidityCall } from "../calldata/decode-liquidity-call.ts";
import type { LiquidityCall } from "../calldata/liquidity-call.ts";
import type { CallRule } from "../kinds/call-rule.ts";
import type { ProtocolCode } from "../kinds/protocol.ts";
import { checkPosition } from "./check-position.ts";
import { limitedLiquidity } from "./limited-liquidity.ts";
import { liquidityWords } from "./liquidity-words.ts";
import { refusalOfHook } from "./refusal-of-hook.ts";

/** What holds for calls on liquidity positions. Fees and what is closed go to the caller, which is the vault. */
export const uniswapLpCode: ProtocolCode<LiquidityCall> = {
  decode: boundedDecode(decodeLiquidityCall),
  rules: {
    lpMint: {
      ...position(({ recipient, sweptTo }) => [recipient, ...(sweptTo === null ? [] : [sweptTo])]),
      refusal: ({ pool }) => refusalOfHook(pool.hooks),
    },
    lpIncrease: position(({ sweptTo }) => (sweptTo === null ? [] : [sweptTo])),
    lpDecrease: { ...position(({ recipient }) => [recipient]), lowersRisk: () => true },
    lpCollect: { ...position(({ recipient }) => [recipient]), lowersRisk: () => true },
    lpBurn: { ...position(({ recipient }) => [recipient]), lowersRisk: () => true },
  },
};

/** All calls on liquidity positions are alike in this. */
function position<C extends LiquidityCall>(recipients: CallRule<C>["recipients"]): CallRule<C> {
  return {
    movesAssets: true,
    recipients,
    limited: limitedLiquidity,
    deadlineSec: (call) => call.deadlineSec,
    check: checkPosition,
    words: liquidityWords,
  };
}
