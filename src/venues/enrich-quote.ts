import type { OracleSpot } from "../chain/oracle-spot.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { oracleDeltaBps } from "../shields/oracle-delta-bps.ts";

/** Spec, "OracleEnrichment". */
export type OracleEnrichment = { priceFeedExists: boolean; deltaBps: number; oracleAmount: string };

type Quoted = { mode: "exactIn" | "exactOut"; amountInBase: bigint; amountOutBase: bigint };

const NO_FEED: OracleEnrichment = { priceFeedExists: false, deltaBps: 0, oracleAmount: "0" };

/**
 * In whole basis points rounded toward zero; positive: the venue is worse (spec, "OracleEnrichment"; decision 28). `spot`: the quoted
 * input's worth (exactIn), or the quoted output's in the input token (exactOut). Refuses with rpc_unavailable: an unread oracle is not a
 * missing feed.
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
  // Dust can be worth nothing in the other token's units.
  const deltaBps = oracleBase === 0n ? 0 : oracleDeltaBps({ mode, quotedBase, oracleBase });
  return allow({ priceFeedExists: true, deltaBps, oracleAmount: oracleBase.toString() });
}
