import type { Address, Hex } from "viem";
import * as z from "zod";
import type { ChainId } from "../../schemas/chains.ts";
import { hexAddress } from "../../schemas/primitives.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { badResponse, callVenue, type VenueOptions, venueAmount } from "./call-venue.ts";

const NAME = "Across";

/** A number of seconds, as a number or as text. */
const seconds = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^\d{1,10}$/)
      .transform(Number),
  ])
  .pipe(z.int().min(0).max(4_294_967_295));

/** What is read of `suggested-fees`. Source: docs/facts/across.md 4. */
const answer = z.object({
  outputAmount: venueAmount,
  isAmountTooLow: z.boolean(),
  timestamp: seconds,
  estimatedFillTimeSec: seconds,
  spokePoolAddress: hexAddress,
});
const refusal = z.object({ code: z.string() });

/** No key. One request per quote, never repeated. */
export function createAcross(options: Pick<VenueOptions, "baseUrl" | "fetch" | "timeoutMs">): BridgeVenue {
  return {
    quote: async (request) => {
      const { fetch, timeoutMs } = options;
      const url = urlOf(options.baseUrl, request);
      const init = { method: "GET", headers: { accept: "application/json" } };
      const got = await callVenue({ venue: NAME, fetch, url, init, timeoutMs });
      if (!got.ok) return got;
      return got.value.status >= 400 ? refused(got.value.body) : read(got.value.body);
    },
  };
}

function urlOf(baseUrl: string, request: BridgeRequest): string {
  const query = new URLSearchParams({
    inputToken: request.inputToken,
    outputToken: request.outputToken,
    originChainId: String(request.originChainId),
    destinationChainId: String(request.destinationChainId),
    amount: request.amountBase.toString(),
    // A stablecoin has 18 decimals on BNB Chain; an amount that is too low is an answer.
    allowUnmatchedDecimals: "true",
    skipAmountLimit: "true",
    ...request.delivery,
  });
  return `${baseUrl.replace(/\/+$/, "")}/suggested-fees?${query}`;
}

function read(body: unknown): Verdict<BridgeQuote> {
  const parsed = answer.safeParse(body);
  if (!parsed.success) return badResponse(NAME);
  const { outputAmount, isAmountTooLow, timestamp, estimatedFillTimeSec, spokePoolAddress } = parsed.data;
  return allow({
    outputAmountBase: outputAmount,
    isAmountTooLow,
    quoteTimestampSec: timestamp,
    estimatedFillSec: estimatedFillTimeSec,
    spokePool: lowerHex(spokePoolAddress),
  });
}

/** Its codes say what the caller can change; its texts stay here. A fill with a message is run beforehand, and where that reverts is told. */
function refused(body: unknown): Verdict<BridgeQuote> {
  const parsed = refusal.safeParse(body);
  const code = parsed.success ? parsed.data.code : "";
  if (code === "AMOUNT_TOO_LOW")
    return refuse(
      "bridge_amount_too_low",
      "The amount is too low for the bridge: its fill would cost more. Send more.",
    );
  if (code === "SIMULATION_ERROR")
    return refuse(
      "bridge_destination_unready",
      "Across ran the arrival beforehand, and the vault there did not take it in. Nothing was built: try another amount, or see with get_aggregated_nav whether the vault's NAV can be measured there.",
    );
  return refuse(
    "bridge_pair_unsupported",
    "Across does not carry this token between these chains now. Choose another token or chain, or try later.",
  );
}

/** To the same token of another chain. */
type BridgeRequest = {
  originChainId: ChainId;
  destinationChainId: ChainId;
  inputToken: Address;
  outputToken: Address;
  amountBase: bigint;
  /** A fill costs its relayer gas by it. Absent: a plain transfer's price. */
  delivery?: { recipient: Address; message: Hex };
};

/** In base units: the output as a relayer would pay it, in the other chain's token. */
export type BridgeQuote = {
  outputAmountBase: bigint;
  isAmountTooLow: boolean;
  /** The time that the deposit has to name, in seconds. */
  quoteTimestampSec: number;
  estimatedFillSec: number;
  /** As Across names it; compared with the one we know. */
  spokePool: Address;
};

/** The venue that carries tokens to other chains. */
export type BridgeVenue = {
  /**
   * Refuses with bridge_pair_unsupported, bridge_amount_too_low, bridge_destination_unready where the arrival would revert,
   * venue_unavailable or venue_bad_response.
   */
  quote(request: BridgeRequest): Promise<Verdict<BridgeQuote>>;
};
