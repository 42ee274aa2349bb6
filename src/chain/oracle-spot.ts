import type { Address } from "viem";
import { isNative, sameAddress } from "../lib/normalize-address.ts";
import { oraclePoolKey, oracleReads, readOracle } from "./oracle-reads.ts";
import { mapCall, type RpcCall, type RpcOutcome } from "./rpc-call.ts";
import { tickMath } from "./tick-math.ts";

type Oracle = Record<"oracle" | "wrappedNative", Address>;
type Pair = { tokenIn: Address; tokenOut: Address };
type Quoted = { mode: "exactIn" | "exactOut"; amountInBase: bigint; amountOutBase: bigint };

/** `unavailable` is never a missing feed. */
export type OracleSpot =
  | { kind: "price"; priceFeedExists: true; amountBase: bigint }
  | { kind: "no_feed"; priceFeedExists: false }
  | { kind: "unavailable"; message: string };

/**
 * The oracle's spot price, for quotes. Anyone can move it, so nothing that protects money reads it
 * (decision D19 uses the vault's mean).
 */
export const oracleSpot = {
  calls: (oracle: Oracle, pair: Pair): readonly RpcCall<number>[] =>
    [pair.tokenIn, pair.tokenOut].flatMap((token) =>
      isCoin(oracle, token) ? [] : feedCalls(oracle, token),
    ),
  /**
   * Worth of the quoted input in tokenOut (exactIn), or of the quoted output in tokenIn (exactOut,
   * decision D16). `outcomes` are those of `calls`, in order.
   */
  amount(
    oracle: Oracle,
    pair: Pair,
    quoted: Quoted,
    outcomes: readonly RpcOutcome<number>[],
  ): OracleSpot {
    const rest = [...outcomes];
    const tickIn = isCoin(oracle, pair.tokenIn) ? 0 : readTick(rest.shift(), rest.shift());
    const tickOut = isCoin(oracle, pair.tokenOut) ? 0 : readTick(rest.shift(), rest.shift());
    if (tickIn === "no_feed" || tickOut === "no_feed")
      return { kind: "no_feed", priceFeedExists: false };
    if (tickIn === undefined || tickOut === undefined) {
      return { kind: "unavailable", message: "The oracle could not be read." };
    }
    const worth =
      quoted.mode === "exactIn"
        ? tickMath.amountAtTick(quoted.amountInBase, tickOut - tickIn)
        : tickMath.amountAtTick(quoted.amountOutBase, tickIn - tickOut);
    if (worth === undefined)
      return { kind: "unavailable", message: "The oracle's price is out of range." };
    return { kind: "price", priceFeedExists: true, amountBase: worth };
  },
};

/** The native coin, or its wrapped form. */
export const isCoin = ({ wrappedNative }: Pick<Oracle, "wrappedNative">, token: Address): boolean =>
  isNative(token) || sameAddress(token, wrappedNative);

/** The feed's cardinality, then its current tick: price of the coin in the token. */
function feedCalls({ oracle }: Oracle, token: Address): RpcCall<number>[] {
  const observed = readOracle(oracle, "observe", [oraclePoolKey(oracle, token), [0, 1]]);
  return [
    mapCall(oracleReads.state(oracle, token), ({ cardinality }) => cardinality),
    mapCall(observed, ([cumulatives]) => tickOf(cumulatives)),
  ];
}

function tickOf([now, before]: readonly number[]): number {
  if (now === undefined || before === undefined) throw new Error("not two observations");
  return now - before;
}

function readTick(
  state: RpcOutcome<number> | undefined,
  tick: RpcOutcome<number> | undefined,
): number | "no_feed" | undefined {
  if (!state?.ok) return undefined;
  if (state.value === 0) return "no_feed";
  return tick?.ok ? tick.value : undefined;
}
