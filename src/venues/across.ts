import type { Address, Hex } from "viem";
import * as z from "zod";
import type { ChainId } from "../../schemas/chains.ts";
import { hexAddress } from "../../schemas/primitives.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { badResponse, callPath, type OpenVenue, venueAmount } from "./call-venue.ts";

const NAME = "Across";

const seconds = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^\d{1,10}$/)
      .transform(Number),
  ])
  .pipe(z.int().min(0).max(4_294_967_295));

/** Only the fields that are read. Source: docs/facts/across.md 4. */
const answer = z.object({
  outputAmount: venueAmount,
  isAmountTooLow: z.boolean(),
  timestamp: seconds,
  estimatedFillTimeSec: seconds,
  spokePoolAddress: hexAddress.transform(lowerHex),
});
const refusal = z.object({ code: z.string() });

/** Needs no key. One request per quote, never repeated. */
export const createAcross = (options: OpenVenue): BridgeVenue => ({
  quote: async (request) => {
    const got = await callPath(NAME, options, `/suggested-fees?${queryOf(request)}`, {});
    if (!got.ok) return got;
    const { status, body } = got.value;
    return status >= 400 ? refused(body) : read(body);
  },
});

const queryOf = (request: BridgeRequest): URLSearchParams =>
  new URLSearchParams({
    inputToken: request.inputToken,
    outputToken: request.outputToken,
    originChainId: String(request.originChainId),
    destinationChainId: String(request.destinationChainId),
    amount: request.amountBase.toString(),
    // A stablecoin has 18 decimals on BNB Chain. A too low amount is an answer.
    allowUnmatchedDecimals: "true",
    skipAmountLimit: "true",
    ...request.delivery,
  });

function read(body: unknown): Verdict<BridgeQuote> {
  const parsed = answer.safeParse(body);
  if (!parsed.success) return badResponse(NAME);
  const { outputAmount, isAmountTooLow, timestamp, estimatedFillTimeSec, spokePoolAddress } =
    parsed.data;
  return allow({
    outputAmountBase: outputAmount,
    isAmountTooLow,
    quoteTimestampSec: timestamp,
    estimatedFillSec: estimatedFillTimeSec,
    spokePool: spokePoolAddress,
  });
}

/**
 * Across's codes tell what the caller can change; its texts stay here. It runs a fill with a
 * message beforehand, and tells where that reverts.
 */
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
      "Across ran the arrival beforehand, and the vault there did not take it in. Nothing " +
        "was built: try another amount, or see with get_aggregated_nav whether the vault's NAV " +
        "can be measured there.",
    );
  return refuse(
    "bridge_pair_unsupported",
    "Across does not carry this token between these chains now. Choose another token or " +
      "chain, or try later.",
  );
}

type BridgeRequest = {
  originChainId: ChainId;
  destinationChainId: ChainId;
  inputToken: Address;
  outputToken: Address;
  amountBase: bigint;
  /** Sets the relayer's gas cost. Absent: a plain transfer's price. */
  delivery?: { recipient: Address; message: Hex };
};

/** Base units of the destination's token, as a relayer would pay them. */
export type BridgeQuote = {
  outputAmountBase: bigint;
  isAmountTooLow: boolean;
  /** Seconds; the deposit must name this time. */
  quoteTimestampSec: number;
  estimatedFillSec: number;
  spokePool: Address;
};

/** Carries tokens to other chains. */
export type BridgeVenue = {
  /**
   * Refuses with bridge_pair_unsupported, bridge_amount_too_low, bridge_destination_unready where
   * the arrival would revert, venue_unavailable or venue_bad_response.
   */
  quote(request: BridgeRequest): Promise<Verdict<BridgeQuote>>;
};
