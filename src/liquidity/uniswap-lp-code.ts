import type { Address } from "viem";
import { decodeVaultCall } from "../calldata/decode-vault-call.ts";
import type { LiquidityCall } from "../calldata/liquidity-call.ts";
import type { CallRule } from "../kinds/call-rule.ts";
import type { ProtocolCode } from "../kinds/protocol.ts";
import type { LimitedCall } from "../pipeline/limited-call.ts";
import { checkPosition } from "./check-position.ts";
import { liquidityWords } from "./liquidity-words.ts";
import { refusalOfHook } from "./refusal-of-hook.ts";

/** What holds for calls on liquidity positions. Fees and what is closed go to the caller, which is the vault. */
export const uniswapLpCode: ProtocolCode<LiquidityCall> = {
  decode: decodeVaultCall,
  rules: {
    lpMint: {
      ...position(({ recipient, sweptTo }) => [recipient, ...(sweptTo === null ? [] : [sweptTo])]),
      limited: ({ pool, amount0MaxBase, amount1MaxBase }) => added(pool, amount0MaxBase, amount1MaxBase),
      refusal: ({ pool }) => refusalOfHook(pool.hooks),
    },
    lpIncrease: {
      ...position(({ sweptTo }) => (sweptTo === null ? [] : [sweptTo])),
      limited: (call) => added(call, call.amount0MaxBase, call.amount1MaxBase),
    },
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
    limited: () => null,
    deadlineSec: (call) => call.deadlineSec,
    check: checkPosition,
    words: liquidityWords,
  };
}

/** A position turns one of its tokens into the other as the price moves. */
const added = (
  { currency0, currency1 }: { currency0: Address; currency1: Address },
  amount0: bigint,
  amount1: bigint,
): LimitedCall => ({
  venue: "uniswap",
  gives: [
    { token: currency0, amountBase: amount0 },
    { token: currency1, amountBase: amount1 },
  ],
  buys: [currency0, currency1],
});
