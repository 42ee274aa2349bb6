import type { Address } from "viem";
import { isNative } from "../lib/normalize-address.ts";
import { oracleAbi, oraclePoolKey, oracleReads } from "./oracle-reads.ts";
import { mapCall, type RpcCall, type RpcOutcome, readContract } from "./rpc-call.ts";
import { tickMath } from "./tick-math.ts";

type Oracle = Record<"oracle" | "wrappedNative", Address>;
type Pair = { tokenIn: Address; tokenOut: Address };
type Quoted = { mode: "exactIn" | "exactOut"; amountInBase: bigint; amountOutBase: bigint };

/** `unavailable` must never be taken for a missing feed. */
export type OracleSpot =
  | { kind: "price"; priceFeedExists: true; amountBase: bigint }
  | { kind: "no_feed"; priceFeedExists: false }
  | { kind: "unavailable"; message: string };

/** For quotes. Anyone can move it, so nothing that protects money reads it (decision 30 reads the vault's mean instead). */
export const oracleSpot = {
  /** Two calls for each token that is not the native coin or its wrapped form. */
  calls: (oracle: Oracle, pair: Pair): readonly RpcCall<number>[] =>
    [pair.tokenIn, pair.tokenOut]
      .filter((token) => !isCoin(oracle, token))
      .flatMap((token) => feedCalls(oracle, token)),
  /**
   * The quoted input in tokenOut (exactIn), or the quoted output in tokenIn (exactOut, decision 28); `outcomes` are those of `calls`, in
   * order.
   */
  amount(oracle: Oracle, pair: Pair, quoted: Quoted, outcomes: readonly RpcOutcome<number>[]): OracleSpot {
    const rest = [...outcomes];
    const tickIn = isCoin(oracle, pair.tokenIn) ? 0 : readTick(rest.shift(), rest.shift());
    const tickOut = isCoin(oracle, pair.tokenOut) ? 0 : readTick(rest.shift(), rest.shift());
    if (tickIn === "no_feed" || tickOut === "no_feed") return { kind: "no_feed", priceFeedExists: false };
    if (tickIn === undefined || tickOut === undefined) {
      return { kind: "unavailable", message: "The oracle could not be read." };
    }
    const worth =
      quoted.mode === "exactIn"
        ? tickMath.amountAtTick(quoted.amountInBase, tickOut - tickIn)
        : tickMath.amountAtTick(quoted.amountOutBase, tickIn - tickOut);
    if (worth === undefined) return { kind: "unavailable", message: "The oracle's price is out of range." };
    return { kind: "price", priceFeedExists: true, amountBase: worth };
  },
};

const isCoin = (oracle: Oracle, token: Address): boolean =>
  isNative(token) || token.toLowerCase() === oracle.wrappedNative.toLowerCase();

/** Cardinality of the feed's observations, then its current tick: price of the coin in the token. */
function feedCalls(oracle: Oracle, token: Address): RpcCall<number>[] {
  const key = oraclePoolKey(oracle.oracle, token);
  const observed = readContract({
    address: oracle.oracle,
    abi: oracleAbi,
    functionName: "observe",
    args: [key, [0, 1]],
  });
  return [
    mapCall(oracleReads.state(oracle.oracle, token), ({ cardinality }) => cardinality),
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
