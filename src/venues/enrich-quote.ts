import type { OracleSpot } from "../chain/oracle-spot.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { oracleDeltaBps } from "../shields/oracle-delta-bps.ts";

/** The three oracle fields of the venue quote routes (spec, "OracleEnrichment"). */
export type OracleEnrichment = { priceFeedExists: boolean; deltaBps: number; oracleAmount: string };

type Quoted = { mode: "exactIn" | "exactOut"; amountInBase: bigint; amountOutBase: bigint };

const NO_FEED: OracleEnrichment = { priceFeedExists: false, deltaBps: 0, oracleAmount: "0" };

/**
 * How far a quote is from the oracle's spot, in whole basis points rounded toward zero; positive means that the venue is
 * worse (spec, "OracleEnrichment"; decision 28). `spot` is what the quoted input is worth (exactIn), or what the quoted
 * output is worth in the input token (exactOut, judged on the input). Refuses with rpc_unavailable: an oracle that could
 * not be read is not a missing feed.
 */
export function enrichQuote(
  { mode, amountInBase, amountOutBase }: Quoted,
  spot: OracleSpot,
): Verdict<OracleEnrichment> {
  if (spot.kind === "no_feed") return allow(NO_FEED);
  if (spot.kind === "unavailable") {
    return refuse("rpc_unavailable", "The oracle's price could not be read. Please try again.");
  }
  const oracleBase = spot.amountBase;
  const quotedBase = mode === "exactIn" ? amountOutBase : amountInBase;
  // An amount of dust can be worth nothing in the other token's units; there is no ratio then.
  const deltaBps = oracleBase === 0n ? 0 : oracleDeltaBps({ mode, quotedBase, oracleBase });
  return allow({ priceFeedExists: true, deltaBps, oracleAmount: oracleBase.toString() });
}
